//! `polhode inertia` and bodies of scenarios that are in files.

use crate::support::{TestFolder, assert_kept};
use serde_json::{Value, json};
use std::fmt::Write;

const REST: &str = "\n[initial]\nangular_velocity = [0.1, 2.0, 0.3]\n\n[run]\nduration = 1.0\n\
                    method = \"exact\"\nstep = 0.1\n";
const TETRAHEDRON: &str =
    "v 1 1 1\nv 2 1 1\nv 1 3 1\nv 1 1 4\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const WATER: &str = "3\n\nO 0.0 0.0 0.0\nH 0.757 0.587 0.1\nH -0.757 0.587 -0.1\n";

fn place() -> TestFolder {
    let place = TestFolder::new();
    place.write("t.obj", TETRAHEDRON);
    place.write("water.xyz", WATER);
    place.write("p.csv", "mass,x,y,z\n1,1,0,0\n2,0,1,0\n3,0,0,1\n4,-1,-1,0.5\n");
    place
}

const SHAPES: [&[&str]; 9] = [
    &["box", "--sides", "1,2,3", "--mass", "6"],
    &["box", "--size", "1,2,3", "--density", "1"],
    &["ellipsoid", "--axes", "3,2,1", "--mass", "5"],
    &["cylinder", "--radius", "2", "--height", "6", "--mass", "4"],
    &["cone", "--radius", "2", "--height", "8", "--mass", "10"],
    &["points", "p.csv"],
    &["molecule", "water.xyz"],
    &["mesh", "t.obj", "--density", "2"],
    &["mesh", "t.obj", "--mass", "2", "--scale", "1000", "--format", "obj"],
];

#[test]
fn moments_centre_and_mass_are_those_of_the_textbook() {
    let place = place();
    let found = |shape: &[&str]| -> Value {
        crate::support::json(&place.succeeds(&[&["inertia"], shape, &["--json"]].concat()))
    };
    let cone = found(SHAPES[4]);
    assert_eq!(cone["principal_moments"], json!([30.0, 30.0, 12.0]));
    assert_eq!(cone["centre_of_mass"], json!([0.0, 0.0, 2.0]));
    assert_eq!(cone["rotation_wxyz"], json!([1.0, 0.0, 0.0, 0.0]));
    assert_eq!(found(SHAPES[0])["inertia_tensor"], found(SHAPES[1])["inertia_tensor"]);
    assert_eq!(found(SHAPES[0])["volume"], json!(6.0));
    assert_eq!(found(SHAPES[5])["volume"], Value::Null);
    let mesh = found(SHAPES[7]);
    assert_eq!((&mesh["mass"], &mesh["volume"]), (&json!(2.0), &json!(1.0)));
    assert_eq!(mesh["centre_of_mass"], json!([1.25, 1.5, 1.75]));
}

#[test]
fn both_texts_to_paste_give_the_body_that_was_shown() {
    let place = place();
    for shape in SHAPES {
        let said = place.succeeds(&[&["inertia"], shape].concat());
        let parts: Vec<&str> = said.split("[body]\n").skip(1).collect();
        assert_eq!(parts.len(), 2, "{said}");
        let moments = said.lines().find_map(|line| line.trim().strip_prefix("moments "));
        let truth = format!("principal moments {}", moments.expect("moments").trim());
        for part in parts {
            let body = part.split("\n\n").next().unwrap_or_default();
            place.write("my.toml", format!("[body]\n{body}\n{REST}"));
            let check = place.succeeds(&["check", "my.toml"]);
            assert!(check.contains(&truth), "{body}: {check} without {truth}");
        }
        let json = crate::support::json(&place.succeeds(&[&["inertia", "--json"], shape].concat()));
        place.write("my.toml", format!("{}{REST}", json["toml"].as_str().expect("a text")));
        assert!(place.succeeds(&["check", "my.toml"]).contains(&truth));
    }
}

#[test]
fn a_result_needs_its_mesh_no_more() {
    let place = place();
    std::fs::create_dir(place.path("data")).unwrap();
    place.write("data/t.obj", TETRAHEDRON);
    let body = "[body]\nmesh = { file = \"t.obj\", density = 2.0 }\n";
    place.write("data/my.toml", format!("{body}{REST}"));
    // The path is that of the scenario's folder, not of the current one.
    std::fs::remove_file(place.path("t.obj")).unwrap();
    place.succeeds(&["run", "data/my.toml", "--out", "a", "--quiet"]);
    std::fs::remove_dir_all(place.path("data")).unwrap();
    place.succeeds(&["run", "a/scenario.toml", "--out", "b", "--quiet"]);
    assert_eq!(place.read("a/trajectory.csv"), place.read("b/trajectory.csv"));
    std::fs::remove_file(place.path("a/trajectory.csv")).unwrap();
    place.succeeds(&["run", "--resume", "a", "--quiet"]);
    assert_eq!(place.read("a/trajectory.csv"), place.read("b/trajectory.csv"));
}

#[test]
fn bad_shapes_get_one_clear_message() {
    let place = place();
    place.write("open.obj", TETRAHEDRON.replace("f 2 3 4\n", ""));
    place.write("empty.stl", "solid\nendsolid\n");
    place.write("short.stl", [0; 100]);
    place.write("turned.obj", TETRAHEDRON.replace("f 1 3 2", "f 1 2 3"));
    let out: String = TETRAHEDRON
        .lines()
        .map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
            ["f", a, b, c] => format!("f {b} {a} {c}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    place.write("out.obj", out);
    // Two tetrahedra at one corner.
    let twice =
        format!("{TETRAHEDRON}v 0 1 1\nv 1 -1 1\nv 1 1 -2\nf 1 5 6\nf 1 7 5\nf 1 6 7\nf 5 7 6\n");
    place.write("touching.obj", twice);
    place.write("broken.obj", "v 0 0 0\nv 1 0 x\n");
    place.write("shape.txt", "4 4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n0 2 1\n");
    place.write("carbon-dioxide.xyz", "3\n\nC 0 0 0\nO 0 0 1.16\nO 0 0 -1.16\n");
    place.write("unknown.xyz", "1\n\nTc 0 0 0\n");
    place.write("rows.csv", "1,0,0\n");
    std::fs::create_dir(place.path("folder")).unwrap();
    let commands: [(&[&str], i32); 23] = [
        (&["box", "--sides", "1,2", "--mass", "1"], 2),
        (&["box", "--sides", "1,-2,3", "--mass", "1"], 2),
        (&["box", "--sides", "1,2,3"], 2),
        (&["box", "--sides", "1,2,3", "--mass", "1", "--density", "1"], 2),
        (&["cone", "--radius", "1", "--height", "nan", "--mass", "1"], 2),
        (&["cylinder", "--radius", "1e200", "--height", "1", "--density", "1"], 2),
        (&["ellipsoid", "--semi-axes", "1,1,1", "--mass", "-1"], 2),
        (&["sphere"], 2),
        (&[], 2),
        (&["mesh", "gone.obj", "--mass", "1"], 2),
        (&["mesh", "folder", "--mass", "1"], 4),
        (&["mesh", "t.obj", "--mass", "1", "--format", "ply"], 2),
        (&["mesh", "t.obj", "--mass", "1", "--flip"], 2),
        (&["mesh", "open.obj", "--mass", "1"], 2),
        (&["mesh", "out.obj", "--mass", "1"], 2),
        (&["mesh", "turned.obj", "--mass", "1"], 2),
        (&["mesh", "touching.obj", "--mass", "1"], 2),
        (&["mesh", "empty.stl", "--mass", "1"], 2),
        (&["mesh", "short.stl", "--mass", "1"], 2),
        (&["mesh", "broken.obj", "--mass", "1"], 2),
        (&["mesh", "shape.txt", "--mass", "1"], 2),
        (&["molecule", "carbon-dioxide.xyz"], 2),
        (&["points", "rows.csv"], 2),
    ];
    let mut kept = String::new();
    for (shape, code) in commands {
        let said = place.polhode(&[&["inertia"], shape].concat());
        assert_eq!((said.code, said.out.as_str()), (Some(code), ""), "{shape:?}: {}", said.err);
        let _ = write!(kept, "## polhode inertia {}\n{}\n", shape.join(" "), said.err);
    }
    assert_kept("inertia_errors.txt", &kept);
}
