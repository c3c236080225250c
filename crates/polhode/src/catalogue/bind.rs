//! Where a name becomes a type.

use super::card::Card;
use super::name::MethodName;
use super::options::Options;
use super::rows::visit_row;
use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::Attitude;
use crate::method::{Composed, Composition, Drift, Method, Projected, Reversible, Split};
use crate::methods::taylor::{AdaptiveTaylor, Taylor};
use crate::motion::{Motion, Run};
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
    struct Bind<R, A, T>(Body<R, T>, State<R, A>);
    impl<R: Real, A: Attitude<R>, T: Torque<R>> Visit for Bind<R, A, T> {
        type Output = Result<Box<dyn Run<R, A>>, Error>;
        fn visit<M: Method>(self, method: M) -> Self::Output {
            Ok(Box::new(Motion::new(method, self.0, self.1)?))
        }
    }
    visit(name, Bind(body, start))
}

/// Around a method whose drift is told apart: a splitting, or what goes around any
/// symmetric method.
pub(super) fn splittable<M: Method, D: Drift, V: Visit>(
    (method, drift): (M, D),
    card: &Card,
    options: &Options,
    visitor: V,
) -> V::Output {
    match options.splitting {
        None => reversible(method, card, options, visitor),
        Some(splitting) => {
            // A correction wants to see every state.
            let merge = options.energy.is_none();
            projected(Split { drift, splitting, merge }, splitting.order, options, visitor)
        }
    }
}

/// Around a symmetric method: a composition, the energy correction, both, none.
pub(super) fn composable<M: Method, V: Visit>(
    method: M,
    card: &Card,
    options: &Options,
    visitor: V,
) -> V::Output {
    match (options.compose, options.energy) {
        (None, None) => visitor.visit(method),
        (Some(composition), None) => visitor.visit(Composed { method, composition }),
        (None, Some(_)) => {
            // The type of a corrected composition serves here too: each takes its time
            // to compile.
            let composed = Composed { method, composition: Composition::ONE };
            projectable(composed, card, options, visitor)
        }
        (Some(composition), Some(_)) => {
            let composed = Composed { method, composition };
            projected(composed, composition.order, options, visitor)
        }
    }
}

/// Around a symmetric method that takes torques: steps that vary and can be taken
/// back, of the method or of its composition; else as [`composable`].
pub(super) fn reversible<M: Method, V: Visit>(
    method: M,
    card: &Card,
    options: &Options,
    visitor: V,
) -> V::Output {
    match options.reversible {
        None => composable(method, card, options, visitor),
        Some(control) => {
            let composition = options.compose.unwrap_or(Composition::ONE);
            let method = Composed { method, composition };
            visitor.visit(Reversible { method, control })
        }
    }
}

/// Around a method whose states are others than it shows: nothing.
pub(super) fn alone<M: Method, V: Visit>(
    method: M,
    _: &Card,
    _: &Options,
    visitor: V,
) -> V::Output {
    visitor.visit(method)
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

/// Around any method: the energy correction, or nothing.
pub(super) fn projectable<M: Method, V: Visit>(
    method: M,
    card: &Card,
    options: &Options,
    visitor: V,
) -> V::Output {
    let order = card.order_free.or(card.order_torqued).unwrap_or(1);
    projected(method, order, options, visitor)
}

fn projected<M: Method, V: Visit>(
    method: M,
    order: u8,
    options: &Options,
    visitor: V,
) -> V::Output {
    match options.energy {
        None => visitor.visit(method),
        Some(every) => visitor.visit(Projected { method, order, every }),
    }
}
