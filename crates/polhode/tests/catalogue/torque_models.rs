//! The torque models: formulas, frames, potentials, derivatives, flags, errors.

mod anomalies;
mod damping;
mod errors;
mod flags;
mod frames;
mod impulses;
mod kepler;
mod lanes;
mod potentials;
mod pull;
mod samples;
mod series;
mod table;

use proptest::prelude::ProptestConfig;

fn cases() -> ProptestConfig {
    ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() }
}
