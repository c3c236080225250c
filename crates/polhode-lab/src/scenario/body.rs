//! `[body]`: from a shape to principal moments.

mod shape;

use super::{Shape, library};
use crate::diagnostic::Diagnostic;
use crate::document::Node;
use crate::keys::SHAPES;
use crate::listed::Listed;
use polhode::Error;
use polhode::Inertia;
use polhode::geometry::{Mat3, Rotation, Vec3};
use polhode_bound::{Dimension, RunUnits};
use std::path::Path;

/// A tensor that another file than the scenario says.
pub(super) struct FromFile {
    pub(super) tensor: Mat3<f64>,
    pub(super) file: String,
}

type Read = (Shape, Option<FromFile>);

/// Files are found from the folder, where there is one.
pub(super) fn read(node: &Node, folder: Option<&Path>) -> Result<Read, Diagnostic> {
    let given: Vec<_> = SHAPES.iter().filter_map(|&name| Some((name, node.get(name)?))).listed();
    let remedy =
        format!("give one of {}; for example inertia = [1.0, 2.0, 2.5]", SHAPES.join(", "));
    let (name, value) = match given[..] {
        [] => {
            return Err(Diagnostic::at(
                node.span.clone(),
                "`body` does not say its inertia",
                remedy,
            ));
        }
        [one] => one,
        [(first, _), (second, value), ..] => {
            let message =
                format!("`body` has both `{first}` and `{second}`; they would be two bodies");
            return Err(Diagnostic::at(value.span.clone(), message, remedy));
        }
    };
    let unchecked = node.get("unchecked").is_some_and(Node::flag);
    if unchecked && !(name == "inertia" && is_vector(value)) {
        let message = "`body.unchecked` is true; it is for three principal moments only";
        let span = node.get("unchecked").map(|flag| flag.span.clone());
        return Err(Diagnostic::at(
            span,
            message,
            "remove it, or give inertia = [..] as three numbers",
        ));
    }
    match name {
        "inertia" if is_vector(value) => Ok((principal(value, unchecked)?, None)),
        "inertia" => Ok((tensor(value)?, None)),
        _ => shape::read(name, value, folder),
    }
}

fn is_vector(node: &Node) -> bool {
    node.items().iter().all(|item| item.items().is_empty())
}

fn principal(node: &Node, unchecked: bool) -> Result<Shape, Diagnostic> {
    let moments = node.numbers();
    let inertia = if unchecked {
        Inertia::new_without_triangle_check(moments)
    } else {
        in_any_unit(Vec3::from(moments).max_abs(), |units| {
            let in_run = units.vector_to_run(moments.into(), Dimension::MOMENT);
            Ok((Inertia::new(in_run.to_array())?, ()))
        })
        .map(|(inertia, ())| inertia)
    };
    let remedy = "check their order and units, or take published moments as they are with \
                  unchecked = true";
    let inertia = inertia.map_err(|error| in_scenario(node, &error, remedy))?;
    Ok(Shape { inertia, principal_axes: Rotation::identity() })
}

fn tensor(node: &Node) -> Result<Shape, Diagnostic> {
    let rows = node.rows::<3>();
    let rows = std::array::from_fn(|i| rows.get(i).copied().unwrap_or([f64::NAN; 3]));
    let remedy = "these are its principal moments; check the signs and units of the entries";
    let tensor: Mat3<f64> = Mat3::from_f64(rows);
    let [x, y, z] = [tensor.x, tensor.y, tensor.z].map(Vec3::max_abs);
    let found = in_any_unit(x.max(y).max(z), |units| {
        Inertia::from_tensor(tensor.map_rows(|row| units.vector_to_run(row, Dimension::MOMENT)))
    });
    let (inertia, principal_axes) = found.map_err(|error| in_scenario(node, &error, remedy))?;
    Ok(Shape { inertia, principal_axes })
}

/// An inertia in the file's unit of mass, or, where its moments are out of the library's range, by way of one in which the
/// largest number is of the order of 1: runs have such a unit. Results have squares of momenta in the file's.
fn in_any_unit<T>(
    largest: f64,
    make: impl Fn(RunUnits) -> Result<(Inertia<f64>, T), Error>,
) -> Result<(Inertia<f64>, T), Error> {
    let made = make(RunUnits::FILE);
    let has_squares = (1e-100..=1e100).contains(&largest);
    if !(has_squares && matches!(made, Err(Error::MomentOutOfRange { .. }))) {
        return made;
    }
    let units = RunUnits::FILE.with_moment(largest);
    let in_file = |moments| units.vector_to_file(moments, Dimension::MOMENT).to_array();
    match make(units) {
        Ok((inertia, rest)) => {
            Ok((Inertia::new_without_triangle_check(in_file(inertia.moments()))?, rest))
        }
        Err(Error::TriangleInequality { axis, moments }) => {
            Err(Error::TriangleInequality { axis, moments: in_file(moments.into()) })
        }
        Err(_) => made,
    }
}

/// The library's remedy for published moments has another name in a file.
fn in_scenario(node: &Node, error: &Error, triangle: &str) -> Diagnostic {
    let problem = library(&node.span, error);
    match error {
        Error::TriangleInequality { .. } => Diagnostic { remedy: triangle.into(), ..problem },
        _ => problem,
    }
}
