//! What came of requests, judged by the reference.

use super::distance;
use super::motion::End;
use super::product::{Answer, Standing};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A request and what is true of it.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) kind: &'static str,
    pub(crate) number: u64,
    pub(crate) asked: f64,
    pub(crate) answer: Answer,
    /// By the reference.
    pub(crate) error: f64,
    /// By how much the last digit of the inputs moves the end, where that is asked.
    pub(crate) sensitivity: Option<f64>,
}

/// Neighbours in a few directions show a part of what the worst direction does, and a run in doubles rounds at
/// every step: up to this factor above the measured sensitivity an accuracy counts as unattainable.
pub(crate) const DIRECTIONS: f64 = 10.0;

impl Case {
    /// Compares an answer with the truth. `sensitivity` is asked where the answer is wrong or declared unattainable.
    pub(crate) fn judged(
        (kind, number): (&'static str, u64),
        asked: f64,
        answer: Answer,
        truth: &End,
        sensitivity: impl FnOnce() -> Result<f64, String>,
    ) -> Result<Self, String> {
        let error = distance(truth, &answer.end);
        let mut case = Self { kind, number, asked, answer, error, sensitivity: None };
        if case.is_missed() || case.is(&Standing::Unattainable) {
            case.sensitivity = Some(sensitivity()?);
        }
        Ok(case)
    }
    /// Verified, and wrong.
    pub(crate) fn is_missed(&self) -> bool {
        self.is(&Standing::Verified) && !self.is_right()
    }
    pub(crate) fn is(&self, standing: &Standing) -> bool {
        self.answer.standing == *standing
    }
    pub(crate) fn is_right(&self) -> bool {
        self.error <= self.asked
    }
    pub(crate) fn has_failed(&self) -> bool {
        matches!(self.answer.standing, Standing::Failed(_))
    }
    /// Declared unattainable, and the reference agrees.
    pub(crate) fn is_confirmed(&self) -> bool {
        self.is(&Standing::Unattainable)
            && self.sensitivity.is_some_and(|moved| moved * DIRECTIONS >= self.asked)
    }
    /// Missed, failed, or declared unattainable without need.
    pub(crate) fn is_to_be_seen(&self) -> bool {
        let denied = self.is(&Standing::Unattainable) && !self.is_confirmed();
        self.is_missed() || self.has_failed() || denied
    }
    pub(crate) fn line(&self) -> String {
        let Self { kind, number, asked, answer, error, sensitivity } = self;
        let sensitivity =
            sensitivity.map_or(String::new(), |moved| format!(", last digit {moved:.1e}"));
        let missed = if self.is_missed() { "MISSED " } else { "" };
        format!(
            "{number:5} {kind:24} {asked:6.0e}: {missed}{:?}, error {error:8.1e}, expected {:8.1e}{sensitivity}, \
             {:.1} ms {}",
            answer.standing,
            answer.expected,
            1e3 * answer.seconds,
            answer.setting
        )
    }
}

/// A table with a row for each kind and one for all.
pub(crate) fn table(cases: &[Case], kinds: &[&str]) -> String {
    let mut text = "| kind | cases | verified | unverified (right) | unattainable | of these not confirmed | failed | missed \
                    silently | worst error/asked of verified | ms, median | ms, most |\n|---|---|---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for kind in kinds {
        text += &row(kind, &cases.iter().filter(|case| case.kind == *kind).collect::<Vec<_>>());
    }
    text + &row("all", &cases.iter().collect::<Vec<_>>())
}

fn row(name: &str, cases: &[&Case]) -> String {
    let count = |wanted: &dyn Fn(&Case) -> bool| cases.iter().filter(|case| wanted(case)).count();
    let verified = cases.iter().filter(|case| case.is(&Standing::Verified));
    let worst = verified.map(|case| case.error / case.asked).fold(0.0, f64::max);
    let mut seconds: Vec<f64> = cases.iter().map(|case| case.answer.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    format!(
        "| {name} | {} | {} | {} ({}) | {} | {} | {} | {} | {worst:.2e} | {:.2} | {:.1} |\n",
        cases.len(),
        count(&|case| case.is(&Standing::Verified)),
        count(&|case| case.is(&Standing::Unverified)),
        count(&|case| case.is(&Standing::Unverified) && case.is_right()),
        count(&|case| case.is(&Standing::Unattainable)),
        count(&|case| case.is(&Standing::Unattainable) && !case.is_confirmed()),
        count(&Case::has_failed),
        count(&Case::is_missed),
        1e3 * seconds.get(seconds.len() / 2).copied().unwrap_or(f64::NAN),
        1e3 * seconds.last().copied().unwrap_or(f64::NAN),
    )
}

/// What a function makes of each number, on all processors, in order.
pub(crate) fn in_parallel<T: Send>(count: u64, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let (next, found) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let result = work(number);
                    found.lock().expect("no panic").push((number, result));
                }
            });
        }
    });
    let mut found = found.into_inner().expect("no panic");
    found.sort_by_key(|(number, _)| *number);
    found.into_iter().map(|(_, result)| result).collect()
}
