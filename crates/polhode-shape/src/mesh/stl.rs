//! STL: three corners for each triangle, as text or in binary. Normals are not read; the order
//! of the corners says where outside is.

use super::{Mesh, Triangle, Vertex};
use crate::error::Error;
use crate::lines::telling;
use polhode::Vec3;

/// Bytes before the triangles: 80 of any content and their number.
const HEADER: usize = 84;
/// Bytes of a triangle: normal, three corners, and two of any content.
const RECORD: usize = 50;

pub(super) fn read(bytes: &[u8]) -> Result<Mesh, Error> {
    let count =
        bytes.get(HEADER - 4..HEADER).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
    let count = count.and_then(|count| usize::try_from(count).ok());
    let length = count.and_then(|count| count.checked_mul(RECORD)?.checked_add(HEADER));
    // Some binary files begin with `solid` too.
    if length == Some(bytes.len()) {
        return binary(bytes);
    }
    if bytes.trim_ascii_start().get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid")) {
        return text(bytes);
    }
    let problem = match (count, length) {
        (Some(count), Some(length)) => format!(
            "the file does not begin with `solid`, and a binary one of {count} triangles has {length} \
             bytes, not {}",
            bytes.len()
        ),
        _ => format!("{} bytes are no STL file", bytes.len()),
    };
    Err(Error::Text {
        line: 0,
        problem,
        remedy: "check whether it is complete, or say another format",
    })
}

fn binary(bytes: &[u8]) -> Result<Mesh, Error> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for record in bytes[HEADER..].chunks_exact(RECORD) {
        let number = |i: usize| {
            let bytes = record.get(12 + 4 * i..16 + 4 * i).and_then(|b| b.try_into().ok());
            f64::from(bytes.map_or(f32::NAN, f32::from_le_bytes))
        };
        let next = vertices.len();
        for k in [0, 3, 6] {
            let place = Vec3::new(number(k), number(k + 1), number(k + 2));
            vertices.push(Vertex { place, line: 0 });
        }
        triangles.push(Triangle { corners: [next, next + 1, next + 2], line: 0 });
    }
    Mesh::new(vertices, triangles)
}

fn text(bytes: &[u8]) -> Result<Mesh, Error> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    let mut begun: Option<(usize, usize)> = None;
    for line in telling(bytes) {
        let lower = line.words().iter().map(|word| word.to_ascii_lowercase()).collect::<Vec<_>>();
        let words: Vec<&str> = lower.iter().map(String::as_str).collect();
        match (&words[..], begun) {
            (["solid" | "endsolid", ..], None) | (["outer", "loop"] | ["endloop"], Some(_)) => {}
            (["facet", ..], None) => begun = Some((line.number, vertices.len())),
            (["vertex", place @ ..], Some(_)) => {
                let place = line.coordinates(place)?.into();
                vertices.push(Vertex { place, line: line.number });
            }
            (["endfacet"], Some((at, first))) => {
                if vertices.len() - first != 3 {
                    let problem = format!("a facet with {} corners, not 3", vertices.len() - first);
                    return Err(line.error(problem, "STL has triangles only"));
                }
                triangles.push(Triangle { corners: [first, first + 1, first + 2], line: at });
                begun = None;
            }
            _ => {
                let problem = format!("{} is not what comes here in STL", line.shown());
                return Err(line.error(
                    problem,
                    "a facet is `facet`, `outer loop`, three lines \
                     `vertex x y z`, `endloop`, `endfacet`",
                ));
            }
        }
    }
    if let Some((line, _)) = begun {
        let problem = "this facet does not end".into();
        return Err(Error::Text { line, problem, remedy: "check whether the file is complete" });
    }
    Mesh::new(vertices, triangles)
}
