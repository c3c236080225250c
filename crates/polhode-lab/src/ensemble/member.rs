//! The end of a body of an ensemble.

use crate::accuracy::Status;
use crate::sample::Sample;

/// How a body ended.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// One for each of [`End::COLUMNS`].
    pub numbers: [f64; End::COLUMNS.len()],
    /// What is known of its error, where an accuracy is requested.
    pub accuracy: Option<BodyAccuracy>,
    /// Located switches of its torque.
    pub switches: u64,
    /// Why it did not come to its end.
    pub failure: Option<String>,
}

/// What is known of the error of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyAccuracy {
    /// The expected error.
    pub expected: f64,
    /// Whether the requested accuracy is verified; `None` of a body without a run.
    pub status: Option<Status>,
}

impl BodyAccuracy {
    /// The names of its numbers: the expected error, and 0 where the accuracy is verified, 1 where it is
    /// unverified, 2 where it is unattainable.
    pub const COLUMNS: [&'static str; 2] = ["expected_error", "accuracy_status"];
    /// Of a body without a run.
    pub(crate) const UNKNOWN: Self = Self { expected: f64::NAN, status: None };

    /// One number for each column.
    #[must_use]
    pub fn numbers(&self) -> [f64; 2] {
        let status = self.status.and_then(|status| STATUSES.iter().position(|one| *one == status));
        [self.expected, status.map_or(f64::NAN, |status| f64::from(status as u8))]
    }
    /// The status of a number in the column `accuracy_status`.
    #[must_use]
    #[expect(clippy::float_cmp, reason = "small whole numbers")]
    pub fn status_from_number(number: f64) -> Option<Status> {
        let mut numbered = (0u8..).zip(STATUSES);
        numbered.find(|(index, _)| f64::from(*index) == number).map(|(_, status)| status)
    }
}

const STATUSES: [Status; 3] = [Status::Verified, Status::Unverified, Status::Unattainable];

/// Why a body did not come to its end: what the column `failed` says, which is 0 for all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failed {
    /// The scenario that was drawn cannot be.
    Start = 1,
    /// A step could not be solved.
    Solve = 2,
    /// The state became infinite or not a number.
    NotFinite = 3,
    /// It ended, but not with the accuracy that was asked for.
    Accuracy = 4,
}

impl Failed {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Start, Self::Solve, Self::NotFinite, Self::Accuracy];
    /// In a word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Solve => "solve",
            Self::NotFinite => "not-finite",
            Self::Accuracy => "accuracy",
        }
    }
    /// The one of this number.
    #[must_use]
    #[expect(clippy::float_cmp, reason = "small whole numbers")]
    pub fn from_number(number: f64) -> Option<Self> {
        Self::ALL.into_iter().find(|failed| f64::from(*failed as u8) == number)
    }
}

impl End {
    /// The names of its numbers: those of a trajectory, the length of the angular velocity, how far
    /// energy and momentum in space are from those of the start, steps, and [`Failed`].
    pub const COLUMNS: [&'static str; 20] = [
        "t",
        "q_w",
        "q_x",
        "q_y",
        "q_z",
        "w_bx",
        "w_by",
        "w_bz",
        "l_bx",
        "l_by",
        "l_bz",
        "l_sx",
        "l_sy",
        "l_sz",
        "energy",
        "rate",
        "energy_change",
        "momentum_change",
        "steps",
        "failed",
    ];
    /// Of a body that was at `start` and is at `end`.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
    pub fn new(start: &Sample, end: &Sample, steps: u64) -> Self {
        let further = [
            end.rates.norm(),
            end.energy - start.energy,
            (end.momentum_space - start.momentum_space).norm(),
            steps as f64,
            0.0,
        ];
        let mut numbers = [0.0; Self::COLUMNS.len()];
        let all = end.numbers().into_iter().chain(further);
        numbers.iter_mut().zip(all).for_each(|(number, value)| *number = value);
        Self { numbers, switches: 0, accuracy: None, failure: None }
    }
    /// All of its numbers.
    pub fn all_numbers(&self) -> impl Iterator<Item = f64> {
        let accuracy = self.accuracy.iter().flat_map(BodyAccuracy::numbers);
        self.numbers.into_iter().chain(accuracy)
    }
    /// The same of a body that did not come further.
    #[must_use]
    pub fn failing(mut self, why: Failed, message: String) -> Self {
        self.numbers[Self::COLUMNS.len() - 1] = f64::from(why as u8);
        Self { failure: Some(message), ..self }
    }
    /// Of a body that never began.
    #[must_use]
    pub fn without_start(time: f64, message: String) -> Self {
        let mut numbers = [f64::NAN; Self::COLUMNS.len()];
        numbers[0] = time;
        numbers[Self::COLUMNS.len() - 2] = 0.0;
        Self { numbers, switches: 0, accuracy: None, failure: None }.failing(Failed::Start, message)
    }
}

/// All columns of the ends of an ensemble; `accurate`: an accuracy is requested; `drawn` are the names of what was
/// drawn.
#[must_use]
pub(crate) fn columns(accurate: bool, drawn: &[String]) -> Vec<String> {
    let accuracy = if accurate { &BodyAccuracy::COLUMNS[..] } else { &[] };
    let own = End::COLUMNS.iter().chain(accuracy).map(|name| (*name).to_owned());
    std::iter::once("body".into()).chain(own).chain(drawn.iter().cloned()).collect()
}
