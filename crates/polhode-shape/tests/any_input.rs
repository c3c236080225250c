//! No file makes a reader panic, and what is read has only finite numbers.

mod support;

use polhode_shape::{Amount, Format, Mesh, PointMasses};
use proptest::prelude::*;
use support::*;

fn read_all(bytes: &[u8]) {
    for format in Format::ALL {
        let _ = Format::detect("some.file", bytes);
        let Ok(mesh) = Mesh::read(bytes, format) else { continue };
        for mesh in [mesh.clone(), mesh.flipped()] {
            if let Ok(found) = mesh.properties(Amount::Density(2.0)) {
                assert!(found.mass > 0.0 && found.mass.is_finite());
                let _ = found.principal();
            }
        }
    }
    for points in [PointMasses::from_csv(bytes), PointMasses::from_xyz(bytes)] {
        let _ = points.and_then(|points| points.properties()?.principal());
    }
}

/// Words of all formats, and such that are in none.
const WORDS: &[&str] = &[
    "v",
    "f",
    "vn",
    "solid",
    "facet",
    "outer loop",
    "vertex",
    "endloop",
    "endfacet",
    "endsolid",
    "0",
    "1",
    "2",
    "3",
    "4",
    "-1",
    "-9",
    "1/1",
    "//",
    "1e308",
    "-1e308",
    "1e-300",
    "nan",
    "inf",
    "99999999999999999999",
    "18446744073709551615",
    "H",
    "He",
    "#",
    "\\",
    ",",
    "é",
    "\u{0}",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read_all(&bytes);
    }

    #[test]
    fn random_lines(
        lines in prop::collection::vec(
            prop::collection::vec(prop::sample::select(WORDS), 0..6), 0..30)
    ) {
        let text: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
        read_all(text.join("\n").as_bytes());
    }

    /// A right file with one byte changed, or cut off.
    #[test]
    fn damaged_files(which in 0..6_usize, at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let faces = brick([1.0, 2.0, 3.0]);
        let [damit, ver, spice] = plates(&faces);
        let mut bytes = [
            obj(&faces).into_bytes(), stl_text(&faces).into_bytes(), stl_binary(&faces),
            damit.into_bytes(), ver.into_bytes(), spice.into_bytes(),
        ][which].clone();
        let at = at.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] = byte }
        read_all(&bytes);
    }

    /// Few vertices, many triangles: all sorts of surfaces.
    #[test]
    fn random_triangles(
        places in prop::collection::vec(prop::array::uniform3(-2..3_i8), 1..8),
        corners in prop::collection::vec(prop::array::uniform3(0..8_usize), 0..30),
    ) {
        let vertices: Vec<[f64; 3]> = places.iter().map(|p| p.map(f64::from)).collect();
        let triangles = corners.iter().map(|t| t.map(|k| k % vertices.len())).collect();
        read_all(obj(&Faces { vertices, triangles }).as_bytes());
    }
}
