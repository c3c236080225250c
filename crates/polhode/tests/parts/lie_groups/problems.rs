//! What moves in the tests.
#![allow(dead_code, reason = "each test uses a part")]

use polhode::lie::{
    Dynamics, GroupState, LieAlgebra, LieGroup, MovingBody, Pose, RigidBodyN, RotationN, Skew,
    Twist, Vector,
};
use polhode::{Inertia, Real, Rotation, Vec3};

/// Bodies without symmetry at generic starts.
pub(crate) fn rigid<R: Real<Mask = bool>>() -> (Inertia<R>, GroupState<R, Rotation<R>>) {
    let inertia = Inertia::new([1.0, 2.0, 2.7].map(R::from_f64)).unwrap();
    let place = Rotation::from_wxyz([0.9, 0.1, -0.3, 0.2].map(R::from_f64));
    (inertia, GroupState::new(place, Vec3::from_f64([1.9, 2.1, -2.4])))
}

/// In a fluid: another mass along each axis, and the origin not at the centre.
pub(crate) fn kirchhoff<R: Real<Mask = bool>>() -> (MovingBody<R>, GroupState<R, Pose<R>>) {
    let (inertia, start) = rigid();
    let centre = Vec3::from_f64([0.3, -0.2, 0.5]);
    let body = MovingBody::new(inertia, [1.0, 1.6, 2.5].map(R::from_f64), centre).unwrap();
    let place = Pose { rotation: start.place, position: Vec3::from_f64([0.4, -1.0, 2.0]) };
    let momentum = Twist {
        angular: Vec3::from_f64([0.9, -1.8, 1.4]),
        linear: Vec3::from_f64([1.7, 0.8, -1.2]),
    };
    (body, GroupState::new(place, momentum))
}

pub(crate) fn manakov<R: Real<Mask = bool>>() -> (RigidBodyN<R, 4>, GroupState<R, RotationN<R, 4>>)
{
    let body = RigidBodyN::new([0.4, 0.9, 1.3, 2.1].map(R::from_f64)).unwrap();
    let mut entries = [1.7, -2.2, 2.9, 0.9, 3.1, -2.3].into_iter();
    let mut next = |_, _| R::from_f64(entries.next().unwrap());
    let momentum = Skew::from_planes(&mut next);
    let mut angles = [0.3, -0.5, 0.2, 0.7, -0.1, 0.4].into_iter();
    let place = RotationN::exp(Skew::from_planes(|_, _| R::from_f64(angles.next().unwrap())));
    (body, GroupState::new(place, momentum))
}

/// A body that is braked, pushed by a force that swings, and carried by a stream that swings:
/// v = V(m) + stream sin t, f = push cos t - brake v.
pub(crate) struct Driven<D, A> {
    pub(crate) body: D,
    pub(crate) stream: A,
    pub(crate) push: A,
    pub(crate) brake: f64,
}

/// The coefficient of t^k of sin(time + t), or of cos.
fn swing<R: Real>(time: R, quarters: usize, k: usize) -> R {
    let (sin, cos) = time.sin_cos();
    let value = [sin, cos, -sin, -cos][(k + quarters) % 4];
    (1..=k).fold(value, |value, n| value / R::from_f64(n as f64))
}

impl<R: Real, D: Dynamics<R>> Dynamics<R> for Driven<D, Vector<R, D>> {
    type Group = D::Group;

    fn velocity(&self, time: R, momentum: &[Vector<R, D>]) -> Vector<R, D> {
        let k = momentum.len() - 1;
        self.body.velocity(time, momentum) + self.stream * swing(time, 0, k)
    }
    fn force(
        &self,
        time: R,
        momentum: &[Vector<R, D>],
        velocity: &[Vector<R, D>],
    ) -> Option<Vector<R, D>> {
        let k = momentum.len() - 1;
        Some(self.push * swing(time, 1, k) + velocity[k] * R::from_f64(-self.brake))
    }
}

/// A top on SE(3): its momentum is angular momentum and the upward vector in the body; the
/// weight stands where the velocity of translation would.
pub(crate) struct HeavyTop<R> {
    pub(crate) inertia: Inertia<R>,
    /// Mass times g times the way from the fixed point to the centre.
    pub(crate) weight: Vec3<R>,
}

impl<R: Real> Dynamics<R> for HeavyTop<R> {
    type Group = Pose<R>;

    fn velocity(&self, _: R, momentum: &[Twist<R>]) -> Twist<R> {
        let [.., last] = momentum else { return Twist::zero() };
        let linear = if momentum.len() == 1 { self.weight } else { Vec3::zero() };
        Twist { angular: self.inertia.rates(last.angular), linear }
    }
}

/// How far two states of a group are apart.
pub(crate) trait Apart<R> {
    type Vector;
    fn apart(a: (Self, Self::Vector), b: (Self, Self::Vector)) -> R
    where
        Self: Sized;
}
impl<R: Real> Apart<R> for Rotation<R> {
    type Vector = Vec3<R>;
    fn apart(a: (Self, Vec3<R>), b: (Self, Vec3<R>)) -> R {
        a.0.angle_to(b.0).max((a.1 - b.1).norm())
    }
}
impl<R: Real> Apart<R> for Pose<R> {
    type Vector = Twist<R>;
    fn apart(a: (Self, Twist<R>), b: (Self, Twist<R>)) -> R {
        let place = a.0.rotation.angle_to(b.0.rotation).max((a.0.position - b.0.position).norm());
        let difference = a.1 + b.1 * R::from_f64(-1.0);
        place.max(difference.dot(difference).sqrt())
    }
}
impl<R: Real, const N: usize> Apart<R> for RotationN<R, N> {
    type Vector = Skew<R, N>;
    fn apart(a: (Self, Skew<R, N>), b: (Self, Skew<R, N>)) -> R {
        let entries = (0..N * N).map(|n| (a.0.0[n / N][n % N] - b.0.0[n / N][n % N]).abs());
        let difference = a.1 + b.1 * R::from_f64(-1.0);
        entries.fold(difference.dot(&difference).sqrt(), R::max)
    }
}
