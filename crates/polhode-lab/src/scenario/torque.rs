//! `[[torque]]`: from keys to models, in the principal axes in which a run is
//! computed.

pub(super) mod expression;
mod models;

use super::Shape;
use crate::diagnostic::Diagnostic;
use crate::document::Node;
use polhode::real::Real;
use polhode_bound::Torques;

/// What the torques of a file are turned into: `scale` is how many units of mass
/// of the run are one of the file.
pub(crate) fn read<R: Real<Mask = bool>>(
    nodes: &[Node],
    body: &Shape,
    scale: f64,
) -> Result<Torques<R>, Diagnostic> {
    let parts = nodes.iter().map(|node| match node.get("model").map_or("", Node::text) {
        "expression" => expression::read(node, body, scale).map(Into::into),
        name => models::read(name, node, body, scale).map(Into::into),
    });
    Ok(Torques::new(parts.collect::<Result<Vec<_>, _>>()?))
}
