//! Fukushima's leap-frog steps on a lattice of integers: rounding that can be undone.
//!
//! Entries of the attitude's matrix, and the momentum in a unit that the caller gives, are whole
//! multiples of 2^-30, kept as `i32`. What a shear adds is computed in `f32` and rounded to the
//! lattice:
//!
//! ```text
//! v += rint(tau u);   u -= rint(sigma v);   v += rint(tau u)
//! ```
//!
//! Whatever is added depends on what stays, so it can be taken away again, to the bit. A step is a
//! permutation of the lattice: nothing can drift towards anything, and a step of -h is the inverse
//! of a step of h, since tau and sigma are odd and ties go to even. With the bytes of `f32` the
//! errors are those of what is added, 24 bits of something small.
//!
//! Kicks are done in the same way, by torques that know the attitude only.

mod bodies;
mod kick;
mod steps;

use crate::axes::AxisOrder;
use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::{Attitude, Mat3, Vec3};
use crate::method::Composition;
use crate::real::{Scalar, Single, SingleKernel, in_widest_singles};
use crate::torque::Torque;
use bodies::Bodies;
use kick::{NoKick, OneByOne, Pulls};
use steps::Steps;

/// Bodies on a lattice, in columns, by `leapfrog:rotation=tangent-K`.
///
/// ```
/// use polhode::ensemble::Lattice;
/// use polhode::{Body, Inertia, Rotation, State, Vec3, torque::GravityGradient};
///
/// let inertia = Inertia::new([1.0, 2.0, 2.5])?;
/// let torque = GravityGradient::new(0.01, Vec3::new(0.0, 0.0, 1.0))?;
/// let start = State::<f64>::new(Rotation::exp(Vec3::new(0.3, 0.1, 0.2)), Vec3::new(0.3, 0.5, 0.1));
///
/// let mut lattice = Lattice::<3>::new();
/// // Its momentum may grow to 2.
/// lattice.push(&Body { inertia, torque }, &start, 2.0)?;
/// let before = lattice.integers(0);
/// assert_eq!(lattice.advance(0.1, 10_000), 0); // nobody has left the lattice
/// assert_ne!(lattice.integers(0), before);
/// assert_eq!(lattice.advance(-0.1, 10_000), 0);
/// assert_eq!(lattice.integers(0), before);
/// # Ok::<(), polhode::Error>(())
/// ```
///
/// # Leaving the lattice
///
/// Nothing wraps around. A body is *outside* when its momentum exceeds 1.3 times what it was
/// allowed when it was pushed, or when its turns could exceed 1.5 radians, or when the torque is no
/// number. It is then put back to where it was before the call, and stays there in all further
/// calls: [`Lattice::is_outside`].
#[derive(Clone, Debug)]
pub struct Lattice<const K: u8> {
    composition: Composition,
    axes: AxisOrder,
    bodies: Bodies,
}

impl<const K: u8> Default for Lattice<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const K: u8> Lattice<K> {
    /// Without bodies, for steps of order 2.
    #[must_use]
    pub fn new() -> Self {
        Self::composed(Composition::ONE)
    }
    /// For steps that are composed to a higher order.
    #[must_use]
    pub fn composed(composition: Composition) -> Self {
        Self { composition, axes: AxisOrder::default(), bodies: Bodies::default() }
    }
    /// With this order of axes for the bodies that are pushed from now on.
    #[must_use]
    pub fn with_axes(self, axes: AxisOrder) -> Self {
        Self { axes, ..self }
    }

    /// One more body, whose momentum will have at most the length `largest`; for a free body the
    /// length that it has is best. Matrix and momentum are rounded to the nearest multiples of 2^-30
    /// and of 2^-30 `largest`. A quaternion becomes a matrix in its own precision. The state's time
    /// is not kept.
    ///
    /// # Errors
    /// [`Error::Parameter`] where `largest` is not positive, is less than the momentum, or has no
    /// place in single precision, and where the attitude is no rotation; [`Error::NotOnLattice`] for a torque
    /// that may know more than one fixed vector of space. For functions of the attitude
    /// there is [`advance_pushed`](Self::advance_pushed).
    pub fn push<S, A, T>(
        &mut self,
        body: &Body<S, T>,
        state: &State<S, A>,
        largest: S,
    ) -> Result<(), Error>
    where
        S: Scalar + Into<f64>,
        A: Attitude<S>,
        T: Torque<S>,
    {
        self.bodies.push(self.axes, body, state, largest)
    }
    /// How many bodies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies.len()
    }
    /// None?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Has this body left the lattice? No body is where there is none.
    #[must_use]
    pub fn is_outside(&self, body: usize) -> bool {
        self.bodies.outside.get(body).copied().unwrap_or(false)
    }
    /// The state of a body, each number rounded once. Its time is 0: a lattice has no clock. Pushed in
    /// double precision with the same `largest`, it is the same place of the lattice. None, where there
    /// is no such body.
    #[must_use]
    pub fn state<S: Scalar>(&self, body: usize) -> Option<State<S, Mat3<S>>> {
        let State { attitude, momentum, .. } = self.bodies.state(body)?;
        let rounded = |v: Vec3<f64>| v.map(S::from_f64);
        Some(State {
            time: S::zero(),
            attitude: attitude.map_rows(rounded),
            momentum: rounded(momentum),
        })
    }
    /// The place of a body on the lattice: rows of the matrix and momentum, along its axes in the
    /// order of the steps.
    #[must_use]
    pub fn integers(&self, body: usize) -> Option<[i32; 12]> {
        self.bodies.integers(body)
    }

    /// So many steps of this size; negative ones undo positive ones. Gives the number of bodies
    /// that are outside.
    #[must_use = "bodies that are outside do not move"]
    pub fn advance(&mut self, h: f64, steps: u64) -> usize {
        if self.bodies.are_pulled {
            in_widest_singles(self.steps(h, steps).kicked_by(Pulls));
        } else {
            in_widest_singles(self.steps(h, steps));
        }
        self.count_outside()
    }
    /// The same in given lanes; the bits are the same.
    #[must_use = "bodies that are outside do not move"]
    pub fn advance_in<R: Single>(&mut self, h: f64, steps: u64) -> usize {
        if self.bodies.are_pulled {
            self.steps(h, steps).kicked_by(Pulls).run::<R>();
        } else {
            self.steps(h, steps).run::<R>();
        }
        self.count_outside()
    }
    /// The same under a torque that is a function of the number of a body and of its attitude, body
    /// to space, and gives body components. It is asked one body after the other; torques that
    /// bodies were pushed with do not act.
    #[must_use = "bodies that are outside do not move"]
    pub fn advance_pushed(
        &mut self,
        torque: impl Fn(usize, Mat3<f32>) -> Vec3<f32>,
        h: f64,
        steps: u64,
    ) -> usize {
        in_widest_singles(self.steps(h, steps).kicked_by(OneByOne(&torque)));
        self.count_outside()
    }

    fn steps(&mut self, h: f64, steps: u64) -> Steps<'_, NoKick, K> {
        Steps { bodies: &mut self.bodies, composition: self.composition, kick: NoKick, h, steps }
    }
    fn count_outside(&self) -> usize {
        self.bodies.outside.iter().filter(|&&outside| outside).count()
    }
}
