//! The leading coefficient is the plain number, to the bit; lanes are scalars.

use core::fmt::Debug;
use polhode::real::{DoubleDouble, F32x8, F64x4, Jet, Lanes, Mask, Over, Real};

/// Everything that a number can do.
fn everything<R: Real>(x: R, y: R) -> Vec<R> {
    let (sin, cos) = x.sin_cos();
    let assigned = |change: fn(&mut R, R)| {
        let mut value = x;
        change(&mut value, y);
        value
    };
    let mut results = vec![
        x + y,
        x - y,
        x * y,
        x / y,
        -x,
        sin,
        cos,
        x.sin(),
        x.cos(),
        x.tan(),
        x.atan2(y),
        x.atan(),
        x.asin(),
        x.acos(),
        x.exp(),
        x.ln(),
        x.sqrt(),
        x.abs(),
        x.round(),
        x.half(),
        x.twice(),
        x.squared(),
        x.recip(),
        x.min(y),
        x.max(y),
        x.with_sign_of(y),
        R::zero(),
        R::one(),
        R::pi(),
        R::from_f64(0.1),
        R::default(),
        R::select(x.lt(y), x, y),
        assigned(|a, b| *a += b),
        assigned(|a, b| *a -= b),
        assigned(|a, b| *a *= b),
        assigned(|a, b| *a /= b),
    ];
    results.extend((-3..6).map(|exponent| x.powi(exponent)));
    results
}

fn answers<R: Real>(x: R, y: R) -> [R::Mask; 4] {
    [x.lt(y), x.le(y), x.equals(y), x.is_finite()]
}

/// Debug writes the shortest digits that give the same bits, and -0.
fn bits(value: impl Debug) -> String {
    format!("{value:?}")
}

const VALUES: [f64; 22] = [
    0.0,
    -0.0,
    0.5,
    -0.5,
    1.0,
    -1.0,
    0.3,
    -0.7,
    1.7,
    -2.5,
    3.5,
    12.0,
    1e-3,
    -1e-9,
    1e5,
    -7e8,
    1e30,
    1e-30,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    1e-310,
];

fn pairs() -> impl Iterator<Item = (f64, f64)> {
    VALUES.into_iter().flat_map(|x| VALUES.into_iter().map(move |y| (x, y)))
}

/// The leading coefficients of jets that vary are the results of plain numbers.
fn leads_with_the_plain_number<R: Lanes, const N: usize>() {
    for (x, y) in pairs() {
        let lanes = |value: f64| R::from_lanes(|i| R::Scalar::from_f64(value * (1.0 + i as f64)));
        let (x, y) = (lanes(x), lanes(y));
        let (jet_x, jet_y) = (Jet::<R, N>::variable(x), Jet::<R, N>::variable(y));
        let (jets, plain) = (everything(jet_x, jet_y), everything(x, y));
        assert_eq!(jets.len(), plain.len());
        for (index, (jet, plain)) in jets.into_iter().zip(plain).enumerate() {
            assert_eq!(bits(jet.coefficient(0)), bits(plain), "{index} of {x:?}, {y:?}");
        }
        let finite = N == 1 || x.is_finite().all();
        let count = if finite { 4 } else { 3 };
        let (jets, plain) = (answers(jet_x, jet_y), answers(x, y));
        assert_eq!(bits(&jets[..count]), bits(&plain[..count]), "{x:?}, {y:?}");
    }
}

#[test]
fn a_jet_of_one_coefficient_is_the_plain_number_to_the_bit() {
    leads_with_the_plain_number::<f64, 1>();
    leads_with_the_plain_number::<f32, 1>();
    leads_with_the_plain_number::<F64x4, 1>();
    leads_with_the_plain_number::<F32x8, 1>();
    leads_with_the_plain_number::<DoubleDouble, 1>();
    leads_with_the_plain_number::<Jet<f64, 1>, 1>();
}

#[test]
fn what_varies_does_not_change_a_bit_of_the_value() {
    leads_with_the_plain_number::<f64, 2>();
    leads_with_the_plain_number::<f64, 6>();
    leads_with_the_plain_number::<f32, 9>();
    leads_with_the_plain_number::<F64x4, 3>();
    leads_with_the_plain_number::<DoubleDouble, 4>();
    leads_with_the_plain_number::<Jet<f64, 3>, 3>();
}

/// Coefficients that differ from lane to lane, some of them zero: the roots and
/// angles that need care sit next to those that do not.
fn lane_is_scalar<R: Lanes>()
where
    Jet<R::Scalar, 5>: Lanes<Scalar = Jet<R::Scalar, 5>>,
{
    type Five<R> = Jet<R, 5>;
    for start in 0..VALUES.len() {
        let scalar = |shift: usize| {
            move |lane: usize| {
                Five::<R::Scalar>::from_coefficients(core::array::from_fn(|k| {
                    let value = VALUES[(start + shift + 5 * lane + k) % VALUES.len()];
                    R::Scalar::from_f64(if (start + lane).is_multiple_of(3) { 0.0 } else { value })
                }))
            }
        };
        let [x, y] = [0, 7].map(|shift| Five::<R>::from_lanes(scalar(shift)));
        let together = everything(x, y);
        for lane in 0..R::COUNT {
            let alone = everything(scalar(0)(lane), scalar(7)(lane));
            for (index, (together, alone)) in together.iter().zip(alone).enumerate() {
                assert_eq!(bits(together.lane(lane)), bits(alone), "{index} of {start}, {lane}");
            }
        }
    }
}

#[test]
fn a_lane_of_a_jet_holds_the_bits_of_the_jet_of_a_lane() {
    lane_is_scalar::<F64x4>();
    lane_is_scalar::<F32x8>();
}

#[test]
fn a_jet_contains_its_numbers_and_a_number_itself() {
    fn there_and_back<R: Real, T: Over<R>>(value: R) -> R {
        T::lift(value).leading()
    }
    assert_eq!(there_and_back::<f64, f64>(0.1), 0.1);
    assert_eq!(there_and_back::<f64, Jet<f64, 4>>(0.1), 0.1);
    let inner = Jet::<f64, 2>::variable(0.1);
    assert_eq!(there_and_back::<Jet<f64, 2>, Jet<Jet<f64, 2>, 3>>(inner), inner);
    assert_eq!(there_and_back::<Jet<f64, 2>, Jet<f64, 2>>(inner), inner);
    assert_eq!(Jet::<f64, 3>::lift(0.1), Jet::from_f64(0.1));
}
