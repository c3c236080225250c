//! Three rotations: the splitting of McLachlan 1993 and Reich 1994.
//!
//! The kinetic energy is a sum of three parts, m_j^2/(2 I_j). Each part alone
//! rotates the body about axis j at the constant rate m_j/I_j. Their symmetric
//! composition is an explicit symplectic method of order 2. Fukushima 2012 uses
//! the same splitting with rotations in leap-frog form.

use crate::axes::{AxisOrder, Renaming};
use crate::body::State;
use crate::geometry::{Attitude, Axis, LeapFrog, StandardForm, TurnForm, TurnRule, Vec3};
use crate::inertia::Inertia;
use crate::method::{Drift, Failure};
use crate::real::Real;
use core::marker::PhantomData;

/// Splitting into three rotations, each in the form `F`.
#[derive(Clone, Copy, Debug)]
pub struct ThreeRotations<F> {
    /// Order of the axes: outermost, next, middle.
    pub axes: AxisOrder,
    /// Rule by which an angle gives the coefficients of a rotation.
    pub rule: TurnRule,
    form: PhantomData<F>,
}

/// Three rotations by cosines and sines: McLachlan 1993, Reich 1994.
pub type McLachlanReich = ThreeRotations<StandardForm>;
/// Three rotations by shears: Fukushima 2012.
pub type FukushimaLeapFrog = ThreeRotations<LeapFrog>;

impl<F: TurnForm> ThreeRotations<F> {
    /// Returns the splitting with this order of axes and this rule.
    #[must_use]
    pub const fn new(axes: AxisOrder, rule: TurnRule) -> Self {
        Self { axes, rule, form: PhantomData }
    }

    /// Rotates the body about axis `x`: UPDATE[x, tau] of Buss 2001, section 3, with tau/I
    /// in place of tau. Inlined so that the axis is known at compile time.
    #[inline(always)]
    fn update<R: Real, A: Attitude<R>>(
        &self,
        (attitude, momentum): (A, Vec3<R>),
        x: Axis,
        tau: Vec3<R>,
    ) -> (A, Vec3<R>) {
        // Fukushima 2012, eq. (1) in standard form, eqs. (3) and (8) as shears.
        attitude.turned_about::<F>(momentum, x, self.rule, momentum[x] * tau[x])
    }
}

/// Constants of a body, with the axes in the order of the splitting.
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
        // Fukushima 2012, eq. (2), each rate after the rotations before it; Buss 2001,
        // section 3, McLachlan-Reich algorithm; the flows of Celledoni and Safstrom 2006,
        // eq. (3).
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
