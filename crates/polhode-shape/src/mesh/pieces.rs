//! Separate surfaces, and whether each is where a body or a hollow can be.

use super::{Defect, Mesh};
use crate::moments::volume_of_tetrahedron;
use polhode::real::DoubleDouble;
use polhode::{Real, Vec3};

/// Triangles that hang together.
pub(super) struct Piece {
    triangles: Vec<usize>,
    pub(super) volume: f64,
    low: Vec3<f64>,
    high: Vec3<f64>,
}

/// All of them, as they come in the file.
pub(super) fn pieces(mesh: &Mesh, triangles: &[[usize; 3]]) -> Vec<Piece> {
    let mut parent: Vec<usize> = (0..mesh.vertices.len()).collect();
    for &[a, b, c] in triangles {
        for (p, q) in [(a, b), (b, c)] {
            let (p, q) = (root(&mut parent, p), root(&mut parent, q));
            parent[p.max(q)] = p.min(q);
        }
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut group_of = vec![usize::MAX; mesh.vertices.len()];
    for (i, corners) in triangles.iter().enumerate() {
        let group = &mut group_of[root(&mut parent, corners[0])];
        if *group == usize::MAX {
            *group = groups.len();
            groups.push(Vec::new());
        }
        groups[*group].push(i);
    }
    groups.into_iter().map(|triangles| piece(mesh, triangles)).collect()
}

/// The smallest index of those that are joined to this one; the ways there are halved.
fn root(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}

fn piece(mesh: &Mesh, triangles: Vec<usize>) -> Piece {
    let (mut low, mut high) =
        (Vec3::from_f64([f64::INFINITY; 3]), Vec3::from_f64([f64::NEG_INFINITY; 3]));
    let mut volume = DoubleDouble::zero();
    for triangle in triangles.iter().map(|&i| &mesh.triangles[i]) {
        for x in mesh.places(triangle) {
            low = low.zip(x, f64::min);
            high = high.zip(x, f64::max);
        }
        volume += volume_of_tetrahedron(mesh.tetrahedron(triangle));
    }
    Piece { triangles, volume: volume.hi, low, high }
}

/// Below this part of the cube of its extent a volume is what rounding of coordinates makes.
const ROUNDING: f64 = 1e-15;

/// What is not where it can be, or turned as it must be there.
pub(super) fn misplaced(mesh: &Mesh, pieces: &[Piece]) -> Vec<Defect> {
    let volume: f64 = pieces.iter().map(|piece| piece.volume).sum();
    let extent = |piece: &Piece| (piece.high - piece.low).norm();
    let scale: f64 = pieces.iter().map(|piece| extent(piece).powi(3)).sum();
    if volume.abs() <= ROUNDING * scale {
        return vec![Defect::NoVolume { volume }];
    }
    if volume < 0.0 {
        return vec![Defect::InsideOut { volume }];
    }
    if pieces.len() == 1 {
        return Vec::new();
    }
    let defect = |piece: &Piece| {
        let within = windings(mesh, pieces, piece);
        let first = *piece.triangles.first()?;
        let (triangle, volume) = (mesh.which(first), piece.volume);
        if volume > 0.0 {
            (within > 0.25).then_some(Defect::PieceInside { triangle, volume })
        } else {
            (within < 0.75).then_some(Defect::PieceInsideOut { triangle, volume })
        }
    };
    pieces.iter().filter_map(defect).collect()
}

/// How often the other pieces surround a vertex of this one.
fn windings(mesh: &Mesh, pieces: &[Piece], piece: &Piece) -> f64 {
    let Some(&first) = piece.triangles.first() else { return 0.0 };
    let x = mesh.places(&mesh.triangles[first])[0];
    let inside = |low: f64, x: f64, high: f64| low <= x && x <= high;
    let surrounds = |other: &&Piece| {
        !std::ptr::eq(*other, piece)
            && inside(other.low.x, x.x, other.high.x)
            && inside(other.low.y, x.y, other.high.y)
            && inside(other.low.z, x.z, other.high.z)
    };
    let others = pieces.iter().filter(surrounds).flat_map(|other| &other.triangles);
    let angle: f64 =
        others.map(|&i| solid_angle(mesh.places(&mesh.triangles[i]).map(|a| a - x))).sum();
    angle / (4.0 * std::f64::consts::PI)
}

/// Of a triangle seen from the origin, positive where it is seen clockwise, that is from inside:
/// A. van Oosterom and J. Strackee, IEEE Trans. Biomed. Eng. 30 (1983) 125, equation 8.
fn solid_angle([a, b, c]: [Vec3<f64>; 3]) -> f64 {
    let [x, y, z] = [a, b, c].map(Vec3::norm);
    let cosine = x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y;
    2.0 * Real::atan2(a.dot(b.cross(c)), cosine)
}
