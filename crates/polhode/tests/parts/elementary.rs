//! How good the elementary functions are.
//!
//! Every claim is tested twice: against tables of values of 300 bits and more
//! at hard and extreme points (`tools/derive/elementary_references.py`), and
//! against double-doubles at many points. Bounds lie 2 % above the largest error
//! found in 3 million points for each interval of `scan`.

mod bits;
mod double_double;
mod edges;
mod scan;
mod single;
mod table;

use polhode::Real;
use table::{Row, Worst, rows};

const SIN: f64 = 0.89; // 0.866 at 0.96537
const COS: f64 = 0.86; // 0.834 at 0.98307
const TAN: f64 = 1.09; // 1.066 at 0.99907
const ATAN2: f64 = 0.70; // 0.679 at y/x = 0.41694
const EXP: f64 = 0.80; // 0.784 at 0.34726
const LN: f64 = 0.54; // 0.525 at 1.42199

const CIRCLE_TABLE: &str = include_str!("data/elementary/circle.txt");
const ATAN2_TABLE: &str = include_str!("data/elementary/atan2.txt");
const EXP_TABLE: &str = include_str!("data/elementary/exp.txt");
const LN_TABLE: &str = include_str!("data/elementary/ln.txt");

/// The largest error of a function of one argument.
fn check(table: &'static str, function: impl Fn(f64) -> f64, column: usize, bound: f64) {
    let mut worst = Worst::NONE;
    for row in rows(table) {
        let x = row.double(0);
        worst.see(x, function(x), row.exact(column));
    }
    worst.stays_below(bound);
}

#[test]
fn sine_is_within_0_89_ulp_up_to_the_largest_double() {
    check(CIRCLE_TABLE, Real::sin, 1, SIN);
}

#[test]
fn cosine_is_within_0_86_ulp_up_to_the_largest_double() {
    check(CIRCLE_TABLE, Real::cos, 3, COS);
}

#[test]
fn tangent_is_within_1_09_ulp_up_to_the_largest_double() {
    check(CIRCLE_TABLE, Real::tan, 5, TAN);
}

#[test]
fn the_exponential_is_within_0_80_ulp_also_where_subnormal() {
    check(EXP_TABLE, Real::exp, 1, EXP);
}

#[test]
fn the_logarithm_is_within_0_54_ulp_also_near_1_and_of_subnormals() {
    check(LN_TABLE, Real::ln, 1, LN);
}

#[test]
fn the_angle_of_a_point_is_within_0_70_ulp_of_any_size() {
    let mut worst = Worst::NONE;
    for row in rows(ATAN2_TABLE) {
        let (y, x) = (row.double(0), row.double(1));
        worst.see(y / x, Real::atan2(y, x), row.exact(2));
    }
    worst.stays_below(ATAN2);
}

/// What makes the claim for huge angles one for all of them: this double comes
/// closest of all to a multiple of pi/2 (2^-60.9).
#[test]
fn the_hardest_angle_is_in_the_table() {
    let hardest = 6_381_956_970_095_103.0 * 2f64.powi(797);
    let found = |row: Row| row.double(0) == hardest && row.exact(3).0.abs() < 2f64.powi(-60);
    assert!(rows(CIRCLE_TABLE).any(found));
}
