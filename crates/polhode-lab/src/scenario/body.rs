//! `[body]`: from a shape to principal moments.

use super::{Shape, library};
use crate::document::Node;
use crate::problem::Problem;
use polhode::Error;
use polhode::Inertia;
use polhode::geometry::{Mat3, Rotation, Vec3};

const SHAPES: [&str; 5] = ["inertia", "box", "ellipsoid", "cylinder", "points"];

pub(super) fn read(node: &Node) -> Result<Shape, Problem> {
    let given: Vec<_> = SHAPES.iter().filter_map(|&name| Some((name, node.get(name)?))).collect();
    let remedy = "give one of inertia, box, ellipsoid, cylinder, points; for example \
                  inertia = [1.0, 2.0, 2.5]";
    let (name, value) = match given[..] {
        [] => {
            return Err(Problem::at(node.span.clone(), "`body` does not say its inertia", remedy));
        }
        [one] => one,
        [(first, _), (second, value), ..] => {
            let message =
                format!("`body` has both `{first}` and `{second}`; they would be two bodies");
            return Err(Problem::at(value.span.clone(), message, remedy));
        }
    };
    let unchecked = node.get("unchecked").is_some_and(Node::flag);
    if unchecked && !(name == "inertia" && is_vector(value)) {
        let message = "`body.unchecked` is true; it is for three principal moments only";
        let span = node.get("unchecked").map(|flag| flag.span.clone());
        return Err(Problem::at(
            span,
            message,
            "remove it, or give inertia = [..] as three numbers",
        ));
    }
    match name {
        "inertia" if is_vector(value) => principal(value, value.numbers(), unchecked),
        "inertia" => tensor(value, Mat3::of(rows(value))),
        "points" => points(value),
        solid => principal(value, moments_of_solid(solid, value)?, false),
    }
}

fn is_vector(node: &Node) -> bool {
    node.items().iter().all(|item| item.items().is_empty())
}

fn rows(node: &Node) -> [[f64; 3]; 3] {
    let rows = node.rows::<3>();
    std::array::from_fn(|i| rows.get(i).copied().unwrap_or([f64::NAN; 3]))
}

fn principal(node: &Node, moments: [f64; 3], unchecked: bool) -> Result<Shape, Problem> {
    let inertia = if unchecked { Inertia::unchecked(moments) } else { Inertia::new(moments) };
    let remedy = "check their order and units, or take published moments as they are with \
                  unchecked = true";
    let inertia = inertia.map_err(|error| in_scenario(node, &error, remedy))?;
    Ok(Shape { inertia, principal_axes: Rotation::identity() })
}

fn tensor(node: &Node, tensor: Mat3<f64>) -> Result<Shape, Problem> {
    let remedy = "these are its principal moments; check the signs and units of the entries";
    let (inertia, principal_axes) =
        Inertia::from_tensor(tensor).map_err(|error| in_scenario(node, &error, remedy))?;
    Ok(Shape { inertia, principal_axes })
}

/// The library's remedy for published moments has another name in a file.
fn in_scenario(node: &Node, error: &Error, triangle: &str) -> Problem {
    let problem = library(&node.span, error);
    match error {
        Error::TriangleInequality { .. } => Problem { remedy: triangle.into(), ..problem },
        _ => problem,
    }
}

fn positive(node: &Node, key: &str) -> Result<f64, Problem> {
    let value = node.get(key).map_or(f64::NAN, Node::number);
    let span = node.get(key).map_or(node.span.clone(), |n| n.span.clone());
    positive_number(&format!("`{key}`"), value, span)
}

fn positive_number(what: &str, value: f64, span: std::ops::Range<usize>) -> Result<f64, Problem> {
    if value > 0.0 {
        return Ok(value);
    }
    let message = format!("{what} is {value:?}; it must be positive");
    Err(Problem::at(span, message, "a body without extent or mass does not turn"))
}

fn lengths(node: &Node, key: &str) -> Result<[f64; 3], Problem> {
    let value = node.get(key).unwrap_or(node);
    for item in value.items() {
        positive_number(&format!("a length of `{key}`"), item.number(), item.span.clone())?;
    }
    Ok(value.numbers())
}

/// Of a homogeneous solid about its centre of mass.
fn moments_of_solid(shape: &str, node: &Node) -> Result<[f64; 3], Problem> {
    let mass = positive(node, "mass")?;
    Ok(match shape {
        "box" => {
            let [x, y, z] = lengths(node, "size")?.map(|length| length * length);
            [y + z, z + x, x + y].map(|sum| mass * sum / 12.0)
        }
        "ellipsoid" => {
            let [x, y, z] = lengths(node, "semi_axes")?.map(|length| length * length);
            [y + z, z + x, x + y].map(|sum| mass * sum / 5.0)
        }
        _ => {
            let (radius, height) = (positive(node, "radius")?, positive(node, "height")?);
            let across = mass * (3.0 * radius * radius + height * height) / 12.0;
            [across, across, mass * radius * radius / 2.0]
        }
    })
}

/// Point masses about their centre of mass.
fn points(node: &Node) -> Result<Shape, Problem> {
    let empty = Node { value: crate::document::Value::List(Vec::new()), span: node.span.clone() };
    let masses = node.get("masses").unwrap_or(&empty);
    let positions = node.get("positions").unwrap_or(&empty);
    let (count, places) = (masses.items().len(), positions.items().len());
    if count != places || count == 0 {
        let message = format!("`points` has {count} masses and {places} positions");
        let remedy = "give each mass its position, and at least three that are not in a line";
        return Err(Problem::at(positions.span.clone(), message, remedy));
    }
    for mass in masses.items() {
        positive_number("a mass of `points`", mass.number(), mass.span.clone())?;
    }
    let masses: Vec<f64> = masses.items().iter().map(Node::number).collect();
    let positions: Vec<Vec3<f64>> = positions.rows().into_iter().map(Vec3::from).collect();
    let sum = |of: &dyn Fn(f64, Vec3<f64>) -> Vec3<f64>| {
        masses.iter().zip(&positions).fold(Vec3::zero(), |sum, (&m, &x)| sum + of(m, x))
    };
    let centre = sum(&|m, x| x * m) / masses.iter().sum::<f64>();
    // sum of m (r.r - r r^T)
    let square = |x: Vec3<f64>| Vec3::new(x.x * x.x, x.y * x.y, x.z * x.z);
    let s = sum(&|m, x| square(x - centre) * m);
    let p = sum(&|m, x| {
        let r = x - centre;
        Vec3::new(r.y * r.z, r.z * r.x, r.x * r.y) * m
    });
    tensor(
        node,
        Mat3::of([[s.y + s.z, -p.z, -p.y], [-p.z, s.z + s.x, -p.x], [-p.y, -p.x, s.x + s.y]]),
    )
}
