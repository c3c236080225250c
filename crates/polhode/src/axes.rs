//! The order in which a splitting takes the axes of the body.

use crate::body::State;
use crate::geometry::{Attitude, Axis, Rename, Vec3};
use crate::inertia::Inertia;
use crate::real::{Mask, Real};

/// Which axes are first, second and third for a splitting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AxisOrder {
    /// By ascending moments of inertia. Smallest outermost and largest in the
    /// middle is the best order for most bodies.
    #[default]
    Ascending,
    /// As given.
    Given([Axis; 3]),
}

impl AxisOrder {
    /// The six orders that can be given.
    pub const GIVEN: [[Axis; 3]; 6] = {
        use Axis::{X, Y, Z};
        [[X, Y, Z], [X, Z, Y], [Y, X, Z], [Y, Z, X], [Z, X, Y], [Z, Y, X]]
    };

    /// The change of names that puts the axes of this body in order.
    #[inline(always)]
    pub(crate) fn renaming<R: Real>(self, inertia: &Inertia<R>) -> Renaming<R> {
        #[inline]
        fn called<R: Real>(order: AxisOrder, moments: Vec3<R>) -> Renaming<R> {
            order.renaming_of(moments)
        }
        let moments = inertia.moments();
        if R::INLINED { self.renaming_of(moments) } else { called(self, moments) }
    }

    /// The same of moments alone.
    #[inline(always)]
    pub(crate) fn renaming_of<R: Real>(self, moments: Vec3<R>) -> Renaming<R> {
        let keys = match self {
            Self::Ascending => moments,
            Self::Given(order) => Vec3::from(Axis::ALL.map(|axis| {
                R::from_f64(if axis == order[0] {
                    0.0
                } else if axis == order[1] {
                    1.0
                } else {
                    2.0
                })
            })),
        };
        Renaming::sorting(keys)
    }
}

/// A change of names of the body's axes, each lane its own: a proper rotation
/// that permutes them. Three exchanges sort three keys; an exchange with all
/// signs turned is a rotation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Renaming<R: Real> {
    exchanges: [R::Mask; 3],
}

impl<R: Real> Renaming<R> {
    /// The one by which these keys ascend.
    #[inline(always)]
    pub(crate) fn sorting(keys: Vec3<R>) -> Self {
        let first = keys.y.lt(keys.x);
        let keys = exchange_xy(first, keys);
        let second = keys.z.abs().lt(keys.y.abs());
        let keys = exchange_yz(second, keys);
        let third = keys.y.abs().lt(keys.x.abs());
        Self { exchanges: [first, second, third] }
    }
    /// Old components to new ones.
    #[inline(always)]
    pub(crate) fn apply(&self, v: Vec3<R>) -> Vec3<R> {
        let [first, second, third] = self.exchanges;
        if !(first | second | third).any() {
            return v;
        }
        exchange_xy(third, exchange_yz(second, exchange_xy(first, v)))
    }
    /// New components to old ones.
    #[inline(always)]
    pub(crate) fn undo(&self, v: Vec3<R>) -> Vec3<R> {
        let [first, second, third] = self.exchanges;
        if !(first | second | third).any() {
            return v;
        }
        exchange_xy(first, exchange_yz(second, exchange_xy(third, v)))
    }
    /// One positive number for each axis, by the new names.
    #[inline(always)]
    pub(crate) fn reorder(&self, numbers: Vec3<R>) -> Vec3<R> {
        self.apply(numbers).map(R::abs)
    }
    /// The same for other numbers.
    #[cfg(feature = "lattice")]
    pub(crate) fn retyped<S: Real<Mask = R::Mask>>(&self) -> Renaming<S> {
        Renaming { exchanges: self.exchanges }
    }
    /// Attitude and momentum in the new names.
    #[inline(always)]
    pub(crate) fn enter<A: Attitude<R>>(&self, state: &State<R, A>) -> (A, Vec3<R>) {
        (state.attitude.renamed(&Forth(self)), self.apply(state.momentum))
    }
    /// And back in the old ones.
    #[inline(always)]
    pub(crate) fn leave<A: Attitude<R>>(&self, body: (A, Vec3<R>), state: &mut State<R, A>) {
        state.attitude = body.0.renamed(&Back(self));
        state.momentum = self.undo(body.1);
    }
}

struct Forth<'a, R: Real>(&'a Renaming<R>);
struct Back<'a, R: Real>(&'a Renaming<R>);

impl<R: Real> Rename<R> for Forth<'_, R> {
    #[inline(always)]
    fn rename(&self, vector: Vec3<R>) -> Vec3<R> {
        self.0.apply(vector)
    }
}
impl<R: Real> Rename<R> for Back<'_, R> {
    #[inline(always)]
    fn rename(&self, vector: Vec3<R>) -> Vec3<R> {
        self.0.undo(vector)
    }
}

#[inline(always)]
fn exchange_xy<R: Real>(mask: R::Mask, v: Vec3<R>) -> Vec3<R> {
    if mask.any() { Vec3::select(mask, Vec3::new(-v.y, -v.x, -v.z), v) } else { v }
}
#[inline(always)]
fn exchange_yz<R: Real>(mask: R::Mask, v: Vec3<R>) -> Vec3<R> {
    if mask.any() { Vec3::select(mask, Vec3::new(-v.x, -v.z, -v.y), v) } else { v }
}
