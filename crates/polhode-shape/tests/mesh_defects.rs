//! What encloses no body is refused, with a reason and its place.

mod support;

use polhode_shape::{Amount, Error, Mesh, MeshDefect, MeshFormat, Remedy};
use support::*;

fn defects(faces: &Faces) -> Vec<MeshDefect> {
    match faces.mesh().properties(Amount::Mass(1.0)) {
        Err(Error::Mesh { defects }) => defects,
        other => panic!("{other:?}"),
    }
}

fn message(bytes: &[u8], format: MeshFormat) -> String {
    let refused = Mesh::read(bytes, format).and_then(|mesh| mesh.properties(Amount::Mass(1.0)));
    refused.expect_err("should have been refused").to_string()
}

const CUBE: [f64; 3] = [2.0, 2.0, 2.0];

#[test]
fn an_open_mesh_names_its_hole() {
    let mut faces = brick(CUBE);
    faces.triangles.pop();
    let found = defects(&faces);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().all(|defect| matches!(defect, MeshDefect::Open { .. })));
    assert_eq!(
        message(obj(&faces).as_bytes(), MeshFormat::Obj),
        "the mesh is open: the edge from vertex 6 (line 8) at (1.0, -1.0, 1.0) to vertex 8 (line 10) \
         at (1.0, 1.0, 1.0) belongs to triangle 3 (line 13) only (2 more like this); close the \
         hole (vertices are one only if all of their digits are)"
    );
    // In STL the vertices are those of the corners, in binary without lines.
    let said = message(&stl_binary(&faces), MeshFormat::Stl);
    let places =
        "from vertex 8 at (1.0, -1.0, 1.0) to vertex 9 at (1.0, 1.0, 1.0) belongs to triangle 3";
    assert!(said.contains(places), "{said}");
}

#[test]
fn a_mesh_inside_out_is_refused_until_it_is_flipped() {
    let faces = brick(CUBE).turned_over();
    assert_eq!(defects(&faces), [MeshDefect::InsideOut { volume: -8.0 }]);
    let said = message(obj(&faces).as_bytes(), MeshFormat::Obj);
    assert!(said.contains("inside out") && said.contains("turn all triangles over"), "{said}");
    assert_eq!(MeshDefect::InsideOut { volume: -8.0 }.remedy(), Remedy::Flip);
    let flipped = faces.mesh().flipped().properties(Amount::Mass(1.0)).unwrap();
    assert_eq!(flipped, brick(CUBE).mesh().properties(Amount::Mass(1.0)).unwrap());
}

#[test]
fn one_triangle_turned_over_is_found() {
    let mut faces = brick(CUBE);
    faces.triangles[4].swap(1, 2);
    let found = defects(&faces);
    assert_eq!(found.len(), 3);
    let about = |defect: &MeshDefect| match defect {
        MeshDefect::Turned { triangles, .. } => triangles.iter().any(|which| which.triangle == 5),
        _ => false,
    };
    assert!(found.iter().all(about), "{found:?}");
}

#[test]
fn touching_along_an_edge_or_at_a_vertex_is_found() {
    // By the coordinates: the two cubes have vertices of their own.
    let edge = brick(CUBE).and(brick(CUBE).moved([2.0, 2.0, 0.0]));
    let found = defects(&edge);
    assert!(matches!(found[..], [MeshDefect::CrowdedEdge { count: 4, .. }]), "{found:?}");
    let vertex = brick(CUBE).and(brick(CUBE).moved([2.0, 2.0, 2.0]));
    let found = defects(&vertex);
    assert!(
        matches!(found[..], [MeshDefect::Pinched { corner, .. }] if corner.place.to_array() == [1.0; 3]),
        "{found:?}"
    );
    let said = message(stl_text(&vertex).as_bytes(), MeshFormat::Stl);
    assert!(said.starts_with("the mesh touches itself: triangle "), "{said}");
    // A cube on a cube has two triangles twice, once from each side.
    let face = brick(CUBE).and(brick(CUBE).moved([0.0, 0.0, 2.0]));
    assert!(matches!(
        defects(&face)[..],
        [MeshDefect::Duplicate { .. }, MeshDefect::Duplicate { .. }]
    ));
}

#[test]
fn duplicates_and_degenerate_triangles_are_found() {
    let mut faces = brick(CUBE);
    faces.triangles.push(faces.triangles[7]);
    let [MeshDefect::Duplicate { first, second }] = defects(&faces)[..] else { panic!() };
    assert_eq!((first.triangle, second.triangle), (8, 13));
    let mut faces = brick(CUBE);
    faces.triangles.insert(2, [3, 5, 3]);
    let [MeshDefect::Degenerate { triangle, corner }] = defects(&faces)[..] else { panic!() };
    assert_eq!((triangle.triangle, corner.vertex), (3, 4));
    // Two vertices at one place make a triangle degenerate as well.
    let mut faces = brick(CUBE);
    faces.vertices.push(faces.vertices[5]);
    faces.triangles.push([5, 8, 1]);
    assert!(matches!(defects(&faces)[..], [MeshDefect::Degenerate { .. }]));
}

#[test]
fn empty_and_flat_meshes_are_refused() {
    assert_eq!(defects(&Faces::default()), [MeshDefect::Empty]);
    assert_eq!(
        message(b"v 0 0 0\n", MeshFormat::Obj),
        "the mesh is empty, it has no triangle; check the format and whether the file is complete"
    );
    for (text, format) in [
        ("", MeshFormat::Obj),
        ("solid\nendsolid\n", MeshFormat::Stl),
        ("0 0\n", MeshFormat::PlateVertex),
    ] {
        assert!(message(text.as_bytes(), format).starts_with("the mesh is empty"), "{text}");
    }
    // Closed, consistent, and flat but for rounding; no two vertices are at one place.
    let mut faces = brick(CUBE);
    for (k, vertex) in faces.vertices.iter_mut().enumerate() {
        vertex[0] += k as f64 * 0.01;
        vertex[2] = 0.25 * vertex[0] + 0.5 * vertex[1];
    }
    assert!(matches!(defects(&faces)[..], [MeshDefect::NoVolume { .. }]));
}

#[test]
fn hollows_and_separate_bodies_are_taken_where_they_can_be() {
    let shell = brick([4.0, 4.0, 4.0]).and(brick(CUBE).turned_over());
    let found = shell.mesh().properties(Amount::Density(1.0)).unwrap();
    // (64 * 32 - 8 * 8) / 12
    assert!((found.tensor.x.x - (64.0 * 32.0 - 8.0 * 8.0) / 12.0).abs() < 3e-14);
    assert_eq!((found.volume, shell.mesh().check()), (Some(56.0), Ok(2)));
    // A stone in the hollow, and another beside.
    let more = shell.clone().and(brick([1.0; 3])).and(brick([1.0; 3]).moved([5.0, 0.0, 0.0]));
    assert_eq!(more.mesh().check(), Ok(4));
    // A body within a body counts twice; a hollow outside counts less than nothing.
    let twice = brick([4.0, 4.0, 4.0]).and(brick(CUBE));
    assert!(
        matches!(defects(&twice)[..], [MeshDefect::PieceInside { triangle, .. }] if triangle.triangle == 13)
    );
    let outside = brick([4.0, 4.0, 4.0]).and(brick(CUBE).turned_over().moved([5.0, 0.0, 0.0]));
    assert!(matches!(defects(&outside)[..], [MeshDefect::PieceInsideOut { volume: -8.0, .. }]));
}

#[test]
fn numbers_that_are_none_and_indices_out_of_range_are_refused_with_their_line() {
    let said = |text: &str, format| message(text.as_bytes(), format);
    let cases = [
        ("v 0 0 nan\n", MeshFormat::Obj, "line 1: `nan` must be finite; check what computed it"),
        (
            "v 0 0 1e999\n",
            MeshFormat::Obj,
            "line 1: `1e999` must be finite; check what computed it",
        ),
        (
            "v 0 0 zero\n",
            MeshFormat::Obj,
            "line 1: `zero` is no number; write it for example as 1.5e-3",
        ),
        (
            "v 0 0\n",
            MeshFormat::Obj,
            "line 1: `v 0 0` has too few words; a vertex is `v x y z`, a face `f i j k`",
        ),
        (
            "v 0 0 0\n\nf 1 1 2\n",
            MeshFormat::Obj,
            "line 3: triangle 1 has vertex 2 of 1; check whether the file is complete",
        ),
        (
            "v 0 0 0\nf 1 1 -2\n",
            MeshFormat::Obj,
            "line 2: `-2` is no vertex; there are 1 so far; vertices are counted from 1, or from -1 \
             backwards",
        ),
        (
            "v 0 0 0\nf 1 0 1\n",
            MeshFormat::Obj,
            "line 2: `0` is no vertex; there are 1 so far; vertices are counted from 1, or from -1 \
             backwards",
        ),
        (
            "surf 0 1\n",
            MeshFormat::Obj,
            "line 1: `surf 0 1` is no line of a mesh in OBJ; export curved surfaces as \
             polygons (only v and f are read), or say another format",
        ),
        (
            "1 1\n0 0 0\n1 1 2\n",
            MeshFormat::PlateVertex,
            "line 3: plate 1 has vertex 2 of 1; vertices are counted from 1",
        ),
        (
            "2 1\n0 0 0\n",
            MeshFormat::PlateVertex,
            "the file ends before vertex 2 of 2; a plate-vertex file has counts, then the vertices, \
             then the plates",
        ),
        (
            "1 0\n0 0 0\n1 1 1\n",
            MeshFormat::PlateVertex,
            "line 3: `1 1 1` stands behind the last of 0 plates; a plate-vertex file has counts, then \
             the vertices, then the plates",
        ),
        (
            "1\n2 0 0 0\n",
            MeshFormat::PlateVertex,
            "line 2: `2 0 0 0` has the number 2, and is the one of number 1; with four numbers the \
             first counts the lines from 1",
        ),
        (
            "solid\nfacet\nouter loop\nvertex 0 0 0\nendloop\nendfacet\n",
            MeshFormat::Stl,
            "line 6: a facet with 1 corners, not 3; STL has triangles only",
        ),
        (
            "solid\nfacet\n",
            MeshFormat::Stl,
            "line 2: this facet does not end; check whether the file is complete",
        ),
        (
            "nothing",
            MeshFormat::Stl,
            "7 bytes are no STL file; check whether it is complete, or say another format",
        ),
    ];
    for (text, format, truth) in cases {
        assert_eq!(said(text, format), truth);
    }
    let mut cut = stl_binary(&brick(CUBE));
    cut[0] = b'x';
    cut.pop();
    assert_eq!(
        message(&cut, MeshFormat::Stl),
        "the file does not begin with `solid`, and a binary one of 12 triangles has 684 bytes, not \
         683; check whether it is complete, or say another format"
    );
    let mut nan = stl_binary(&brick(CUBE));
    nan[96..100].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(message(&nan, MeshFormat::Stl).starts_with("a coordinate of vertex 1 is not finite"));
}

#[test]
fn sizes_that_overflow_are_refused() {
    for factor in [1e200, 1e110, 1e70] {
        let mesh = brick(CUBE).mesh().scaled(factor).unwrap();
        let refused = mesh.properties(Amount::Density(1e300)).expect_err("too large");
        assert_eq!(refused, Error::Overflow, "{factor:e}");
    }
    let tiny = brick(CUBE).mesh().scaled(1e-150).unwrap();
    assert!(tiny.properties(Amount::Mass(1.0)).is_err());
    assert!(matches!(brick(CUBE).mesh().scaled(0.0), Err(Error::NotPositive { .. })));
    assert!(brick(CUBE).mesh().scaled(1e308).unwrap().scaled(10.0).is_err());
}
