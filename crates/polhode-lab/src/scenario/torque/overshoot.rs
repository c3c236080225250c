//! Splines that leave the range of their data.

use super::models;
use crate::diagnostic::Diagnostic;
use crate::document::Node;
use polhode::torque::{Interpolation, Overshoot};

/// Overshoots above this part of the range of a component are warned of. A sine with 8 points per period has 4 %.
const LIMIT: f64 = 0.1;

/// Returns a warning for each table whose spline overshoots, in the axes of the file.
pub(crate) fn overshoots(torques: &[Node]) -> impl Iterator<Item = Diagnostic> {
    let tables = torques.iter().filter(|node| node.get("model").map(Node::text) == Some("table"));
    tables.filter_map(|node| {
        let interpolation = node.get("interpolation")?;
        if interpolation.text() != Interpolation::Cubic.name() {
            return None;
        }
        let overshoot =
            models::table::<f64>(node, |time| time, |torque| torque).ok()?.overshoot()?;
        (overshoot.ratio > LIMIT).then(|| warning(interpolation, &overshoot))
    })
}

fn warning(interpolation: &Node, overshoot: &Overshoot<f64>) -> Diagnostic {
    let Overshoot { axis, interval: [from, to], extreme, ratio } = overshoot;
    let component = ["x", "y", "z"][*axis];
    let message = format!(
        "the cubic spline of `torque.table` overshoots its points by {:.0} % of the range of the {component} component: \
         it reaches {extreme:.4e} between the times {from:?} and {to:?}",
        100.0 * ratio
    );
    let remedy =
        "take interpolation = \"linear\", or give more points where the torque changes fast";
    Diagnostic::at(interpolation.span.clone(), message, remedy)
}
