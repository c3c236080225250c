//! What one can type of shapes.

use clap::{Args, Subcommand, ValueHint};
use polhode_shape::{Amount, MeshFormat};
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  polhode inertia box --sides 3,2,1 --mass 4
  polhode inertia cone --radius 0.05 --height 0.1 --density 700
  polhode inertia points masses.csv            rows of mass, x, y, z
  polhode inertia molecule water.xyz           in u and the file's unit of length
  polhode inertia mesh eros.obj --density 2670 --scale 1000 --json

Each prints the lines to paste into a scenario, which can also name the shape itself.";

#[derive(Debug, Args)]
pub(crate) struct InertiaArguments {
    #[command(subcommand)]
    pub(crate) shape: ShapeArguments,
    /// Prints JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ShapeArguments {
    /// A solid box along the axes
    Box {
        /// Its lengths along x, y and z
        #[arg(long, visible_alias = "size", value_name = "X,Y,Z", value_parser = three, allow_hyphen_values = true)]
        sides: [f64; 3],
        #[command(flatten)]
        quantity: AmountArguments,
    },
    /// A solid ellipsoid along the axes
    Ellipsoid {
        /// Half its lengths along x, y and z
        #[arg(long, visible_alias = "axes", value_name = "X,Y,Z", value_parser = three, allow_hyphen_values = true)]
        semi_axes: [f64; 3],
        #[command(flatten)]
        quantity: AmountArguments,
    },
    /// A solid cylinder about z
    Cylinder {
        /// Its radius
        #[arg(long, allow_negative_numbers = true)]
        radius: f64,
        /// Its length along z
        #[arg(long, allow_negative_numbers = true)]
        height: f64,
        #[command(flatten)]
        quantity: AmountArguments,
    },
    /// A solid cone about z, its base in the plane z = 0, its tip at z = HEIGHT
    Cone {
        /// The radius of its base
        #[arg(long, allow_negative_numbers = true)]
        radius: f64,
        /// Its length along z
        #[arg(long, allow_negative_numbers = true)]
        height: f64,
        #[command(flatten)]
        quantity: AmountArguments,
    },
    /// Point masses from a file with a row of mass, x, y, z for each
    Points {
        /// The file
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
    },
    /// A molecule from an XYZ file, with standard atomic weights
    Molecule {
        /// The file
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
    },
    /// The solid inside of closed triangles, from OBJ, STL or plate-vertex text
    Mesh(MeshFile),
}

#[derive(Debug, Args)]
pub(crate) struct MeshFile {
    /// The file
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) quantity: AmountArguments,
    /// obj, stl or plate-vertex [default: by the name and the first line]
    #[arg(long)]
    pub(crate) format: Option<MeshFormat>,
    /// A factor for its coordinates
    #[arg(long, value_name = "FACTOR", allow_negative_numbers = true)]
    pub(crate) scale: Option<f64>,
    /// Turns a mesh that is inside out
    #[arg(long)]
    pub(crate) flip: bool,
}

/// How much of it there is.
#[derive(Clone, Copy, Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct AmountArguments {
    /// Its mass
    #[arg(long, allow_negative_numbers = true)]
    mass: Option<f64>,
    /// Its mass by volume
    #[arg(long, allow_negative_numbers = true)]
    density: Option<f64>,
}

impl AmountArguments {
    pub(crate) fn amount(self) -> Amount {
        match (self.mass, self.density) {
            (Some(mass), _) => Amount::Mass(mass),
            (None, density) => Amount::Density(density.unwrap_or(f64::NAN)),
        }
    }
}

fn three(text: &str) -> Result<[f64; 3], String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|x| x.trim().parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| "it must be three numbers; write for example 3,2,1".into())
}
