//! A body of triangles that are in arrays.

use crate::error::{aligned, input, shape};
use crate::memory::{Many, available, listed};
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use polhode_shape::{Amount, Mesh, Triangle, Vertex};
use pyo3::prelude::*;

/// About as many bytes as it takes to check a surface: measured.
const PER_VERTEX: usize = 120;
const PER_TRIANGLE: usize = 300;

/// Mass, centre of mass and the tensor about it of what the triangles enclose.
#[pyfunction]
pub(crate) fn mesh_tensor(
    py: Python<'_>,
    vertices: PyReadonlyArray2<'_, f64>,
    triangles: PyReadonlyArray2<'_, i64>,
    mass: Option<f64>,
    density: Option<f64>,
    flip: bool,
) -> PyResult<(f64, [f64; 3], [[f64; 3]; 3])> {
    three("vertices", vertices.shape())?;
    three("triangles", triangles.shape())?;
    aligned("vertices", &vertices)?;
    aligned("triangles", &triangles)?;
    let (vertices, triangles) = (vertices.as_array(), triangles.as_array());
    let amount = match (mass, density) {
        (Some(mass), None) => Amount::Mass(mass),
        (None, Some(density)) => Amount::Density(density),
        _ => return Err(input("give `mass` or `density`, and one of them only")),
    };
    if let Some(index) = triangles.iter().find(|index| **index < 0) {
        return Err(input(format!("a triangle has the vertex {index}; they are counted from 0")));
    }
    let vertex = |row: numpy::ndarray::ArrayView1<'_, f64>| Vertex {
        place: [row[0], row[1], row[2]].into(),
        line: 0,
    };
    // No index is below 0, and one too large is refused.
    let corner = |index: i64| usize::try_from(index).unwrap_or(usize::MAX);
    let triangle = |row: numpy::ndarray::ArrayView1<'_, i64>| Triangle {
        corners: [0, 1, 2].map(|k| corner(row[k])),
        line: 0,
    };
    let many = [Many(vertices.nrows(), "vertices"), Many(triangles.nrows(), "triangles")];
    let vertices = listed(vertices.rows().into_iter().map(vertex), many[0])?;
    let triangles = listed(triangles.rows().into_iter().map(triangle), many[1])?;
    let bytes = vertices.len().saturating_mul(PER_VERTEX);
    available(bytes + triangles.len().saturating_mul(PER_TRIANGLE), many[1])?;
    let found = py.detach(|| {
        let mesh = Mesh::new(vertices, triangles)?;
        let mesh = if flip { mesh.flipped() } else { mesh };
        let found = mesh.properties(amount)?;
        found.principal()?;
        Ok(found)
    });
    let found = found.map_err(shape)?;
    Ok((found.mass, found.centre.to_array(), found.tensor.to_rows()))
}

fn three(what: &str, shape: &[usize]) -> PyResult<()> {
    if shape.get(1) == Some(&3) {
        return Ok(());
    }
    Err(input(format!("`{what}` has the shape {shape:?}; it must be (n, 3)")))
}
