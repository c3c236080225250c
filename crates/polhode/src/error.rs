//! What can be wrong with an input.

use crate::geometry::Axis;
use crate::real::{DoubleDouble, Real};
use core::any::Any;
use core::fmt;

/// What is wrong with an input: its value, the rule, and the remedy.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A moment of inertia is null, negative, infinite or not a number.
    MomentNotPositive {
        /// The axis it belongs to.
        axis: Axis,
        /// The moment.
        value: f64,
    },
    /// A moment of inertia is so small or so large that products overflow.
    MomentOutOfRange {
        /// The axis it belongs to.
        axis: Axis,
        /// The moment.
        value: f64,
        /// The smallest that is accepted.
        smallest: f64,
        /// The largest that is accepted.
        largest: f64,
    },
    /// A moment of inertia is larger than the sum of the two others.
    TriangleInequality {
        /// The axis of the largest.
        axis: Axis,
        /// All three.
        moments: [f64; 3],
    },
    /// An inertia tensor is not symmetric.
    AsymmetricTensor {
        /// Row of the first of the two entries.
        row: Axis,
        /// Column of the first of the two entries.
        column: Axis,
        /// The entry in that row and column.
        entry: f64,
        /// The entry on the other side of the diagonal.
        mirrored: f64,
    },
    /// An entry of an inertia tensor is infinite or not a number.
    TensorNotFinite {
        /// Row of the entry.
        row: Axis,
        /// Column of the entry.
        column: Axis,
        /// The entry.
        value: f64,
    },
    /// A vector that was to be a direction has no length.
    NoDirection {
        /// What it was to be.
        what: &'static str,
    },
    /// A parameter breaks a rule.
    Parameter {
        /// What it is.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What it must do.
        rule: &'static str,
        /// What to do about it.
        remedy: &'static str,
    },
    /// The symmetric part of a damping matrix is not positive semidefinite.
    DampingDrives {
        /// Rows and columns of a principal minor that is negative.
        minor: &'static str,
        /// The minor.
        value: f64,
    },
    /// More oscillations than a time function holds.
    TooManyOscillations {
        /// How many it holds.
        most: usize,
    },
    /// A table without points.
    EmptyTable,
    /// A time of a table that is not later than the one before.
    TableOrder {
        /// Its position, from 1.
        position: usize,
        /// The time.
        time: f64,
        /// The time before.
        before: f64,
    },
    /// Two slices that belong together have different lengths.
    LengthsDiffer {
        /// What the first one holds.
        what: &'static str,
        /// How many.
        count: usize,
        /// How many states there are.
        states: usize,
    },
    /// The method is for free bodies only.
    TakesNoTorque,
    /// The method needs time derivatives of the torque, and it has none.
    NeedsDerivatives,
    /// The method chooses its times itself, and impulses have theirs.
    TakesNoImpulses,
    /// The method is for torques of attitude and time, and this one depends on the
    /// momentum.
    DependsOnMomentum,
    /// A lattice takes torques of the attitude only.
    NotOnLattice {
        /// What speaks against this one.
        why: &'static str,
    },
    /// The name of an Euler sequence has a letter other than x, y, z.
    EulerLetter {
        /// The letter.
        letter: char,
        /// Its position, from 1.
        position: usize,
    },
    /// The name of an Euler sequence has more or less than three letters.
    EulerLength {
        /// How many it has.
        length: usize,
    },
    /// Two successive turns of an Euler sequence have the same axis.
    EulerNeighbours {
        /// The three axes.
        axes: [Axis; 3],
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::MomentNotPositive { axis, value } => write!(
                f,
                "the moment of inertia about {axis} is {value:?}; it must be positive and finite; \
                 a body without extent about an axis needs a small moment there"
            ),
            Self::MomentOutOfRange { axis, value, smallest, largest } => write!(
                f,
                "the moment of inertia about {axis} is {value:?}; it must be between \
                 {smallest:?} and {largest:?}, else products overflow; change the unit of mass"
            ),
            Self::TriangleInequality { axis, moments: [x, y, z] } => write!(
                f,
                "the moments of inertia are {x:?}, {y:?}, {z:?}; the one about {axis} must not \
                 exceed the sum of the two others, no body has such moments; check their order \
                 and units, or take published moments as they are with `Inertia::unchecked`"
            ),
            Self::AsymmetricTensor { row, column, entry, mirrored } => write!(
                f,
                "the inertia tensor has the entries {row}{column} = {entry:?} and \
                 {column}{row} = {mirrored:?}; they must be equal; give both the same value and \
                 sign (a product of inertia enters with a minus)"
            ),
            Self::TensorNotFinite { row, column, value } => write!(
                f,
                "the inertia tensor has the entry {row}{column} = {value:?}; entries must be \
                 finite; check what computed it"
            ),
            Self::NoDirection { what } => {
                write!(f, "{what} has no length, or is not finite; give a vector other than zero")
            }
            Self::Parameter { what, value, rule, remedy } => {
                write!(f, "{what} is {value:?}; it must {rule}; {remedy}")
            }
            Self::DampingDrives { minor, value } => write!(
                f,
                "the symmetric part of the damping matrix has the principal minor {minor} = \
                 {value:?}; no principal minor may be negative, else the torque drives the body \
                 in some direction; check the signs of the entries (the torque is minus the \
                 matrix times the rates)"
            ),
            Self::TooManyOscillations { most } => write!(
                f,
                "a time function holds at most {most} oscillations, and this is one more; merge \
                 those of equal frequency, or implement the trait TimeFunction for a type of yours"
            ),
            Self::EmptyTable => f.write_str(
                "the table has 0 points; it must have at least 1; give pairs of time and torque",
            ),
            Self::TableOrder { position, time, before } => write!(
                f,
                "time {position} of the table is {time:?} after {before:?}; times must ascend, \
                 each later than the one before; sort the points and give each time once"
            ),
            Self::LengthsDiffer { what, count, states } => write!(
                f,
                "there are {count} {what} and {states} states; there must be as many of both; \
                 give slices of the same length"
            ),
            Self::TakesNoTorque => f.write_str(
                "this method takes no torque; it is for free bodies; take for example sej or exact",
            ),
            Self::NeedsDerivatives => f.write_str(
                "this method needs time derivatives of the torque, and a closure has none; \
                 implement the trait Torque for a type of yours, or take a splitting without \
                 the energy correction, such as mclachlan-reich",
            ),
            Self::TakesNoImpulses => f.write_str(
                "the torque has impulses, and the method chooses its times itself; leave the option \
                 reversible out, or make the impulses short torques",
            ),
            Self::DependsOnMomentum => f.write_str(
                "this splitting is for torques of attitude and time, and this torque depends on \
                 the momentum, or is a closure, which may; take compose=blanes-moan-s6 or \
                 blanes-moan-s10, or a composition such as suzuki-4",
            ),
            Self::NotOnLattice { why } => write!(
                f,
                "a lattice does not take this torque: {why}; it takes torques of the attitude that \
                 see one fixed vector of space, such as a gravity gradient; give a function of the \
                 attitude to `Lattice::advance_pushed`, or step the body by itself with leapfrog"
            ),
            Self::EulerLetter { letter, position } => write!(
                f,
                "letter {position} of the Euler sequence is {letter:?}; letters must be \
                 x, y or z in lower case; write for example \"zxz\""
            ),
            Self::EulerLength { length } => write!(
                f,
                "the Euler sequence has {length} letters; it must have 3; write for example \"zxz\""
            ),
            Self::EulerNeighbours { axes: [first, second, third] } => write!(
                f,
                "the Euler sequence is {first}{second}{third}; neighbours must be different \
                 axes, two turns about one axis are one turn; write for example \"zxz\""
            ),
        }
    }
}

impl core::error::Error for Error {}

/// The double nearest to a scalar, for messages: formulas never go this way,
/// hence [`Real`] has no such method.
pub(crate) fn to_f64<R: Real>(value: R) -> f64 {
    let any: &dyn Any = &value;
    let double = any.downcast_ref::<f64>().copied();
    let single = any.downcast_ref::<f32>().map(|&x| f64::from(x));
    let pair = any.downcast_ref::<DoubleDouble>().map(|x| x.hi);
    double.or(single).or(pair).unwrap_or(f64::NAN)
}
