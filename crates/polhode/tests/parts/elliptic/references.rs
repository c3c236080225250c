//! Against the tables.

use polhode::elliptic;
use polhode::real::{DoubleDouble, Real};

/// One line of a table.
pub(crate) struct Row {
    /// m where it is given, else m1.
    by_m1: bool,
    doubles: Vec<&'static str>,
}

/// Lines of a table.
pub(crate) fn rows(table: &'static str) -> impl Iterator<Item = Row> {
    table.lines().map(|line| {
        let mut columns = line.split(' ');
        let by_m1 = columns.next() == Some("1");
        Row { by_m1, doubles: columns.collect() }
    })
}

impl Row {
    pub(crate) fn double(&self, column: usize) -> f64 {
        f64::from_bits(u64::from_str_radix(self.doubles[column], 16).expect("hexadecimal"))
    }
    /// An argument after the parameter.
    pub(crate) fn argument<R: Real>(&self, index: usize) -> R {
        R::from_f64(self.double(index + 1))
    }
    /// m and m1, the one not given by subtraction.
    pub(crate) fn parameter<R: Real>(&self) -> (R, R) {
        let given = R::from_f64(self.double(0));
        let other = R::one() - given;
        if self.by_m1 { (other, given) } else { (given, other) }
    }
    /// A result, and its condition.
    fn result(&self, arguments: usize, index: usize) -> (DoubleDouble, f64) {
        let at = 1 + arguments + 3 * index;
        let value = DoubleDouble { hi: self.double(at), lo: self.double(at + 1) };
        (value, self.doubles[at + 2].parse().expect("a decimal"))
    }
    /// The smallest number that the arithmetic needs for m1 must be in its range.
    fn serves<R: Real>(&self) -> bool {
        R::EPSILON > 1e-20 || !self.by_m1 || self.double(0) > 1e-240
    }
}

/// A number as double-double.
pub(crate) trait Long: Real<Mask = bool> {
    fn long(self) -> DoubleDouble;
}
impl Long for f64 {
    fn long(self) -> DoubleDouble {
        DoubleDouble::from(self)
    }
}
impl Long for DoubleDouble {
    fn long(self) -> DoubleDouble {
        self
    }
}

/// The largest error of each result of a function over a table.
fn worst<R: Long, const N: usize>(
    table: &'static str,
    arguments: usize,
    function: impl Fn(&Row, R, R) -> [R; N],
) -> [f64; N] {
    let mut worst = [0f64; N];
    let mut seen = 0;
    for row in rows(table).filter(Row::serves::<R>) {
        let (m, m1) = row.parameter();
        for (index, got) in function(&row, m, m1).into_iter().enumerate() {
            let (truth, condition) = row.result(arguments, index);
            let scale = truth.hi.abs() * (1.0 + condition) * R::EPSILON;
            let error = (got.long() - truth).hi.abs();
            let error = if error == 0.0 { 0.0 } else { error / scale };
            worst[index] = if error.is_nan() { f64::INFINITY } else { error.max(worst[index]) };
        }
        seen += 1;
    }
    assert!(seen > 200);
    worst
}

const JACOBI: &str = include_str!("../data/elliptic/jacobi.txt");
const F: &str = include_str!("../data/elliptic/f.txt");
const E: &str = include_str!("../data/elliptic/e.txt");
const PI: &str = include_str!("../data/elliptic/pi.txt");
const COMPLETE: &str = include_str!("../data/elliptic/complete.txt");
const PI_COMPLETE: &str = include_str!("../data/elliptic/pi_complete.txt");

/// sn, cn, dn, am, F, E, Pi, K, E, Pi.
fn all<R: Long>() -> [f64; 10] {
    let [sn, cn, dn, am] = worst::<R, 4>(JACOBI, 1, |row, m, m1| {
        let u = row.argument(0);
        let (sn, cn, dn) = elliptic::jacobi(u, m, m1);
        [sn, cn, dn, elliptic::amplitude(u, m, m1)]
    });
    let [f] = worst::<R, 1>(F, 1, |row, m, m1| [elliptic::f(row.argument(0), m, m1)]);
    let [e] = worst::<R, 1>(E, 1, |row, m, m1| [elliptic::e(row.argument(0), m, m1)]);
    let [pi] =
        worst::<R, 1>(PI, 2, |row, m, m1| [elliptic::pi(row.argument(0), row.argument(1), m, m1)]);
    let [k, whole] =
        worst::<R, 2>(COMPLETE, 0, |_, m, m1| [elliptic::k(m1), elliptic::e_complete(m, m1)]);
    let [third] =
        worst::<R, 1>(PI_COMPLETE, 1, |row, m, m1| [elliptic::pi_complete(row.argument(0), m, m1)]);
    [sn, cn, dn, am, f, e, pi, k, whole, third]
}

const NAMES: [&str; 10] =
    ["sn", "cn", "dn", "am", "F", "E", "Pi", "K", "E complete", "Pi complete"];

fn stay_below(errors: [f64; 10], bounds: [f64; 10]) {
    println!("{errors:.2?}");
    for ((name, error), bound) in NAMES.into_iter().zip(errors).zip(bounds) {
        assert!(error <= bound, "{name}: {error:.3} > {bound}");
    }
}

#[test]
fn doubles_are_as_good_as_the_module_says() {
    stay_below(all::<f64>(), [1.6, 1.75, 1.75, 1.35, 1.8, 4.3, 2.8, 1.3, 3.1, 3.3]);
}

#[test]
fn double_doubles_are_as_good_as_the_module_says() {
    stay_below(all::<DoubleDouble>(), [0.8, 0.9, 0.9, 0.85, 0.75, 2.1, 0.9, 0.7, 1.1, 1.0]);
}
