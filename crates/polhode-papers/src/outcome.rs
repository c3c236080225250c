//! What came out of an experiment, beside what is printed.

use polhode_lab::figure::Figure;
pub use polhode_lab::figure::short;
use polhode_lab::listed::Listed;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What an experiment with times says of them.
pub const TIMES: &str =
    "Times are those of the machine on which this was made. They are told and not judged.";

/// All that came out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Numbers beside numbers.
    pub tables: Vec<ResultTable>,
    /// Statements of the text.
    pub claims: Vec<Claim>,
    /// The figures, drawn from our data.
    pub figures: Vec<Figure>,
    /// What was left out or made smaller in a quick run.
    pub reduced: Vec<String>,
    /// What a reader should know.
    pub notes: Vec<String>,
}

/// Rows and columns of cells.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ResultTable {
    /// What it is of.
    pub title: String,
    /// The heading of the first column.
    pub corner: String,
    /// The headings of the others.
    pub columns: Vec<String>,
    /// Each with a name and as many cells as there are columns.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its heading.
    pub name: String,
    /// Cells; none where there is nothing to compare or to tell.
    pub cells: Vec<Option<Cell>>,
}

/// A number of ours, beside that of the paper if there is one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Ours.
    pub ours: CellValue,
    /// The paper's.
    pub printed: Option<Printed>,
}

/// What a cell can hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CellValue {
    /// A number.
    Number(f64),
    /// A number of things.
    Count(u64),
    /// A word, such as `failed`.
    Word(String),
}

/// What a paper prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Printed {
    /// As it stands there.
    pub text: String,
    /// When ours counts as the same.
    pub rule: Rule,
    /// What it should be, where the printed one is known to be wrong or to depend on rounding.
    pub erratum: Option<Erratum>,
}

/// A printed number that cannot be had, what is had instead, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Erratum {
    /// What we found.
    pub found: String,
    /// Why the paper has another.
    pub why: String,
}

/// When two numbers count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Every digit that is printed.
    Digits,
    /// The relative difference is at most this.
    Relative(f64),
    /// The difference is at most this.
    Absolute(f64),
    /// The quotient is at most this, either way.
    Factor(f64),
    /// It is told and not judged: a time, on another machine.
    Reported,
}

/// How a cell or a claim compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// As printed.
    Same,
    /// As known: the printed one is wrong, or cannot be had.
    Erratum,
    /// Otherwise.
    Different,
    /// There is nothing to compare with.
    Ours,
}

/// A statement of the text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// What the paper says, in our words.
    pub statement: String,
    /// What we measured.
    pub measured: String,
    /// Does what we measured bear it out?
    pub holds: bool,
    /// If it is known not to hold: why.
    pub refuted: Option<String>,
}

/// What follows for the experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All is as printed.
    Reproduced,
    /// All is as printed or as known.
    ReproducedWithErratum,
    /// Something is not: what.
    Differs(String),
    /// There is nothing to judge: times.
    Reported,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reproduced => f.write_str("reproduced"),
            Self::ReproducedWithErratum => f.write_str("reproduced with erratum"),
            Self::Differs(why) => write!(f, "differs: {why}"),
            Self::Reported => f.write_str("reported"),
        }
    }
}

impl CellValue {
    /// With as many digits as a printed number has, or as are worth reading.
    #[must_use]
    pub fn text(&self, like: Option<&str>) -> String {
        match self {
            Self::Count(count) => count.to_string(),
            Self::Word(word) => word.clone(),
            Self::Number(number) => match like.and_then(decimals) {
                Some(decimals) => format!("{number:.decimals$}"),
                None => short(*number),
            },
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "counts are small")]
    fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Count(count) => Some(*count as f64),
            Self::Word(_) => None,
        }
    }
}

/// Digits after the point of a number that is printed without exponent.
fn decimals(text: &str) -> Option<usize> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || b".-+".contains(&byte));
    plain.then(|| text.split_once('.').map_or(0, |(_, digits)| digits.len()))
}

impl Rule {
    /// Is `ours` what this text says?
    #[must_use]
    pub fn holds(self, ours: &CellValue, text: &str) -> bool {
        let (Some(number), Ok(printed)) = (ours.number(), text.parse::<f64>()) else {
            return ours.text(None) == text;
        };
        match self {
            Self::Digits => ours.text(Some(text)) == text,
            Self::Relative(bound) => (number - printed).abs() <= bound * printed.abs(),
            Self::Absolute(bound) => (number - printed).abs() <= bound,
            Self::Factor(bound) => number / printed <= bound && printed / number <= bound,
            Self::Reported => true,
        }
    }
}

impl Printed {
    /// This text, by this rule.
    #[must_use]
    pub fn new(text: impl Into<String>, rule: Rule) -> Self {
        Self { text: text.into(), rule, erratum: None }
    }
    /// Known to be otherwise.
    #[must_use]
    pub fn erratum(mut self, found: impl Into<String>, why: impl Into<String>) -> Self {
        self.erratum = Some(Erratum { found: found.into(), why: why.into() });
        self
    }
}

impl Cell {
    /// Ours alone.
    #[must_use]
    pub fn ours(ours: CellValue) -> Self {
        Self { ours, printed: None }
    }
    /// Ours beside the paper's.
    #[must_use]
    pub fn beside(ours: CellValue, printed: Printed) -> Self {
        Self { ours, printed: Some(printed) }
    }
    /// How they compare.
    #[must_use]
    pub fn agreement(&self) -> Agreement {
        let Some(printed) = &self.printed else { return Agreement::Ours };
        if printed.rule == Rule::Reported {
            return Agreement::Ours;
        }
        let known = |erratum: &Erratum| printed.rule.holds(&self.ours, &erratum.found);
        if printed.rule.holds(&self.ours, &printed.text) {
            Agreement::Same
        } else if printed.erratum.as_ref().is_some_and(known) {
            Agreement::Erratum
        } else {
            Agreement::Different
        }
    }
}

impl Claim {
    /// A statement that should hold.
    #[must_use]
    pub fn new(statement: impl Into<String>, holds: bool, measured: impl Into<String>) -> Self {
        Self { statement: statement.into(), measured: measured.into(), holds, refuted: None }
    }
    /// A statement that is known not to hold.
    #[must_use]
    pub fn refuted(mut self, why: impl Into<String>) -> Self {
        self.refuted = Some(why.into());
        self
    }
    /// How it compares.
    #[must_use]
    pub fn agreement(&self) -> Agreement {
        match (self.holds, &self.refuted) {
            (true, None) => Agreement::Same,
            (false, Some(_)) => Agreement::Erratum,
            _ => Agreement::Different,
        }
    }
}

/// How many cells and claims compare in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// As printed.
    pub same: usize,
    /// As known.
    pub erratum: usize,
    /// Otherwise.
    pub different: usize,
}

impl ResultTable {
    /// Every cell with the names of its row and column.
    pub fn cells(&self) -> impl Iterator<Item = (&Row, &str, &Cell)> {
        self.rows.iter().flat_map(|row| {
            let cells = row.cells.iter().zip(self.columns.iter().map(String::as_str));
            cells.filter_map(move |(cell, column)| Some((row, column, cell.as_ref()?)))
        })
    }
}

impl Outcome {
    /// Every cell with the names of its table, row and column.
    pub fn cells(&self) -> impl Iterator<Item = (&ResultTable, &Row, &str, &Cell)> {
        self.tables.iter().flat_map(|table| {
            table.cells().map(move |(row, column, cell)| (table, row, column, cell))
        })
    }
    fn agreements(&self) -> impl Iterator<Item = Agreement> {
        let cells = self.cells().map(|(_, _, _, cell)| cell.agreement());
        cells.chain(self.claims.iter().map(Claim::agreement))
    }
    /// How many compare in which way.
    #[must_use]
    pub fn score(&self) -> Score {
        self.agreements().fold(Score::default(), |mut score, agreement| {
            match agreement {
                Agreement::Same => score.same += 1,
                Agreement::Erratum => score.erratum += 1,
                Agreement::Different => score.different += 1,
                Agreement::Ours => {}
            }
            score
        })
    }
    /// What follows from cells and claims.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let cells = self.cells().filter(|(.., cell)| cell.agreement() == Agreement::Different);
        let cells = cells.map(|(_, row, column, cell)| {
            let printed = cell.printed.as_ref().map_or("", |printed| &printed.text);
            format!("{}, {column}: {} for {printed}", row.name, cell.ours.text(Some(printed)))
        });
        let claims = self.claims.iter().filter(|claim| claim.agreement() == Agreement::Different);
        let claims = claims.map(|claim| format!("{} ({})", claim.statement, claim.measured));
        let different: Vec<String> = cells.chain(claims).listed();
        let score = self.score();
        if !different.is_empty() {
            Verdict::Differs(different.join("; "))
        } else if score.erratum > 0 {
            Verdict::ReproducedWithErratum
        } else if score.same > 0 {
            Verdict::Reproduced
        } else {
            Verdict::Reported
        }
    }
}
