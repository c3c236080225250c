//! Solids, points, molecules and meshes.

use super::{FromFile, Read, Shape};
use crate::diagnostic::Diagnostic;
use crate::document::Node;
use crate::listed::Listed;
use crate::scenario::named_file;
use polhode_formats::regular;
use polhode_shape::{Amount, Error, MassProperties, Mesh, MeshFormat, PointMasses, Solid};
use std::ops::Range;
use std::path::Path;

/// The shape of this name.
pub(super) fn read(name: &str, node: &Node, folder: Option<&Path>) -> Result<Read, Diagnostic> {
    let file = node.get("file");
    let properties = match (name, file) {
        ("molecule", Some(file)) => in_file(
            file,
            PointMasses::from_xyz(&content(name, file, folder)?)
                .and_then(|points| points.properties()),
        )?,
        ("mesh", Some(file)) => {
            let amount = amount(name, node)?;
            let bytes = content(name, file, folder)?;
            in_file(file, mesh(node, file.text(), &bytes).and_then(|mesh| mesh.properties(amount)))?
        }
        ("points", Some(file)) => {
            only_file(node)?;
            in_file(
                file,
                PointMasses::from_csv(&content(name, file, folder)?)
                    .and_then(|points| points.properties()),
            )?
        }
        ("points", None) => points(node)?,
        _ => solid(name, node)?,
    };
    let place = file.unwrap_or(node);
    let (inertia, principal_axes) =
        properties.principal().map_err(|error| problem(&place.span, &error))?;
    let from_file =
        file.map(|file| FromFile { tensor: properties.tensor, file: file.text().into() });
    Ok((Shape { inertia, principal_axes }, from_file))
}

fn problem(span: &Range<usize>, error: &Error) -> Diagnostic {
    Diagnostic::at(span.clone(), error.message(), error.remedy())
}

fn in_file<T>(file: &Node, result: Result<T, Error>) -> Result<T, Diagnostic> {
    result.map_err(|error| {
        let found = problem(&file.span, &error);
        Diagnostic { message: format!("`{}`: {}", file.text(), found.message), ..found }
    })
}

/// The bytes of a file that the scenario names.
fn content(name: &str, file: &Node, folder: Option<&Path>) -> Result<Vec<u8>, Diagnostic> {
    let path = named_file::path(file, &format!("body.{name}.file"), folder)?;
    regular::read(&path, regular::SHAPE).map_err(|error| named_file::refused(file, error))
}

fn mesh(node: &Node, name: &str, bytes: &[u8]) -> Result<Mesh, Error> {
    let format = node.get("format").and_then(|format| format.text().parse().ok());
    let mesh = Mesh::read(bytes, format.unwrap_or_else(|| MeshFormat::detect(name, bytes)))?;
    let mesh = match node.get("scale") {
        Some(scale) => mesh.scaled(scale.number())?,
        None => mesh,
    };
    Ok(if node.get("flip").is_some_and(Node::flag) { mesh.flipped() } else { mesh })
}

fn solid(name: &str, node: &Node) -> Result<MassProperties, Diagnostic> {
    let solid = match name {
        "box" => Solid::Box { sides: lengths(node, "size")? },
        "ellipsoid" => Solid::Ellipsoid { semi_axes: lengths(node, "semi_axes")? },
        _ => {
            let (radius, height) = (positive(node, "radius")?, positive(node, "height")?);
            if name == "cone" {
                Solid::Cone { radius, height }
            } else {
                Solid::Cylinder { radius, height }
            }
        }
    };
    solid.properties(amount(name, node)?).map_err(|error| problem(&node.span, &error))
}

fn amount(name: &str, node: &Node) -> Result<Amount, Diagnostic> {
    match (node.get("mass"), node.get("density")) {
        (Some(_), None) => Ok(Amount::Mass(positive(node, "mass")?)),
        (None, Some(_)) => Ok(Amount::Density(positive(node, "density")?)),
        (Some(_), Some(density)) => {
            let message = format!("`body.{name}` has both `mass` and `density`");
            Err(Diagnostic::at(
                density.span.clone(),
                message,
                "give one, the volume says the other",
            ))
        }
        (None, None) => {
            let message = format!("`body.{name}` has neither `mass` nor `density`");
            Err(Diagnostic::at(node.span.clone(), message, "write for example mass = 1.0"))
        }
    }
}

fn positive(node: &Node, key: &str) -> Result<f64, Diagnostic> {
    let value = node.get(key).map_or(f64::NAN, Node::number);
    let span = node.get(key).map_or(node.span.clone(), |n| n.span.clone());
    positive_number(&format!("`{key}`"), value, span)
}

fn positive_number(what: &str, value: f64, span: Range<usize>) -> Result<f64, Diagnostic> {
    if value > 0.0 {
        return Ok(value);
    }
    let message = format!("{what} is {value:?}; it must be positive");
    Err(Diagnostic::at(span, message, "a body without extent or mass does not turn"))
}

fn lengths(node: &Node, key: &str) -> Result<[f64; 3], Diagnostic> {
    let value = node.get(key).unwrap_or(node);
    for item in value.items() {
        positive_number(&format!("a length of `{key}`"), item.number(), item.span.clone())?;
    }
    Ok(value.numbers())
}

fn only_file(node: &Node) -> Result<(), Diagnostic> {
    let Some(other) = node.get("masses").or(node.get("positions")) else { return Ok(()) };
    let message = "`points` has a file, and masses or positions beside it";
    Err(Diagnostic::at(other.span.clone(), message, "give one of the two"))
}

fn points(node: &Node) -> Result<MassProperties, Diagnostic> {
    let (masses, positions) = (node.get("masses"), node.get("positions"));
    let items = |list: Option<&'_ Node>| list.map_or(0, |list| list.items().len());
    let (count, places) = (items(masses), items(positions));
    let (Some(masses), Some(positions), true) = (masses, positions, count == places && count > 0)
    else {
        let message = format!("`points` has {count} masses and {places} positions");
        let remedy = "give each mass its position, and at least three that are not in a line";
        let span = positions.unwrap_or(node).span.clone();
        return Err(Diagnostic::at(span, message, remedy));
    };
    for mass in masses.items() {
        positive_number("a mass of `points`", mass.number(), mass.span.clone())?;
    }
    let masses = masses.items().iter().map(Node::number);
    let points = masses.zip(positions.rows::<3>()).map(|(m, x)| (m, x.into())).listed();
    let properties = PointMasses::new(points).and_then(|points| points.properties());
    properties.map_err(|error| problem(&node.span, &error))
}
