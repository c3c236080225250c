//! Why a mesh encloses no body, and where.

use super::Mesh;
use crate::error::Remedy;
use polhode::Vec3;
use std::fmt;

/// A triangle, as a message names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriangleReference {
    /// From 1.
    pub triangle: usize,
    /// The line of its file, from 1, or 0.
    pub line: usize,
}

/// A vertex, as a message names it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// From 1.
    pub vertex: usize,
    /// The line of its file, from 1, or 0.
    pub line: usize,
    /// Where it is.
    pub place: Vec3<f64>,
}

/// Why a mesh encloses no body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MeshDefect {
    /// There is no triangle.
    Empty,
    /// A triangle has a vertex twice.
    Degenerate {
        /// The triangle.
        triangle: TriangleReference,
        /// The vertex.
        corner: Corner,
    },
    /// Two triangles have the same vertices.
    Duplicate {
        /// The first.
        first: TriangleReference,
        /// The second.
        second: TriangleReference,
    },
    /// An edge belongs to one triangle.
    Open {
        /// Its ends.
        edge: [Corner; 2],
        /// The triangle.
        triangle: TriangleReference,
    },
    /// Two triangles go through their edge in the same sense.
    Turned {
        /// Its ends.
        edge: [Corner; 2],
        /// The triangles.
        triangles: [TriangleReference; 2],
    },
    /// An edge belongs to more than two triangles: the surface touches itself there.
    CrowdedEdge {
        /// Its ends.
        edge: [Corner; 2],
        /// How many triangles it has.
        count: usize,
        /// Three of them.
        triangles: [TriangleReference; 3],
    },
    /// The triangles around a vertex are not one ring: the surface touches itself there.
    Pinched {
        /// The vertex.
        corner: Corner,
        /// A triangle of one ring and one of another.
        triangles: [TriangleReference; 2],
    },
    /// The volume is zero to rounding.
    NoVolume {
        /// The sum.
        volume: f64,
    },
    /// The triangles are clockwise seen from outside.
    InsideOut {
        /// The sum, negative.
        volume: f64,
    },
    /// A separate surface is inside out and is no hollow: it is not within another one.
    PieceInsideOut {
        /// Its first triangle.
        triangle: TriangleReference,
        /// Its volume, negative.
        volume: f64,
    },
    /// A separate surface is within, or partly within, another one, and is not turned as that
    /// of a hollow is.
    PieceInside {
        /// Its first triangle.
        triangle: TriangleReference,
        /// Its volume.
        volume: f64,
    },
}

impl MeshDefect {
    /// What to do about it.
    #[must_use]
    pub fn remedy(&self) -> Remedy {
        Remedy::Words(match self {
            Self::Empty => "check the format and whether the file is complete",
            Self::Degenerate { .. } | Self::Duplicate { .. } => "take the triangle away",
            Self::Open { .. } => {
                "close the hole (vertices are one only if all of their digits are)"
            }
            Self::Turned { .. } => "turn the triangles that are clockwise seen from outside",
            Self::CrowdedEdge { .. } | Self::Pinched { .. } => {
                "move what touches apart, or join it to one surface"
            }
            Self::NoVolume { .. } => "check the coordinates",
            Self::InsideOut { .. } => return Remedy::Flip,
            Self::PieceInsideOut { .. } => "turn the triangles of this surface over",
            Self::PieceInside { .. } => {
                "join what overlaps to one surface, or turn the surface of a hollow inwards"
            }
        })
    }
}

impl Mesh {
    pub(super) fn which(&self, triangle: usize) -> TriangleReference {
        TriangleReference { triangle: triangle + 1, line: self.triangles[triangle].line }
    }
    pub(super) fn corner(&self, vertex: usize) -> Corner {
        let super::Vertex { place, line } = self.vertices[vertex];
        Corner { vertex: vertex + 1, line, place }
    }
}

fn in_line(f: &mut fmt::Formatter<'_>, line: usize) -> fmt::Result {
    if line == 0 { Ok(()) } else { write!(f, " (line {line})") }
}

impl fmt::Display for TriangleReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "triangle {}", self.triangle)?;
        in_line(f, self.line)
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Vec3 { x, y, z } = self.place;
        write!(f, "vertex {}", self.vertex)?;
        in_line(f, self.line)?;
        write!(f, " at ({x:?}, {y:?}, {z:?})")
    }
}

impl fmt::Display for MeshDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the mesh is empty, it has no triangle"),
            Self::Degenerate { triangle, corner } => {
                write!(f, "{triangle} is degenerate, it has {corner} twice")
            }
            Self::Duplicate { first, second } => {
                write!(f, "{second} has the same vertices as {first}")
            }
            Self::Open { edge: [from, to], triangle } => write!(
                f,
                "the mesh is open: the edge from {from} to {to} belongs to {triangle} only"
            ),
            Self::Turned { edge: [from, to], triangles: [first, second] } => write!(
                f,
                "{first} and {second} are turned against each other: both go from {from} to {to}"
            ),
            Self::CrowdedEdge { edge: [from, to], count, triangles: [a, b, c] } => write!(
                f,
                "the mesh touches itself: the edge from {from} to {to} belongs to {count} triangles, \
                 among them {a}, {b} and {c}"
            ),
            Self::Pinched { corner, triangles: [first, second] } => write!(
                f,
                "the mesh touches itself: {first} and {second} meet at {corner} only, and no ring of \
                 triangles around it connects them"
            ),
            Self::NoVolume { volume } => {
                write!(f, "the mesh encloses the volume {volume:e}, zero to rounding")
            }
            Self::InsideOut { volume } => write!(
                f,
                "the mesh is inside out: its volume is {volume:?}, since its triangles are clockwise \
                 seen from outside"
            ),
            Self::PieceInsideOut { triangle, volume } => write!(
                f,
                "the separate surface that begins with {triangle} is inside out, its volume is \
                 {volume:?}, and it is no hollow within another one"
            ),
            Self::PieceInside { triangle, volume } => write!(
                f,
                "the separate surface that begins with {triangle} is within another one, and what is \
                 inside of it, {volume:?} of volume, would count twice"
            ),
        }
    }
}
