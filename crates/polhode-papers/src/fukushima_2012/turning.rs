//! The paper's turns and compositions for numbers that the catalogue is not compiled for: lanes, and
//! matrices as attitudes.
//!
//! The formulas are the library's. Here the coefficients of a turn are a function that its five turns
//! call, and a composition comes without the other things that can be around a method: both are
//! several times less to compile, with the same bits.

use polhode::geometry::{LeapFrog, StandardForm, Turn, TurnForm, TurnRule};
use polhode::method::{Composition, Failure};
use polhode::methods::mclachlan_reich::ThreeRotations;
use polhode::{Attitude, AxisOrder, Body, Error, Method, Real, State, Torque};
use std::marker::PhantomData;

/// Turns with cosine and sine, the axes in the order of (2).
pub(super) type StandardTurns = ThreeRotations<OutOfLine<StandardForm>>;
/// Turns by shears.
pub(super) type ShearTurns = ThreeRotations<OutOfLine<LeapFrog>>;

pub(super) const fn standard(rule: TurnRule) -> StandardTurns {
    ThreeRotations::new(AxisOrder::Ascending, rule)
}

pub(super) const fn shears(rule: TurnRule) -> ShearTurns {
    ThreeRotations::new(AxisOrder::Ascending, rule)
}

/// The form `F`, its coefficients from a function.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OutOfLine<F>(PhantomData<F>);

impl<F: TurnForm> TurnForm for OutOfLine<F> {
    type Plane<R: Real> = F::Plane<R>;

    #[inline(always)]
    fn full<R: Real>(rule: TurnRule, theta: R) -> Self::Plane<R> {
        full::<F, R>(rule, theta)
    }
    #[inline(always)]
    fn both<R: Real>(rule: TurnRule, theta: R) -> Turn<Self::Plane<R>> {
        both::<F, R>(rule, theta)
    }
}

#[inline(never)]
fn full<F: TurnForm, R: Real>(rule: TurnRule, theta: R) -> F::Plane<R> {
    F::full(rule, theta)
}

#[inline(never)]
fn both<F: TurnForm, R: Real>(rule: TurnRule, theta: R) -> Turn<F::Plane<R>> {
    F::both(rule, theta)
}

/// A symmetric method in the stages of a composition, or by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Composed<M> {
    pub(super) method: M,
    pub(super) composition: Option<Composition>,
}

impl<M: Method> Method for Composed<M> {
    type Memory<R: Real> = M::Memory<R>;

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> Self::Memory<R> {
        self.method.begin(body, state)
    }

    fn accepts<R: Real, T: Torque<R>>(&self, torque: &T) -> Result<(), Error> {
        self.method.accepts(torque)
    }

    fn renew<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &mut Self::Memory<R>,
    ) {
        self.method.renew(body, state, memory);
    }

    #[inline(always)]
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut Self::Memory<R>,
        h: R,
    ) -> Result<(), Failure> {
        let stages = self.composition.as_ref().map_or(1, Composition::stages);
        for stage in 0..stages {
            let size = match &self.composition {
                Some(composition) => h * R::constant(composition.weight(stage)),
                None => h,
            };
            self.method.step(body, state, memory, size)?;
        }
        Ok(())
    }
}
