//! The formula in the free algebra: complete, right, and without a term twice.

use super::*;

/// (17), (21): a = theta' + [theta, theta']/2! + [theta, theta, theta']/3! + ..., which has
/// no Bernoulli number in it.
#[test]
fn dexp_of_the_series_is_the_velocity() {
    const ORDER: usize = 10;
    let letters: [Polynomial; ORDER] =
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(|k| Polynomial::word(&[k]));
    let mut series =
        TurnSeries::<Polynomial, Rational>::new(Frame::Space, ORDER).expect("an order");
    letters.iter().for_each(|letter| series.push(letter.clone()));
    let theta = series.theta();
    // Row by row, (ad theta)^j theta'/(j+1)!.
    let count = |n: usize| Rational::new(n as i128, 1);
    let mut row: Vec<_> = (0..ORDER).map(|k| theta[k].clone() * count(k + 1)).collect();
    let mut velocity = row.clone();
    for j in 1..ORDER {
        let nested = |k: usize| {
            let sum =
                (0..k).fold(Polynomial::zero(), |sum, i| sum + theta[i].bracket(&row[k - 1 - i]));
            sum * Rational::new(1, (j + 1) as i128)
        };
        row = (0..ORDER).map(nested).collect();
        for (sum, term) in velocity.iter_mut().zip(&row) {
            *sum = sum.clone() + term.clone();
        }
    }
    assert_eq!(velocity, letters);
}

/// As many terms as a free Lie algebra with one letter of each weight has dimensions
/// (Witt's formula: necklaces of n beads in two colours, less one for n = 1), less those
/// that vanish; written out again they are the series.
#[test]
fn formulas_are_complete_and_have_no_term_twice() {
    let dimensions = [1, 1, 2, 3, 6, 9, 18, 30, 56, 99, 186, 335];
    let all = terms(12).expect("an order");
    let mut series = TurnSeries::<Polynomial, Rational>::new(Frame::Space, 12).expect("an order");
    (0..12).for_each(|letter| series.push(Polynomial::word(&[letter])));
    for (n, (terms, dimension)) in all.iter().zip(dimensions).enumerate() {
        assert!(terms.len() <= dimension, "order {}: {} terms", n + 1, terms.len());
        let sum = |sum, term: &Term| sum + Polynomial::nested(&term.letters) * term.coefficient;
        assert_eq!(terms.iter().fold(Polynomial::zero(), sum), series.theta()[n]);
    }
    // As measured: what is missing to the dimension has the coefficient 0.
    let counts = [1, 1, 2, 2, 6, 8, 18, 28, 56, 96, 186, 330];
    assert!(all.iter().map(Vec::len).eq(counts));
}
