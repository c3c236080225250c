//! The methods as the paper calls and draws them.

use polhode_lab::figure::Mark;

/// A method of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PaperMethod {
    /// In the paper.
    pub(super) label: &'static str,
    /// In the catalogue.
    pub(super) method: &'static str,
    pub(super) mark: Mark,
    pub(super) colour: usize,
    /// Its order, if the paper says it.
    pub(super) order: Option<u8>,
}

const fn curve(
    label: &'static str,
    method: &'static str,
    mark: Mark,
    colour: usize,
    order: Option<u8>,
) -> PaperMethod {
    PaperMethod { label, method, mark, colour, order }
}

pub(super) const LIEMID: PaperMethod = curve("LIEMID", "liemid", Mark::Line, 6, Some(2));
/// Without a torque LIEMID[EA] is LIEMID with half the step.
pub(super) const HALVES: PaperMethod =
    curve("LIEMID, two half steps", "liemid-ea", Mark::Dashes, 6, None);
pub(super) const AKW: PaperMethod = curve("AKW", "akw", Mark::Triangles, 0, Some(2));
pub(super) const SW: PaperMethod = curve("SW", "simo-wong", Mark::Circles, 1, None);
pub(super) const NMB: PaperMethod = curve("NMB", "newmark", Mark::Circles, 2, Some(2));
pub(super) const DMV: PaperMethod = curve("DMV", "dmv", Mark::Crosses, 3, None);
pub(super) const I: PaperMethod = curve("LIEMID[I]", "liemid-i", Mark::Triangles, 5, Some(2));
pub(super) const E: PaperMethod = curve("LIEMID[E]", "liemid-e", Mark::Crosses, 7, Some(1));
pub(super) const E1: PaperMethod = curve("LIEMID[E1]", "liemid-e1", Mark::Diamonds, 3, Some(1));
pub(super) const E2: PaperMethod = curve("LIEMID[E2]", "liemid-e2", Mark::Squares, 4, Some(1));
pub(super) const EA: PaperMethod = curve("LIEMID[EA]", "liemid-ea", Mark::Line, 6, Some(2));
/// Not in the paper: the same kicks around the exact rotation.
pub(super) const EXACT: PaperMethod = curve("kicks around exact", "exact", Mark::Dashes, 0, None);

/// Figure 4.
pub(super) const FREE: [PaperMethod; 6] = [LIEMID, HALVES, AKW, SW, NMB, DMV];
/// Figures 8, 9, 11 and 14.
pub(super) const PUSHED: [PaperMethod; 8] = [AKW, SW, NMB, I, E, E1, E2, EA];
