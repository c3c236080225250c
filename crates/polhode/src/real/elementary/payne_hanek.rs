//! Angles of any size less multiples of pi/2 (Payne and Hanek 1983).
//!
//! An angle is M * 2^e with a whole M of 53 bits. Bits of 2/pi that weigh 4 or
//! more after the product with 2^e only add whole turns: 192 bits from there on
//! give the quadrant, and 137 bits of the fraction. No double comes closer
//! than 2^-62 to a multiple of pi/2, so at least 75 bits remain.

use super::super::Constant;
use super::super::double_double::{quick_two_sum, two_product};

/// 64 zeros, then the bits of 2/pi.
const TWO_OVER_PI: [u64; 21] = [
    0x0000_0000_0000_0000,
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
    0xf0cf_bc20_9af4_361d,
];

/// `quadrant * pi/2 + (angle + tail)`.
#[derive(Clone, Copy)]
pub(super) struct Angle {
    pub(super) angle: f64,
    pub(super) tail: f64,
    pub(super) quadrant: u64,
}

/// Of a magnitude; infinity has no angle, and numbers below 1 are their own.
pub(super) fn reduce(size: f64) -> Angle {
    if size < 1.0 {
        return Angle { angle: size, tail: 0.0, quadrant: 0 };
    }
    let field = (size.to_bits() >> 52) & 0x7ff;
    if field == 0x7ff {
        return Angle { angle: f64::NAN, tail: 0.0, quadrant: 0 };
    }
    let whole = (size.to_bits() & ((1 << 52) - 1)) | (1 << 52);
    // size = whole * 2^(field - 1075), of which field is at least 1023: the bit
    // of 2/pi that weighs 2^-j adds less than four where j > field - 1077. The
    // table has the bit j at position 63 + j.
    let fraction = product(whole, window(field - 1013));
    let quadrant = fraction[0] >> 62;
    let fraction = shifted_up(fraction, 2);
    if fraction[0] >> 63 == 0 {
        let (angle, tail) = times_half_pi(fraction);
        Angle { angle, tail, quadrant }
    } else {
        let (angle, tail) = times_half_pi(fraction.map(|word| !word));
        Angle { angle: -angle, tail: -tail, quadrant: quadrant + 1 }
    }
}

/// 192 bits of the table.
fn window(position: u64) -> [u64; 3] {
    let index = usize::try_from(position / 64).unwrap_or(0);
    let shift = u32::try_from(position % 64).unwrap_or(0);
    core::array::from_fn(|i| {
        let pair =
            u128::from(TWO_OVER_PI[index + i]) << 64 | u128::from(TWO_OVER_PI[index + i + 1]);
        low_word((pair << shift) >> 64)
    })
}

/// The product modulo 2^192.
fn product(factor: u64, words: [u64; 3]) -> [u64; 3] {
    let factor = u128::from(factor);
    let low = factor * u128::from(words[2]);
    let middle = factor * u128::from(words[1]) + (low >> 64);
    let high = factor * u128::from(words[0]) + (middle >> 64);
    [low_word(high), low_word(middle), low_word(low)]
}

#[expect(clippy::cast_possible_truncation, reason = "the low word is the purpose")]
fn low_word(wide: u128) -> u64 {
    wide as u64
}

/// Shifted to the left by less than 192 bits.
fn shifted_up(words: [u64; 3], count: u32) -> [u64; 3] {
    let (skip, shift) = ((count / 64) as usize, count % 64);
    let word = |i: usize| u128::from(words.get(i).copied().unwrap_or(0));
    core::array::from_fn(|i| low_word(((word(i + skip) << 64 | word(i + skip + 1)) << shift) >> 64))
}

/// The fraction (below 1/2) times pi/2.
fn times_half_pi(fraction: [u64; 3]) -> (f64, f64) {
    let zeros = match fraction {
        [0, 0, low] => 128 + low.leading_zeros().min(63),
        [0, middle, _] => 64 + middle.leading_zeros(),
        [high, ..] => high.leading_zeros(),
    };
    let [high, low, _] = shifted_up(fraction, zeros);
    // 53 bits, then the next 53: both exact.
    let unit = f64::from_bits((1023 - 53 - u64::from(zeros)) << 52);
    let first = exact(high >> 11) * unit;
    let next = (high << 42 | low >> 22) & ((1 << 53) - 1);
    let second = exact(next) * (unit * f64::EPSILON * 0.5);
    let (angle, error) = two_product(first, Constant::HALF_PI.hi);
    quick_two_sum(angle, error + (first * Constant::HALF_PI.lo + second * Constant::HALF_PI.hi))
}

/// Below 2^53.
#[expect(clippy::cast_precision_loss, reason = "below 2^53 nothing is lost")]
fn exact(whole: u64) -> f64 {
    whole as f64
}
