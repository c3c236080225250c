//! How a body looks: what the scenario says, or else a box with the same moments.

use polhode_formats::regular;
use polhode_lab::Scenario;
use polhode_shape::{Amount, Format, Mesh};
use serde_json::{Value, json};
use std::path::Path;

/// More triangles are not drawn.
const MOST_TRIANGLES: usize = 400_000;

/// What the page draws, in the body axes of the file and about the centre of mass.
pub(crate) fn to_json(scenario: &Scenario) -> Value {
    let body = &scenario.to_json()["body"];
    let solid = |name: &str| {
        let mut solid = body.get(name)?.clone();
        solid["kind"] = json!(name);
        Some(solid)
    };
    if let Some(solid) = ["box", "ellipsoid", "cylinder", "cone"].into_iter().find_map(solid) {
        return solid;
    }
    if let Some(points) = point_masses(&body["points"]) {
        return points;
    }
    let moments = scenario.problem.body.inertia.moments().to_array();
    if moments.map(f64::to_bits) == T_HANDLE.map(f64::to_bits) {
        return t_handle();
    }
    let axes = scenario.problem.body.principal_axes.to_wxyz();
    json!({ "kind": "moments", "size": sides(moments), "axes": axes })
}

/// Edges of the solid box of mass 6 that has these moments: I1 = (b^2 + c^2)/2 and so on.
fn sides([a, b, c]: [f64; 3]) -> [f64; 3] {
    let edge = |x: f64| x.max(0.0).sqrt();
    let sides = [edge(b + c - a), edge(c + a - b), edge(a + b - c)];
    // A flat body still has two sides that can be seen.
    let least = sides.into_iter().fold(0.0, f64::max) / 50.0;
    sides.map(|side| side.max(least))
}

fn point_masses(points: &Value) -> Option<Value> {
    let numbers =
        |list: &Value| list.as_array()?.iter().map(Value::as_f64).collect::<Option<Vec<_>>>();
    let masses = numbers(&points["masses"])?;
    let places: Vec<Vec<f64>> =
        points["positions"].as_array()?.iter().map(numbers).collect::<Option<_>>()?;
    let mass: f64 = masses.iter().sum();
    let centre: [f64; 3] = std::array::from_fn(|k| {
        masses.iter().zip(&places).map(|(m, place)| m * place.get(k).unwrap_or(&0.0)).sum::<f64>()
            / mass
    });
    let about =
        |place: &Vec<f64>| -> Vec<f64> { place.iter().zip(centre).map(|(x, c)| x - c).collect() };
    let places: Vec<_> = places.iter().map(about).collect();
    Some(json!({ "kind": "points", "masses": masses, "positions": places }))
}

/// The mesh of a scenario file, about its centre of mass.
pub(crate) fn mesh(scenario: &Value, folder: &Path) -> Option<Value> {
    let mesh = &scenario["body"]["mesh"];
    let name = mesh["file"].as_str()?;
    let bytes = regular::read(&folder.join(name), regular::SHAPE).ok()?;
    let format = mesh["format"].as_str().and_then(|format| format.parse().ok());
    let surface =
        Mesh::read(&bytes, format.unwrap_or_else(|| Format::detect(name, &bytes))).ok()?;
    let flipped = mesh["flip"].as_bool() == Some(true);
    let surface = if flipped { surface.flipped() } else { surface };
    if surface.triangles().len() > MOST_TRIANGLES {
        return None;
    }
    let centre = surface.properties(Amount::Mass(1.0)).ok()?.centre;
    let vertices: Vec<_> =
        surface.vertices().iter().map(|v| (v.place - centre).to_array()).collect();
    let triangles: Vec<_> = surface.triangles().iter().map(|triangle| triangle.corners).collect();
    Some(json!({ "kind": "mesh", "vertices": vertices, "triangles": triangles }))
}

/// The moments of the scenario `t-handle`, whose description says of what it is made.
const T_HANDLE: [f64; 3] = [6.440203364643066e-05, 1.2976290650347814e-04, 1.9128842251805832e-04];

/// A bar of 120 mm along x and a stem of 60 mm along y that begins at its surface, both 12 mm thick:
/// the centre of mass is 12 mm from the middle of the bar.
fn t_handle() -> Value {
    json!({ "kind": "rods", "rods": [
        { "radius": 6.0, "from": [-60.0, -12.0, 0.0], "to": [60.0, -12.0, 0.0] },
        { "radius": 6.0, "from": [0.0, -12.0, 0.0], "to": [0.0, 54.0, 0.0], "joined": true },
    ] })
}
