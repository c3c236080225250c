//! Buss's series as a formula: brackets of a0, a1, a2, ... with exact fractions.
//!
//! The letters are elements of a free associative algebra, whose bracket is u v - v u; the
//! recurrence of [`TurnSeries`] runs over it as it runs over numbers. What comes out is
//! written in nested brackets [u, v, w] = [u, [v, w]]. These are not independent: taken are
//! those that end with their smallest letter, the first in the order of a dictionary
//! first, unless earlier ones give the same. That choice is the paper's.

use super::LieAlgebra;
use super::dexp::{TurnSeries, checked};
use super::rational::Rational;
use crate::error::Error;
use crate::geometry::Frame;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Add, Mul};

/// Letters by their index: the word a1 a0 is [1, 0].
type Word = Vec<u8>;

/// A sum of words with fractions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Polynomial(BTreeMap<Word, Rational>);

impl Polynomial {
    /// One word.
    fn word(letters: &[u8]) -> Self {
        Self(BTreeMap::from([(letters.to_vec(), Rational::ONE)]))
    }
    /// [a_i, [a_j, ... ]].
    fn nested(letters: &[u8]) -> Self {
        match letters {
            [] => Self::default(),
            [letter] => Self::word(&[*letter]),
            [letter, rest @ ..] => Self::word(&[*letter]).bracket(&Self::nested(rest)),
        }
    }
    /// The weight of a word.
    fn weight(&self, word: &[u8]) -> Rational {
        self.0.get(word).copied().unwrap_or(Rational::ZERO)
    }
    fn gain(&mut self, word: Word, weight: Rational) {
        let sum = self.weight(&word).plus(weight);
        if sum.is_zero() {
            self.0.remove(&word);
        } else {
            self.0.insert(word, sum);
        }
    }
}

impl Add for Polynomial {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        other.0.into_iter().for_each(|(word, weight)| self.gain(word, weight));
        self
    }
}
impl Mul<Rational> for Polynomial {
    type Output = Self;
    fn mul(mut self, factor: Rational) -> Self {
        self.0.values_mut().for_each(|weight| *weight = weight.times(factor));
        self.0.retain(|_, weight| !weight.is_zero());
        self
    }
}
/// One after the other.
impl Mul for &Polynomial {
    type Output = Polynomial;
    fn mul(self, other: Self) -> Polynomial {
        let mut product = Polynomial::default();
        for (u, a) in &self.0 {
            for (v, b) in &other.0 {
                product.gain([u.as_slice(), v].concat(), a.times(*b));
            }
        }
        product
    }
}
impl LieAlgebra<Rational> for Polynomial {
    fn zero() -> Self {
        Self::default()
    }
    fn bracket(&self, other: &Self) -> Self {
        self * other + (other * self) * Rational::new(-1, 1)
    }
}

/// A nested bracket with its fraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The letters: [1, 0] is [a1, a0], [0, 2, 0] is [a0, [a2, a0]].
    pub letters: Vec<u8>,
    /// Where a_k is the coefficient of t^k.
    pub coefficient: Rational,
}

impl Term {
    /// The fraction in terms of derivatives W_k = k! a_k, as the paper has it.
    #[must_use]
    pub fn coefficient_of_derivatives(&self) -> Rational {
        let all = self.letters.iter().flat_map(|&letter| 1..=i128::from(letter));
        all.fold(self.coefficient, |coefficient, n| coefficient.times(Rational::new(1, n)))
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.letters.as_slice() {
            [letter] => write!(f, "{} a{letter}", self.coefficient),
            letters => {
                write!(f, "{} [", self.coefficient)?;
                for (i, letter) in letters.iter().enumerate() {
                    write!(f, "{}a{letter}", if i == 0 { "" } else { "," })?;
                }
                f.write_str("]")
            }
        }
    }
}

const HIGHEST: usize = 12;

/// The terms of theta for each power of t, from t to t^order, order from 1 to 12, for a
/// velocity in space; in the body those with an odd number of brackets change their sign.
///
/// ```
/// let series = polhode::lie::terms(3)?;
/// let third: Vec<String> = series[2].iter().map(|term| term.to_string()).collect();
/// assert_eq!(third, ["1/3 a2", "1/12 [a1,a0]"]);
/// # Ok::<(), polhode::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`] for other orders.
pub fn terms(order: usize) -> Result<Vec<Vec<Term>>, Error> {
    checked(order, HIGHEST, "be from 1 to 12 for a formula")?;
    let mut series = TurnSeries::<Polynomial, Rational>::new(Frame::Space, order)?;
    (0..).take(order).for_each(|letter| series.push(Polynomial::word(&[letter])));
    Ok(series.theta().iter().map(in_brackets).collect())
}

/// The same in brackets, set of letters by set of letters.
fn in_brackets(sum: &Polynomial) -> Vec<Term> {
    let mut parts = BTreeMap::<Word, Polynomial>::new();
    for (word, &weight) in &sum.0 {
        let mut letters = word.clone();
        letters.sort_unstable();
        parts.entry(letters).or_default().gain(word.clone(), weight);
    }
    let in_basis = |(letters, part): (Word, Polynomial)| {
        let mut basis = Basis::default();
        arrangements(&letters).iter().for_each(|word| basis.add(word));
        let (_, combination) = basis.reduced(part, Polynomial::default());
        combination * Rational::new(-1, 1)
    };
    let terms = parts.into_iter().map(in_basis).flat_map(|combination| combination.0);
    let mut terms: Vec<_> =
        terms.map(|(letters, coefficient)| Term { letters, coefficient }).collect();
    // Few brackets first, late letters first: nearly the paper's order.
    terms.sort_by(|a, b| (a.letters.len(), &b.letters).cmp(&(b.letters.len(), &a.letters)));
    terms
}

/// All words of these letters that end with the first of them, in the order of a dictionary.
fn arrangements(letters: &[u8]) -> Vec<Word> {
    let Some((last, rest)) = letters.split_first() else { return Vec::new() };
    let mut words: Vec<Word> = Vec::from([Word::new()]);
    for &letter in rest {
        let longer = |word: &Word| {
            let place = |i| [&word[..i], &[letter], &word[i..]].concat();
            (0..=word.len()).map(place).collect::<Vec<_>>()
        };
        words = words.iter().flat_map(longer).collect();
        words.sort_unstable();
        words.dedup();
    }
    words.iter_mut().for_each(|word| word.push(*last));
    words
}

/// Brackets that do not depend on each other, by elimination: for each the word that it
/// stands for, and what is left of it in words and in brackets.
#[derive(Default)]
struct Basis(Vec<(Word, Polynomial, Polynomial)>);

impl Basis {
    /// Takes all words out that some bracket stands for, and notes how often it was taken.
    fn reduced(&self, mut sum: Polynomial, mut taken: Polynomial) -> (Polynomial, Polynomial) {
        for (pivot, words, brackets) in &self.0 {
            let factor = sum.weight(pivot).times(Rational::new(-1, 1));
            sum = sum + words.clone() * factor;
            taken = taken + brackets.clone() * factor;
        }
        (sum, taken)
    }
    fn add(&mut self, word: &[u8]) {
        let (rest, taken) = self.reduced(Polynomial::nested(word), Polynomial::word(word));
        let Some((pivot, &weight)) = rest.0.first_key_value() else { return };
        let scale = weight.reciprocal();
        self.0.push((pivot.clone(), rest * scale, taken * scale));
    }
}

#[cfg(test)]
mod tests;
