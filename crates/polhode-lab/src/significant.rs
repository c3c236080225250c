//! Numbers for people, whatever their size.

/// A number with seven significant digits.
///
/// ```
/// use polhode_lab::significant;
/// assert_eq!(significant(-12.5), "-12.50000");
/// assert_eq!(significant(3.21e-13), "3.210000e-13");
/// ```
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 10")]
pub fn significant(number: f64) -> String {
    let size = number.abs();
    if size != 0.0 && !(1e-4..1e7).contains(&size) {
        return format!("{number:.6e}");
    }
    let place = if size == 0.0 { 0.0 } else { size.log10().floor() };
    let decimals = (6.0 - place).clamp(0.0, 10.0) as usize;
    format!("{number:.decimals$}")
}
