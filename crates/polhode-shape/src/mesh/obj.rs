//! Wavefront OBJ: vertices `v x y z` and polygons `f i j k ...`.

use super::{Mesh, Triangle, Vertex};
use crate::error::Error;
use crate::lines::{Line, shown, telling};

/// What says nothing of the surface: normals, textures, groups, materials, points and lines.
const IGNORED: [&str; 20] = [
    "vn",
    "vt",
    "vp",
    "g",
    "o",
    "s",
    "mg",
    "l",
    "p",
    "usemtl",
    "mtllib",
    "usemap",
    "maplib",
    "bevel",
    "c_interp",
    "d_interp",
    "lod",
    "shadow_obj",
    "trace_obj",
    "ctech",
];

pub(super) fn read(bytes: &[u8]) -> Result<Mesh, Error> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for line in telling(bytes) {
        let words = line.words();
        if words.last().is_some_and(|word| word.ends_with('\\')) {
            return Err(line.error("a line that goes on in the next one", "join the lines"));
        }
        match words[..] {
            ["v", x, y, z, ..] => {
                let place = line.coordinates(&[x, y, z])?.into();
                vertices.push(Vertex { place, line: line.number });
            }
            ["f", ref corners @ ..] if corners.len() >= 3 => {
                let number = |word: &&str| index(&line, word, vertices.len());
                let corners = corners.iter().map(number).collect::<Result<Vec<_>, _>>()?;
                triangles.extend(fan(&corners, line.number));
            }
            [word, ..] if IGNORED.contains(&word) => {}
            ["v" | "f", ..] => {
                let problem = format!("{} has too few words", line.shown());
                return Err(line.error(problem, "a vertex is `v x y z`, a face `f i j k`"));
            }
            _ => {
                let problem = format!("{} is no line of a mesh in OBJ", line.shown());
                let remedy = "export curved surfaces as polygons (only v and f are read), or say \
                              another format";
                return Err(line.error(problem, remedy));
            }
        }
    }
    Mesh::new(vertices, triangles)
}

/// The triangles of a polygon, from its first corner. Of a plane polygon that is not convex some
/// are negative, and integrals are right all the same.
fn fan(corners: &[usize], line: usize) -> impl Iterator<Item = Triangle> + '_ {
    let first = corners[0];
    corners[1..].windows(2).map(move |pair| Triangle { corners: [first, pair[0], pair[1]], line })
}

/// `7`, `7/2`, `7//3`, `7/2/3`: the vertex; -1 is the last one so far.
fn index(line: &Line<'_>, word: &str, so_far: usize) -> Result<usize, Error> {
    let number = word.split('/').next().unwrap_or_default();
    let index = match number.parse::<i64>() {
        Ok(number @ 1..) => usize::try_from(number - 1).ok(),
        Ok(number @ ..=-1) => {
            usize::try_from(number.unsigned_abs()).ok().and_then(|back| so_far.checked_sub(back))
        }
        _ => None,
    };
    index.ok_or_else(|| {
        let problem = format!("{} is no vertex; there are {so_far} so far", shown(word));
        line.error(problem, "vertices are counted from 1, or from -1 backwards")
    })
}
