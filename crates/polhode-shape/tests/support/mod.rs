//! Meshes made by formulas, and files made of them.
#![allow(dead_code, reason = "each test file uses some of it")]

use polhode::Vec3;
use polhode_shape::{Mesh, Triangle, Vertex};
use std::f64::consts::TAU;
use std::fmt::Write;

/// Vertices and triangles without lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faces {
    pub(crate) vertices: Vec<[f64; 3]>,
    pub(crate) triangles: Vec<[usize; 3]>,
}

impl Faces {
    pub(crate) fn mesh(&self) -> Mesh {
        let vertex = |&place: &[f64; 3]| Vertex { place: place.into(), line: 0 };
        let triangle = |&corners: &[usize; 3]| Triangle { corners, line: 0 };
        let vertices = self.vertices.iter().map(vertex).collect();
        Mesh::new(vertices, self.triangles.iter().map(triangle).collect()).unwrap()
    }
    pub(crate) fn moved(mut self, by: [f64; 3]) -> Self {
        for vertex in &mut self.vertices {
            *vertex = std::array::from_fn(|k| vertex[k] + by[k]);
        }
        self
    }
    pub(crate) fn turned_over(mut self) -> Self {
        for triangle in &mut self.triangles {
            triangle.swap(0, 1);
        }
        self
    }
    /// Both, the vertices of each its own.
    pub(crate) fn and(mut self, other: Self) -> Self {
        let shift = self.vertices.len();
        self.vertices.extend(other.vertices);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|k| k + shift)));
        self
    }
    fn quad(&mut self, [a, b, c, d]: [usize; 4]) {
        self.triangles.extend([[a, b, c], [a, c, d]]);
    }
}

/// A surface of revolution about z with so many sides: rings of radius and height, from the
/// lowest to the highest; of radius 0 it is a point.
fn revolved(rings: &[(f64, f64)], sides: usize) -> Faces {
    let mut faces = Faces::default();
    let mut before: Option<Vec<usize>> = None;
    for &(radius, height) in rings {
        let count = if radius == 0.0 { 1 } else { sides };
        let first = faces.vertices.len();
        for k in 0..count {
            let (s, c) = (TAU * k as f64 / sides as f64).sin_cos();
            faces.vertices.push([radius * c, radius * s, height]);
        }
        let ring: Vec<usize> = (0..sides).map(|k| first + k % count).collect();
        if let Some(before) = before {
            for k in 0..sides {
                let next = (k + 1) % sides;
                let corners = [before[k], before[next], ring[next], ring[k]];
                match (corners[0] == corners[1], corners[2] == corners[3]) {
                    (true, _) => faces.triangles.push([corners[0], corners[2], corners[3]]),
                    (_, true) => faces.triangles.push([corners[0], corners[1], corners[2]]),
                    _ => faces.quad(corners),
                }
            }
        }
        before = Some(ring);
    }
    faces
}

/// 2 sides (rings - 1) triangles.
pub(crate) fn ellipsoid(semi_axes: [f64; 3], sides: usize, rings: usize) -> Faces {
    let ring = |k: usize| match k {
        0 => (0.0, -1.0),
        k if k == rings => (0.0, 1.0),
        k => {
            let (s, c) = (TAU / 2.0 * k as f64 / rings as f64).sin_cos();
            (s, -c)
        }
    };
    let mut faces = revolved(&(0..=rings).map(ring).collect::<Vec<_>>(), sides);
    for vertex in &mut faces.vertices {
        *vertex = std::array::from_fn(|k| vertex[k] * semi_axes[k]);
    }
    faces
}

pub(crate) fn prism(radius: f64, height: f64, sides: usize) -> Faces {
    let h = height / 2.0;
    revolved(&[(0.0, -h), (radius, -h), (radius, h), (0.0, h)], sides)
}

pub(crate) fn pyramid(radius: f64, height: f64, sides: usize) -> Faces {
    revolved(&[(0.0, 0.0), (radius, 0.0), (0.0, height)], sides)
}

/// About the origin.
pub(crate) fn brick([x, y, z]: [f64; 3]) -> Faces {
    let corner = |k: usize| {
        let side =
            |bit: usize, length: f64| if k & bit == 0 { -length / 2.0 } else { length / 2.0 };
        [side(1, x), side(2, y), side(4, z)]
    };
    let mut faces = Faces { vertices: (0..8).map(corner).collect(), triangles: Vec::new() };
    for quad in [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
    {
        faces.quad(quad);
    }
    faces
}

fn row([x, y, z]: [f64; 3]) -> String {
    format!("{x:?} {y:?} {z:?}")
}

pub(crate) fn obj(faces: &Faces) -> String {
    let mut text = String::from("# a mesh\no body\n");
    for &v in &faces.vertices {
        let _ = writeln!(text, "v {}", row(v));
    }
    for [a, b, c] in &faces.triangles {
        let _ = writeln!(text, "f {}/1 {}//2 {}/3/4", a + 1, b + 1, c + 1);
    }
    text
}

pub(crate) fn stl_text(faces: &Faces) -> String {
    let mut text = String::from("solid body\n");
    for triangle in &faces.triangles {
        text.push_str(" facet normal 0 0 0\n  outer loop\n");
        for &corner in triangle {
            let _ = writeln!(text, "   vertex {}", row(faces.vertices[corner]));
        }
        text.push_str("  endloop\n endfacet\n");
    }
    text + "endsolid body\n"
}

pub(crate) fn stl_binary(faces: &Faces) -> Vec<u8> {
    // A header that begins as a text would.
    let mut bytes = [b"solid binary".to_vec(), vec![0; 68]].concat();
    bytes.extend(u32::try_from(faces.triangles.len()).unwrap().to_le_bytes());
    for triangle in &faces.triangles {
        bytes.extend([0; 12]);
        for &corner in triangle {
            bytes.extend(faces.vertices[corner].iter().flat_map(|&x| (x as f32).to_le_bytes()));
        }
        bytes.extend([0; 2]);
    }
    bytes
}

/// As DAMIT, Rosetta and SPICE have them.
pub(crate) fn plates(faces: &Faces) -> [String; 3] {
    let (nv, np) = (faces.vertices.len(), faces.triangles.len());
    let numbers = |[a, b, c]: [usize; 3]| format!("{} {} {}", a + 1, b + 1, c + 1);
    let (mut damit, mut ver) = (format!("{nv} {np}\n"), format!("  {nv}  {np}\n"));
    let mut spice = format!("{nv}\n");
    for (i, &v) in faces.vertices.iter().enumerate() {
        let _ = writeln!(damit, "{}", row(v));
        let _ = writeln!(ver, "  {}", row(v).replace('e', "D"));
        let _ = writeln!(spice, "{} {}", i + 1, row(v));
    }
    let _ = writeln!(spice, "{np}");
    for (i, &t) in faces.triangles.iter().enumerate() {
        let _ = writeln!(damit, "{}", numbers(t));
        let _ = writeln!(ver, "3\n  {}", numbers(t));
        let _ = writeln!(spice, "{} {}", i + 1, numbers(t));
    }
    [damit, ver, spice]
}

/// The largest difference of entries, in parts of the largest entry.
pub(crate) fn difference(a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> f64 {
    let flat = |m: [[f64; 3]; 3]| m.into_iter().flatten();
    let largest = flat(b).map(f64::abs).fold(0.0, f64::max);
    flat(a).zip(flat(b)).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max) / largest
}

pub(crate) fn diagonal([x, y, z]: [f64; 3]) -> [[f64; 3]; 3] {
    [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]]
}

pub(crate) fn distance(a: Vec3<f64>, b: [f64; 3]) -> f64 {
    (a - Vec3::from(b)).norm()
}
