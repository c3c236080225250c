//! Tables of reference values.

use polhode::real::DoubleDouble;

/// Columns of one row.
pub(crate) struct Row(Vec<&'static str>);

pub(crate) fn rows(table: &'static str) -> impl Iterator<Item = Row> {
    table.lines().map(|line| Row(line.split(' ').collect()))
}

impl Row {
    /// The double whose bits stand in a column.
    pub(crate) fn double(&self, column: usize) -> f64 {
        f64::from_bits(u64::from_str_radix(self.0[column], 16).expect("16 hexadecimal digits"))
    }
    /// The double nearest to a result, and what it leaves in units.
    pub(crate) fn exact(&self, column: usize) -> (f64, f64) {
        (self.double(column), self.0[column + 1].parse().expect("a decimal"))
    }
}

/// The largest error so far.
pub(crate) struct Worst {
    ulps: f64,
    at: f64,
    seen: usize,
}

impl Worst {
    pub(crate) const NONE: Self = Self { ulps: 0.0, at: 0.0, seen: 0 };

    /// One more result, where the truth has 100 bits.
    pub(crate) fn see_long(&mut self, at: f64, got: f64, exact: DoubleDouble) {
        let unit = f64::from_bits(exact.hi.abs().to_bits() + 1) - exact.hi.abs();
        self.see(at, got, (exact.hi, exact.lo / unit));
    }
    /// One more result.
    pub(crate) fn see(&mut self, at: f64, got: f64, (nearest, rest): (f64, f64)) {
        let unit = f64::from_bits(nearest.abs().to_bits() + 1) - nearest.abs();
        let ulps = ((got - nearest) / unit - rest).abs();
        self.seen += 1;
        if self.ulps < ulps || ulps.is_nan() {
            (self.ulps, self.at) = (ulps, at);
        }
    }
    /// The claim; enough points must have been seen for it.
    pub(crate) fn stays_below(self, bound: f64) {
        assert!(self.seen > 2000);
        assert!(self.ulps < bound, "{} ulp at {:e}", self.ulps, self.at);
        assert!(self.ulps > 0.5, "no point was hard");
    }
}
