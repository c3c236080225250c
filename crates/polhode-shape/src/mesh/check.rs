//! Does a mesh enclose a body?

use super::edges::{crowded_vertices, uneven_edges};
use super::pieces::{misplaced, pieces};
use super::{Mesh, MeshDefect};
use crate::error::Error;
use polhode::Vec3;
use std::collections::HashMap;

/// Kind by kind: what is wrong of one kind makes others look wrong too.
pub(super) fn check(mesh: &Mesh) -> Result<usize, Error> {
    let found = |defects: Vec<MeshDefect>| {
        if defects.is_empty() { Ok(()) } else { Err(Error::Mesh { defects }) }
    };
    if mesh.triangles.is_empty() {
        return found(vec![MeshDefect::Empty]).map(|()| 0);
    }
    let triangles = merged(mesh);
    found(degenerate(mesh, &triangles))?;
    found(duplicates(mesh, &triangles))?;
    found(uneven_edges(mesh, &triangles))?;
    found(crowded_vertices(mesh, &triangles))?;
    let pieces = pieces(mesh, &triangles);
    if !pieces.iter().all(|piece| piece.volume.is_finite()) {
        return Err(Error::Overflow);
    }
    found(misplaced(mesh, &pieces))?;
    Ok(pieces.len())
}

/// The corners of all triangles, a vertex by the first one at the same place: STL has none in
/// common, and what has the same place touches in any format.
fn merged(mesh: &Mesh) -> Vec<[usize; 3]> {
    // Zeros of either sign are one place.
    let key = |Vec3 { x, y, z }: Vec3<f64>| [x, y, z].map(|x| (x + 0.0).to_bits());
    let mut first = HashMap::with_capacity(mesh.vertices.len());
    let places = mesh.vertices.iter().enumerate();
    let same: Vec<usize> =
        places.map(|(i, vertex)| *first.entry(key(vertex.place)).or_insert(i)).collect();
    mesh.triangles.iter().map(|triangle| triangle.corners.map(|k| same[k])).collect()
}

fn degenerate(mesh: &Mesh, triangles: &[[usize; 3]]) -> Vec<MeshDefect> {
    let twice = |&[a, b, c]: &[usize; 3]| {
        if a == b || a == c { Some(a) } else { (b == c).then_some(b) }
    };
    let defect = |(i, corners)| {
        let corner = mesh.corner(twice(corners)?);
        Some(MeshDefect::Degenerate { triangle: mesh.which(i), corner })
    };
    triangles.iter().enumerate().filter_map(defect).collect()
}

fn duplicates(mesh: &Mesh, triangles: &[[usize; 3]]) -> Vec<MeshDefect> {
    let mut first = HashMap::with_capacity(triangles.len());
    let defect = |(i, &corners): (usize, &[usize; 3])| {
        let mut key = corners;
        key.sort_unstable();
        let before = *first.entry(key).or_insert(i);
        let pair = MeshDefect::Duplicate { first: mesh.which(before), second: mesh.which(i) };
        (before != i).then_some(pair)
    };
    triangles.iter().enumerate().filter_map(defect).collect()
}
