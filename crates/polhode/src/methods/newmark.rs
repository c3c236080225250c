//! Newmark's method on the rotation group: the body rotates by
//!
//! ```text
//! theta = h nu + (h^2/2) alpha
//! ```
//!
//! with rates nu and angular acceleration alpha, both in the body. Simo and Wong
//! then advance the spatial momentum, Krysl and Endres the body rates. Equations:
//! docs/papers/classical.md.

use crate::body::{Body, State};
use crate::geometry::{Attitude, Mat3, Rotation, Vec3};
use crate::method::{Failure, Memory, Method};
use crate::real::{Mask, Real};
use crate::solve::{Patience, kept};
use crate::torque::Torque;

/// Angular acceleration and torque at the start of the next step.
#[derive(Clone, Copy, Debug)]
pub struct AccelerationMemory<R> {
    acceleration: Vec3<R>,
    torque: Vec3<R>,
}

impl<R: Real> Memory<R> for AccelerationMemory<R> {
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        let (a, t) = (&mut self.acceleration, &mut self.torque);
        [&mut a.x, &mut a.y, &mut a.z, &mut t.x, &mut t.y, &mut t.z].into_iter().for_each(slot);
    }
}

impl<R: Real> AccelerationMemory<R> {
    /// Returns the torque and, by Euler's equation, alpha = I^-1 (T - nu x I nu).
    fn at<A: Attitude<R>, T: Torque<R>>(body: &Body<R, T>, state: &State<R, A>) -> Self {
        let torque = if T::NONE { Vec3::zero() } else { body.torque_at(state) };
        let inertia = &body.inertia;
        // Buss 2001, eq. (5), in the body frame.
        let gyration = state.momentum.cross(inertia.rates(state.momentum));
        Self { acceleration: inertia.rates(torque + gyration), torque }
    }
}

const MOST: u32 = 50;

/// Iterates until changes are of the size of rounding. Returns the solution and the torque
/// of the last iteration.
#[inline]
fn settle<R: Real>(
    first: Vec3<R>,
    better: impl Fn(Vec3<R>) -> (Vec3<R>, Vec3<R>),
) -> Result<(Vec3<R>, Vec3<R>), Failure> {
    let (mut now, mut settled) = (first, R::Mask::splat(false));
    let (mut torque, mut patience) = (Vec3::zero(), Patience::default());
    for _ in 0..Patience::most::<R>(MOST) {
        let (next, new_torque) = better(now);
        let rounding = (now.max_abs() + next.max_abs()) * R::from_f64(4.0 * R::EPSILON);
        let done = (next - now).max_abs().le(rounding);
        now = kept(settled, now, next);
        torque = kept(settled, torque, new_torque);
        settled = settled | done;
        if patience.ends::<R>(settled) {
            return Ok((now, torque));
        }
    }
    Err(Failure::StepNotConverged)
}

/// Explicit algorithm of Simo and Wong with gamma = 1 and beta = 0: Buss 2001, section 3.
/// The acceleration is the last difference of the rates. The impulse of the torque on the
/// spatial momentum follows the trapezoidal rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SimoWong;

impl Method for SimoWong {
    type Memory<R: Real> = AccelerationMemory<R>;
    const COMPOSES: bool = false;

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> AccelerationMemory<R> {
        AccelerationMemory::at(body, state)
    }

    /// Renews the torque only. The difference of the rates within the last step remains valid
    /// after an impulse, and so does the order.
    fn renew<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &mut AccelerationMemory<R>,
    ) {
        memory.torque = self.begin(body, state).torque;
    }

    #[inline]
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut AccelerationMemory<R>,
        h: R,
    ) -> Result<(), Failure> {
        let rates = body.inertia.rates(state.momentum);
        // Buss 2001, section 3, Simo-Wong box: nu-bar = nu_i + (h/2) a_i.
        let turn = Rotation::exp(rates * h + memory.acceleration * h.squared().half());
        // m1 = exp(-theta) (m0 + h/2 T0) + h/2 T1, docs/papers/classical.md.
        let half_gained = turn.apply_inverse(state.momentum + memory.torque * h.half());
        let (time, attitude) = (state.time + h, state.attitude.turned(turn));
        let torque_with = |momentum| body.torque_at(&State { time, attitude, momentum });
        let mut next = State { time, attitude, momentum: half_gained };
        if !T::NONE {
            if body.torque.properties().depends_on_momentum {
                let again = |momentum| {
                    let torque = torque_with(momentum);
                    (half_gained + torque * h.half(), torque)
                };
                (next.momentum, _) = settle(state.momentum, again)?;
            }
            memory.torque = torque_with(next.momentum);
            next.momentum = half_gained + memory.torque * h.half();
        }
        // Buss 2001, section 3, Simo-Wong box: a_i = (nu_i - nu_(i-1))/h.
        let difference = (body.inertia.rates(next.momentum) - rates) / h;
        // A step of size zero has no difference.
        memory.acceleration = Vec3::select(h.equals(R::zero()), memory.acceleration, difference);
        *state = next;
        Ok(())
    }
}

/// Newmark's method in the body frame with gamma = 1/2 and beta = 0: Krysl and Endres 2005.
/// The rates at the end satisfy Euler's equation there,
///
/// ```text
/// nu1 = nu0 + (h/2)(alpha0 + alpha1),   I alpha1 + nu1 x I nu1 = T1.
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NewmarkBody;

impl Method for NewmarkBody {
    type Memory<R: Real> = AccelerationMemory<R>;

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> AccelerationMemory<R> {
        AccelerationMemory::at(body, state)
    }

    fn renew<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &mut AccelerationMemory<R>,
    ) {
        *memory = self.begin(body, state);
    }

    #[inline]
    fn torque_now<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        _: &Body<R, T>,
        _: &State<R, A>,
        memory: &AccelerationMemory<R>,
    ) -> Vec3<R> {
        memory.torque
    }

    #[inline]
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut AccelerationMemory<R>,
        h: R,
    ) -> Result<(), Failure> {
        let inertia = &body.inertia;
        let (rates, half) = (inertia.rates(state.momentum), h.half());
        // theta = h nu0 + h^2/2 alpha0, docs/papers/classical.md.
        let turn = Rotation::exp(rates * h + memory.acceleration * (h * half));
        let (time, attitude) = (state.time + h, state.attitude.turned(turn));
        let with = |rates| State { time, attitude, momentum: inertia.momentum(rates) };
        let start = rates + memory.acceleration * half;
        let asks = !T::NONE && body.torque.properties().depends_on_momentum;
        let known = if T::NONE || asks { Vec3::zero() } else { body.torque_at(&with(rates)) };
        // Newton's method for nu - (h/2) I^-1 (T + I nu x nu) = nu0 + (h/2) alpha0,
        // docs/papers/classical.md. A torque that depends on the rates is that of the
        // previous iterate.
        let (rates, torque) = settle(start + memory.acceleration * half, |rates| {
            let torque = if asks { body.torque_at(&with(rates)) } else { known };
            let momentum = inertia.momentum(rates);
            let miss = rates - inertia.rates(torque + momentum.cross(rates)) * half - start;
            let columns = Mat3::hat(momentum) - hat_after(rates, inertia.moments());
            let slope = Mat3 {
                x: columns.x * (inertia.inverse().x * half),
                y: columns.y * (inertia.inverse().y * half),
                z: columns.z * (inertia.inverse().z * half),
            };
            (rates - (Mat3::identity() - slope).solve(miss), torque)
        })?;
        *state = with(rates);
        // alpha1 from I alpha1 + nu1 x I nu1 = T1.
        let gyration = state.momentum.cross(rates);
        *memory = AccelerationMemory { acceleration: inertia.rates(torque + gyration), torque };
        Ok(())
    }
}

/// Returns the matrix of x -> v x (d x), d a diagonal matrix.
fn hat_after<R: Real>(v: Vec3<R>, d: Vec3<R>) -> Mat3<R> {
    Mat3::hat(v).map_rows(|row| row.component_mul(d))
}
