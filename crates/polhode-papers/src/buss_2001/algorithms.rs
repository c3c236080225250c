//! The algorithms of section 3, under the paper's names.

use super::prism::{Algorithm, PaperRun};
use crate::outcome::{Cell, ResultTable, Row};
use polhode_lab::listed::Listed;

pub(crate) const FIRST: PaperRun = PaperRun::new("1st order", Algorithm::Named("buss-1"));
pub(crate) const SECOND: PaperRun = PaperRun::new("2nd order", Algorithm::Named("buss-2"));
pub(crate) const FALSE_THIRD: PaperRun =
    PaperRun::new("False 3rd order", Algorithm::Named("buss-3-false"));
pub(crate) const AUGMENTED: PaperRun =
    PaperRun::new("Augmented 2nd order", Algorithm::Named("buss-2-augmented"));
/// With the h^3/36 term, as in all of the paper's tables.
pub(crate) const THIRD: PaperRun = PaperRun::new("3rd order", Algorithm::Named("buss-3-h36"));
pub(crate) const FOURTH: PaperRun = PaperRun::new("4th order", Algorithm::Named("buss-4"));
pub(crate) const SIMO_WONG: PaperRun = PaperRun::new("Simo-Wong explicit", Algorithm::SimoWong);
pub(crate) const MR_123: PaperRun =
    PaperRun::new("McLachlan-Reich 1-2-3", Algorithm::Named("mclachlan-reich:axes=1-2-3"));
pub(crate) const MR_231: PaperRun =
    PaperRun::new("McLachlan-Reich 2-3-1", Algorithm::Named("mclachlan-reich:axes=2-3-1"));
pub(crate) const MR4_231: PaperRun =
    PaperRun::new("MR 4th order 2-3-1", Algorithm::Named("mclachlan-reich:axes=2-3-1,order=4"));
pub(crate) const RUNGE_KUTTA: PaperRun =
    PaperRun::new("Runge-Kutta", Algorithm::Named("rk4-average"));
pub(crate) const ADAMS: PaperRun = PaperRun::new("AB-AM", Algorithm::AdamsMoulton);
/// All terms of third order and no other.
pub(crate) const PURE_THIRD: PaperRun =
    PaperRun::new("3rd without h^3/36", Algorithm::Named("buss-3"));
pub(crate) const CAYLEY: PaperRun = PaperRun::new(
    "McLachlan-Reich 2-3-1, Cayley",
    Algorithm::Named("mclachlan-reich:axes=2-3-1,rotation=cayley"),
);

/// A table with a row for each algorithm: its name and its cells.
pub(crate) fn by_algorithm(
    title: &str,
    columns: impl IntoIterator<Item = String>,
    rows: impl IntoIterator<Item = (String, Vec<Option<Cell>>)>,
) -> ResultTable {
    ResultTable {
        title: title.into(),
        corner: "Algorithm".into(),
        columns: columns.into_iter().listed(),
        rows: rows.into_iter().map(|(name, cells)| Row { name, cells }).listed(),
    }
}
