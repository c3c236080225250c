//! The equations of motion in plain components, by Gragg's extrapolated midpoint rule:
//! nothing is shared with brackets, exponentials or coadjoint actions.

use polhode::lie::{MovingBody, Pose, RigidBodyN, RotationN, Skew, Twist};
use polhode::real::DoubleDouble as Dd;
use polhode::{Inertia, Real, Rotation, Vec3};

use super::problems::Driven;

/// Velocity and force that do not come from the momentum alone, as in [`Driven`].
type Drive<A> = (A, A, f64);

/// A body whose equations are written out here.
pub(crate) trait Flat {
    type Place: Copy;
    type Vector: Copy;
    fn pack(place: Self::Place, momentum: Self::Vector) -> Vec<Dd>;
    fn unpack(y: &[Dd]) -> (Self::Place, Self::Vector);
    /// y' at a time, with the drive: stream, push, brake.
    fn rate(&self, time: Dd, y: &[Dd], drive: Option<&Drive<Self::Vector>>) -> Vec<Dd>;
}

fn vector(y: &[Dd]) -> Vec3<Dd> {
    Vec3::new(y[0], y[1], y[2])
}

/// q (0, w)/2.
fn quaternion_rate(q: &[Dd], w: Vec3<Dd>) -> [Dd; 4] {
    let (s, v) = (q[0], vector(&q[1..]));
    let u = w * s + v.cross(w);
    [-v.dot(w), u.x, u.y, u.z].map(Real::half)
}

impl Flat for Inertia<Dd> {
    type Place = Rotation<Dd>;
    type Vector = Vec3<Dd>;
    fn pack(place: Rotation<Dd>, m: Vec3<Dd>) -> Vec<Dd> {
        [&place.to_wxyz()[..], &m.to_array()].concat()
    }
    fn unpack(y: &[Dd]) -> (Rotation<Dd>, Vec3<Dd>) {
        (Rotation { w: y[0], x: y[1], y: y[2], z: y[3] }, vector(&y[4..]))
    }
    fn rate(&self, time: Dd, y: &[Dd], drive: Option<&Drive<Vec3<Dd>>>) -> Vec<Dd> {
        let (m, (sin, cos)) = (vector(&y[4..]), Real::sin_cos(time));
        let mut w = m.zip(self.moments(), |m, j| m / j);
        let mut rate = Vec3::zero();
        if let Some(&(stream, push, brake)) = drive {
            w += stream * sin;
            rate = push * cos - w * Dd::from_f64(brake);
        }
        [&quaternion_rate(y, w)[..], &(m.cross(w) + rate).to_array()].concat()
    }
}

/// The body of `problems::kirchhoff`, from its own numbers: the velocity by inverting the
/// matrix of the kinetic energy.
impl Flat for MovingBody<Dd> {
    type Place = Pose<Dd>;
    type Vector = Twist<Dd>;
    fn pack(Pose { rotation, position }: Pose<Dd>, m: Twist<Dd>) -> Vec<Dd> {
        let (x, l, p) = (position.to_array(), m.angular.to_array(), m.linear.to_array());
        [&rotation.to_wxyz()[..], &x, &l, &p].concat()
    }
    fn unpack(y: &[Dd]) -> (Pose<Dd>, Twist<Dd>) {
        let rotation = Rotation { w: y[0], x: y[1], y: y[2], z: y[3] };
        let momentum = Twist { angular: vector(&y[7..]), linear: vector(&y[10..]) };
        (Pose { rotation, position: vector(&y[4..]) }, momentum)
    }
    fn rate(&self, time: Dd, y: &[Dd], drive: Option<&Drive<Twist<Dd>>>) -> Vec<Dd> {
        let (q, l, p) =
            (Rotation { w: y[0], x: y[1], y: y[2], z: y[3] }, vector(&y[7..]), vector(&y[10..]));
        let (c, (sin, cos)) = (Vec3::from_f64([0.3, -0.2, 0.5]), Real::sin_cos(time));
        // l = I w + c x p, p = M (v + w x c)
        let mut w = (l - c.cross(p)).zip(Vec3::from_f64([1.0, 2.0, 2.7]), |l, j| l / j);
        let mut v = p.zip(Vec3::from_f64([1.0, 1.6, 2.5]), |p, m| p / m) - w.cross(c);
        let (mut torque, mut force) = (Vec3::zero(), Vec3::zero());
        if let Some(&(stream, push, brake)) = drive {
            w += stream.angular * sin;
            v += stream.linear * sin;
            torque = push.angular * cos - w * Dd::from_f64(brake);
            force = push.linear * cos - v * Dd::from_f64(brake);
        }
        let l_rate = l.cross(w) + p.cross(v) + torque;
        let p_rate = p.cross(w) + force;
        let (x, l, p) = (q.apply(v) / q.norm_squared(), l_rate, p_rate);
        [&quaternion_rate(y, w)[..], &x.to_array(), &l.to_array(), &p.to_array()].concat()
    }
}

impl Flat for RigidBodyN<Dd, 4> {
    type Place = RotationN<Dd, 4>;
    type Vector = Skew<Dd, 4>;
    fn pack(place: RotationN<Dd, 4>, m: Skew<Dd, 4>) -> Vec<Dd> {
        [place.0.concat(), m.rows().concat()].concat()
    }
    fn unpack(y: &[Dd]) -> (RotationN<Dd, 4>, Skew<Dd, 4>) {
        let place = std::array::from_fn(|i| std::array::from_fn(|j| y[4 * i + j]));
        (RotationN(place), Skew::from_planes(|i, j| y[16 + 4 * i + j]))
    }
    fn rate(&self, time: Dd, y: &[Dd], drive: Option<&Drive<Skew<Dd, 4>>>) -> Vec<Dd> {
        let integrals = [0.4, 0.9, 1.3, 2.1].map(Dd::from_f64);
        let (sin, cos) = Real::sin_cos(time);
        let (mut w, mut force) = ([[Dd::zero(); 4]; 4], [[Dd::zero(); 4]; 4]);
        for i in 0..4 {
            for j in 0..4 {
                w[i][j] = y[16 + 4 * i + j] / (integrals[i] + integrals[j]);
                if let Some((stream, push, brake)) = drive {
                    w[i][j] += stream.rows()[i][j] * sin;
                    force[i][j] = push.rows()[i][j] * cos - w[i][j] * Dd::from_f64(*brake);
                }
            }
        }
        let mut rate = vec![Dd::zero(); 32];
        for i in 0..4 {
            for j in 0..4 {
                for k in 0..4 {
                    let m = |a: usize, b: usize| y[16 + 4 * a + b];
                    rate[4 * i + j] += y[4 * i + k] * w[k][j];
                    rate[16 + 4 * i + j] += m(i, k) * w[k][j] - w[i][k] * m(k, j);
                }
                rate[16 + 4 * i + j] += force[i][j];
            }
        }
        rate
    }
}

/// Order 16: eight columns of the midpoint rule with Gragg's smoothing.
pub(crate) fn extrapolate<B: Flat>(
    body: &B,
    start: (B::Place, B::Vector),
    time: f64,
    steps: u32,
    drive: Option<&Drive<B::Vector>>,
) -> (B::Place, B::Vector) {
    let rate = |t: Dd, y: &[Dd]| body.rate(t, y, drive);
    let add = |y: &[Dd], k: &[Dd], h: Dd| -> Vec<Dd> {
        y.iter().zip(k).map(|(&y, &k)| y + k * h).collect()
    };
    let count = |n: u32| Dd::from_f64(f64::from(n));
    let big = Dd::from_f64(time) / count(steps);
    let mut y0 = B::pack(start.0, start.1);
    for n in 0..steps {
        let t0 = big * count(n);
        let mut table: Vec<Vec<Dd>> = Vec::new();
        for column in 1..=8 {
            let pieces = 2 * column;
            let h = big / count(pieces);
            let (mut previous, mut y) = (y0.clone(), add(&y0, &rate(t0, &y0), h));
            for i in 1..pieces {
                let next = add(&previous, &rate(t0 + h * count(i), &y), h.twice());
                (previous, y) = (y, next);
            }
            let end = add(&y, &rate(t0 + big, &y), h);
            let mut row =
                add(&previous, &end, Dd::one()).iter().map(|y| y.half()).collect::<Vec<_>>();
            let mut next = Vec::new();
            for (k, older) in table.iter().enumerate() {
                next.push(row.clone());
                let ratio = count(column) / count(column - 1 - k as u32);
                let scale = (ratio.squared() - Dd::one()).recip();
                row = row.iter().zip(older).map(|(&new, &old)| new + (new - old) * scale).collect();
            }
            next.push(row);
            table = next;
        }
        y0 = table.swap_remove(7);
    }
    B::unpack(&y0)
}

/// The same for a body that is driven, from its own state.
pub(crate) fn driven<B: Flat>(
    driven: &Driven<B, B::Vector>,
    start: (B::Place, B::Vector),
    time: f64,
    steps: u32,
) -> (B::Place, B::Vector) {
    let drive = (driven.stream, driven.push, driven.brake);
    extrapolate(&driven.body, start, time, steps, Some(&drive))
}
