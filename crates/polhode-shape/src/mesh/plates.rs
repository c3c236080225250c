//! Counts, vertices, plates. Four habits are read, line by line:
//!
//! | who | first line | vertex | between | plate |
//! |---|---|---|---|---|
//! | DAMIT, PDS Small Bodies Node | NV NP | x y z | | i j k |
//! | Rosetta's `ver` | NV NP | x y z | | 3, and in the next line i j k |
//! | SPICE's tables | NV | number x y z | NP | number i j k |

use super::{Mesh, Triangle, Vertex};
use crate::error::Error;
use crate::lines::{Line, telling};

const REMEDY: &str = "a plate-vertex file has counts, then the vertices, then the plates";

pub(super) fn read(bytes: &[u8]) -> Result<Mesh, Error> {
    let mut lines = telling(bytes).fuse();
    let mut next = |what: &str| {
        let ended = || Error::Text {
            line: 0,
            problem: format!("the file ends before {what}"),
            remedy: REMEDY,
        };
        lines.next().ok_or_else(ended)
    };
    let (vertex_count, plate_count) = counts(&next("its counts")?)?;
    let mut vertices = Vec::new();
    while vertices.len() < vertex_count {
        let number = vertices.len() + 1;
        let line = next(&format!("vertex {number} of {vertex_count}"))?;
        let words = line.words();
        let place = line.coordinates(without_number(&line, &words, number)?)?.into();
        vertices.push(Vertex { place, line: line.number });
    }
    let plate_count = match plate_count {
        Some(count) => count,
        None => counts(&next("the number of plates")?)?.0,
    };
    let mut triangles = Vec::new();
    while triangles.len() < plate_count {
        let number = triangles.len() + 1;
        let what = format!("plate {number} of {plate_count}");
        let mut line = next(&what)?;
        if line.words() == ["3"] {
            line = next(&what)?;
        }
        triangles.push(plate(&line, number, vertices.len())?);
    }
    if let Ok(line) = next("") {
        let problem = format!("{} stands behind the last of {plate_count} plates", line.shown());
        return Err(line.error(problem, REMEDY));
    }
    Mesh::new(vertices, triangles)
}

/// The number of vertices, and of plates where it stands beside.
fn counts(line: &Line<'_>) -> Result<(usize, Option<usize>), Error> {
    match line.words()[..] {
        [vertices] => Ok((line.count(vertices)?, None)),
        [vertices, plates] => Ok((line.count(vertices)?, Some(line.count(plates)?))),
        _ => Err(line.error(format!("{} is no count of vertices or plates", line.shown()), REMEDY)),
    }
}

/// The last three of three or four words, of which the first is then this number.
fn without_number<'w>(
    line: &Line<'_>,
    words: &'w [&'w str],
    number: usize,
) -> Result<&'w [&'w str], Error> {
    let [first, rest @ ..] = words else { return Ok(words) };
    if rest.len() != 3 {
        return Ok(words);
    }
    if line.count(first)? == number {
        return Ok(rest);
    }
    let problem =
        format!("{} has the number {first}, and is the one of number {number}", line.shown());
    Err(line.error(problem, "with four numbers the first counts the lines from 1"))
}

fn plate(line: &Line<'_>, number: usize, vertices: usize) -> Result<Triangle, Error> {
    let words = line.words();
    let [i, j, k] = without_number(line, &words, number)? else {
        let problem = format!("{} is no plate of 3 vertices", line.shown());
        return Err(line.error(problem, REMEDY));
    };
    let index = |word: &str| {
        let index = line.count(word)?;
        if (1..=vertices).contains(&index) {
            return Ok(index - 1);
        }
        let problem = format!("plate {number} has vertex {index} of {vertices}");
        Err(line.error(problem, "vertices are counted from 1"))
    };
    Ok(Triangle { corners: [index(i)?, index(j)?, index(k)?], line: line.number })
}
