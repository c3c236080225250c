//! Bodies that other files describe.

use super::refusal;
use polhode::geometry::Mat3;
use polhode_lab::scenario::Shape;
use polhode_lab::{Recording, Scenario};
use std::fs;
use tempfile::TempDir;

/// A tetrahedron with corners at (1, 1, 1) and one further along each axis: its volume is 1, and
/// about its centre the tensor is 1/40 (6, 6, 13/2, ...) with products that are not null.
const TETRAHEDRON: &str =
    "v 1 1 1\nv 2 1 1\nv 1 3 1\nv 1 1 4\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const WATER: &str = "3\n\nO 0.0 0.0 0.0\nH 0.757 0.587 0.1\nH -0.757 0.587 -0.1\n";
const POINTS: &str = "mass,x,y,z\n1,1,0,0\n2,0,1,0\n3,0,0,1\n4,-1,-1,0.5\n";

const REST: &str = "\n[initial]\nangular_velocity = [0.1, 2.0, 0.3]\n\n[run]\nduration = 1.0\n\
                    method = \"exact\"\nstep = 0.1\n";

fn place() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("data")).unwrap();
    for (name, text) in [("t.obj", TETRAHEDRON), ("w.xyz", WATER), ("p.csv", POINTS)] {
        fs::write(folder.path().join("data").join(name), text).unwrap();
    }
    folder
}

fn read(folder: &TempDir, body: &str) -> Scenario {
    let file = folder.path().join("my.toml").display().to_string();
    Scenario::parse_file(&file, &format!("{body}{REST}"), &[])
        .unwrap_or_else(|report| panic!("{report}"))
}

/// In the axes of the file.
fn tensor(shape: &Shape) -> [[f64; 3]; 3] {
    let axes = shape.principal_axes.to_matrix();
    (axes * Mat3::diagonal(shape.inertia.moments()) * axes.transpose()).to_rows()
}

fn difference(a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> f64 {
    a.iter().flatten().zip(b.iter().flatten()).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
}

#[test]
fn the_axes_of_the_body_are_those_of_the_mesh() {
    let folder = place();
    let body =
        read(&folder, "[body]\nmesh = { file = \"data/t.obj\", density = 2.0 }\n").problem.body;
    // With edges a, b, c from its corner and mass m: integrals of x^2 about the centre are
    // 3 m a^2/80, of x y they are -m a b/80. Here m = 2, a, b, c = 1, 2, 3.
    let (s, p) = (|a: f64| 2.0 * 3.0 * a * a / 80.0, |a: f64, b: f64| 2.0 * a * b / 80.0);
    let truth = [
        [s(2.0) + s(3.0), p(1.0, 2.0), p(1.0, 3.0)],
        [p(1.0, 2.0), s(1.0) + s(3.0), p(2.0, 3.0)],
        [p(1.0, 3.0), p(2.0, 3.0), s(1.0) + s(2.0)],
    ];
    assert!(difference(tensor(&body), truth) < 1e-15, "{:?}", tensor(&body));
    // In another unit, as a table of its own, and turned over twice.
    let turned = TETRAHEDRON.replace("1 3 2", "1 2 3").replace("1 2 4", "1 4 2");
    let turned = turned.replace("f 1 4 3", "f 1 3 4").replace("2 3 4", "2 4 3");
    fs::write(folder.path().join("data/turned.tab"), turned).unwrap();
    let text = "[body.mesh]\nfile = \"data/turned.tab\"\nflip = true\nscale = 0.5\nmass = 8.0\n";
    let other = read(&folder, text).problem.body;
    assert!(difference(tensor(&other), truth) < 1e-15, "{:?}", tensor(&other));
}

#[test]
fn what_is_recorded_says_the_same_without_the_files() {
    let bodies = [
        "[body]\nmesh = { file = \"data/t.obj\", density = 2.0 } # mine\n",
        "[body.mesh]\nfile = \"data/t.obj\"\nmass = 1.0\n",
        "[body]\nmolecule.file = \"data/w.xyz\"\n",
        "body = { points = { file = \"data/p.csv\" } }\n",
    ];
    for body in bodies {
        let folder = place();
        let scenario = read(&folder, body);
        let out = folder.path().join("out");
        drop(Recording::create(scenario.clone(), &out, false).unwrap());
        fs::remove_dir_all(folder.path().join("data")).unwrap();
        let again = Scenario::parse("elsewhere", &scenario.text(), &[]).unwrap();
        assert_eq!(again.problem.body, scenario.problem.body, "{body}");
        assert_eq!(again.text(), scenario.text());
        let named = scenario.text().contains(" # of data/");
        assert_eq!(named, !body.contains("body = {"), "{}", scenario.text());
        assert_eq!(Recording::resume(&out).unwrap().scenario().problem.body, scenario.problem.body);
    }
    // What needs no file is recorded as it was written.
    let text = format!("[body]\ncone = {{ radius = 1.0, height = 2.0, mass = 1.0 }}\n{REST}");
    assert_eq!(Scenario::parse("test", &text, &[]).unwrap().text(), text);
}

#[test]
fn points_of_a_file_are_those_of_the_scenario() {
    let folder = place();
    let file = read(&folder, "[body]\npoints.file = \"data/p.csv\"\n").problem.body;
    let here = "[body]\npoints = { masses = [1, 2, 3, 4], positions = [[1, 0, 0], [0, 1, 0], \
                [0, 0, 1], [-1, -1, 0.5]] }\n";
    assert_eq!(read(&folder, here).problem.body, file);
}

#[test]
fn a_change_replaces_the_shape() {
    let folder = place();
    let file = folder.path().join("my.toml").display().to_string();
    let text = format!("[body]\ninertia = [1.0, 2.0, 2.5]\n{REST}");
    let change = "body.molecule={ file = \"data/w.xyz\" }".to_owned();
    let changed = Scenario::parse_file(&file, &text, &[change]).unwrap();
    let truth = read(&folder, "[body]\nmolecule = { file = \"data/w.xyz\" }\n");
    assert_eq!(changed.problem.body, truth.problem.body);
}

#[test]
fn a_scenario_without_a_folder_has_no_files_beside_it() {
    let text = format!("[body]\nmolecule = {{ file = \"w.xyz\" }}\n{REST}");
    let said = refusal(&text);
    assert!(said.contains("this scenario is in no folder"), "{said}");
    assert!(said.contains("test:2:21") && said.contains("scenarios show NAME > my.toml"), "{said}");
    // A path from the root needs none.
    let folder = place();
    let path = folder.path().join("data/w.xyz");
    let text = format!("[body]\nmolecule = {{ file = {:?} }}\n{REST}", path.display().to_string());
    assert!(Scenario::parse("test", &text, &[]).is_ok());
}

#[test]
fn what_is_wrong_in_the_file_is_said_at_its_name() {
    let folder = place();
    let open = TETRAHEDRON.replace("f 2 3 4\n", "");
    fs::write(folder.path().join("open.obj"), open).unwrap();
    fs::write(folder.path().join("line.xyz"), "2\n\nH 0 0 0\nF 0 0 0.9\n").unwrap();
    let file = folder.path().join("my.toml").display().to_string();
    let cases = [
        (
            "mesh = { file = \"open.obj\", mass = 1.0 }",
            ["`open.obj`: the mesh is open: the edge from vertex 3 (line 3)", "my.toml:2:17"],
        ),
        ("mesh = { file = \"gone.obj\", mass = 1.0 }", ["cannot read `", "my.toml:2:17"]),
        (
            "molecule = { file = \"line.xyz\" }",
            ["it must not be a point or a line", "my.toml:2:21"],
        ),
        ("mesh = { file = \"data/t.obj\", mass = -1.0 }", ["`mass` is -1.0", "my.toml:2:38"]),
        (
            "mesh = { file = \"data/t.obj\", mass = 1.0, scale = 0.0 }",
            ["the scale is 0.0", ":2:17"],
        ),
    ];
    for (body, parts) in cases {
        let text = format!("[body]\n{body}\n{REST}");
        let said = Scenario::parse_file(&file, &text, &[]).expect_err(body).to_string();
        for part in parts {
            assert!(said.contains(part), "{part} is not in\n{said}");
        }
    }
}
