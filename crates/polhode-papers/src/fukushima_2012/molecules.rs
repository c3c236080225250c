//! Runs of many molecules side by side.

use super::growth::{GrowthCurve, periods};
use super::setting::{PERIOD, Start, Turns, WATER, narrow};
use super::turning::{Composed, shears, standard};
use crate::Effort;
use crate::laboratory::{each, inertia};
use polhode::geometry::TurnRule;
use polhode::method::{Composition, Drift, Failure};
use polhode::real::{F32x8, F64x4, Lanes};
use polhode::{Attitude, Body, Inertia, Mat3, Method, Motion, Real, Rotation, State, Torque, Vec3};
use polhode_lab::listed::Listed;

/// Single precision, eight molecules at a time.
pub(super) type Single = F32x8;
/// Double precision, four at a time.
pub(super) type Double = F64x4;

/// Half a kick, turns, half a kick, with the torque of (14), put right: 3 lambda n x (I n). As in
/// the paper n is a row of the matrix as it is. (Made from a quaternion first, n would not be
/// quite normal to what the torque is in space, and S_Z would go astray with R.)
#[derive(Clone, Copy, Debug)]
pub(super) struct Pulled<F> {
    pub(super) turn: F,
    /// lambda.
    pub(super) pull: f64,
}

impl<F> Pulled<F> {
    #[inline(always)]
    fn kick<R: Real, A: Attitude<R>>(
        &self,
        inertia: &Inertia<R>,
        state: &mut State<R, A>,
        time: R,
    ) {
        let n = state.attitude.apply_inverse(Vec3::from_f64([0.0, 0.0, 1.0]));
        state.momentum += n.cross(inertia.momentum(n)) * (R::from_f64(3.0 * self.pull) * time);
    }
}

impl<F: Drift> Method for Pulled<F> {
    type Memory<R: Real> = ();

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(&self, _: &Body<R, T>, _: &State<R, A>) {}

    #[inline]
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        (): &mut (),
        h: R,
    ) -> Result<(), Failure> {
        let pulls = self.pull != 0.0;
        if pulls {
            self.kick(&body.inertia, state, h.half());
        }
        self.turn.drift_once(&body.inertia, state, h)?;
        if pulls {
            self.kick(&body.inertia, state, h.half());
        }
        Ok(())
    }
}

/// Many molecules, one method.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoleculeSet<'a> {
    pub(super) turns: Turns,
    pub(super) composition: Option<Composition>,
    /// lambda of (14).
    pub(super) pull: f64,
    /// Steps a period.
    pub(super) division: u32,
    pub(super) starts: &'a [Start],
}

/// Relative errors of what should not change.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Errors {
    /// T of (9), or E of (17).
    pub(super) energy: f64,
    /// R of (10).
    pub(super) size: f64,
    /// S_X, S_Y, S_Z of (11), by |S|.
    pub(super) momentum: [f64; 3],
    /// |S|.
    pub(super) momentum_size: f64,
}

impl Errors {
    pub(super) fn less(&self, other: &Self) -> Self {
        Self {
            energy: self.energy - other.energy,
            size: self.size - other.size,
            momentum: std::array::from_fn(|i| self.momentum[i] - other.momentum[i]),
            momentum_size: self.momentum_size - other.momentum_size,
        }
    }
}

impl<'a> MoleculeSet<'a> {
    /// Free molecules by the second-order method.
    pub(super) fn free(turns: Turns, division: u32, starts: &'a [Start]) -> Self {
        Self { turns, composition: None, pull: 0.0, division, starts }
    }
    pub(super) fn composed(self, composition: Option<Composition>) -> Self {
        Self { composition, ..self }
    }
    pub(super) fn pulled(self, pull: f64) -> Self {
        Self { pull, ..self }
    }

    /// Errors after so many steps, for each of those and each start.
    pub(super) fn errors<W: Lanes>(&self, effort: &Effort, steps: &[u64]) -> Vec<Vec<Errors>>
    where
        W::Scalar: Into<f64>,
    {
        let chunks: Vec<&[Start]> = self.starts.chunks(W::COUNT).listed();
        let runs = each(effort, &chunks, |chunk| self.chunk::<W>(chunk, steps));
        (0..steps.len()).map(|i| runs.iter().flat_map(|run| run[i].clone()).listed()).collect()
    }

    /// The same at so many periods.
    pub(super) fn course<W: Lanes>(&self, effort: &Effort, times: &[u64]) -> GrowthCurve
    where
        W::Scalar: Into<f64>,
    {
        let steps: Vec<u64> = times.iter().map(|t| t * u64::from(self.division)).listed();
        let errors = self.errors::<W>(effort, &steps);
        let times = periods(&steps, self.division);
        GrowthCurve { turns: self.turns, division: self.division, times, errors }
    }

    /// Errors of these starts, one in each lane, after so many steps.
    pub(super) fn chunk<W: Lanes>(&self, chunk: &[Start], steps: &[u64]) -> Vec<Vec<Errors>>
    where
        W::Scalar: Into<f64>,
    {
        let rational = TurnRule::Tangent(if self.composition.is_none() { 1 } else { 4 });
        let rule = if self.turns == Turns::Rational { rational } else { TurnRule::Exact };
        if self.turns == Turns::Shears {
            self.run::<W>(shears(rule), chunk, steps)
        } else {
            self.run::<W>(standard(rule), chunk, steps)
        }
    }

    fn run<W: Lanes>(&self, turn: impl Drift, chunk: &[Start], steps: &[u64]) -> Vec<Vec<Errors>>
    where
        W::Scalar: Into<f64>,
    {
        let method =
            Composed { method: Pulled { turn, pull: self.pull }, composition: self.composition };
        let body = Body::free(Inertia::from_lanes(|_| inertia(WATER)));
        let start = State::<W, Mat3<W>>::new(
            Rotation::from_lanes(|i| narrow(lane(chunk, i).attitude)),
            Vec3::from_lanes(|i| {
                lane(chunk, i).rates.component_mul(Vec3::from(WATER)).map(W::Scalar::from_f64)
            }),
        );
        let before = kept(&body.inertia, self.pull, &start, chunk.len());
        let Ok(mut motion) = Motion::new(method, body, start) else { return Vec::new() };
        let (h, mut taken) = (W::from_f64(PERIOD / f64::from(self.division)), 0);
        let errors = steps.iter().map(|&until| {
            // Nothing here has an equation to solve, so no step can fail.
            let advanced = motion.advance(h, until - taken);
            debug_assert!(advanced.is_ok());
            taken = until;
            let now = kept(&motion.body().inertia, self.pull, motion.state(), chunk.len());
            now.iter().zip(&before).map(|(now, before)| now.against(before)).listed()
        });
        errors.listed()
    }
}

/// A start for each lane; the last one again where they have run out.
fn lane(chunk: &[Start], index: usize) -> Start {
    chunk[index.min(chunk.len() - 1)]
}

/// What should not change, computed in double precision from a state in any.
#[derive(Clone, Copy, Debug)]
struct Kept {
    energy: f64,
    size: f64,
    momentum: Vec3<f64>,
}

fn kept<W: Lanes>(
    inertia: &Inertia<W>,
    pull: f64,
    state: &State<W, Mat3<W>>,
    lanes: usize,
) -> Vec<Kept>
where
    W::Scalar: Into<f64>,
{
    let of_lane = |i| {
        let wide = |v: Vec3<W>| v.lane(i).map(Into::<f64>::into);
        let momentum = wide(state.momentum);
        let rows = [state.attitude.x, state.attitude.y, state.attitude.z].map(wide);
        let (n, moments) = (rows[2], wide(inertia.moments()));
        let kinetic = momentum.dot(momentum.component_mul(wide(inertia.inverse()))) / 2.0;
        // (18), put right, but for a constant.
        let potential = 1.5 * pull * n.dot(n.component_mul(moments));
        Kept {
            energy: kinetic + potential,
            size: rows.map(Vec3::norm_squared).iter().sum::<f64>().sqrt(),
            momentum: Vec3::from(rows.map(|row| row.dot(momentum))),
        }
    };
    (0..lanes).map(of_lane).listed()
}

impl Kept {
    fn against(&self, before: &Self) -> Errors {
        let norm = before.momentum.norm();
        Errors {
            energy: self.energy / before.energy - 1.0,
            size: self.size / before.size - 1.0,
            momentum: ((self.momentum - before.momentum) / norm).to_array(),
            momentum_size: self.momentum.norm() / norm - 1.0,
        }
    }
}
