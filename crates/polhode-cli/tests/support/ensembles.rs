//! Ensembles, as the file `many.toml`.

use super::TestFolder;

/// Torqued bodies with all that an ensemble may keep.
pub(crate) const TORQUED: &str = r#"title = "many"

[body]
inertia = [1.0, 2.0, 2.5]

[initial]
angular_velocity = [0.1, 2.0, 0.1]

[[torque]]
model = "constant"
space = [0.0, 0.0, 0.1]

[run]
duration = 1.0
method = "liemid-ea"
step = 0.01

[ensemble]
count = 3000
chunk = 100

[ensemble.vary]
"initial.attitude" = { distribution = "uniform-rotation" }
"torque.0.space" = { distribution = "normal", deviation = 0.1 }

[ensemble.keep]
states = true
formats = ["csv", "parquet"]
reduce = ["mean", "covariance", "quantiles", "histogram"]
worst = { by = "rate", count = 3 }
"#;

/// A folder with `TORQUED`.
pub(crate) fn torqued() -> TestFolder {
    let place = TestFolder::new();
    place.write("many.toml", TORQUED);
    place
}

/// So many free bodies in one step each, of which the states are kept.
pub(crate) fn free(count: u64, more: &str) -> String {
    format!(
        r#"title = "many"
[body]
inertia = [1.0, 2.0, 2.5]
[initial]
angular_velocity = [0.1, 2.0, 0.1]
[run]
duration = 1.0
method = "exact"
step = 1.0
[ensemble]
count = {count}
[ensemble.vary]
"initial.attitude" = {{ distribution = "uniform-rotation" }}
[ensemble.keep]
states = true
{more}
"#
    )
}
