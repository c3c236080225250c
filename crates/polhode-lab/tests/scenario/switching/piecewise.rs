//! Euler's equations in smooth pieces by the classical Runge-Kutta method in small steps; switches by bisection.

pub(super) type Vector = [f64; 3];

const INERTIA: Vector = [1.0, 2.0, 2.5];

/// Where a body is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) time: f64,
    /// Time in the middle of the piece of time that it is in.
    pub(super) middle: f64,
    pub(super) attitude: [f64; 4],
    pub(super) rates: Vector,
}

impl Place {
    /// The matrix from body to space components.
    pub(super) fn matrix(&self) -> [Vector; 3] {
        let [w, x, y, z] = self.attitude;
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    }
}

/// A torque that switches, written by hand.
pub(super) trait Switching {
    /// In body axes, with a side of each switching function of the state.
    fn torque(&self, at: &Place, sides: &[f64]) -> Vector;
    /// Values of the switching functions of the state, each on its side.
    fn values(&self, at: &Place, sides: &[f64]) -> Vec<f64>;
    /// Times of switches, each with how many functions change there.
    fn times(&self, span: f64) -> Vec<(f64, u64)> {
        let _ = span;
        Vec::new()
    }
    /// Of hysteresis: the side between the limits at the start.
    fn side_at_first(&self, value: f64) -> f64 {
        if value < 0.0 { -1.0 } else { 1.0 }
    }
    /// The largest friction about an axis, for the switching function of the same number as the axis.
    fn friction(&self, axis: usize) -> Option<f64> {
        let _ = axis;
        None
    }
}

/// The end of an integration.
#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) rates: Vector,
    pub(super) attitude: [f64; 4],
    pub(super) switches: u64,
}

struct Motion<'a> {
    torque: &'a dyn Switching,
    sides: Vec<f64>,
}

/// Sticking: no side.
const STICKS: f64 = 0.0;

impl Motion<'_> {
    fn without_friction(&self, at: &Place) -> Vector {
        let (w, m): (Vector, Vector) =
            (at.rates, std::array::from_fn(|i| INERTIA[i] * at.rates[i]));
        let torque = self.torque.torque(at, &self.sides);
        std::array::from_fn(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            torque[i] + m[j] * w[k] - m[k] * w[j]
        })
    }
    /// The derivative of the rates; about an axis that sticks there is none.
    fn acceleration(&self, at: &Place) -> Vector {
        let free = self.without_friction(at);
        std::array::from_fn(|i| match (self.torque.friction(i), self.sides.get(i)) {
            (Some(_), Some(&STICKS)) => 0.0,
            (Some(most), Some(side)) => (free[i] - most * side) / INERTIA[i],
            _ => free[i] / INERTIA[i],
        })
    }
    fn slopes(&self, at: &Place) -> ([f64; 4], Vector) {
        let ([w, x, y, z], [a, b, c]) = (at.attitude, at.rates.map(|rate| 0.5 * rate));
        let turn = [
            -x * a - y * b - z * c,
            w * a + y * c - z * b,
            w * b + z * a - x * c,
            w * c + x * b - y * a,
        ];
        (turn, self.acceleration(at))
    }
    fn step(&self, from: &Place, h: f64) -> Place {
        let along = |(turn, spin): ([f64; 4], Vector), h: f64| Place {
            time: from.time + h,
            attitude: std::array::from_fn(|i| from.attitude[i] + h * turn[i]),
            rates: std::array::from_fn(|i| from.rates[i] + h * spin[i]),
            ..*from
        };
        let k1 = self.slopes(from);
        let k2 = self.slopes(&along(k1, h / 2.0));
        let k3 = self.slopes(&along(k2, h / 2.0));
        let k4 = self.slopes(&along(k3, h));
        let turn = std::array::from_fn(|i| (k1.0[i] + 2.0 * (k2.0[i] + k3.0[i]) + k4.0[i]) / 6.0);
        let spin = std::array::from_fn(|i| (k1.1[i] + 2.0 * (k2.1[i] + k3.1[i]) + k4.1[i]) / 6.0);
        along((turn, spin), h)
    }
    /// Above zero while every function is on its side.
    fn margins(&self, at: &Place) -> Vec<f64> {
        let values = self.torque.values(at, &self.sides);
        let free = self.without_friction(at);
        let margin = |(i, value): (usize, &f64)| match (self.torque.friction(i), self.sides[i]) {
            (Some(most), STICKS) => most - free[i].abs(),
            (_, side) => side * value,
        };
        values.iter().enumerate().map(margin).collect()
    }
    fn cross(&mut self, at: &Place, i: usize) {
        if self.torque.friction(i).is_none() {
            self.sides[i] = -self.sides[i];
        } else if self.sides[i] == STICKS {
            self.sides[i] = self.without_friction(at)[i].signum();
        } else {
            self.sides[i] = -self.sides[i];
            if self.acceleration(at)[i] * self.sides[i] < 0.0 {
                self.sides[i] = STICKS;
            }
        }
    }
}

/// The end, in about so many steps.
pub(super) fn integrated(torque: &dyn Switching, start: Place, span: f64, steps: f64) -> End {
    let mut times = torque.times(span);
    times.retain(|(time, _)| *time > 0.0 && *time < span);
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    times.push((span, 0));
    let first = Place { middle: times[0].0 / 2.0, ..start };
    let unknown = vec![-1.0; torque.values(&first, &[-1.0; 8]).len()];
    let values = torque.values(&first, &unknown);
    let sides = values.iter().map(|value| torque.side_at_first(*value)).collect();
    let (mut motion, mut now, mut switches) = (Motion { torque, sides }, start, 0);
    for (end, count) in times {
        now.middle = 0.5 * (now.time + end);
        while now.time < end {
            let h = (span / steps).min(end - now.time);
            // Not a piece of rounding at the end.
            let h = if end - now.time < 1.5 * h { end - now.time } else { h };
            let next = motion.step(&now, h);
            let before = motion.margins(&now);
            let fell = |at: &Place| {
                let after = motion.margins(at);
                (0..after.len()).find(|&i| after[i] < 0.0 && after[i] < before[i].min(0.0))
            };
            if fell(&next).is_none() {
                now =
                    if end - next.time < 1e-15 * span { Place { time: end, ..next } } else { next };
                continue;
            }
            let (mut low, mut high) = (0.0, h);
            while high - low > 1e-16 * span && 0.5 * (low + high) > low && 0.5 * (low + high) < high
            {
                let middle = 0.5 * (low + high);
                if fell(&motion.step(&now, middle)).is_some() {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            let at = motion.step(&now, high);
            let i = fell(&at).unwrap();
            motion.cross(&at, i);
            switches += 1;
            now = at;
        }
        switches += count;
    }
    let norm = now.attitude.iter().map(|q| q * q).sum::<f64>().sqrt();
    End { rates: now.rates, attitude: now.attitude.map(|q| q / norm), switches }
}
