//! The keys of a torque model; the models are in scenario/torque/models.rs.

use super::super::{Key, ValueKind};
use super::key;

/// The keys of a torque model.
#[derive(Clone, Copy, Debug)]
pub struct TorqueKeys {
    /// What the key `model` says.
    pub name: &'static str,
    /// What pushes, with the formula.
    pub help: &'static str,
    /// Its further keys.
    pub keys: &'static [Key],
}

const MODEL: Key = key("model", ValueKind::Text, "\"uniform-field\"", "what pushes");

pub(in super::super) fn with_model(
    keys: &'static [Key],
) -> impl Iterator<Item = &'static Key> + Clone {
    std::iter::once(&MODEL).chain(keys)
}

/// The torque models, in the order of the guide; docs/torques.md has their formulas.
pub const TORQUES: &[TorqueKeys] = crate::scenario::TORQUE_KEYS;
