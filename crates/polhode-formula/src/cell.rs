//! The dyadic grid of times.

/// Switches near time 0 are located no finer: far below any unit of time.
pub(super) const FINEST: f64 = f64::from_bits((1023 - 960) << 52); // 2^-960
/// Intervals of so many adjacent doubles are not halved.
const LEAF: f64 = 4.0;

/// A part of the dyadic grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct DyadicCell {
    pub(super) begin: f64,
    pub(super) width: f64,
}

impl DyadicCell {
    pub(super) fn end(self) -> f64 {
        self.begin + self.width
    }
    pub(super) fn halves(self) -> [Self; 2] {
        let width = 0.5 * self.width;
        [Self { width, ..self }, Self { begin: self.begin + width, width }]
    }
    /// Returns whether it is too short to be halved.
    pub(super) fn is_leaf(self) -> bool {
        let last = self.begin.abs().max(self.end().abs());
        self.width <= LEAF * (last - last.next_down()) || self.width <= FINEST
    }
}

/// The cells of equal width that cover an interval.
pub(super) fn cells(from: f64, until: f64) -> Vec<DyadicCell> {
    let (begin, end) = (from.min(until), from.max(until));
    // So wide that noise of the last digits is inside of one of them.
    let least = (end - begin).max(begin.abs().max(end.abs()) * 2f64.powi(-30)).max(2f64.powi(-950));
    let mut width = f64::from_bits(least.to_bits() & 0x7ff0_0000_0000_0000);
    if width < least {
        width *= 2.0;
    }
    let first = (begin / width).floor() * width;
    let all = (0..4).map(|k| DyadicCell { begin: first + f64::from(k) * width, width });
    all.filter(|cell| cell.begin < end && cell.end() > begin).collect()
}
