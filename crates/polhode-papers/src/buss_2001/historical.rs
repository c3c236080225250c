//! Two methods as the program behind the paper's tables must have had them. They differ from what
//! the text prescribes; only so do the tables come out (docs/papers/buss-2001.md).

use polhode::method::{Failure, Memory};
use polhode::{Attitude, Body, Method, Real, Rotation, State, Torque, Vec3};

/// Simo and Wong's explicit method where a = nu_i - nu_(i-1), without the division by h: of first
/// order. As printed it is of second order (`simo-wong`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct UndividedSimoWong;

/// The rates before the last step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastRates<R>(Vec3<R>);

impl<R: Real> Memory<R> for LastRates<R> {
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        self.0.visit(slot);
    }
}

impl Method for UndividedSimoWong {
    type Memory<R: Real> = LastRates<R>;

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> LastRates<R> {
        LastRates(body.inertia.rates(state.momentum))
    }

    #[inline]
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut LastRates<R>,
        h: R,
    ) -> Result<(), Failure> {
        let nu = body.inertia.rates(state.momentum);
        let a = nu - memory.0;
        *memory = LastRates(nu);
        turn(state, (nu + a * h.half()) * h);
        state.time += h;
        Ok(())
    }
}

/// The predictor of Adams and Bashforth and the corrector of Adams and Moulton on spatial rates,
/// averaged as vectors. The predicted rates are those of the predicted attitude in the body,
/// brought to space by the attitude before the step, w_p = Omega_i J^-1 Omega_p^-1 L: two frames
/// at once. The first three steps are five steps of first order each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MixedAdamsMoulton;

/// The last three spatial rates, and how many there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpatialRates<R> {
    rates: [Vec3<R>; 3],
    count: R,
}

impl<R: Real> Memory<R> for SpatialRates<R> {
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        self.rates.iter_mut().for_each(|rates| rates.visit(slot));
        slot(&mut self.count);
    }
}

impl Method for MixedAdamsMoulton {
    type Memory<R: Real> = SpatialRates<R>;

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        _: &Body<R, T>,
        _: &State<R, A>,
    ) -> SpatialRates<R> {
        SpatialRates { rates: [Vec3::zero(); 3], count: R::zero() }
    }

    #[inline]
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut SpatialRates<R>,
        h: R,
    ) -> Result<(), Failure> {
        let [w1, w2, w3] = memory.rates;
        let attitude = state.attitude;
        let w0 = attitude.apply(body.inertia.rates(state.momentum));
        if memory.count == R::from_f64(3.0) {
            let n = |k: f64| R::from_f64(k) / R::from_f64(24.0);
            let spatial = w0 * n(55.0) - w1 * n(59.0) + w2 * n(37.0) - w3 * n(9.0);
            let mut predicted = *state;
            turn(&mut predicted, attitude.apply_inverse(spatial * h));
            let wp = attitude.apply(body.inertia.rates(predicted.momentum));
            let spatial = wp * n(9.0) + w0 * n(19.0) - w1 * n(5.0) + w2 * n(1.0);
            turn(state, attitude.apply_inverse(spatial * h));
        } else {
            let part = h / R::from_f64(5.0);
            for _ in 0..5 {
                turn(state, body.inertia.rates(state.momentum) * part);
            }
            memory.count += R::one();
        }
        memory.rates = [w0, w1, w2];
        state.time += h;
        Ok(())
    }
}

/// The body turns by a vector in its own axes, the momentum stays in space.
#[inline]
fn turn<R: Real, A: Attitude<R>>(state: &mut State<R, A>, theta: Vec3<R>) {
    let increment = Rotation::exp(theta);
    state.attitude = state.attitude.turned(increment);
    state.momentum = increment.apply_inverse(state.momentum);
}
