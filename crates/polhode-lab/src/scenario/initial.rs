//! `[initial]`: attitude and momentum.

use super::{InitialState, Shape, library};
use crate::diagnostic::Diagnostic;
use crate::document::{Node, Value};
use crate::listed::Listed;
use polhode::geometry::{EulerSequence, Mat3, Rotation, Vec3};
use std::str::FromStr;

/// How far a norm may be from 1 and be mended: more is a mistake, not rounding.
const MENDED: f64 = 1e-6;
/// Below, it is the rounding of a file with 16 digits, and nobody is told.
const SILENT: f64 = 1e-14;

pub(super) fn read(
    node: &Node,
    body: &Shape,
    warnings: &mut Vec<Diagnostic>,
) -> Result<InitialState, Diagnostic> {
    let epoch = node.get("time").map_or(0.0, Node::number);
    let attitude = match node.get("attitude") {
        Some(given) => attitude(given, "initial.attitude", warnings)?,
        None => Rotation::identity(),
    };
    let (rates, momenta) = (node.get("angular_velocity"), node.get("angular_momentum"));
    let to_momentum = |rates: Vec3<f64>| {
        let axes = body.principal_axes;
        axes.apply(body.inertia.momentum(axes.apply_inverse(rates)))
    };
    let momentum = match (rates, momenta) {
        (Some(rates), None) => to_momentum(vector(rates, attitude, "angular_velocity")?),
        (None, Some(momentum)) => vector(momentum, attitude, "angular_momentum")?,
        (None, None) => {
            let message = "`initial` does not say how the body turns";
            let remedy = "give angular_velocity = [..] in body axes, rad/s, or angular_momentum";
            return Err(Diagnostic::at(node.span.clone(), message, remedy));
        }
        (Some(_), Some(second)) => {
            let message = "`initial` has both `angular_velocity` and `angular_momentum`";
            return Err(Diagnostic::at(second.span.clone(), message, "give one of them"));
        }
    };
    Ok(InitialState { epoch, attitude, momentum })
}

/// A velocity or a momentum, in body components.
fn vector(node: &Node, attitude: Rotation<f64>, name: &str) -> Result<Vec3<f64>, Diagnostic> {
    if matches!(node.value, Value::List(_)) {
        return Ok(node.numbers().into());
    }
    let factor = match node.get("unit").map_or("rad/s", Node::text) {
        "deg/s" => std::f64::consts::PI / 180.0,
        "rpm" => std::f64::consts::PI / 30.0,
        _ => 1.0,
    };
    let given = match (node.get("body"), node.get("space")) {
        (Some(body), None) => body.numbers::<3>().into(),
        (None, Some(space)) => attitude.apply_inverse(space.numbers::<3>().into()),
        _ => {
            let message = format!("`initial.{name}` must say `body` or `space`, and not both");
            let remedy = format!("write for example {name} = {{ space = [0.0, 0.0, 1.0] }}");
            return Err(Diagnostic::at(node.span.clone(), message, remedy));
        }
    };
    Ok(given * factor)
}

/// An attitude in any of its forms.
pub(super) fn attitude(
    node: &Node,
    path: &str,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Rotation<f64>, Diagnostic> {
    if matches!(node.value, Value::List(_)) {
        return quaternion(node, path, warnings);
    }
    let keys: Vec<&str> = node.entries().iter().map(|entry| entry.key.as_str()).listed();
    let get = |key: &str| node.get(key).unwrap_or(node);
    let mut sorted = keys.clone();
    sorted.sort_unstable();
    match sorted[..] {
        ["rotation_vector"] => Ok(Rotation::exp(get("rotation_vector").numbers::<3>().into())),
        ["matrix"] => matrix(get("matrix"), path),
        ["euler", "sequence"] | ["euler", "sequence", "unit"] => euler(node, path),
        ["axis", "degrees"] => axis(get("axis"), get("degrees").number().to_radians(), path),
        ["axis", "radians"] => axis(get("axis"), get("radians").number(), path),
        _ => {
            let message = format!("`{path}` is {}; this is no attitude", node.print());
            let remedy = "give rotation_vector; or matrix; or euler and sequence (and unit); or \
                          axis and degrees or radians";
            Err(Diagnostic::at(node.span.clone(), message, remedy))
        }
    }
}

fn quaternion(
    node: &Node,
    path: &str,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Rotation<f64>, Diagnostic> {
    let [w, x, y, z] = node.numbers();
    let given = Rotation { w, x, y, z };
    let norm = given.norm_squared().sqrt();
    let off = (norm - 1.0).abs();
    // Not before it is needed: ensembles come here for every body.
    let message = || format!("the quaternion `{path}` has the norm {norm:?}; it must be 1");
    if off > MENDED {
        let remedy = "check the four numbers (w x y z); their squares must add up to 1";
        return Err(Diagnostic::at(node.span.clone(), message(), remedy));
    }
    if off > SILENT {
        warnings.push(Diagnostic::at(node.span.clone(), message(), "it was divided by its norm"));
    }
    Ok(if norm == 1.0 { given } else { given.normalized() })
}

fn matrix(node: &Node, path: &str) -> Result<Rotation<f64>, Diagnostic> {
    let rows = node.rows::<3>();
    let row = |i: usize| Vec3::from(rows.get(i).copied().unwrap_or([f64::NAN; 3]));
    let m = Mat3 { x: row(0), y: row(1), z: row(2) };
    let off = [m.x.dot(m.x) - 1.0, m.y.dot(m.y) - 1.0, m.z.dot(m.z) - 1.0]
        .into_iter()
        .chain([m.x.dot(m.y), m.y.dot(m.z), m.z.dot(m.x)])
        .fold(0.0_f64, |most, x| most.max(x.abs()));
    let determinant = m.x.dot(m.y.cross(m.z));
    if off <= MENDED && determinant > 0.0 {
        return Ok(Rotation::from_matrix(m));
    }
    let message = if determinant <= 0.0 {
        format!("the matrix `{path}` has the determinant {determinant:?}; it must be 1")
    } else {
        format!("the matrix `{path}` is off from orthogonal by {off:.1e}; at most 1e-6 is mended")
    };
    let remedy = "its columns are the body's axes seen from space: unit vectors, right-handed, at \
                  right angles";
    Err(Diagnostic::at(node.span.clone(), message, remedy))
}

fn euler(node: &Node, path: &str) -> Result<Rotation<f64>, Diagnostic> {
    let sequence = node.get("sequence").unwrap_or(node);
    let parsed = EulerSequence::from_str(sequence.text());
    let parsed = parsed.map_err(|error| library(&sequence.span, &error)).map_err(|problem| {
        Diagnostic { message: format!("`{path}.sequence`: {}", problem.message), ..problem }
    })?;
    let degrees = node.get("unit").is_some_and(|unit| unit.text() == "deg");
    let angles = node.get("euler").unwrap_or(node).numbers();
    Ok(Rotation::from_euler(parsed, if degrees { angles.map(f64::to_radians) } else { angles }))
}

fn axis(node: &Node, angle: f64, path: &str) -> Result<Rotation<f64>, Diagnostic> {
    let axis = Vec3::from(node.numbers());
    if axis.max_abs() > 0.0 {
        return Ok(Rotation::from_axis_angle(axis, angle));
    }
    let message = format!("`{path}.axis` has no length");
    Err(Diagnostic::at(node.span.clone(), message, "give a vector other than zero"))
}
