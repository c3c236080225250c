//! Sine, cosine and tangent.

use super::Interval;
use super::elementary::ELEMENTARY;
use polhode::real::Real;
use std::f64::consts::PI;

impl Interval {
    /// Sine.
    #[must_use]
    pub fn sin(self) -> Self {
        self.wave(Real::sin, 0.5)
    }
    /// Cosine.
    #[must_use]
    pub fn cos(self) -> Self {
        self.wave(Real::cos, 0.0)
    }
    /// Tangent.
    #[must_use]
    pub fn tan(self) -> Self {
        if self.is_empty() {
            return self;
        }
        if self.may_contain(0.5, 1.0) {
            return Self::ENTIRE;
        }
        self.rising(Real::tan, ELEMENTARY)
    }

    /// A wave of period 2 pi between -1 and 1 whose greatest value is at `peak` pi.
    fn wave(self, function: impl Fn(f64) -> f64, peak: f64) -> Self {
        if self.is_empty() {
            return self;
        }
        let has_peak = self.may_contain(peak, 2.0);
        let has_trough = self.may_contain(peak + 1.0, 2.0);
        let ends = if has_peak && has_trough {
            Self { low: -1.0, high: 1.0 }
        } else {
            self.rising(function, ELEMENTARY)
        };
        Self {
            low: if has_trough { -1.0 } else { ends.low.max(-1.0) },
            high: if has_peak { 1.0 } else { ends.high.min(1.0) },
        }
    }

    /// Returns whether a number (phase + k period) pi may be in it, of any whole k. Near one, and where
    /// numbers are too large to know, the answer is yes.
    fn may_contain(self, phase: f64, period: f64) -> bool {
        let turns = |x: f64| (x / PI - phase) / period;
        let (first, last) = (turns(self.low), turns(self.high));
        // Of the quotient, of the difference, and of pi as a double.
        let error = 4.0 * f64::EPSILON * (first.abs().max(last.abs()) + 1.0);
        !(first.is_finite() && last.is_finite() && error < 0.25)
            || (first - error).ceil() <= (last + error).floor()
    }
}
