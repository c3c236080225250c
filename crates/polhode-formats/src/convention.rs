//! How others write a quaternion: order, names, and whose rotation it is.

use crate::Error;

/// A way to write the attitude of a body as four numbers.
///
/// polhode's is the Hamilton quaternion that takes body components to space components.
#[derive(Debug, PartialEq, Eq)]
pub struct Convention {
    /// Its name.
    pub name: &'static str,
    /// Which of w, x, y, z comes when.
    pub order: [Component; 4],
    /// What its columns are called in a file. A set of names belongs to one reading of the
    /// numbers, so that a file says by itself how it is to be read.
    pub columns: [&'static str; 4],
    /// Is it the quaternion of the inverse rotation?
    pub conjugate: bool,
    /// What it means there.
    pub help: &'static str,
}

/// A part of a quaternion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// The scalar.
    W,
    /// The first of the vector.
    X,
    /// The second of the vector.
    Y,
    /// The third of the vector.
    Z,
}

use Component::{W, X, Y, Z};

const SCALAR_FIRST: [Component; 4] = [W, X, Y, Z];
const SCALAR_LAST: [Component; 4] = [X, Y, Z, W];
const WXYZ: [&str; 4] = ["q_w", "q_x", "q_y", "q_z"];
const XYZW: [&str; 4] = ["q_x", "q_y", "q_z", "q_w"];

/// All that are known.
pub const CONVENTIONS: [Convention; 8] = [
    Convention {
        name: "polhode",
        order: SCALAR_FIRST,
        columns: WXYZ,
        conjugate: false,
        help: "Hamilton quaternion, body to space",
    },
    Convention {
        name: "scipy",
        order: SCALAR_LAST,
        columns: XYZW,
        conjugate: false,
        help: "scipy.spatial.transform.Rotation, applied to body components",
    },
    Convention {
        name: "spice",
        order: SCALAR_FIRST,
        columns: ["q_0", "q_1", "q_2", "q_3"],
        conjugate: true,
        help: "m2q of the C-matrix, which takes inertial components to body components",
    },
    Convention {
        name: "ccsds",
        order: SCALAR_LAST,
        columns: ["q_1", "q_2", "q_3", "q_c"],
        conjugate: false,
        help: "Q1 Q2 Q3 QC of an attitude message with inertial frame A and body frame B",
    },
    Convention {
        name: "mujoco",
        order: SCALAR_FIRST,
        columns: WXYZ,
        conjugate: false,
        help: "qpos[3:7] of a free joint, body to world",
    },
    Convention {
        name: "lammps",
        order: SCALAR_FIRST,
        columns: ["quatw", "quati", "quatj", "quatk"],
        conjugate: false,
        help: "quatw quati quatj quatk of ellipsoids and bodies, body to space",
    },
    Convention {
        name: "hoomd",
        order: SCALAR_FIRST,
        columns: WXYZ,
        conjugate: false,
        help: "orientation of a particle, also in GSD, body to space",
    },
    Convention {
        name: "glam",
        order: SCALAR_LAST,
        columns: XYZW,
        conjugate: false,
        help: "glam::DQuat::to_array, as in Bevy, Unity and ROS",
    },
];

impl Convention {
    /// The one with this name, in large or small letters.
    ///
    /// # Errors
    /// Where there is none.
    pub fn find(name: &str) -> Result<&'static Self, Error> {
        let found = CONVENTIONS.iter().find(|known| known.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| {
            let names: Vec<_> = CONVENTIONS.iter().map(|known| known.name).collect();
            Error::input(format!("there is no convention `{name}`"))
                .with_remedy(format!("there are {}", names.join(", ")))
        })
    }
    /// Four numbers in this convention from w, x, y, z of polhode's.
    #[must_use]
    pub fn from_wxyz(&self, quaternion: [f64; 4]) -> [f64; 4] {
        let ours = conjugated(quaternion, self.conjugate);
        self.order.map(|part| ours[part as usize])
    }
    /// w, x, y, z of polhode's quaternion from four numbers in this convention.
    #[must_use]
    pub fn to_wxyz(&self, numbers: [f64; 4]) -> [f64; 4] {
        let mut wxyz = [0.0; 4];
        for (number, part) in numbers.into_iter().zip(self.order) {
            wxyz[part as usize] = number;
        }
        conjugated(wxyz, self.conjugate)
    }
}

/// All of them as a Markdown table, as the guide shows it.
#[must_use]
pub fn guide() -> String {
    let mut text =
        String::from("| name | columns | quaternion of | what it is |\n|---|---|---|---|\n");
    for Convention { name, columns, conjugate, help, .. } in &CONVENTIONS {
        let of = if *conjugate { "space to body" } else { "body to space" };
        text += &format!("| `{name}` | `{}` | {of} | {help} |\n", columns.join(","));
    }
    text
}

pub(crate) fn conjugated(q: [f64; 4], conjugate: bool) -> [f64; 4] {
    if conjugate { [q[0], -q[1], -q[2], -q[3]] } else { q }
}
