//! The four problems of the paper, their solutions, and runs of named methods on them.

use crate::laboratory::{free, inertia, pushed};
use polhode::torque::{Free, Model, SoftWall, UniformField};
use polhode::{Body, Mat3, Rotation, Run, State, Vec3};

/// A problem of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Problem {
    /// Section 2.2: the free body of McLachlan and Zanna.
    Free,
    /// Section 3.3: the slow top.
    Slow,
    /// Section 3.5: the fast top.
    Fast,
    /// Section 3.7: the soft wall, with the sign of the printed formula.
    Printed,
    /// The same with the sign of the described physics.
    Physical,
}

/// What is wrong at the end: 2-norms of the differences, as in the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Errors {
    /// Of the attitude matrix.
    pub(super) attitude: f64,
    /// Of the momentum in the body.
    pub(super) momentum: f64,
}

impl Errors {
    /// The method has no solution there, or flew off.
    pub(super) const LOST: Self = Self { attitude: f64::INFINITY, momentum: f64::INFINITY };
}

impl Problem {
    /// As a heading.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Free => "free body",
            Self::Slow => "slow top",
            Self::Fast => "fast top",
            Self::Printed => "soft wall as printed",
            Self::Physical => "soft wall as described",
        }
    }
    /// When the errors are taken; the paper does not say it of the soft wall.
    pub(super) fn time(self) -> f64 {
        match self {
            Self::Free => 100.0,
            Self::Slow | Self::Printed | Self::Physical => 20.0,
            Self::Fast => 10.0,
        }
    }
    fn moments(self) -> [f64; 3] {
        match self {
            Self::Free => [0.9144, 1.098, 1.66],
            Self::Slow | Self::Fast => [5.0, 5.0, 1.0],
            Self::Printed | Self::Physical => [2.0, 3.0, 4.5],
        }
    }
    fn torque(self) -> Model<f64> {
        let up = Vec3::from_f64([0.0, 0.0, 1.0]);
        match self {
            Self::Free => Free.into(),
            // t = -20 R e3 x e3, whose potential is 20 R33
            Self::Slow | Self::Fast => {
                UniformField { strength: 20.0, arm: up, direction: up }.into()
            }
            Self::Printed => SoftWall::printed().into(),
            Self::Physical => SoftWall::physical().into(),
        }
    }
    /// Where it begins.
    pub(super) fn start(self) -> State<f64> {
        let top = |tilt: f64, spin: f64| {
            State::new(
                Rotation::exp(Vec3::from_f64([tilt, 0.0, 0.0])),
                Vec3::from_f64([0.0, 0.0, spin]),
            )
        };
        match self {
            Self::Free => State::new(
                Rotation::identity(),
                inertia(self.moments()).momentum(Vec3::from_f64([0.45549, 0.82623, 0.03476])),
            ),
            Self::Slow => top(0.05, 5.0),
            Self::Fast => top(0.3, 50.0),
            Self::Printed | Self::Physical => {
                State::new(Rotation::identity(), Vec3::from_f64([2.0, 2.0, 2.0]))
            }
        }
    }
    /// Kinetic and potential energy.
    pub(super) fn energy(self, state: &State<f64>) -> f64 {
        Body { inertia: inertia(self.moments()), torque: self.torque() }.energy(state)
    }
    /// Angular velocity in the body.
    pub(super) fn rates(self, state: &State<f64>) -> Vec3<f64> {
        inertia(self.moments()).rates(state.momentum)
    }
    /// A run from the start.
    pub(super) fn run(self, method: &str) -> Box<dyn Run<f64>> {
        self.run_from(method, self.start())
    }
    /// A run from elsewhere.
    pub(super) fn run_from(self, method: &str, start: State<f64>) -> Box<dyn Run<f64>> {
        match self {
            Self::Free => free(method, self.moments(), start),
            _ => pushed(method, self.moments(), self.torque(), start),
        }
    }
    /// The errors after so many equal steps.
    pub(super) fn errors(self, method: &str, steps: u64) -> Errors {
        const BLOCK: u64 = 64;
        let mut run = self.run(method);
        let (h, far) = (self.time() / count(steps), 1e3 * run.state().momentum.norm());
        let lost = |momentum: Vec3<f64>| momentum.norm() > far || momentum.norm().is_nan();
        let mut left = steps;
        while left > 0 {
            let block = left.min(BLOCK);
            // A body that has gone through the wall would only cost time.
            if run.advance(h, block).is_err() || lost(run.state().momentum) {
                return Errors::LOST;
            }
            left -= block;
        }
        let (attitude, momentum) = self.end();
        let angle = run.state().attitude.angle_to(Rotation::from_matrix(attitude));
        Errors {
            attitude: 2.0 * (angle / 2.0).sin(),
            momentum: (run.state().momentum - momentum).norm(),
        }
    }
    /// What is seen at the start and after every step, with its time, as far as the method goes.
    pub(super) fn history<O>(
        self,
        method: &str,
        h: f64,
        steps: u64,
        see: impl Fn(&State<f64>) -> O,
    ) -> Vec<(f64, O)> {
        let mut run = self.run(method);
        let mut seen = vec![(0.0, see(run.state()))];
        for _ in 0..steps {
            if run.advance(h, 1).is_err() || !run.state().momentum.norm().is_finite() {
                break;
            }
            seen.push((run.state().time, see(run.state())));
        }
        seen
    }
    /// The error of the energy over time.
    pub(super) fn energy_errors(self, method: &str, h: f64, steps: u64) -> Vec<(f64, f64)> {
        let first = self.energy(&self.start());
        self.history(method, h, steps, |state| self.energy(state) - first)
    }
    /// Attitude and body momentum at the end: Taylor series of degree 40 in 140-bit arithmetic, with
    /// two step sizes that agree to these 25 digits.
    #[rustfmt::skip]
    #[expect(clippy::excessive_precision, reason = "as computed")]
    fn end(self) -> (Mat3<f64>, Vec3<f64>) {
        let [x, y, z, momentum] = match self {
            Self::Free => [
                [0.9379823912754983980153056, -0.1155781812238258978974245, -0.326849686678892634701236],
                [0.2861621070435585379625591, 0.790329174729438025820272, 0.541748137111588380588845],
                [0.1957045787647513671366847, -0.6016822081435330901927016, 0.7743889450747817532259126],
                [0.6615686038527652808485033, 0.634130709038784006955094, 0.4000247708794128095688137],
            ],
            Self::Slow => [
                [-0.1322170558413202453128842, -0.9911524440336884449245404, -0.01163970921884644649716737],
                [0.9858392306802040310833222, -0.1302681702337970330246856, -0.1055993138036509198574948],
                [0.1031487343427764364299224, -0.02543691235163127290005956, 0.9943406368511239525659284],
                [0.4207897257865592890167689, 0.8395598343423362222265875, 5.0],
            ],
            Self::Fast => [
                [-0.749215586933517511955182, 0.6025989141630318093116299, -0.2748646083900215137029118],
                [-0.6530395985938202362071499, -0.7413463052742025790250329, 0.1547415210107196029653665],
                [-0.1105227893435874273059579, 0.2954322330176987625065212, 0.9489491602451045630842348],
                [-0.8252556182614976812262341, 0.7722816459220849089613009, 50.0],
            ],
            Self::Printed => [
                [-0.01923956376090388398766198, 0.9903236070978506941940041, 0.1374372308037089349673727],
                [-0.4565806625214066891406667, 0.1135894739159913741611116, -0.8824010029612396402514243],
                [-0.889473966902800054695538, -0.07972819225462321606527177, 0.4499771967133516772535684],
                [-1.054978571962892270448344, -2.766661269173561014188625, 1.869079431512601815337421],
            ],
            Self::Physical => [
                [0.3563070875982410701656877, -0.8984777946605158171857561, -0.2564817962921254563367935],
                [0.5151567659853432473237083, -0.04010639410840438872517146, 0.856157102178766978401211],
                [-0.7795247050522399313744179, -0.437183176315829107461819, 0.448566722528121807355202],
                [-1.861217706483378644676948, 1.708960784563422023230311, 2.889790203349067738233559],
            ],
        }.map(Vec3::from);
        (Mat3::from_rows(x, y, z), momentum)
    }
}

/// A number of steps as a number.
#[expect(clippy::cast_precision_loss, reason = "steps are fewer than 2^53")]
pub(super) fn count(steps: u64) -> f64 {
    steps as f64
}
