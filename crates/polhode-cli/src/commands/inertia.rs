//! `polhode inertia`

use super::pretty;
use crate::arguments::{Inertia, MeshFile, Shape};
use crate::people::grouped;
use crate::stop::{Stop, say};
use polhode::{Rotation, Vec3};
use polhode_formats::regular;
use polhode_shape::{Amount, Error, Format, MassProperties, Mesh, PointMasses, Remedy, Solid};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

pub(super) fn inertia(options: &Inertia) -> Result<(), Stop> {
    let body = body(&options.shape)?;
    let principal = body.properties.principal();
    let (inertia, rotation) = principal.map_err(|error| Stop::Input(body.complaint(&error)))?;
    let found = Found { moments: inertia.moments(), rotation, body };
    say(&if options.json { pretty(&found.object()) } else { found.describe() })
}

/// What was asked about.
struct Body {
    /// In words.
    title: String,
    /// As a key of a scenario.
    key: String,
    /// Its file, if it has one.
    file: Option<String>,
    properties: MassProperties,
}

impl Body {
    fn complaint(&self, error: &Error) -> String {
        complaint(self.file.as_deref(), error)
    }
}

fn complaint(file: Option<&str>, error: &Error) -> String {
    let remedy = match error.remedy() {
        Remedy::Flip => "turn all triangles over by --flip, or take that away".into(),
        other => other.to_string(),
    };
    let file = file.map(|file| format!("`{file}`: ")).unwrap_or_default();
    let mut text = format!("{file}{}; {remedy}", error.message());
    if let Error::Mesh { defects } = error {
        for defect in defects.iter().skip(1).take(9) {
            let _ = write!(text, "\n  also: {defect}");
        }
    }
    text
}

fn body(shape: &Shape) -> Result<Body, Stop> {
    match shape {
        &Shape::Box { sides: sides @ [x, y, z], quantity } => {
            let (title, key) = (format!("A box of {x} x {y} x {z}"), format!("size = {sides:?}"));
            solid(title, "box", key, Solid::Box { sides }, quantity.amount())
        }
        &Shape::Ellipsoid { semi_axes: semi_axes @ [x, y, z], quantity } => {
            let title = format!("An ellipsoid of semi-axes {x}, {y}, {z}");
            let key = format!("semi_axes = {semi_axes:?}");
            solid(title, "ellipsoid", key, Solid::Ellipsoid { semi_axes }, quantity.amount())
        }
        &Shape::Cylinder { radius, height, quantity } => {
            let title = format!("A cylinder of radius {radius} and height {height}");
            let key = format!("radius = {radius:?}, height = {height:?}");
            solid(title, "cylinder", key, Solid::Cylinder { radius, height }, quantity.amount())
        }
        &Shape::Cone { radius, height, quantity } => {
            let title = format!("A cone of radius {radius} and height {height}");
            let key = format!("radius = {radius:?}, height = {height:?}");
            solid(title, "cone", key, Solid::Cone { radius, height }, quantity.amount())
        }
        Shape::Points { file } => points(file, PointMasses::from_csv, "points", "point masses"),
        Shape::Molecule { file } => {
            points(file, PointMasses::from_xyz, "molecule", "atoms, masses in u")
        }
        Shape::Mesh(options) => mesh(options),
    }
}

fn solid(
    title: String,
    name: &str,
    key: String,
    solid: Solid,
    amount: Amount,
) -> Result<Body, Stop> {
    let properties = solid.properties(amount);
    let properties = properties.map_err(|error| Stop::Input(complaint(None, &error)))?;
    let key = format!("{name} = {{ {key}, {} }}", as_key(amount));
    Ok(Body { title, key, file: None, properties })
}

fn as_key(amount: Amount) -> String {
    match amount {
        Amount::Mass(mass) => format!("mass = {mass:?}"),
        Amount::Density(density) => format!("density = {density:?}"),
    }
}

fn points(
    file: &Path,
    read: fn(&[u8]) -> Result<PointMasses, Error>,
    name: &str,
    what: &str,
) -> Result<Body, Stop> {
    let (shown, bytes) = content(file)?;
    let refused = |error: Error| Stop::Input(complaint(Some(&shown), &error));
    let points = read(&bytes).map_err(refused)?;
    let properties = points.properties().map_err(refused)?;
    let title = format!("{shown}: {} {what}", points.count());
    let key = format!("{name} = {{ file = {} }}", quoted(&shown));
    Ok(Body { title, key, file: Some(shown), properties })
}

fn mesh(options: &MeshFile) -> Result<Body, Stop> {
    let (shown, bytes) = content(&options.file)?;
    let refused = |error: Error| Stop::Input(complaint(Some(&shown), &error));
    let format = options.format.unwrap_or_else(|| Format::detect(&shown, &bytes));
    let amount = options.quantity.amount();
    let mut key = format!("mesh = {{ file = {}, {}", quoted(&shown), as_key(amount));
    if options.format.is_some() {
        let _ = write!(key, ", format = \"{format}\"");
    }
    let mut mesh = Mesh::read(&bytes, format).map_err(refused)?;
    if let Some(factor) = options.scale {
        mesh = mesh.scaled(factor).map_err(refused)?;
        let _ = write!(key, ", scale = {factor:?}");
    }
    if options.flip {
        mesh = mesh.flipped();
        key.push_str(", flip = true");
    }
    let properties = mesh.properties(amount).map_err(refused)?;
    let triangles = grouped(mesh.triangles().len() as u64);
    let title = format!("{shown}: {triangles} triangles, {format}");
    Ok(Body { title, key: key + " }", file: Some(shown), properties })
}

/// A text of TOML.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// The name and the bytes of a file.
fn content(file: &Path) -> Result<(String, Vec<u8>), Stop> {
    let shown = file.display().to_string();
    match regular::read(file, regular::SHAPE) {
        Ok(bytes) => Ok((shown, bytes)),
        Err(error) if error.is_not_found() => {
            Err(Stop::Input(format!("there is no file `{shown}`; check the path")))
        }
        Err(error) => Err(error.into()),
    }
}

/// What is to be said of it.
struct Found {
    body: Body,
    moments: Vec3<f64>,
    /// Principal components to those in the shape's axes.
    rotation: Rotation<f64>,
}

impl Found {
    /// The principal axes, each in the axes of the shape.
    fn axes(&self) -> [[f64; 3]; 3] {
        self.rotation.to_matrix().transpose().to_rows()
    }

    /// Are the products of inertia none, or nothing but rounding?
    fn is_along_its_axes(&self) -> bool {
        self.rotation == Rotation::identity()
    }

    /// The value of the key `inertia`.
    fn value(&self) -> String {
        if self.is_along_its_axes() {
            return format!("{:?}", self.moments.to_array());
        }
        let [x, y, z] = self.body.properties.tensor.to_rows();
        format!("[\n  {x:?},\n  {y:?},\n  {z:?},\n]")
    }

    fn describe(&self) -> String {
        let MassProperties { mass, volume, centre, .. } = self.body.properties;
        let mut text = format!("{}\n", self.body.title);
        let mut row = |label: &str, value: String| {
            let _ = writeln!(text, "  {label:9} {value}");
        };
        let list = |[x, y, z]: [f64; 3]| format!("{x:?}, {y:?}, {z:?}");
        row("mass", format!("{mass:?}"));
        if let Some(volume) = volume {
            row("volume", format!("{volume:?}"));
        }
        row("centre", list(centre.to_array()));
        row("moments", list(self.moments.to_array()));
        if self.is_along_its_axes() {
            row("axes", "those of the shape".into());
        } else {
            for (label, axis) in ["axes", "", ""].into_iter().zip(self.axes()) {
                row(label, list(axis));
            }
            row(
                "rotation",
                format!("{:?}, principal axes to those of the shape", self.rotation.to_wxyz()),
            );
        }
        let _ = write!(
            text,
            "\nIn a scenario, about the centre of mass, in the axes of the shape:\n\n[body]\ninertia = {}\n\nor, \
             the same:\n\n[body]\n{}",
            self.value(),
            self.body.key
        );
        text
    }

    fn object(&self) -> Value {
        let MassProperties { mass, volume, centre, tensor } = self.body.properties;
        json!({
            "shape": self.body.title,
            "mass": mass,
            "volume": volume,
            "centre_of_mass": centre.to_array(),
            "inertia_tensor": tensor.to_rows(),
            "principal_moments": self.moments.to_array(),
            "principal_axes": self.axes(),
            "rotation_wxyz": self.rotation.to_wxyz(),
            "toml": format!("[body]\ninertia = {}\n", self.value()),
        })
    }
}
