//! Tables of torques from files, and splines that overshoot.

use super::refusal;
use polhode_lab::{Recording, Scenario};
use std::fs;
use tempfile::TempDir;

const THRUST: &str = "time,torque_z,note,torque_x,torque_y\n0.0,0.3,7,0.1,0.2\n1.5,0.0,8,-1e-3,0.25\n\
                      4.0,0.1,9,0.0,1.0\n";
/// The same numbers in the scenario.
const POINTS: &str = "times = [0.0, 1.5, 4.0]\ntorques = [[0.1, 0.2, 0.3], [-1e-3, 0.25, 0.0], \
                      [0.0, 1.0, 0.1]]\n";
const REST: &str = "\n[body]\ninertia = [[2.0, 0.1, 0.0], [0.1, 3.0, 0.2], [0.0, 0.2, 4.0]]\n\
                    [initial]\nangular_velocity = [0.1, 2.0, 0.3]\n[run]\nduration = 4.0\n\
                    method = \"rkmk4\"\nstep = 0.1\n";

fn place() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("data")).unwrap();
    fs::write(folder.path().join("data/thrust.csv"), THRUST).unwrap();
    fs::write(folder.path().join("data/short.csv"), "t,tx,ty,tz\n0,1,2,3\n").unwrap();
    folder
}

fn read(folder: &TempDir, torque: &str, changes: &[&str]) -> Result<Scenario, String> {
    let file = folder.path().join("my.toml").display().to_string();
    let changes: Vec<_> = changes.iter().map(|&change| change.to_owned()).collect();
    Scenario::parse_file(&file, &format!("{torque}{REST}"), &changes)
        .map_err(|report| report.to_string())
}

/// The torques of a scenario, with all of their numbers.
fn torques(scenario: &Scenario) -> String {
    format!("{:?}", scenario.problem.torque)
}

fn block(keys: &str) -> String {
    format!("[[torque]]\nmodel = \"table\"\n{keys}")
}

#[test]
fn a_table_of_a_file_is_that_of_the_scenario_and_is_recorded_without_the_file() {
    let keys = [
        block("file = \"data/thrust.csv\" # mine\n"),
        block("frame = \"body\"\ncolumns = [\"time\", \"torque_x\", \"torque_y\", \"torque_z\"]\nfile = \"data/thrust.csv\"\n"),
        "torque = [{ model = \"table\", file = \"data/thrust.csv\" }]\n".into(),
        "torque = [{ file = 'data/thrust.csv', model = \"table\", columns = [\"time\", \"torque_x\", \"torque_y\", \
         \"torque_z\"], frame = \"body\" }]\n"
            .into(),
    ];
    for torque in keys {
        let folder = place();
        let truth = read(&folder, &block(POINTS), &[]).unwrap();
        let scenario = read(&folder, &torque, &[]).unwrap();
        assert_eq!(torques(&scenario), torques(&truth), "{torque}");
        let text = scenario.text().into_owned();
        let comment = "times = [ # time, torque_x, torque_y, torque_z of data/thrust.csv\n";
        assert!(text.contains(comment) && !text.contains("file ="), "{text}");
        let out = folder.path().join("out");
        drop(Recording::create(scenario.clone(), &out, false).unwrap());
        fs::remove_dir_all(folder.path().join("data")).unwrap();
        let again = Scenario::parse("elsewhere", &text, &[]).unwrap();
        assert_eq!(torques(&again), torques(&truth), "{text}");
        assert_eq!(again.text(), text);
        assert_eq!(again.to_json(), scenario.to_json());
        let resumed = Recording::resume(&out).unwrap();
        assert_eq!(torques(resumed.scenario()), torques(&truth));
        // A changed plan leaves the points as they are.
        let changed = scenario.replanned(&|plan| plan.step = Some(0.05)).unwrap();
        assert!(changed.text().contains(comment) && changed.text().contains("step = 0.05"));
    }
}

#[test]
fn a_table_and_a_shape_of_files_are_both_recorded() {
    let folder = place();
    fs::write(folder.path().join("data/p.csv"), "mass,x,y,z\n1,1,0,0\n2,0,1,0\n3,0,0,1\n").unwrap();
    let rest = REST.replace(
        "inertia = [[2.0, 0.1, 0.0], [0.1, 3.0, 0.2], [0.0, 0.2, 4.0]]",
        "points.file = \"data/p.csv\"",
    );
    let text = format!("{}{rest}", block("file = \"data/thrust.csv\"\n"));
    let file = folder.path().join("my.toml").display().to_string();
    let scenario = Scenario::parse_file(&file, &text, &[]).unwrap();
    let again = Scenario::parse("elsewhere", &scenario.text(), &[]).unwrap();
    assert_eq!(torques(&again), torques(&scenario));
    assert_eq!(again.problem.body, scenario.problem.body);
    // Two tables keep their order.
    let two = [
        block("file = \"data/short.csv\"\ncolumns = [\"t\", \"tx\", \"ty\", \"tz\"]\n"),
        block(POINTS),
        block("file = \"data/thrust.csv\"\n"),
    ];
    let two = read(&folder, &two.concat(), &[]).unwrap();
    let again = Scenario::parse("elsewhere", &two.text(), &[]).unwrap();
    assert_eq!(torques(&again), torques(&two));
}

#[test]
fn a_change_replaces_the_points() {
    let folder = place();
    let truth = read(&folder, &block(POINTS), &[]).unwrap();
    let file = "torque.0.file=data/thrust.csv";
    let changed = read(&folder, &block("times = [0]\ntorques = [[1, 2, 3]]\n"), &[file]).unwrap();
    assert_eq!(torques(&changed), torques(&truth));
    let points = ["torque.0.times=[0.0]", "torque.0.torques=[[1.0, 2.0, 3.0]]"];
    let changed = read(&folder, &block("file = \"gone.csv\"\n"), &points).unwrap();
    assert!(changed.text().contains("torques = [[1.0, 2.0, 3.0]]"), "{}", changed.text());
}

#[test]
fn what_is_wrong_in_the_file_is_said_at_its_name() {
    let folder = place();
    let head = "time,torque_x,torque_y,torque_z\n0,0,0,0\n";
    for (name, text) in [
        ("order.csv", format!("{head}2,0,0,0\n1,0,0,0\n")),
        ("twice.csv", format!("{head}0,0,0,0\n")),
        ("nan.csv", format!("{head}1,0,nan,0\n")),
        ("word.csv", format!("{head}1,0,much,0\n")),
        ("empty.csv", "time,torque_x,torque_y,torque_z\n".into()),
        ("near.csv", "time,torque_x,torque_y,torqe_z\n0,0,0,0\n".into()),
        ("odd.dat", head.into()),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let cases = [
        (
            "file = \"order.csv\"",
            "order.csv, line 4: the time 1.0 is not after 2.0, that of the row before",
        ),
        ("file = \"twice.csv\"", "twice.csv, line 3: the time 0.0 is not after 0.0"),
        ("file = \"nan.csv\"", "nan.csv, line 3: column torque_y is NaN; it must be finite"),
        ("file = \"word.csv\"", "word.csv, line 3: column torque_y is `much`; it must be a number"),
        ("file = \"empty.csv\"", "has no rows"),
        ("file = \"near.csv\"", "has no column `torque_z` (did you mean `torqe_z`?)"),
        ("file = \"data/short.csv\"", "its columns are t, tx, ty, tz; name those"),
        ("file = \"odd.dat\"", "does not say what it is"),
        ("file = \"gone.csv\"", "it is from the folder of the scenario file"),
        ("file = \"data\"", "does not say what it is"),
        ("file = 3", "`torque.table.file` is 3; it must be a text in quotes"),
    ];
    for (key, part) in cases {
        let said = read(&folder, &block(&format!("{key}\n")), &[]).expect_err(key);
        assert!(said.contains(part) && said.contains("my.toml:3:8"), "{part} is not in\n{said}");
    }
    let keys = [
        ("times = [0.0]\nfile = \"data/thrust.csv\"", "has both `file` and `times`"),
        ("columns = [\"t\", \"x\", \"y\", \"z\"]", "has `columns` and no `file`"),
        ("file = \"data/thrust.csv\"\ncolumns = [\"t\"]", "it must be 4 texts in quotes"),
        ("times = [0.0]", "`torque.table.torques` is missing"),
        ("torques = [[0.0, 0.0, 0.0]]", "`torque.table.times` is missing"),
        ("", "`torque.table.times` is missing"),
    ];
    for (keys, part) in keys {
        let said = read(&folder, &block(&format!("{keys}\n")), &[]).expect_err(keys);
        assert!(said.contains(part), "{part} is not in\n{said}");
    }
    let said = refusal(&format!("{}{REST}", block("file = \"data/thrust.csv\"\n")));
    assert!(said.contains("`torque.table.file` is") && said.contains("in no folder"), "{said}");
}

#[test]
fn a_table_is_read_from_other_formats_too() {
    let folder = place();
    let columns: Vec<String> =
        ["time", "torque_x", "torque_y", "torque_z"].map(String::from).into();
    let truth = read(&folder, &block(POINTS), &[]).unwrap();
    for name in ["parquet", "npy", "npz"] {
        let path = folder.path().join(format!("thrust.{name}"));
        let write = |rows: &[[f64; 4]]| {
            let format = polhode_formats::Format::find(name).unwrap();
            let mut file =
                format.create(&path, &columns, &polhode_formats::About::default()).unwrap();
            rows.iter().for_each(|row| file.row(row).unwrap());
            file.finish().unwrap();
        };
        write(&[[0.0, 0.1, 0.2, 0.3], [1.5, -1e-3, 0.25, 0.0], [4.0, 0.0, 1.0, 0.1]]);
        let torque = block(&format!("file = \"thrust.{name}\"\n"));
        // An NPY file names its columns only if it is an array of records.
        let scenario = read(&folder, &torque, &[]);
        if name == "npy" {
            let said = scenario.unwrap_err();
            assert!(said.contains("its columns are q_w, q_x, q_y, q_z"), "{said}");
            continue;
        }
        assert_eq!(torques(&scenario.unwrap()), torques(&truth), "{name}");
        write(&[[0.0; 4], [1.0; 4], [2.0, f64::INFINITY, 0.0, 0.0]]);
        let said = read(&folder, &torque, &[]).unwrap_err();
        assert!(said.contains("row 3: column torque_x is inf"), "{said}");
    }
}

#[test]
fn a_table_that_no_scenario_can_record_is_refused() {
    let folder = place();
    let write = |rows: u32, digits: &str| {
        let mut text = "time,torque_x,torque_y,torque_z\n".to_owned();
        for row in 0..rows {
            text += &format!("{row},{digits},{digits},{digits}\n");
        }
        fs::write(folder.path().join("long.csv"), text).unwrap();
    };
    let torque = block("file = \"long.csv\"\n");
    write(250_000, "0.1234567890123456");
    let said = read(&folder, &torque, &[]).unwrap_err();
    assert!(said.contains("the scenario records the rows of `long.csv`, and would have"), "{said}");
    assert!(said.contains("the limit is 16777216 bytes"), "{said}");
    write(762_602, "0");
    let said = read(&folder, &torque, &[]).unwrap_err();
    assert!(said.contains("has more than 762600 rows"), "{said}");
}

#[test]
fn a_spline_that_overshoots_is_warned_of() {
    let folder = place();
    let warnings = |torque: &str| -> Vec<String> {
        let scenario = read(&folder, torque, &[]).unwrap();
        scenario.warnings.iter().map(ToString::to_string).collect()
    };
    let pulse = "times = [0.0, 5.0, 5.01, 5.2, 5.21, 10.0]\ntorques = [[0, 0, 0], [0, 0, 0], [0, 0, 1], \
                 [0, 0, 1], [0, 0, 0], [0, 0, 0]]\n";
    let found = warnings(&block(&format!("interpolation = \"cubic\"\n{pulse}")));
    assert_eq!(found.len(), 1, "{found:?}");
    for part in [
        "overshoots its points by 9766 % of the range of the z component: it reaches -9.7662e1 between the times 0.0 and 5.0",
        "my.toml:3:17",
        "interpolation = \"linear\"",
    ] {
        assert!(found[0].contains(part), "{part} is not in\n{}", found[0]);
    }
    assert!(warnings(&block(&format!("interpolation = \"linear\"\n{pulse}"))).is_empty());
    assert!(warnings(&block(pulse)).is_empty());
    let mut sine = "time,torque_x,torque_y,torque_z\n".to_owned();
    for k in 0..25 {
        let angle = std::f64::consts::TAU * (f64::from(k) / 8.0 + 0.0625);
        sine += &format!("{k},0.0,{:?},1.0\n", angle.sin());
    }
    fs::write(folder.path().join("sine.csv"), sine).unwrap();
    assert!(warnings(&block("file = \"sine.csv\"\ninterpolation = \"cubic\"\n")).is_empty());
}
