//! `[[torque]]`: from keys to models, in the principal axes in which a run is
//! computed.

pub(super) mod expression;
mod late;
mod models;
mod overshoot;
mod reader;
mod samples;
mod table_file;

use super::Shape;
use crate::diagnostic::Diagnostic;
use crate::document::Node;
use polhode::real::Real;
use polhode_bound::Torques;
use reader::TorqueNode;
pub(crate) use reader::TorqueScope;

pub(crate) use models::TORQUE_KEYS;
pub(crate) use overshoot::overshoots;
pub use samples::TorqueSamples;
pub(crate) use table_file::{EmbeddedTable, embed};

/// What the torques of a file are turned into, in the units and with the time of a run.
pub(crate) fn read<R: Real<Mask = bool>>(
    nodes: &[Node],
    body: &Shape,
    scope: TorqueScope,
) -> Result<Torques<R>, Diagnostic> {
    let parts = nodes.iter().map(|node| {
        let name = node.get("model").map_or("", Node::text);
        models::read(&TorqueNode { name, node, shape: body, axes: body.principal_axes, scope })
    });
    Ok(Torques::new(parts.collect::<Result<Vec<_>, _>>()?))
}
