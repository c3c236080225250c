//! Kinds of torques that switch, each as keys of a scenario and written by hand.

use super::piecewise::{End, Place, Switching, Vector, integrated};

/// A problem as a scenario.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub(super) rates: Vector,
    pub(super) attitude: [f64; 4],
    pub(super) torque: String,
    pub(super) span: f64,
}

/// Numbers that look random.
pub(super) struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
}

type Make = fn(&mut Random) -> (String, Box<dyn Switching>);

pub(super) const KINDS: [(&str, Make); 10] = [
    ("eclipse", eclipse),
    ("pulses", pulses),
    ("dead zone", dead_zone),
    ("saturation", saturation),
    ("hysteresis", hysteresis),
    ("friction", friction),
    ("hold", |random| table(random, "hold")),
    ("linear", |random| table(random, "linear")),
    ("cubic", |random| table(random, "cubic")),
    ("attitude and rate", attitude_and_rate),
];

const SPAN: f64 = 10.0;

/// A problem whose end two integrations agree on: not one in which a switch is only touched.
pub(super) fn drawn(kind: &str, make: Make, number: u64) -> (Problem, End) {
    let Drawn { problem, end, .. } = drawn_with_torque(kind, make, number);
    (problem, end)
}

/// A problem with what its end was integrated from.
pub(super) struct Drawn {
    pub(super) problem: Problem,
    pub(super) switching: Box<dyn Switching>,
    pub(super) start: Place,
    pub(super) end: End,
}

pub(super) fn drawn_with_torque(kind: &str, make: Make, number: u64) -> Drawn {
    for attempt in 0..20 {
        let seed = kind.bytes().fold(number * 20 + attempt, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(u64::from(byte))
        });
        let mut random = Random(seed.wrapping_mul(0x9E3779B97F4A7C15));
        for _ in 0..4 {
            random.next();
        }
        let rates = [0; 3].map(|_| random.between(-1.2, 1.2));
        let attitude = [0; 4].map(|_| random.between(-1.0, 1.0));
        let norm = attitude.iter().map(|q| q * q).sum::<f64>().sqrt();
        let attitude = attitude.map(|q| q / norm);
        let (torque, switching) = make(&mut random);
        let start = Place { time: 0.0, middle: 0.0, attitude, rates };
        let [fine, coarse] =
            [20000.0, 9000.0].map(|steps| integrated(&*switching, start, SPAN, steps));
        let off = (0..3).map(|i| (fine.rates[i] - coarse.rates[i]).abs()).fold(0.0, f64::max);
        if fine.switches == coarse.switches && off < 1e-9 {
            let problem = Problem { rates, attitude, torque, span: SPAN };
            return Drawn { problem, switching, start, end: fine };
        }
    }
    panic!("no problem of the kind {kind}");
}

fn formulas(components: [String; 3]) -> String {
    format!("model = \"expression\"\ncomponents = {components:?}")
}

struct Eclipse {
    rate: f64,
    phase: f64,
    least: f64,
    strength: Vector,
}

fn eclipse(random: &mut Random) -> (String, Box<dyn Switching>) {
    let one = Eclipse {
        rate: random.between(0.5, 1.5),
        phase: random.between(0.0, 6.0),
        least: random.between(-0.7, 0.7),
        strength: [0; 3].map(|_| random.between(-0.3, 0.3)),
    };
    let Eclipse { rate, phase, least, strength } = one;
    let component =
        |s: f64| format!("{s:?}*if(cos({rate:?}*t + {phase:?}) > {least:?}, 1, 0)*max(0, r31)");
    (formulas(strength.map(component)), Box::new(one))
}

impl Switching for Eclipse {
    fn torque(&self, at: &Place, sides: &[f64]) -> Vector {
        let lit = (self.rate * at.middle + self.phase).cos() > self.least;
        let size = if lit && sides[0] > 0.0 { at.matrix()[2][0] } else { 0.0 };
        self.strength.map(|s| s * size)
    }
    fn values(&self, at: &Place, _: &[f64]) -> Vec<f64> {
        vec![at.matrix()[2][0]]
    }
    fn times(&self, _: f64) -> Vec<(f64, u64)> {
        let angle = self.least.acos();
        let turns = (-1..6).flat_map(|n| {
            let turn = std::f64::consts::TAU * f64::from(n);
            [turn + angle, turn - angle]
        });
        turns.map(|angle| ((angle - self.phase) / self.rate, 1)).collect()
    }
}

struct Pulses {
    times: [[f64; 2]; 3],
    strength: Vector,
}

fn pulses(random: &mut Random) -> (String, Box<dyn Switching>) {
    let mut strength = [0.0; 3];
    let times = std::array::from_fn(|i| {
        let width = SPAN * 10f64.powf(random.between(-6.0, 0.0));
        let begin = random.between(0.0, 0.9 * SPAN);
        // What a pulse gives is about the same, up to a limit.
        strength[i] = (0.3 / width).min(1e3) * random.between(-1.0, 1.0);
        [begin, begin + width]
    });
    let one = Pulses { times, strength };
    let component = |i: usize| {
        let [begin, end] = times[i];
        format!("{:?}*if(t > {begin:?} and t < {end:?}, 1, 0)", strength[i])
    };
    (formulas(std::array::from_fn(component)), Box::new(one))
}

impl Switching for Pulses {
    fn torque(&self, at: &Place, _: &[f64]) -> Vector {
        let on = |[begin, end]: [f64; 2]| at.middle > begin && at.middle < end;
        std::array::from_fn(|i| if on(self.times[i]) { self.strength[i] } else { 0.0 })
    }
    fn values(&self, _: &Place, _: &[f64]) -> Vec<f64> {
        Vec::new()
    }
    fn times(&self, _: f64) -> Vec<(f64, u64)> {
        self.times.as_flattened().iter().map(|time| (*time, 1)).collect()
    }
}

struct DeadZone {
    gain: f64,
    width: f64,
    drive: f64,
}

fn dead_zone(random: &mut Random) -> (String, Box<dyn Switching>) {
    let [gain, width, drive] =
        [random.between(0.3, 2.0), random.between(0.05, 0.4), random.between(0.2, 0.8)];
    let z = format!(
        "-{gain:?}*(max(wz - {width:?}, 0) + min(wz + {width:?}, 0)) + {drive:?}*sin(0.9*t)"
    );
    let none = || "0".to_owned();
    (formulas([none(), none(), z]), Box::new(DeadZone { gain, width, drive }))
}

impl Switching for DeadZone {
    fn torque(&self, at: &Place, sides: &[f64]) -> Vector {
        let wz = at.rates[2];
        let above = if sides[0] > 0.0 { wz - self.width } else { 0.0 };
        let below = if sides[1] > 0.0 { 0.0 } else { wz + self.width };
        [0.0, 0.0, self.drive * (0.9 * at.time).sin() - self.gain * (above + below)]
    }
    fn values(&self, at: &Place, _: &[f64]) -> Vec<f64> {
        vec![at.rates[2] - self.width, at.rates[2] + self.width]
    }
}

struct Saturation {
    damping: f64,
    stiffness: f64,
    most: f64,
}

fn saturation(random: &mut Random) -> (String, Box<dyn Switching>) {
    let [damping, stiffness, most] =
        [random.between(0.1, 1.0), random.between(0.5, 2.0), random.between(0.1, 0.5)];
    let x = format!("clamp(-{damping:?}*wx - {stiffness:?}*r32, -{most:?}, {most:?})");
    (formulas([x, "0".into(), "0".into()]), Box::new(Saturation { damping, stiffness, most }))
}

impl Saturation {
    fn command(&self, at: &Place) -> f64 {
        -self.damping * at.rates[0] - self.stiffness * at.matrix()[2][1]
    }
}

impl Switching for Saturation {
    fn torque(&self, at: &Place, sides: &[f64]) -> Vector {
        let x = match (sides[0] > 0.0, sides[1] > 0.0) {
            (_, true) => self.most,
            (false, false) => -self.most,
            (true, false) => self.command(at),
        };
        [x, 0.0, 0.0]
    }
    fn values(&self, at: &Place, _: &[f64]) -> Vec<f64> {
        vec![self.command(at) + self.most, self.command(at) - self.most]
    }
}

struct Hysteresis {
    strength: f64,
    low: f64,
    high: f64,
}

fn hysteresis(random: &mut Random) -> (String, Box<dyn Switching>) {
    let [strength, low, high] =
        [random.between(0.3, 1.5), random.between(-0.4, 0.0), random.between(0.1, 0.5)];
    let z = format!("-{strength:?}*(2*hysteresis(wz, {low:?}, {high:?}) - 1)");
    (formulas(["0".into(), "0".into(), z]), Box::new(Hysteresis { strength, low, high }))
}

impl Switching for Hysteresis {
    fn torque(&self, _: &Place, sides: &[f64]) -> Vector {
        [0.0, 0.0, -self.strength * sides[0]]
    }
    fn values(&self, at: &Place, sides: &[f64]) -> Vec<f64> {
        vec![at.rates[2] - if sides[0] > 0.0 { self.low } else { self.high }]
    }
}

struct Friction {
    drive: f64,
    rate: f64,
    most: f64,
}

fn friction(random: &mut Random) -> (String, Box<dyn Switching>) {
    let [drive, rate, most] =
        [random.between(0.1, 0.8), random.between(0.5, 2.0), random.between(0.1, 0.6)];
    let x = format!("{drive:?}*sin({rate:?}*t) - {most:?}*sign(wx)");
    (formulas([x, "0".into(), "0".into()]), Box::new(Friction { drive, rate, most }))
}

impl Switching for Friction {
    fn torque(&self, at: &Place, _: &[f64]) -> Vector {
        [self.drive * (self.rate * at.time).sin(), 0.0, 0.0]
    }
    fn values(&self, at: &Place, _: &[f64]) -> Vec<f64> {
        vec![at.rates[0]]
    }
    fn friction(&self, axis: usize) -> Option<f64> {
        (axis == 0).then_some(self.most)
    }
}

struct Table {
    interpolation: &'static str,
    times: Vec<f64>,
    torques: Vec<Vector>,
    /// Second derivatives at the points.
    bends: Vec<Vector>,
}

fn table(random: &mut Random, interpolation: &'static str) -> (String, Box<dyn Switching>) {
    let mut times = vec![random.between(-1.0, 1.0)];
    for _ in 0..7 {
        times.push(times[times.len() - 1] + random.between(0.2, 2.0));
    }
    let torques: Vec<Vector> =
        times.iter().map(|_| [0; 3].map(|_| random.between(-0.3, 0.3))).collect();
    let text = format!(
        "model = \"table\"\ninterpolation = \"{interpolation}\"\ntimes = {times:?}\ntorques = {torques:?}"
    );
    let bends = natural_spline(&times, &torques);
    (text, Box::new(Table { interpolation, times, torques, bends }))
}

/// By elimination on the full matrix.
fn natural_spline(times: &[f64], values: &[Vector]) -> Vec<Vector> {
    let n = times.len();
    let mut rows: Vec<(Vec<f64>, Vector)> = vec![(vec![0.0; n], [0.0; 3]); n];
    for (i, (row, right)) in rows.iter_mut().enumerate() {
        if i == 0 || i == n - 1 {
            row[i] = 1.0;
            continue;
        }
        let (before, after) = (times[i] - times[i - 1], times[i + 1] - times[i]);
        (row[i - 1], row[i], row[i + 1]) = (before / 6.0, (before + after) / 3.0, after / 6.0);
        *right = std::array::from_fn(|c| {
            (values[i + 1][c] - values[i][c]) / after - (values[i][c] - values[i - 1][c]) / before
        });
    }
    for k in 0..n {
        let (pivot, pivot_right) = rows[k].clone();
        for (row, right) in rows.iter_mut().enumerate().filter(|(i, _)| *i != k).map(|(_, row)| row)
        {
            let factor = row[k] / pivot[k];
            row.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
            right.iter_mut().zip(pivot_right).for_each(|(x, p)| *x -= factor * p);
        }
    }
    rows.iter().enumerate().map(|(k, (row, right))| right.map(|x| x / row[k])).collect()
}

impl Switching for Table {
    fn torque(&self, at: &Place, _: &[f64]) -> Vector {
        let last = self.times.len() - 1;
        let begun = self.times.iter().filter(|time| **time <= at.middle).count();
        if begun == 0 {
            return self.torques[0];
        }
        let i = begun - 1;
        if i == last || self.interpolation == "hold" {
            return self.torques[i];
        }
        let width = self.times[i + 1] - self.times[i];
        let (b, a) = ((at.time - self.times[i]) / width, (self.times[i + 1] - at.time) / width);
        let bend = |x: f64| {
            if self.interpolation == "cubic" { (x * x * x - x) * width * width / 6.0 } else { 0.0 }
        };
        std::array::from_fn(|c| {
            a * self.torques[i][c]
                + b * self.torques[i + 1][c]
                + bend(a) * self.bends[i][c]
                + bend(b) * self.bends[i + 1][c]
        })
    }
    fn values(&self, _: &Place, _: &[f64]) -> Vec<f64> {
        Vec::new()
    }
    fn times(&self, _: f64) -> Vec<(f64, u64)> {
        self.times.iter().map(|time| (*time, 1)).collect()
    }
}

struct AttitudeAndRate {
    height: f64,
    rate: f64,
    period: f64,
    strength: Vector,
}

fn attitude_and_rate(random: &mut Random) -> (String, Box<dyn Switching>) {
    let one = AttitudeAndRate {
        height: random.between(-0.5, 0.5),
        rate: random.between(-0.5, 0.5),
        period: random.between(1.5, 4.0),
        strength: [0; 3].map(|_| random.between(0.05, 0.3)),
    };
    let AttitudeAndRate { height, rate, period, strength: [x, y, z] } = one;
    let components = [
        // Driven away from the rate at which it switches.
        format!("if(r31 > {height:?} and wx < {rate:?}, -{x:?}, {x:?})"),
        format!("{y:?}*(mod(t, {period:?}) < {:?})", 0.3 * period),
        format!("{z:?}*abs(r22)"),
    ];
    (formulas(components), Box::new(one))
}

impl Switching for AttitudeAndRate {
    fn torque(&self, at: &Place, sides: &[f64]) -> Vector {
        let [x, y, z] = self.strength;
        let low = sides[0] > 0.0 && sides[1] < 0.0;
        let on = at.middle.rem_euclid(self.period) < 0.3 * self.period;
        [if low { -x } else { x }, if on { y } else { 0.0 }, z * sides[2] * at.matrix()[1][1]]
    }
    fn values(&self, at: &Place, _: &[f64]) -> Vec<f64> {
        vec![at.matrix()[2][0] - self.height, at.rates[0] - self.rate, at.matrix()[1][1]]
    }
    /// Where the remainder falls to zero, it falls below its limit too.
    fn times(&self, _: f64) -> Vec<(f64, u64)> {
        let period = |n: u32| f64::from(n) * self.period;
        (0..8).flat_map(|n| [(period(n), 2), (period(n) + 0.3 * self.period, 1)]).collect()
    }
}
