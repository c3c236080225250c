//! The keys of a torque model; the models are in scenario/torque/models.rs.

use super::super::{ScenarioKey, ValueKind};
use super::key;

/// The keys of a torque model.
#[derive(Clone, Copy, Debug)]
pub struct TorqueKeys {
    /// What the key `model` says.
    pub name: &'static str,
    /// What pushes, with the formula.
    pub help: &'static str,
    /// Its further keys.
    pub keys: &'static [ScenarioKey],
}

const MODEL: ScenarioKey = key("model", ValueKind::Text, "\"uniform-field\"", "what pushes");

pub(in super::super) fn with_model(
    keys: &'static [ScenarioKey],
) -> impl Iterator<Item = &'static ScenarioKey> + Clone {
    std::iter::once(&MODEL).chain(keys)
}

/// The torque models, in the order of the guide; docs/torques.md has their formulas.
pub const TORQUES: &[TorqueKeys] = crate::scenario::TORQUE_KEYS;
