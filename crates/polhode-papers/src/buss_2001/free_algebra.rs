//! Fractions, and polynomials in letters that do not commute: enough to derive the series of
//! section 5 without rounding.

use polhode_lab::listed::Listed;
use std::collections::BTreeMap;
use std::fmt;

/// A fraction in lowest terms, with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fraction {
    above: i128,
    below: i128,
}

impl Fraction {
    pub(crate) const ZERO: Self = Self { above: 0, below: 1 };
    pub(crate) const ONE: Self = Self { above: 1, below: 1 };

    pub(crate) fn new(above: i128, below: i128) -> Self {
        let (mut a, mut b) = (above.abs(), below.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let divisor = a.max(1) * below.signum();
        Self { above: above / divisor, below: below / divisor }
    }
    pub(crate) fn plus(self, other: Self) -> Self {
        Self::new(self.above * other.below + other.above * self.below, self.below * other.below)
    }
    pub(crate) fn times(self, other: Self) -> Self {
        Self::new(self.above * other.above, self.below * other.below)
    }
    pub(crate) fn over(self, other: Self) -> Self {
        Self::new(self.above * other.below, self.below * other.above)
    }
    pub(crate) fn is_zero(self) -> bool {
        self.above == 0
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.below == 1 {
            write!(f, "{}", self.above)
        } else {
            write!(f, "{}/{}", self.above, self.below)
        }
    }
}

/// A sum of words; the letter k is the k-th derivative of W.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Words(pub(crate) BTreeMap<Vec<u8>, Fraction>);

impl Words {
    pub(crate) fn letter(k: u8) -> Self {
        Self(BTreeMap::from([(vec![k], Fraction::ONE)]))
    }
    /// self + other factor
    pub(crate) fn add(&mut self, other: &Self, factor: Fraction) {
        for (word, coefficient) in &other.0 {
            let sum = self.0.entry(word.clone()).or_insert(Fraction::ZERO);
            *sum = sum.plus(coefficient.times(factor));
            if sum.is_zero() {
                self.0.remove(word);
            }
        }
    }
    fn add_product(&mut self, a: &Self, b: &Self, factor: Fraction) {
        for (left, x) in &a.0 {
            for (right, y) in &b.0 {
                let word = [left.as_slice(), right].concat();
                self.add(&Self(BTreeMap::from([(word, x.times(*y))])), factor);
            }
        }
    }
    /// [a, b] = a b - b a
    pub(crate) fn bracket(a: &Self, b: &Self) -> Self {
        let mut result = Self::default();
        result.add_product(a, b, Fraction::ONE);
        result.add_product(b, a, Fraction::new(-1, 1));
        result
    }
    /// [W_i, [W_j, ... W_k]]
    pub(crate) fn nested(letters: &[u8]) -> Self {
        let inner = letters.last().map_or_else(Self::default, |&k| Self::letter(k));
        let outer = letters.iter().rev().skip(1);
        outer.fold(inner, |inner, &k| Self::bracket(&Self::letter(k), &inner))
    }
    /// The coefficients with which brackets make this up, if they do; the brackets must be
    /// independent.
    pub(crate) fn in_terms_of(&self, brackets: &[Self]) -> Option<Vec<Fraction>> {
        let mut rows: Vec<(Self, Vec<Fraction>)> = Vec::new();
        let reduce =
            |words: &mut Self, made: &mut Vec<Fraction>, rows: &[(Self, Vec<Fraction>)]| {
                for (row, of) in rows {
                    let Some((first, pivot)) = row.0.iter().next() else { continue };
                    let Some(found) = words.0.get(first).copied() else { continue };
                    let factor = found.over(*pivot).times(Fraction::new(-1, 1));
                    words.add(row, factor);
                    made.iter_mut().zip(of).for_each(|(m, o)| *m = m.plus(o.times(factor)));
                }
            };
        for (k, bracket) in brackets.iter().enumerate() {
            let mut words = bracket.clone();
            let mut made = vec![Fraction::ZERO; brackets.len()];
            made[k] = Fraction::ONE;
            // No row has the first word of an earlier one, so once through is enough.
            reduce(&mut words, &mut made, &rows);
            rows.push((words, made));
        }
        let (mut rest, mut made) = (self.clone(), vec![Fraction::ZERO; brackets.len()]);
        reduce(&mut rest, &mut made, &rows);
        let minus = Fraction::new(-1, 1);
        rest.0.is_empty().then(|| made.into_iter().map(|x| x.times(minus)).listed())
    }
}

/// A power series in t through t^5.
pub(crate) type PowerSeries = [Words; 6];

fn bracket(a: &PowerSeries, b: &PowerSeries) -> PowerSeries {
    let mut result = PowerSeries::default();
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate().take(6 - i) {
            result[i + j].add(&Words::bracket(a, b), Fraction::ONE);
        }
    }
    result
}

pub(crate) fn factorial(n: usize) -> i128 {
    (1..).take(n).product()
}

/// (19): W(t) = sum of t^k/k! W_k.
pub(crate) fn rates() -> PowerSeries {
    let mut w = PowerSeries::default();
    for (k, words) in (0u8..).zip(&mut w) {
        words.add(&Words::letter(k), Fraction::new(1, factorial(k.into())));
    }
    w
}

/// (18) and (22): Y' = sum of B_n/n! ad_Y^n W, solved one power of t after the other. Gives
/// Y_0 ... Y_5 of (20).
pub(crate) fn solve() -> PowerSeries {
    // B_n/n!
    let bernoulli =
        [(1, 1), (-1, 2), (1, 12), (0, 1), (-1, 720), (0, 1)].map(|(a, b)| Fraction::new(a, b));
    let mut found = PowerSeries::default();
    for n in 0..6 {
        let (y, mut power) = (integral(&found), rates());
        let mut slope = Words::default();
        for factor in bernoulli {
            slope.add(&power[n], factor);
            power = bracket(&y, &power);
        }
        found[n].add(&slope, Fraction::new(factorial(n), 1));
    }
    found
}

/// (20): Y(t) = sum of t^(k+1)/(k+1)! Y_k.
fn integral(found: &PowerSeries) -> PowerSeries {
    let mut y = PowerSeries::default();
    for (k, found) in found.iter().enumerate().take(5) {
        y[k + 1].add(found, Fraction::new(1, factorial(k + 1)));
    }
    y
}

/// (17) and (21): sum of ad_Y^n Y'/(n+1)! for these Y_k.
pub(crate) fn derivative_of_exponential(found: &PowerSeries) -> PowerSeries {
    let (mut power, mut sum) = (PowerSeries::default(), PowerSeries::default());
    for (k, found) in found.iter().enumerate() {
        power[k].add(found, Fraction::new(1, factorial(k)));
    }
    for n in 0..6 {
        for (sum, term) in sum.iter_mut().zip(&power) {
            sum.add(term, Fraction::new(1, factorial(n + 1)));
        }
        power = bracket(&integral(found), &power);
    }
    sum
}
