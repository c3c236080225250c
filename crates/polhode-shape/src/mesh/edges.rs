//! How triangles are joined: every edge twice, once in each sense; around every vertex one ring.

use super::{Mesh, MeshDefect};

/// An edge of a triangle, its ends in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Side {
    ends: [usize; 2],
    triangle: usize,
    /// Does the triangle go from the smaller to the larger?
    ascends: bool,
}

/// The edges that do not belong to two triangles of one sense, as they come in the file.
pub(super) fn uneven_edges(mesh: &Mesh, triangles: &[[usize; 3]]) -> Vec<MeshDefect> {
    let sides_of = |(triangle, &[a, b, c]): (usize, &[usize; 3])| {
        [[a, b], [b, c], [c, a]].map(|[from, to]| Side {
            ends: [from.min(to), from.max(to)],
            triangle,
            ascends: from < to,
        })
    };
    let mut sides: Vec<Side> = triangles.iter().enumerate().flat_map(sides_of).collect();
    sides.sort_unstable();
    let groups = sides.chunk_by(|a, b| a.ends == b.ends);
    let mut found: Vec<(usize, MeshDefect)> =
        groups.filter_map(|group| Some((group[0].triangle, uneven(mesh, group)?))).collect();
    found.sort_by_key(|&(triangle, _)| triangle);
    found.into_iter().map(|(_, defect)| defect).collect()
}

fn uneven(mesh: &Mesh, group: &[Side]) -> Option<MeshDefect> {
    let first = group.first()?;
    let [low, high] = first.ends.map(|end| mesh.corner(end));
    let edge = if first.ascends { [low, high] } else { [high, low] };
    let which = |side: &Side| mesh.which(side.triangle);
    match group {
        [one] => Some(MeshDefect::Open { edge, triangle: which(one) }),
        [one, other] if one.ascends != other.ascends => None,
        [one, other] => Some(MeshDefect::Turned { edge, triangles: [which(one), which(other)] }),
        [a, b, c, ..] => {
            let triangles = [which(a), which(b), which(c)];
            Some(MeshDefect::CrowdedEdge { edge, count: group.len(), triangles })
        }
        [] => None,
    }
}

/// A triangle at one of its vertices, with the edge that is opposite to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Wedge {
    vertex: usize,
    from: usize,
    to: usize,
    triangle: usize,
}

/// The vertices whose triangles are more than one ring. All edges are even, so that from every
/// wedge there is one next.
pub(super) fn crowded_vertices(mesh: &Mesh, triangles: &[[usize; 3]]) -> Vec<MeshDefect> {
    let wedges_of = |(triangle, &[a, b, c]): (usize, &[usize; 3])| {
        [[a, b, c], [b, c, a], [c, a, b]].map(|[vertex, from, to]| Wedge {
            vertex,
            from,
            to,
            triangle,
        })
    };
    let mut wedges: Vec<Wedge> = triangles.iter().enumerate().flat_map(wedges_of).collect();
    wedges.sort_unstable();
    let groups = wedges.chunk_by(|a, b| a.vertex == b.vertex);
    let defect = |group: &[Wedge]| {
        let other = outside_of_ring(group)?;
        let triangles = [mesh.which(group.first()?.triangle), mesh.which(other.triangle)];
        Some(MeshDefect::Pinched { corner: mesh.corner(other.vertex), triangles })
    };
    groups.filter_map(defect).collect()
}

/// A wedge of this vertex that is not in the ring of the first one.
fn outside_of_ring(group: &[Wedge]) -> Option<Wedge> {
    let mut seen = vec![false; group.len()];
    let mut at = 0;
    while !seen[at] {
        seen[at] = true;
        at = group.binary_search_by_key(&group[at].to, |wedge| wedge.from).ok()?;
    }
    seen.iter().position(|seen| !seen).map(|i| group[i])
}
