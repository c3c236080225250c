//! The experiments of the papers, run again: our numbers beside theirs.
//!
//! An [`Experiment`] is one definition: where it is printed, what it shows, how it is done. Running it
//! gives an [`Outcome`]: tables of cells, claims of the text, figures. What a paper prints and what we
//! found meet in [`Agreement`]s, and the [`Verdict`] follows from them; nobody types it.

pub mod buss_2001;
pub mod buss_slides_2011;
pub mod celledoni_safstrom_2006;
pub mod fukushima_2012;
pub mod krysl_2004;
pub mod laboratory;
pub mod outcome;
pub mod report;
pub mod reproduction;

use polhode_lab::listed::Listed;
use std::sync::atomic::{AtomicUsize, Ordering};

pub use outcome::{Agreement, Outcome, Verdict};

/// A paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// As in the cards of methods: `buss-2001`.
    pub key: &'static str,
    /// Authors, title, where it was printed.
    pub citation: &'static str,
    /// What it is about, in a sentence or two.
    pub about: &'static str,
}

/// One experiment: a figure, a table or a statement of a paper.
#[derive(Clone, Copy)]
pub struct Experiment {
    /// Its paper.
    pub paper: &'static Paper,
    /// Its name within the paper: `figure-6`.
    pub name: &'static str,
    /// As it is printed: `Figures 6 and 7`.
    pub figure: &'static str,
    /// What it shows.
    pub shows: &'static str,
    /// Body, start, steps: all that is needed to do it again.
    pub parameters: &'static str,
    /// When a number counts as reproduced, and why so.
    pub tolerance: &'static str,
    /// Does it.
    pub run: fn(&Effort) -> Outcome,
}

impl Experiment {
    /// `buss-2001/figure-6`
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}/{}", self.paper.key, self.name)
    }
    /// Is it ours, and not the paper's?
    #[must_use]
    pub fn is_beyond(&self) -> bool {
        self.name.starts_with("beyond")
    }
}

impl std::fmt::Debug for Experiment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.key())
    }
}

/// How much to compute, and who is told how far it is.
#[derive(Debug)]
pub struct Effort {
    quick: bool,
    done: AtomicUsize,
    total: AtomicUsize,
}

impl Effort {
    /// All, or in minutes.
    #[must_use]
    pub fn new(quick: bool) -> Self {
        Self { quick, done: AtomicUsize::new(0), total: AtomicUsize::new(0) }
    }
    /// Is it to be done in minutes?
    #[must_use]
    pub fn is_quick(&self) -> bool {
        self.quick
    }
    /// One of two.
    #[must_use]
    pub fn pick<T>(&self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }
    /// So many parts are to come.
    pub fn expect(&self, parts: usize) {
        self.total.fetch_add(parts, Ordering::Relaxed);
    }
    /// One of them is done.
    pub fn one_done(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
    /// Parts done, and all.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }
}

/// All papers, in the order of their years.
pub const PAPERS: &[&Paper] = &[
    &buss_2001::PAPER,
    &krysl_2004::PAPER,
    &celledoni_safstrom_2006::PAPER,
    &buss_slides_2011::PAPER,
    &fukushima_2012::PAPER,
];

/// All experiments, by paper.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    let lists: [&[Experiment]; 5] = [
        buss_2001::EXPERIMENTS,
        krysl_2004::EXPERIMENTS,
        celledoni_safstrom_2006::EXPERIMENTS,
        buss_slides_2011::EXPERIMENTS,
        fukushima_2012::EXPERIMENTS,
    ];
    lists.concat()
}

/// Those of a name: an experiment's key, or a paper's.
#[must_use]
pub fn find(name: &str) -> Vec<Experiment> {
    experiments()
        .into_iter()
        .filter(|experiment| experiment.paper.key == name || experiment.key() == name)
        .listed()
}
