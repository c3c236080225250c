//! Where a name becomes a type.

use super::card::Card;
use super::name::MethodName;
use super::options::Options;
use super::rows::visit_row;
use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::Attitude;
use crate::method::{Composition, Drift, EnergyPreservation, Method, Split, Wrapped, Wrapping};
use crate::methods::taylor::{AdaptiveTaylor, Taylor};
use crate::motion::{AnyMotion, Run, Stepper, stepper};
use crate::real::Real;
use crate::torque::Torque;
use alloc::boxed::Box;

/// Something to be done with a method, whatever its type.
pub trait Visit {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<M: Method>(self, method: M) -> Self::Output;
}

/// Shows the method of this name to a visitor.
pub fn visit<V: Visit>(name: &MethodName, visitor: V) -> V::Output {
    visit_row(name.row(), name.options(), visitor)
}

/// A run of the method of this name.
///
/// # Errors
/// Where the method cannot take the torque.
pub fn bind<R: Real, A: Attitude<R>, T: Torque<R>>(
    name: &MethodName,
    body: Body<R, T>,
    start: State<R, A>,
) -> Result<Box<dyn Run<R, A>>, Error> {
    struct BindMethod<'a, R, A, T>(Body<R, T>, &'a State<R, A>);
    impl<R: Real, A: Attitude<R>, T: Torque<R>> Visit for BindMethod<'_, R, A, T> {
        type Output = Result<Box<dyn Stepper<R, A>>, Error>;
        fn visit<M: Method>(self, method: M) -> Self::Output {
            stepper(method, self.0, self.1)
        }
    }
    Ok(Box::new(AnyMotion::new(visit(name, BindMethod(body, &start))?, start)))
}

/// A splitting of drifts and kicks, or the method itself with what goes around any symmetric one.
pub(super) fn splittable<M: Method, D: Drift, V: Visit>(
    (method, drift): (M, D),
    card: &Card,
    options: &Options,
    visitor: V,
) -> V::Output {
    match options.splitting {
        None => wrappable(method, card, options, visitor),
        Some(splitting) => {
            // A correction wants to see every state.
            let merge = options.energy.is_none();
            let wrapping =
                Wrapping { energy: energy(splitting.order, options), ..Wrapping::NOTHING };
            visitor.visit(Wrapped::with(Split { drift, splitting, merge }, wrapping))
        }
    }
}

/// A method with the wrappers that its options specify.
pub(super) fn wrappable<M: Method, V: Visit>(
    method: M,
    card: &Card,
    options: &Options,
    visitor: V,
) -> V::Output {
    visitor.visit(Wrapped::with(method, wrapping(card, options)))
}

/// Returns the wrappers that the options specify. Not generic, so that it is compiled once.
fn wrapping(card: &Card, options: &Options) -> Wrapping {
    let own = card.order_free.or(card.order_torqued).unwrap_or(1);
    let order = options.compose.map_or(own, |composition| composition.order);
    Wrapping {
        composition: options.compose.unwrap_or(Composition::ONE),
        energy: energy(order, options),
        control: options.reversible,
    }
}

fn energy(order: u8, options: &Options) -> Option<EnergyPreservation> {
    options.energy.map(|every| EnergyPreservation { order, every })
}

/// Processed methods accept no wrapper.
pub(super) fn alone<M: Method, V: Visit>(
    method: M,
    _: &Card,
    _: &Options,
    visitor: V,
) -> V::Output {
    visitor.visit(Wrapped::new(method))
}

/// A Taylor series in equal steps if its degree alone is given, else in steps that follow
/// a tolerance.
pub(super) fn series<V: Visit>(
    method: Taylor,
    _: &Card,
    options: &Options,
    visitor: V,
) -> V::Output {
    match options.tolerance_or_default() {
        None => visitor.visit(method),
        Some(tolerance) => visitor.visit(AdaptiveTaylor { degree: options.degree, tolerance }),
    }
}
