//! A surface of triangles and the body inside.

mod check;
mod defect;
mod edges;
mod format;
mod obj;
mod pieces;
mod plates;
mod stl;

use crate::error::{Error, positive};
use crate::moments::Moments;
use crate::properties::{Amount, MassProperties};
use polhode::Vec3;
use polhode::real::DoubleDouble;

pub use defect::{Corner, Defect, Which};
pub use format::Format;

/// A surface of triangles, as a file has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    vertices: Vec<Vertex>,
    triangles: Vec<Triangle>,
}

/// A vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Where it is.
    pub place: Vec3<f64>,
    /// The line of its file, from 1, or 0.
    pub line: usize,
}

/// A triangle, its corners counter-clockwise seen from outside of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triangle {
    /// Indices of vertices, from 0.
    pub corners: [usize; 3],
    /// The line of its file, from 1, or 0.
    pub line: usize,
}

impl Mesh {
    /// From vertices and triangles.
    ///
    /// # Errors
    /// [`Error::Text`] where a coordinate is not finite or an index is out of range.
    pub fn new(vertices: Vec<Vertex>, triangles: Vec<Triangle>) -> Result<Self, Error> {
        for (i, vertex) in vertices.iter().enumerate() {
            if !vertex.place.to_array().into_iter().all(f64::is_finite) {
                let problem = format!("a coordinate of vertex {} is not finite", i + 1);
                let remedy = "check what computed it";
                return Err(Error::Text { line: vertex.line, problem, remedy });
            }
        }
        for (i, triangle) in triangles.iter().enumerate() {
            if let Some(&corner) = triangle.corners.iter().find(|&&k| k >= vertices.len()) {
                let (corner, count) = (corner + 1, vertices.len());
                let problem = format!("triangle {} has vertex {corner} of {count}", i + 1);
                let remedy = "check whether the file is complete";
                return Err(Error::Text { line: triangle.line, problem, remedy });
            }
        }
        Ok(Self { vertices, triangles })
    }

    /// From the content of a file.
    ///
    /// # Errors
    /// [`Error::Text`] with the line.
    pub fn read(bytes: &[u8], format: Format) -> Result<Self, Error> {
        match format {
            Format::Obj => obj::read(bytes),
            Format::Stl => stl::read(bytes),
            Format::PlateVertex => plates::read(bytes),
        }
    }

    /// Its vertices, in STL one for each corner.
    #[must_use]
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }
    /// Its triangles; a polygon with n corners is n - 2 of them.
    #[must_use]
    pub fn triangles(&self) -> &[Triangle] {
        &self.triangles
    }

    /// Seen from the other side.
    #[must_use]
    pub fn flipped(mut self) -> Self {
        for triangle in &mut self.triangles {
            triangle.corners.swap(1, 2);
        }
        self
    }

    /// With coordinates in another unit.
    ///
    /// # Errors
    /// [`Error::NotPositive`] for what is no factor; [`Error::Text`] where a coordinate overflows.
    pub fn scaled(mut self, factor: f64) -> Result<Self, Error> {
        positive("the scale", factor)?;
        for vertex in &mut self.vertices {
            vertex.place = vertex.place * factor;
        }
        Self::new(self.vertices, self.triangles)
    }

    /// How many separate surfaces it has, if they enclose bodies.
    ///
    /// # Errors
    /// [`Error::Mesh`] where the surface is empty, open, inconsistently turned, inside out, touches
    /// itself or encloses nothing. Not seen are triangles that go through each other.
    pub fn check(&self) -> Result<usize, Error> {
        check::check(self)
    }

    /// The mass properties of the homogeneous body inside.
    ///
    /// # Errors
    /// Those of [`check`](Self::check); [`Error::NotPositive`] for what is no mass or density;
    /// [`Error::Overflow`].
    pub fn properties(&self, amount: Amount) -> Result<MassProperties, Error> {
        self.check()?;
        let mut moments = Moments::none();
        for triangle in &self.triangles {
            moments.add_tetrahedron(self.tetrahedron(triangle));
        }
        moments.mass_properties(self.reference(), amount)
    }

    /// A corner of the mesh: from here integrals are summed.
    fn reference(&self) -> Vec3<f64> {
        self.triangles.first().map_or(Vec3::zero(), |first| self.places(first)[0])
    }

    fn places(&self, triangle: &Triangle) -> [Vec3<f64>; 3] {
        triangle.corners.map(|k| self.vertices[k].place)
    }

    /// The corners of a triangle, from the reference.
    fn tetrahedron(&self, triangle: &Triangle) -> [Vec3<DoubleDouble>; 3] {
        let origin = self.reference().map(DoubleDouble::from);
        self.places(triangle).map(|x| x.map(DoubleDouble::from) - origin)
    }
}
