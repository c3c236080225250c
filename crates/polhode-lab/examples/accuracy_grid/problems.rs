//! Problems by a generator: the same on every machine.

use std::f64::consts::TAU;
use std::fmt::Write;

/// A scenario without method and step.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// What pushes.
    pub(crate) kind: &'static str,
    /// How many turns it makes.
    pub(crate) turns: f64,
    /// The file.
    pub(crate) text: String,
}

/// What pushes, one after the other.
pub(crate) const KINDS: [&str; 10] = [
    "free",
    "top",
    "weak gravity gradient",
    "strong gravity gradient",
    "soft wall",
    "damping",
    "driven",
    "reaction wheel",
    "magnet",
    "formula",
];

/// The problem of this number; `turns` from and to, evenly by their logarithm.
pub(crate) fn problem(number: u64, turns: (f64, f64)) -> Problem {
    let mut dice = Dice(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d);
    (0..8).for_each(|_| {
        dice.even(0.0, 1.0);
    });
    let index = usize::try_from(number).unwrap_or(0) % KINDS.len();
    let kind = KINDS[index];
    let masses: [f64; 3] = std::array::from_fn(|_| dice.even(0.05, 1.0));
    let [a, mut b, c] = masses;
    if dice.even(0.0, 1.0) < 0.2 {
        b = a; // a symmetric body
    }
    let inertia = [b + c, c + a, a + b];
    let mean = inertia.iter().sum::<f64>() / 3.0;
    let rate = dice.by_powers(-0.3, 1.3);
    let direction = dice.direction();
    let rates = direction.map(|d| d * rate);
    // Inside of the wall there are no turns to be counted.
    let tilt = if kind == "soft wall" { 1.5 } else { 3.0 };
    let [x, y, z] = dice.direction().map(|d| d * tilt);
    let turns = dice.by_powers(turns.0.log10(), turns.1.log10());
    let duration = turns * TAU / rate;
    let torque = torque(&mut dice, kind, mean, rate, duration);
    let mut text = String::new();
    let _ = write!(
        text,
        "title = \"{kind} {number}\"\n[body]\ninertia = {inertia:?}\n[initial]\nattitude = {{ rotation_vector = \
         [{x:?}, {y:?}, {z:?}] }}\nangular_velocity = {rates:?}\n{torque}[run]\nduration = \
         {duration:?}\naccuracy = 1e-3\n[output]\nformats = []\n"
    );
    Problem { kind, turns, text }
}

fn torque(dice: &mut Dice, kind: &str, mean: f64, rate: f64, duration: f64) -> String {
    // What turns the body by about a radian while it makes one of itself.
    let strong = mean * rate * rate;
    let direction = dice.direction();
    match kind {
        "free" => String::new(),
        "top" => {
            let strength = strong * dice.by_powers(-2.0, 0.3);
            format!(
                "[[torque]]\nmodel = \"uniform-field\"\nstrength = {strength:?}\narm = [0.0, 0.0, \
                 1.0]\ndirection = [0.0, 0.0, 1.0]\n"
            )
        }
        "weak gravity gradient" | "strong gravity gradient" => {
            let weak = kind.starts_with("weak");
            let part = if weak { dice.by_powers(-6.0, -3.0) } else { dice.by_powers(-2.0, 0.3) };
            let squared = rate * rate * part;
            format!(
                "[[torque]]\nmodel = \"gravity-gradient\"\nrate_squared = {squared:?}\ndirection = \
                 {direction:?}\n"
            )
        }
        "soft wall" => {
            let strength = -strong * dice.even(0.2, 1.5);
            format!(
                "[[torque]]\nmodel = \"soft-wall\"\nstrength = {strength:?}\noffset = 1.1\ncore = \
                 0.001\n"
            )
        }
        "damping" => {
            let coefficient = mean * dice.even(0.1, 5.0) / duration;
            format!("[[torque]]\nmodel = \"damping\"\ncoefficient = {coefficient:?}\n")
        }
        "driven" => {
            let amplitude = direction.map(|d| d * strong * dice.by_powers(-2.0, -0.5));
            let frequency = rate * dice.even(0.2, 2.0);
            format!(
                "[[torque]]\nmodel = \"prescribed-torque\"\noscillations = [{{ frequency = \
                 {frequency:?}, sin = {amplitude:?}, cos = [0.0, 0.0, 0.0] }}]\n"
            )
        }
        "reaction wheel" => {
            let momentum = direction.map(|d| d * mean * rate * dice.by_powers(-1.0, 0.5));
            format!("[[torque]]\nmodel = \"rotor\"\nmomentum = {momentum:?}\n")
        }
        "magnet" => {
            let moment = direction.map(|d| d * strong * dice.by_powers(-3.0, -0.5));
            let turning = rate * dice.by_powers(-2.0, 0.0);
            format!(
                "[[torque]]\nmodel = \"magnetic-dipole\"\nmoment = {moment:?}\nfield = [0.0, 0.6, \
                 0.8]\naxis = [1.0, 0.0, 0.0]\nrate = {turning:?}\n"
            )
        }
        _ => {
            let strength = strong * dice.by_powers(-3.0, -1.0);
            let loss = mean * dice.even(0.0, 1.0) / duration;
            let turning = rate * dice.even(0.1, 1.0);
            format!(
                "[[torque]]\nmodel = \"expression\"\nframe = \"body\"\ncomponents = [\"k*r31*cos(n*t) - \
                 c*wx\", \"k*r32*r33 - c*wy\", \"k*sin(n*t)*r12 - c*wz\"]\nparameters = {{ k = {strength:?}, c = \
                 {loss:?}, n = {turning:?} }}\n"
            )
        }
    }
}

/// xorshift64*
struct Dice(u64);

impl Dice {
    fn even(&mut self, from: f64, to: f64) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11;
        #[expect(clippy::cast_precision_loss, reason = "53 bits")]
        let part = bits as f64 / (1u64 << 53) as f64;
        from + (to - from) * part
    }
    fn by_powers(&mut self, from: f64, to: f64) -> f64 {
        10f64.powf(self.even(from, to))
    }
    fn direction(&mut self) -> [f64; 3] {
        loop {
            let v: [f64; 3] = std::array::from_fn(|_| self.even(-1.0, 1.0));
            let squared: f64 = v.iter().map(|x| x * x).sum();
            if (0.01..1.0).contains(&squared) {
                return v.map(|x| x / squared.sqrt());
            }
        }
    }
}
