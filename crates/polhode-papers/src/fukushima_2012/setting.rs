//! Body, starts, ways of turning and compositions of the paper.

use polhode::method::Composition;
use polhode::real::Constant;
use polhode::{Real, Rotation, Vec3};
use polhode_lab::listed::Listed;
use std::f64::consts::TAU;

/// A/C and B/C of water, section 3.1; the unit is C.
pub(super) const WATER: [f64; 3] = [0.345, 0.653, 1.0];

/// The unit of time is 1/omega_0.
pub(super) const PERIOD: f64 = TAU;

/// How a molecule starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// In the body, of length 1.
    pub(super) rates: Vec3<f64>,
    pub(super) attitude: Rotation<f64>,
}

/// The start of the long runs, (21) and (22).
pub(super) fn regular_start() -> Start {
    let [a, b, q0, q1, q2] = [0.5f64, 0.0, 0.5, -0.2, -0.3];
    let third = (1.0 - q0 * q0 - q1 * q1 - q2 * q2).sqrt();
    Start {
        rates: Vec3::new(a, b, (1.0 - a * a - b * b).sqrt()),
        attitude: Rotation::from_wxyz([q0, q1, q2, third]),
    }
}

/// All directions of the rates and all attitudes alike.
pub(super) fn random_starts(count: usize) -> Vec<Start> {
    let mut seed = 2012u64;
    // SplitMix64.
    let mut uniform = move || {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        #[expect(clippy::cast_precision_loss, reason = "53 bits are left")]
        let fraction = ((z ^ (z >> 31)) >> 11) as f64;
        fraction / (1u64 << 53) as f64
    };
    let start = |_| {
        let (height, angle) = (2.0 * uniform() - 1.0, TAU * uniform());
        let across = (1.0 - height * height).sqrt();
        // Shoemake 1992.
        let (u, a, b) = (uniform(), TAU * uniform(), TAU * uniform());
        let (r, s) = ((1.0 - u).sqrt(), u.sqrt());
        let wxyz = [s * Real::cos(b), r * Real::sin(a), r * Real::cos(a), s * Real::sin(b)];
        Start {
            rates: Vec3::new(across * Real::cos(angle), across * Real::sin(angle), height),
            attitude: Rotation::from_wxyz(wxyz),
        }
    };
    (0..count).map(start).listed()
}

/// How a plane is rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turns {
    /// The standard form (1), cosine and sine good to rounding.
    Accurate,
    /// The standard form with the rational cosine and sine, (5) at second order and of four
    /// terms of (7) at higher ones.
    Rational,
    /// The leap-frog form (3) with (4).
    Shears,
}

impl Turns {
    pub(super) const ALL: [Self; 3] = [Self::Rational, Self::Accurate, Self::Shears];

    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Accurate => "existing, cos and sin",
            Self::Rational => "existing, rational (5)",
            Self::Shears => "new",
        }
    }
    /// Its colour in all figures.
    pub(super) fn colour(self) -> usize {
        match self {
            Self::Rational => 1,
            Self::Accurate => 5,
            Self::Shears => 0,
        }
    }
}

const fn d(text: &str) -> Constant {
    Constant::decimal(text)
}

/// Table 3 as it is printed: two pairs of digits of the sixth weight have changed places.
pub(super) const PRINTED_8: Composition = Composition::new(
    "printed-8",
    8,
    "Fukushima 2012, Table 3",
    &[
        d("0.1302024830888900"),
        d("0.5611629817751083"),
        d("-0.3894749626448472"),
        d("0.1588419065551556"),
        d("-0.3959038941332375"),
        d("0.1845394609783157"),
        d("0.2583743876863220"),
        d("0.2950117236093102"),
        // (20)
        d("-0.6055081738300342"),
    ],
);

/// The compositions of the paper by their order.
pub(super) fn composition(order: u8) -> Option<Composition> {
    match order {
        4 => Some(Composition::OMELYAN_4),
        6 => Some(Composition::KAHAN_LI_6),
        8 => Some(Composition::KAHAN_LI_8),
        _ => None,
    }
}

/// A rotation in another precision.
pub(super) fn narrow<R: Real>(rotation: Rotation<f64>) -> Rotation<R> {
    Rotation::from_wxyz(rotation.to_wxyz().map(R::from_f64))
}
