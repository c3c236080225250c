//! Three rotations: the splitting of McLachlan 1993 and Reich 1994.
//!
//! The kinetic energy is a sum of three parts, m_j^2/(2 I_j), and each alone
//! turns the body about axis j at the constant rate m_j/I_j. One after the
//! other, symmetrically, they make an explicit symplectic method of order 2.
//! Fukushima 2012 does the same with turns in leap-frog form.

use crate::axes::{AxisOrder, Renaming};
use crate::body::State;
use crate::geometry::{Attitude, Axis, LeapFrog, StandardForm, TurnForm, TurnRule, Vec3};
use crate::inertia::Inertia;
use crate::method::{Drift, Failure};
use crate::real::Real;
use core::marker::PhantomData;

/// The splitting, with turns in the form `F`.
#[derive(Clone, Copy, Debug)]
pub struct ThreeRotations<F> {
    /// Which axes are outermost, next and in the middle.
    pub axes: AxisOrder,
    /// How an angle becomes a turn.
    pub rule: TurnRule,
    form: PhantomData<F>,
}

/// With cosines and sines.
pub type McLachlanReich = ThreeRotations<StandardForm>;
/// With Fukushima's shears.
pub type FukushimaLeapFrog = ThreeRotations<LeapFrog>;

impl<F: TurnForm> ThreeRotations<F> {
    /// The splitting with this order of axes and this rule.
    #[must_use]
    pub const fn new(axes: AxisOrder, rule: TurnRule) -> Self {
        Self { axes, rule, form: PhantomData }
    }

    /// Buss 2001, section 3: UPDATE[x, tau], with tau/I in place of tau. Inlined so
    /// that the axis is known where it is compiled.
    #[inline(always)]
    fn update<R: Real, A: Attitude<R>>(
        &self,
        (attitude, momentum): (A, Vec3<R>),
        x: Axis,
        tau: Vec3<R>,
    ) -> (A, Vec3<R>) {
        attitude.turned_about::<F>(momentum, x, self.rule, momentum[x] * tau[x])
    }
}

/// What the splitting needs of a body, by the names that put its axes in order.
#[derive(Clone, Copy, Debug)]
pub struct OrderedBody<R: Real> {
    names: Renaming<R>,
    /// Inverse moments.
    inverse: Vec3<R>,
}

impl<F: TurnForm> Drift for ThreeRotations<F> {
    const IS_FLOW: bool = false;
    type Constants<R: Real> = OrderedBody<R>;
    type Carried<R: Real> = ();

    #[inline(always)]
    fn constants<R: Real>(&self, inertia: &Inertia<R>) -> OrderedBody<R> {
        let names = self.axes.renaming(inertia);
        OrderedBody { names, inverse: names.reorder(inertia.inverse()) }
    }

    #[inline(always)]
    fn carry<R: Real>(&self, _: &OrderedBody<R>, _: Vec3<R>) {}

    #[inline(always)]
    fn drift<R: Real, A: Attitude<R>>(
        &self,
        OrderedBody { names, inverse }: &OrderedBody<R>,
        (): &mut (),
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        let whole = *inverse * h;
        let half = whole.map(R::half);
        let body = names.enter(state);
        let body = self.update(body, Axis::X, half);
        let body = self.update(body, Axis::Y, half);
        let body = self.update(body, Axis::Z, whole);
        let body = self.update(body, Axis::Y, half);
        let body = self.update(body, Axis::X, half);
        names.leave(body, state);
        state.time += h;
        Ok(())
    }
}
