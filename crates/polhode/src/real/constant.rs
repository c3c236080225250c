//! Constants with more digits than an `f64` holds, written as one writes them
//! on paper.

/// A real constant to about 31 digits: the sum `hi + lo` of two doubles.
///
/// Tables of coefficients are written as decimals and parsed at compile time,
/// so that the same table serves `f32` and [`DoubleDouble`](super::DoubleDouble).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constant {
    /// The nearest double.
    pub hi: f64,
    /// The double nearest to what `hi` leaves.
    pub lo: f64,
}

impl Constant {
    /// The circle number.
    pub const PI: Self = Self::decimal("3.14159265358979323846264338327950288");
    /// Its half.
    pub const HALF_PI: Self = Self::decimal("1.57079632679489661923132169163975144");
    /// Its quarter.
    pub const QUARTER_PI: Self = Self::decimal("0.785398163397448309615660845819875721");

    /// A decimal such as `-0.5413165481700429818`: at most 36 digits after the
    /// leading zeros, no exponent.
    #[must_use]
    pub const fn decimal(text: &str) -> Self {
        let bytes = text.as_bytes();
        let negative = bytes[0] == b'-';
        let mut i = if negative { 1 } else { 0 };
        let mut digits: u128 = 0;
        let mut scale: u128 = 1;
        let mut after_point = false;
        while i < bytes.len() {
            if bytes[i] == b'.' {
                assert!(!after_point, "a decimal has one point");
                after_point = true;
            } else {
                assert!(bytes[i].is_ascii_digit(), "a decimal has digits, one point, one sign");
                digits = digits * 10 + (bytes[i] - b'0') as u128;
                if after_point {
                    scale *= 10;
                }
            }
            i += 1;
        }
        let size = Self::ratio(digits, scale);
        if negative { Self { hi: -size.hi, lo: -size.lo } } else { size }
    }

    /// The quotient of two whole numbers below 2^126.
    #[must_use]
    pub const fn ratio(numerator: u128, denominator: u128) -> Self {
        assert!(denominator > 0 && denominator < 1 << 126 && numerator < 1 << 126);
        if numerator == 0 {
            return Self { hi: 0.0, lo: 0.0 };
        }
        // 120 bits of the quotient by long division, first bit set.
        let mut rest = numerator;
        let mut divisor = denominator;
        let mut exponent: i32 = 0;
        while rest / 2 >= divisor {
            divisor *= 2;
            exponent += 1;
        }
        while rest < divisor {
            rest *= 2;
            exponent -= 1;
        }
        let mut bits: u128 = 0;
        let mut count = 0;
        while count < 120 {
            bits <<= 1;
            if rest >= divisor {
                rest -= divisor;
                bits |= 1;
            }
            rest *= 2;
            count += 1;
        }
        // The first bit weighs 2^exponent.
        let (hi, left) = nearest(bits, exponent - 119);
        let (lo, _) = if left < 0 {
            let (low, end) = nearest(left.unsigned_abs(), exponent - 119);
            (-low, end)
        } else {
            nearest(left.unsigned_abs(), exponent - 119)
        };
        Self { hi, lo }
    }
}

/// The double nearest to `bits * 2^exponent`, and what it leaves of `bits`.
const fn nearest(bits: u128, exponent: i32) -> (f64, i128) {
    if bits == 0 {
        return (0.0, 0);
    }
    let excess = 128 - bits.leading_zeros().cast_signed() - 53;
    if excess <= 0 {
        return (bits as f64 * two_to(exponent), 0);
    }
    let kept = (bits + (1 << (excess - 1))) >> excess;
    (kept as f64 * two_to(exponent + excess), bits.cast_signed() - (kept << excess).cast_signed())
}

const fn two_to(exponent: i32) -> f64 {
    assert!(exponent > -1022 && exponent < 1024);
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// `ratio!(1 / 12)`: a fraction in the number at hand, worked out at compile time.
macro_rules! ratio {
    ($numerator:literal / $denominator:literal) => {
        $crate::real::Real::constant(
            const { $crate::real::Constant::ratio($numerator, $denominator) },
        )
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_part_of_a_decimal_is_what_the_compiler_reads() {
        for text in [
            "0.3221375960817984",
            "-0.72690828850368276359106013612",
            "3.14159265358979323846264338327950288",
            "1",
            "0.1",
            "1234.5",
        ] {
            assert_eq!(Ok(Constant::decimal(text).hi), text.parse::<f64>(), "{text}");
        }
    }

    #[test]
    fn the_second_part_of_pi_is_the_known_one() {
        // pi - 3.141592653589793115997963... to 20 digits
        assert_eq!(Constant::PI.lo, 1.224_646_799_147_353_2e-16);
    }

    #[test]
    fn exact_quotients_leave_nothing() {
        assert_eq!(Constant::ratio(3, 4), Constant { hi: 0.75, lo: 0.0 });
        let third = Constant::ratio(1, 3);
        assert_eq!(third.hi, 1.0 / 3.0);
        assert_eq!(third.lo, 1.0 / 3.0 * 2f64.powi(-54));
    }
}
