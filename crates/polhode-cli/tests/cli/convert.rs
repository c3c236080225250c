//! `polhode convert`, and runs in other formats than CSV.

use crate::support::TestFolder;

const KEYS: [&str; 6] =
    ["--aem", "object_name=A", "--aem", "object_id=B", "--aem", "epoch=2026-01-01T00:00:00"];

/// A run in a folder `run`.
fn place() -> TestFolder {
    let place = TestFolder::new();
    place.succeeds(&["run", "toutatis", "--duration", "10", "--out", "run", "--quiet"]);
    place
}

fn refused(place: &TestFolder, arguments: &[&str], code: i32) -> String {
    let said = place.polhode(&[&["convert"], arguments].concat());
    assert_eq!((said.code, said.out.as_str()), (Some(code), ""), "{arguments:?}: {}", said.err);
    said.err
}

#[test]
fn a_round_through_all_formats_ends_where_it_began() {
    let place = place();
    let csv = place.read("run/trajectory.csv");
    let files = ["run", "a.parquet", "b.npz", "c.npy", "d.parquet", "e.csv"];
    for pair in files.windows(2) {
        let said = place.succeeds(&["convert", pair[0], pair[1]]);
        assert!(said.contains(": 101 rows of t, q_w, q_x"), "{said}");
    }
    assert_eq!(place.read("e.csv"), csv);
    let to = ["--to-convention", "spice"];
    place.succeeds(&[&["convert", "e.csv", "f.csv"], &to[..]].concat());
    assert!(place.read("f.csv").starts_with("t,q_0,q_1,q_2,q_3,w_bx"));
    place.succeeds(&["convert", "f.csv", "g.npz", "--to-convention", "lammps"]);
    place.succeeds(&["convert", "g.npz", "h.csv", "--to-convention", "polhode"]);
    assert_eq!(place.read("h.csv"), csv);
}

#[test]
fn a_message_and_back_has_the_quaternions() {
    let place = place();
    let said = place.succeeds(&[&["convert", "run", "a.aem"], &KEYS[..]].concat());
    assert!(said.contains("left out: l_bx, l_by"), "{said}");
    place.succeeds(&["convert", "a.aem", "b.csv", "--columns", "q_w,q_x,q_y,q_z"]);
    place.succeeds(&["convert", "run", "c.csv", "--columns", "q_w,q_x,q_y,q_z"]);
    assert_eq!(place.read("b.csv"), place.read("c.csv"));
}

#[test]
fn a_run_writes_the_formats_that_it_is_told_to_write() {
    let place = TestFolder::new();
    let run = ["run", "toutatis", "--duration", "10", "--out", "run"];
    let said = place.succeeds(&[&run[..], &["--format", "parquet,npy"]].concat());
    assert!(
        said.contains("run: trajectory.parquet (101 samples), trajectory.npy, summary"),
        "{said}"
    );
    assert!(!place.has("run/trajectory.csv"));
    place.succeeds(&["convert", "run/trajectory.parquet", "a.csv"]);
    place.succeeds(&[&run[..], &["--force", "--quiet"]].concat());
    assert_eq!(place.read("run/trajectory.csv"), place.read("a.csv"));
    assert!(!place.has("run/trajectory.parquet"), "a file of the result that was replaced");
}

#[test]
fn what_is_there_is_not_overwritten() {
    let place = place();
    place.write("a.npz", "mine");
    let said = refused(&place, &["run", "a.npz"], 2);
    assert!(said.contains("`a.npz` is there already; replace it by --force"), "{said}");
    assert_eq!(place.read("a.npz"), "mine");
    place.succeeds(&["convert", "run", "a.npz", "--force", "--quiet"]);
    // Onto itself, too.
    place.succeeds(&["convert", "a.npz", "a.npz", "--force", "--quiet"]);
    place.succeeds(&["convert", "a.npz", "b.csv", "--quiet"]);
    assert_eq!(place.read("b.csv"), place.read("run/trajectory.csv"));
}

#[test]
fn bad_conversions_say_what_is_wrong_and_leave_nothing() {
    let place = place();
    place.write("bad.csv", "t,q_w\n0.0,one\n");
    place.write("bad.parquet", "no");
    std::fs::create_dir(place.path("empty")).unwrap();
    for (arguments, code, message) in [
        (&["run", "a.txt"][..], 2, "`a.txt` does not say what it is; its name must end in .csv"),
        (&["run", "a.aem"], 2, "give aem.object_name, object_id and epoch"),
        (&["run", "a.aem", "--aem", "epoch=2026-01-01T00:00:00"], 2, "aem.object_name is missing"),
        (&["run", "a.aem", "--aem", "epoch"], 2, "`epoch` is no KEY=VALUE"),
        (&["run", "a.aem", "--aem", "colour=red"], 2, "there is no key aem.colour"),
        (&["run", "a.csv", "--to-convention", "euler"], 2, "there is no convention `euler`"),
        (&["run", "a.csv", "--columns", "speed"], 2, "there is no column speed; there are t, q_w"),
        (&["bad.csv", "a.npz"], 2, "bad.csv, line 2: column q_w is `one`; it must be a number"),
        (&["bad.parquet", "a.npz"], 2, "`bad.parquet` is no Parquet file that can be read"),
        (&["nothing.csv", "a.npz"], 4, "cannot read `nothing.csv`"),
        (&["empty", "a.npz"], 4, "cannot read `empty/run.log`"),
        (&["run", "nowhere/a.npz"], 4, "cannot create `nowhere/a.npz"),
    ] {
        let said = refused(&place, arguments, code);
        assert!(said.contains(message), "{arguments:?}: {said}");
        assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    }
    let mut left: Vec<_> =
        std::fs::read_dir(place.path(".")).unwrap().map(|e| e.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["bad.csv", "bad.parquet", "empty", "run"]);
}
