//! Units of time.

/// The units of time with a known length.
pub const TIME_UNITS: [&str; 9] = ["s", "ms", "us", "ns", "ps", "fs", "min", "h", "d"];

/// Returns the length of a unit in seconds, if it is one of [`TIME_UNITS`].
#[must_use]
pub fn seconds_in(unit: &str) -> Option<f64> {
    Some(match unit {
        "s" => 1.0,
        "ms" => 1e-3,
        "us" => 1e-6,
        "ns" => 1e-9,
        "ps" => 1e-12,
        "fs" => 1e-15,
        "min" => 60.0,
        "h" => 3600.0,
        "d" => 86400.0,
        _ => return None,
    })
}
