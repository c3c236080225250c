//! Buss's series in exact fractions, and the same with numbers.

use crate::support::Uniform;
use polhode::lie::{
    Frame, LieAlgebra, LieGroup, RotationN, Skew, TurnSeries, Twist, Weight, terms,
};
use polhode::real::DoubleDouble as Dd;
use polhode::{Real, Vec3};

/// Section 5 of the paper: Z = sum of h^k Y_k/(k+1)!, each term with its fraction and
/// the orders of the derivatives of W, [u, v, w] = [u, [v, w]].
const PAPER: [&[(i128, i128, &[u8])]; 6] = [
    &[(1, 1, &[0])],
    &[(1, 2, &[1])],
    &[(1, 6, &[2]), (1, 12, &[1, 0])],
    &[(1, 24, &[3]), (1, 24, &[2, 0])],
    &[
        (1, 120, &[4]),
        (1, 80, &[3, 0]),
        (1, 120, &[2, 1]),
        (1, 240, &[1, 1, 0]),
        (-1, 720, &[0, 2, 0]),
        (-1, 720, &[0, 0, 1, 0]),
    ],
    &[
        (1, 720, &[5]),
        (1, 288, &[3, 1]),
        (1, 360, &[4, 0]),
        (1, 360, &[2, 1, 0]),
        (1, 1440, &[1, 2, 0]),
        (-1, 1440, &[0, 3, 0]),
        (-1, 1440, &[0, 0, 2, 0]),
        (-1, 720, &[0, 1, 1, 0]),
    ],
];

#[test]
fn orders_1_to_6_are_the_papers_term_by_term() {
    for (found, printed) in terms(6).unwrap().iter().zip(PAPER) {
        let found = found.iter().map(|term| {
            let fraction = term.coefficient_of_derivatives();
            (fraction.numerator(), fraction.denominator(), term.letters.clone())
        });
        let mut found: Vec<_> = found.collect();
        let mut printed: Vec<_> =
            printed.iter().map(|&(n, d, word)| (n, d, word.to_vec())).collect();
        found.sort();
        printed.sort();
        assert_eq!(found, printed);
    }
}

/// The slides of 2011 list [W0,W0,W2,W0] twice.
#[test]
fn the_slides_series_is_another_one() {
    let sixth = &terms(6).unwrap()[5];
    let term = sixth.iter().find(|term| term.letters == [0, 0, 2, 0]).unwrap();
    assert_eq!(term.coefficient_of_derivatives().to_string(), "-1/1440");
}

#[test]
fn orders_that_there_are_not_are_refused() {
    let message = terms(13).unwrap_err().to_string();
    assert!(message.contains("13") && message.contains("from 1 to 12"), "{message}");
    assert!(TurnSeries::<Vec3<f64>, f64>::new(Frame::Body, 0).is_err());
    assert!(TurnSeries::<Vec3<f64>, f64>::new(Frame::Body, 32).is_ok());
    assert!(TurnSeries::<Vec3<f64>, f64>::new(Frame::Body, 33).is_err());
}

/// The brackets of the formula with numbers, and the recurrence with the same numbers.
fn compare<A: LieAlgebra<Dd> + Copy>(frame: Frame, a: &[A], size: impl Fn(A) -> f64) -> f64 {
    let mut series = TurnSeries::<A, Dd>::new(frame, a.len()).unwrap();
    a.iter().for_each(|&a| series.push(a));
    let minus = |a: A| a * Dd::from_f64(-1.0);
    let mut worst = 0.0f64;
    for (terms, &theta) in terms(a.len()).unwrap().iter().zip(series.theta()) {
        let sum = terms.iter().fold(A::zero(), |sum, term| {
            let (last, rest) = term.letters.split_last().unwrap();
            let letter = |&i: &u8| a[usize::from(i)];
            let bracket = rest.iter().rev().fold(letter(last), |inner, i| {
                let bracket = letter(i).bracket(&inner);
                if frame == Frame::Body { minus(bracket) } else { bracket }
            });
            sum + bracket * <Dd as Weight>::fraction(term.coefficient)
        });
        worst = worst.max(size(sum + minus(theta)) / size(theta));
    }
    worst
}

#[test]
fn formula_and_recurrence_agree_on_every_group() {
    let mut random = Uniform(7);
    let mut number = || Dd::from_f64(random.next() * 2.0 - 1.0);
    let mut vector = || Vec3::new(number(), number(), number());
    let size = |v: Vec3<Dd>| v.norm().hi;
    for frame in [Frame::Space, Frame::Body] {
        let so3: Vec<_> = (0..10).map(|_| vector()).collect();
        let se3: Vec<_> = (0..10).map(|_| Twist { angular: vector(), linear: vector() }).collect();
        let so4: Vec<_> = (0..10)
            .map(|_| {
                let mut entries = [vector(), vector()].into_iter().flat_map(Vec3::to_array);
                Skew::<Dd, 4>::from_planes(|_, _| entries.next().unwrap())
            })
            .collect();
        let worst = [
            compare(frame, &so3, size),
            compare(frame, &se3, |v| v.dot(v).hi.sqrt()),
            compare(frame, &so4, |v| v.dot(&v).hi.sqrt()),
        ];
        println!("{frame:?}: {worst:?}");
        // Measured 4e-32 at most.
        assert!(worst.iter().all(|&error| error < 1e-30), "{frame:?}: {worst:?}");
    }
}

/// A linear equation with a velocity that is given: exp(theta) is the product of many short turns,
/// each at the middle of its piece (order 2, extrapolated).
#[test]
fn the_turn_is_the_product_integral() {
    type G = RotationN<f64, 4>;
    let mut random = Uniform(3);
    let a: [_; 4] =
        std::array::from_fn(|_| Skew::<f64, 4>::from_planes(|_, _| random.next() - 0.5));
    let h = 0.25;
    let product = |pieces: u32| {
        let dt = h / f64::from(pieces);
        (0..pieces).fold(G::identity(), |g, n| {
            let t = dt * (f64::from(n) + 0.5);
            let velocity = a.iter().rev().fold(Skew::zero(), |sum, &a| sum * t + a);
            g * G::exp(velocity * dt)
        })
    };
    let (coarse, fine) = (product(512), product(1024));
    let mut series = TurnSeries::<_, f64>::new(Frame::Body, 14).unwrap();
    a.iter().for_each(|&a| series.push(a));
    (4..14).for_each(|_| series.push(Skew::zero()));
    let theta = series.theta().iter().rev().fold(Skew::zero(), |sum, &c| (sum + c) * h);
    let turn = G::exp(theta);
    for i in 0..4 {
        for j in 0..4 {
            let limit = fine.0[i][j] + (fine.0[i][j] - coarse.0[i][j]) / 3.0;
            // 1024 products, each rounded, and dt^4.
            assert!((turn.0[i][j] - limit).abs() < 3e-14, "{i} {j}");
        }
    }
}
