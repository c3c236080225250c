//! What several tests need: independent truth and problems.
#![allow(dead_code, reason = "each test uses a part")]

pub(crate) mod any_torque;
pub(crate) mod buss;
pub(crate) mod exact_cases;
pub(crate) mod krysl;

pub(crate) use any_torque::{Bound, bind};
use polhode::catalogue::MethodName;
use polhode::real::DoubleDouble as Dd;
use polhode::real::Mask;
use polhode::{Attitude, Body, Inertia, Real, Rotation, Run, State, Torque, Vec3};

/// A method by name; tests name only methods that exist.
pub(crate) fn method(name: &str) -> MethodName {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// A body from literals.
pub(crate) fn body<R: Real<Mask = bool>>(moments: [f64; 3]) -> Body<R> {
    Body::free(Inertia::new_without_triangle_check(moments.map(R::from_f64)).unwrap())
}

/// A start from literals.
pub(crate) fn state<R: Real, A: Attitude<R>>(
    attitude: [f64; 4],
    momentum: [f64; 3],
) -> State<R, A> {
    State::new(Rotation::from_wxyz(attitude.map(R::from_f64)), Vec3::from_f64(momentum))
}

/// The state after `steps` steps.
pub(crate) fn run<R: Real<Mask = bool>, A: Attitude<R>, T: Bound<R>>(
    name: &MethodName,
    body: Body<R, T>,
    start: State<R, A>,
    h: R,
    steps: u64,
) -> State<R, A> {
    let mut run: Box<dyn Run<R, A>> = bind(name, body, start).unwrap();
    run.advance(h, steps).unwrap();
    *run.state()
}

/// The state at the end of a time that is cut into `steps` steps; of a method whose
/// steps vary: cut so where they are longest, and the end between two of them.
pub(crate) fn run_for<R: Real<Mask = bool>, A: Attitude<R>, T: Bound<R>>(
    name: &MethodName,
    body: Body<R, T>,
    start: State<R, A>,
    time: f64,
    steps: u64,
) -> State<R, A> {
    let h = R::from_f64(time) / R::from_f64(steps as f64);
    if !name.steps_vary() {
        return run(name, body, start, h, steps);
    }
    let end = start.time + R::from_f64(time);
    let mut run: Box<dyn Run<R, A>> = bind(name, body, start).unwrap();
    while (run.state().time + h.half()).lt(end).any() {
        run.advance(h, 1).unwrap();
    }
    run.state_near(end).unwrap()
}

/// Free rotation by the Taylor series of (momentum, quaternion), degree 28:
/// nothing of it is shared with the methods of the catalogue.
pub(crate) fn taylor<R: Real>(body: &Body<R>, start: State<R>, time: f64, steps: u32) -> State<R> {
    const DEGREE: usize = 28;
    let h = R::from_f64(time) / R::from_f64(f64::from(steps));
    let j = body.inertia.moments();
    let one = R::one();
    // m' = m x (m/J)
    let g = [one / j.z - one / j.y, one / j.x - one / j.z, one / j.y - one / j.x];
    let mut m = start.momentum.to_array();
    let mut q = start.attitude.to_wxyz();
    for _ in 0..steps {
        let mut ms = vec![m];
        let mut qs = vec![q];
        for n in 0..DEGREE {
            let (mut dm, mut dq) = ([R::zero(); 3], [R::zero(); 4]);
            for i in 0..=n {
                let (a, b) = (ms[i], ms[n - i]);
                for c in 0..3 {
                    dm[c] += g[c] * a[(c + 1) % 3] * b[(c + 2) % 3];
                }
                let p = qs[i];
                let w = [b[0] / j.x, b[1] / j.y, b[2] / j.z];
                // q' = q (0, w) / 2
                dq[0] -= (p[1] * w[0] + p[2] * w[1] + p[3] * w[2]).half();
                dq[1] += (p[0] * w[0] + p[2] * w[2] - p[3] * w[1]).half();
                dq[2] += (p[0] * w[1] + p[3] * w[0] - p[1] * w[2]).half();
                dq[3] += (p[0] * w[2] + p[1] * w[1] - p[2] * w[0]).half();
            }
            let scale = h / R::from_f64(f64::from(u32::try_from(n + 1).unwrap()));
            ms.push(dm.map(|x| x * scale));
            qs.push(dq.map(|x| x * scale));
        }
        // h^n is in the terms already.
        let sum3 =
            ms.iter().rev().fold([R::zero(); 3], |s, x| std::array::from_fn(|c| s[c] + x[c]));
        let sum4 =
            qs.iter().rev().fold([R::zero(); 4], |s, x| std::array::from_fn(|c| s[c] + x[c]));
        (m, q) = (sum3, sum4);
    }
    State {
        time: start.time + R::from_f64(time),
        attitude: Rotation { w: q[0], x: q[1], y: q[2], z: q[3] },
        momentum: Vec3::from(m),
    }
}

/// Least-squares slope of log(error) against log(h).
pub(crate) fn slope(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let logs: Vec<_> = points.iter().map(|(h, e)| (h.ln(), e.ln())).collect();
    let (x, y) = logs.iter().fold((0.0, 0.0), |(x, y), (a, b)| (x + a / n, y + b / n));
    let (xy, xx) = logs
        .iter()
        .fold((0.0, 0.0), |(s, t), (a, b)| (s + (a - x) * (b - y), t + (a - x) * (a - x)));
    xy / xx
}

/// Uniform numbers in [0, 1) from a seed: splitmix64 (Steele, Lea, Flood 2014).
pub(crate) struct Uniform(pub(crate) u64);

impl Uniform {
    pub(crate) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
    /// A unit vector, all directions alike.
    pub(crate) fn direction(&mut self) -> Vec3<f64> {
        loop {
            let v = Vec3::new(self.next(), self.next(), self.next()).map(|x| 2.0 * x - 1.0);
            if (0.01..=1.0).contains(&v.norm_squared()) {
                return v / v.norm();
            }
        }
    }
    /// All rotations alike (Shoemake 1992).
    pub(crate) fn rotation(&mut self) -> Rotation<f64> {
        let (u, a, b) = (self.next(), self.next(), self.next());
        let turn = std::f64::consts::TAU;
        let (r, s) = ((1.0 - u).sqrt(), u.sqrt());
        let wxyz = [
            s * (turn * b).cos(),
            r * (turn * a).sin(),
            r * (turn * a).cos(),
            s * (turn * b).sin(),
        ];
        Rotation::from_wxyz(wxyz)
    }
    /// Moments that obey the triangle inequality, up to four decades apart.
    pub(crate) fn moments(&mut self) -> [f64; 3] {
        let squares = [0; 3].map(|_| 10f64.powf(-4.0 * self.next()));
        [squares[1] + squares[2], squares[2] + squares[0], squares[0] + squares[1]]
    }
}

/// A pushed body by Gragg's extrapolated midpoint rule (order 16) on the
/// differential equations of momentum and quaternion: nothing of it is shared
/// with the methods of the catalogue but the torque itself.
pub(crate) fn extrapolate<R: Real, T: Torque<R>>(
    body: &Body<R, T>,
    start: State<R>,
    time: f64,
    steps: u32,
) -> State<R> {
    let pack = |s: &State<R>| {
        let (q, m) = (s.attitude.to_wxyz(), s.momentum);
        [q[0], q[1], q[2], q[3], m.x, m.y, m.z]
    };
    let unpack = |time: R, y: [R; 7]| State {
        time,
        attitude: Rotation { w: y[0], x: y[1], y: y[2], z: y[3] },
        momentum: Vec3::new(y[4], y[5], y[6]),
    };
    let rate = |time: R, y: [R; 7]| {
        let s = unpack(time, y);
        let nu = body.inertia.rates(s.momentum);
        let dq = (s.attitude * Rotation::from_parts(R::zero(), nu)).to_wxyz().map(R::half);
        let dm = s.momentum.cross(nu) + body.torque_at(&s);
        [dq[0], dq[1], dq[2], dq[3], dm.x, dm.y, dm.z]
    };
    let add = |y: [R; 7], k: [R; 7], h: R| -> [R; 7] { std::array::from_fn(|i| y[i] + k[i] * h) };
    let big = R::from_f64(time) / R::from_f64(f64::from(steps));
    let mut now = start;
    for n in 0..steps {
        let t0 = start.time + big * R::from_f64(f64::from(n));
        let y0 = pack(&now);
        let mut table: Vec<[R; 7]> = Vec::new();
        for column in 1..=8u32 {
            let count = 2 * column;
            let h = big / R::from_f64(f64::from(count));
            let (mut previous, mut y) = (y0, add(y0, rate(t0, y0), h));
            for i in 1..count {
                let slope = rate(t0 + h * R::from_f64(f64::from(i)), y);
                (previous, y) = (y, add(previous, slope, h.twice()));
            }
            // Gragg's smoothing keeps the error a series in h^2.
            let end = rate(t0 + big, y);
            let mut row: [R; 7] = std::array::from_fn(|i| (previous[i] + y[i] + end[i] * h).half());
            let mut next = Vec::new();
            for (k, older) in table.iter().enumerate() {
                next.push(row);
                let coarser = 2 * (column - 1 - u32::try_from(k).unwrap());
                let factor = R::from_f64(f64::from(count)) / R::from_f64(f64::from(coarser));
                let scale = (factor.squared() - R::one()).recip();
                row = std::array::from_fn(|i| row[i] + (row[i] - older[i]) * scale);
            }
            next.push(row);
            table = next;
        }
        now = unpack(t0 + big, table[table.len() - 1]);
    }
    now
}

/// The largest entry of M^T J(m') M - J(m), where M is the derivative of some
/// steps in variations (xi, mu) of attitude R exp(xi) and body momentum m + mu, and
/// J(m) = [[-m^, 1], [-1, 0]]. Differences of order 6 in double-double.
pub(crate) fn symplectic_defect<T: Bound<Dd>>(
    name: &MethodName,
    body: Body<Dd, T>,
    start: State<Dd>,
    h: f64,
    steps: u64,
) -> f64 {
    let end = run(name, body.clone(), start, Dd::from_f64(h), steps);
    let image = |direction: usize, size: f64| -> [Dd; 6] {
        let mut v = [Dd::zero(); 6];
        v[direction] = Dd::from_f64(size);
        let moved = State {
            attitude: start.attitude * Rotation::exp(Vec3::new(v[0], v[1], v[2])),
            momentum: start.momentum + Vec3::new(v[3], v[4], v[5]),
            ..start
        };
        let to = run(name, body.clone(), moved, Dd::from_f64(h), steps);
        let xi = (end.attitude.inverse() * to.attitude).log();
        let mu = to.momentum - end.momentum;
        [xi.x, xi.y, xi.z, mu.x, mu.y, mu.z]
    };
    let size = 2f64.powi(-15); // its multiples are exact
    let columns: [[Dd; 6]; 6] = std::array::from_fn(|i| {
        let [a, b, c] = [1.0, 2.0, 3.0].map(|k| {
            let (plus, minus) = (image(i, k * size), image(i, -k * size));
            std::array::from_fn::<Dd, 6, _>(|j| plus[j] - minus[j])
        });
        std::array::from_fn(|j| {
            (a[j] * Dd::from_f64(45.0) - b[j] * Dd::from_f64(9.0) + c[j])
                / Dd::from_f64(60.0 * size)
        })
    });
    let form = |m: Vec3<Dd>, u: &[Dd; 6], v: &[Dd; 6]| {
        let [ux, um, vx, vm] =
            [(u, 0), (u, 3), (v, 0), (v, 3)].map(|(w, i)| Vec3::new(w[i], w[i + 1], w[i + 2]));
        ux.dot(vm) - um.dot(vx) - ux.dot(m.cross(vx))
    };
    let mut worst = Dd::zero();
    for i in 0..6 {
        for j in 0..6 {
            let (mut a, mut b) = ([Dd::zero(); 6], [Dd::zero(); 6]);
            (a[i], b[j]) = (Dd::one(), Dd::one());
            let defect =
                form(end.momentum, &columns[i], &columns[j]) - form(start.momentum, &a, &b);
            worst = worst.max(Real::abs(defect));
        }
    }
    worst.hi
}
