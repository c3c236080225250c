//! Sums that lose nothing (Shewchuk 1997).

use super::{DoubleDouble, two_product, two_sum};

/// The sum of all terms ever added, as doubles that do not overlap.
pub(super) struct Expansion {
    parts: [f64; Self::ROOM],
    count: usize,
}

impl Expansion {
    /// Each term adds at most one part.
    const ROOM: usize = 12;

    pub(super) fn from(start: DoubleDouble) -> Self {
        let mut sum = Self { parts: [0.0; Self::ROOM], count: 0 };
        sum.add(start.lo);
        sum.add(start.hi);
        sum
    }

    fn add(&mut self, term: f64) {
        let mut carry = term;
        for part in &mut self.parts[..self.count] {
            (carry, *part) = two_sum(carry, *part);
        }
        self.parts[self.count] = carry;
        self.count += 1;
    }

    /// Less `count` times a constant that is the sum of at most five doubles.
    pub(super) fn less<const N: usize>(mut self, count: f64, constant: &[f64; N]) -> Self {
        const { assert!(2 + 2 * N <= Self::ROOM) };
        for &part in constant.iter().rev() {
            let (product, error) = two_product(-count, part);
            self.add(error);
            self.add(product);
        }
        self
    }

    /// Rounded, relative to the sum itself however much cancelled.
    pub(super) fn rounded(&self) -> DoubleDouble {
        self.parts[..self.count]
            .iter()
            .fold(DoubleDouble::from(0.0), |sum, &part| DoubleDouble::from(part) + sum)
    }
}
