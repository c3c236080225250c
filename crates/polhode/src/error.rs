//! What can be wrong with an input.

use crate::geometry::Axis;
pub(crate) use crate::real::to_f64;
use alloc::format;
use alloc::string::String;
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
    /// The method cannot end its steps where a torque switches.
    TakesNoSwitches,
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

impl Error {
    /// The value and the rule that it breaks.
    #[must_use]
    pub fn message(&self) -> String {
        match *self {
            Self::MomentNotPositive { axis, value } => format!(
                "the moment of inertia about {axis} is {value:?}; it must be positive and finite"
            ),
            Self::MomentOutOfRange { axis, value, smallest, largest } => format!(
                "the moment of inertia about {axis} is {value:?}; it must be between \
                 {smallest:?} and {largest:?}, else products overflow"
            ),
            Self::TriangleInequality { axis, moments: [x, y, z] } => format!(
                "the moments of inertia are {x:?}, {y:?}, {z:?}; the one about {axis} must not \
                 exceed the sum of the two others, no body has such moments"
            ),
            Self::AsymmetricTensor { row, column, entry, mirrored } => format!(
                "the inertia tensor has the entries {row}{column} = {entry:?} and \
                 {column}{row} = {mirrored:?}; they must be equal"
            ),
            Self::TensorNotFinite { row, column, value } => format!(
                "the inertia tensor has the entry {row}{column} = {value:?}; entries must be finite"
            ),
            Self::NoDirection { what } => format!("{what} has no length, or is not finite"),
            Self::Parameter { what, value, rule, .. } => {
                format!("{what} is {value:?}; it must {rule}")
            }
            Self::DampingDrives { minor, value } => format!(
                "the symmetric part of the damping matrix has the principal minor {minor} = \
                 {value:?}; no principal minor may be negative, else the torque drives the body \
                 in some direction"
            ),
            Self::TooManyOscillations { most } => {
                format!("a time function holds at most {most} oscillations, and this is one more")
            }
            Self::EmptyTable => "the table has 0 points; it must have at least 1".into(),
            Self::TableOrder { position, time, before } => format!(
                "time {position} of the table is {time:?} after {before:?}; times must ascend, \
                 each later than the one before"
            ),
            Self::LengthsDiffer { what, count, states } => format!(
                "there are {count} {what} and {states} states; there must be as many of both"
            ),
            Self::TakesNoTorque => "this method takes no torque; it is for free bodies".into(),
            Self::NeedsDerivatives => {
                "this method needs time derivatives of the torque, and a closure has none".into()
            }
            Self::TakesNoImpulses => {
                "the torque has impulses, and the method chooses its times itself".into()
            }
            Self::TakesNoSwitches => {
                "the torque switches, and refined precision needs one that is smooth".into()
            }
            Self::DependsOnMomentum => "this splitting is for torques of attitude and time, and \
                                        this torque depends on the momentum, or is a closure, which \
                                        may"
                .into(),
            Self::NotOnLattice { why } => format!(
                "a lattice does not take this torque: {why}; it takes torques of the attitude that \
                 see one fixed vector of space, such as a gravity gradient"
            ),
            Self::EulerLetter { letter, position } => format!(
                "letter {position} of the Euler sequence is {letter:?}; letters must be \
                 x, y or z in lower case"
            ),
            Self::EulerLength { length } => {
                format!("the Euler sequence has {length} letters; it must have 3")
            }
            Self::EulerNeighbours { axes: [first, second, third] } => format!(
                "the Euler sequence is {first}{second}{third}; neighbours must be different \
                 axes, two turns about one axis are one turn"
            ),
        }
    }
    /// What to do about it.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match *self {
            Self::MomentNotPositive { .. } => {
                "a body without extent about an axis needs a small moment there"
            }
            Self::MomentOutOfRange { .. } => "change the unit of mass",
            Self::TriangleInequality { .. } => {
                "check their order and units, or take published moments as they are with \
                 `Inertia::new_without_triangle_check`"
            }
            Self::AsymmetricTensor { .. } => {
                "give both the same value and sign (a product of inertia enters with a minus)"
            }
            Self::TensorNotFinite { .. } => "check what computed it",
            Self::NoDirection { .. } => "give a vector other than zero",
            Self::Parameter { remedy, .. } => remedy,
            Self::DampingDrives { .. } => {
                "check the signs of the entries (the torque is minus the matrix times the rates)"
            }
            Self::TooManyOscillations { .. } => {
                "merge those of equal frequency, or implement the trait TimeFunction for a type of \
                 yours"
            }
            Self::EmptyTable => "give pairs of time and torque",
            Self::TableOrder { .. } => "sort the points and give each time once",
            Self::LengthsDiffer { .. } => "give slices of the same length",
            Self::TakesNoTorque => "take for example sej or exact",
            Self::NeedsDerivatives => {
                "implement the trait Torque for a type of yours, or take a splitting without the \
                 energy correction, such as mclachlan-reich"
            }
            Self::TakesNoImpulses => {
                "leave the option reversible out, or make the impulses short torques"
            }
            Self::TakesNoSwitches => "take taylor in double precision, whose steps end at switches",
            Self::DependsOnMomentum => {
                "take compose=blanes-moan-s6 or blanes-moan-s10, or a composition such as suzuki-4"
            }
            Self::NotOnLattice { .. } => {
                "give a function of the attitude to `Lattice::advance_pushed`, or step the body by \
                 itself with leapfrog"
            }
            Self::EulerLetter { .. } | Self::EulerLength { .. } | Self::EulerNeighbours { .. } => {
                "write for example \"zxz\""
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message(), self.remedy())
    }
}

impl core::error::Error for Error {}
