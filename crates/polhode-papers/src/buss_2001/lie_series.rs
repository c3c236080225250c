//! Section 5: the series of Z, derived without rounding.

use super::free_algebra::{Fraction, Words, derivative_of_exponential, factorial, rates, solve};
use crate::Effort;
use crate::outcome::{Cell, CellValue, Claim, Outcome, Printed, ResultTable, Row, Rule};
use polhode_lab::listed::Listed;

/// A bracket and its coefficients as printed in Y_k and in Z(h).
pub(crate) type PrintedTerm = (&'static [u8], &'static str, &'static str);

/// The terms of Y_0 ... Y_5; the two zeros are those of which the text says that they drop out.
pub(crate) const TERMS: [&[PrintedTerm]; 6] = [
    &[(&[0], "1", "1")],
    &[(&[1], "1", "1/2")],
    &[(&[2], "1", "1/6"), (&[1, 0], "1/2", "1/12")],
    &[(&[3], "1", "1/24"), (&[2, 0], "1", "1/24"), (&[0, 1, 0], "0", "0")],
    &[
        (&[4], "1", "1/120"),
        (&[3, 0], "3/2", "1/80"),
        (&[2, 1], "1", "1/120"),
        (&[1, 1, 0], "1/2", "1/240"),
        (&[0, 2, 0], "-1/6", "-1/720"),
        (&[0, 0, 1, 0], "-1/6", "-1/720"),
    ],
    &[
        (&[5], "1", "1/720"),
        (&[3, 1], "5/2", "1/288"),
        (&[4, 0], "2", "1/360"),
        (&[2, 1, 0], "2", "1/360"),
        (&[1, 2, 0], "1/2", "1/1440"),
        (&[0, 3, 0], "-1/2", "-1/1440"),
        (&[0, 0, 2, 0], "-1/2", "-1/1440"),
        (&[0, 1, 1, 0], "-1", "-1/720"),
        (&[0, 0, 0, 1, 0], "0", "0"),
    ],
];

/// The coefficients of the brackets of [`TERMS`], derived here; none where they do not suffice.
pub(crate) fn derived() -> Vec<Option<Vec<Fraction>>> {
    let found = solve();
    let of = |(y, terms): (&Words, &&[PrintedTerm])| {
        let brackets: Vec<Words> = terms.iter().map(|term| Words::nested(term.0)).listed();
        y.in_terms_of(&brackets)
    };
    found.iter().zip(&TERMS).map(of).listed()
}

/// `[W3, W0]`
pub(crate) fn name(letters: &[u8]) -> String {
    let letters: Vec<String> = letters.iter().map(|k| format!("W{k}")).listed();
    if letters.len() == 1 { letters.concat() } else { format!("[{}]", letters.join(", ")) }
}

/// The coefficient of h^k in Z of what has this one in Y_k.
pub(crate) fn in_z(k: usize, coefficient: Fraction) -> Fraction {
    coefficient.over(Fraction::new(factorial(k + 1), 1))
}

pub(super) fn run(_: &Effort) -> Outcome {
    let derived = derived();
    let mut rows = Vec::new();
    for (k, (terms, coefficients)) in TERMS.iter().zip(&derived).enumerate() {
        let Some(coefficients) = coefficients else { continue };
        for ((letters, y, z), coefficient) in terms.iter().zip(coefficients) {
            let cell = |ours: Fraction, text: &str| {
                let ours = CellValue::Word(ours.to_string());
                Some(Cell::beside(ours, Printed::new(text, Rule::Digits)))
            };
            rows.push(Row {
                name: format!("Y_{k}: {}", name(letters)),
                cells: vec![cell(*coefficient, y), cell(in_z(k, *coefficient), z)],
            });
        }
    }
    let complete = derived.iter().filter(|made| made.is_some()).count();
    let back = derivative_of_exponential(&solve());
    let agree = back.iter().zip(&rates()).filter(|(a, b)| a == b).count();
    Outcome {
        tables: vec![ResultTable {
            title: "Coefficients, as fractions; W_k is the k-th derivative".into(),
            corner: "term".into(),
            columns: ["in Y_k", "of h^k in Z"].map(String::from).into(),
            rows,
        }],
        claims: vec![
            Claim::new(
                "These are all terms through h^5",
                complete == 6,
                format!("{complete} of 6 Y_k are made of the printed brackets, without remainder"),
            ),
            Claim::new(
                "Either (17) or (18) gives them",
                agree == 6,
                format!(
                    "derived from (18) with Bernoulli numbers; put into (17) they give {agree} of 6 \
                     powers of W(t) back exactly"
                ),
            ),
        ],
        notes: vec![
            "Two slips of the derivation do not reach the result: in the coefficient of t^2 the \
             bracket [Y_1, Y_0] has the factor 1/2, printed 1/4; in (22) the index q is n."
                .into(),
        ],
        ..Outcome::default()
    }
}
