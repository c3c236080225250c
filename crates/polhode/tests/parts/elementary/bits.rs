//! A lane holds the bits of the scalar.

use polhode::Real;
use polhode::real::{F32x8, F64x4, Lanes};

/// A stream of bits (splitmix).
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
    /// Between -1 and 1.
    pub(crate) fn even(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / 2f64.powi(52) - 1.0
    }
    /// Mostly usual, sometimes anything.
    fn number(&mut self) -> f64 {
        let size = self.even();
        match self.bits() % 16 {
            0 => f64::from_bits(self.bits()),
            1 => [0.0, -0.0, 1.0, -1.0, f64::INFINITY, -f64::INFINITY, f64::NAN, 5e-324]
                [(self.bits() % 8) as usize],
            2 => core::f64::consts::FRAC_PI_2 * (self.bits() % 1000) as f64,
            3 => size * 1e6,
            4 => size * 1e3,
            5..8 => size * 10.0,
            _ => size,
        }
    }
}

fn check<T: Lanes>(number: impl Fn(f64) -> T::Scalar, bits: impl Fn(T::Scalar) -> u64) {
    let mut draw = Draw(7);
    for round in 0..40_000 {
        // Every other time all lanes are small, which skips the reduction.
        let shrink = if round % 2 == 0 { 1.0 } else { 1e-3 };
        let mut vector = || T::from_lanes(|_| number(draw.number() * shrink));
        let (x, y) = (vector(), vector());
        let (sin, cos) = x.sin_cos();
        let lanes = [sin, cos, x.tan(), x.atan2(y), x.exp(), x.ln(), x.round(), x.abs().sqrt()];
        for i in 0..T::COUNT {
            let (a, b) = (x.lane(i), y.lane(i));
            let (sin, cos) = a.sin_cos();
            let alone = [sin, cos, a.tan(), a.atan2(b), a.exp(), a.ln(), a.round(), a.abs().sqrt()];
            for (f, (lanes, alone)) in lanes.iter().zip(alone).enumerate() {
                let lane = lanes.lane(i);
                let nan = !lane.equals(lane) && !alone.equals(alone);
                assert!(
                    nan || bits(lane) == bits(alone),
                    "{f} of {a:?}, {b:?}: {lane:?} {alone:?}"
                );
            }
        }
    }
}

#[test]
fn four_doubles_have_the_bits_of_one() {
    check::<F64x4>(|x| x, f64::to_bits);
}

#[test]
#[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is the purpose")]
fn eight_singles_have_the_bits_of_one() {
    check::<F32x8>(|x| x as f32, |x| u64::from(x.to_bits()));
}

#[test]
fn negation_of_the_argument_only_changes_signs() {
    let mut draw = Draw(8);
    for _ in 0..20_000 {
        let x = draw.number();
        if !x.is_finite() {
            continue;
        }
        let ((sin, cos), (minus, same)) = (Real::sin_cos(x), Real::sin_cos(-x));
        assert_eq!((sin.to_bits(), cos.to_bits()), ((-minus).to_bits(), same.to_bits()), "{x:e}");
        assert_eq!(Real::tan(x).to_bits(), (-Real::tan(-x)).to_bits(), "{x:e}");
    }
}

/// Computed once on x86-64; every machine has to agree.
#[test]
fn the_bits_are_the_same_on_every_machine() {
    let mut draw = Draw(9);
    let mut sum = 0_u64;
    for _ in 0..10_000 {
        let (x, y) = (draw.number(), draw.number());
        let (sin, cos) = Real::sin_cos(x);
        for value in [sin, cos, Real::tan(x), Real::atan2(x, y), Real::exp(x), Real::ln(x)] {
            let bits = if value.is_nan() { 0 } else { value.to_bits() };
            sum = (sum.rotate_left(5) ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
    assert_eq!(sum, 0x1c9b_dcab_8b57_ffaf, "{sum:#x}");
}
