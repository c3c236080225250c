//! Files that a user names: only regular files of bounded size are read, and nothing waits for a
//! FIFO or reads a device.

use crate::support::{Said, TestFolder};
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

const REST: &str = "\n[initial]\nangular_velocity = [0.1, 2.0, 0.3]\n\n[run]\nduration = 1.0\n\
                    method = \"exact\"\nstep = 0.1\n";
const TABLE: &str = "[body]\ninertia = [1.0, 2.0, 2.5]\n[ensemble]\ncount = 2\n[ensemble.vary]\n\
                     \"run.step\" = { file = \"FILE\", columns = [\"h\"] }\n";
const TORQUE: &str =
    "[body]\ninertia = [1.0, 2.0, 2.5]\n[[torque]]\nmodel = \"table\"\nfile = \"FILE\"\n";
/// Keys of a scenario that name a file, in which FILE is its name.
const BODIES: [&str; 3] = [
    "[body]\nmesh = { file = \"FILE\", mass = 1.0 }\n",
    "[body]\nmolecule = { file = \"FILE\" }\n",
    "[body]\npoints = { file = \"FILE\" }\n",
];
/// A process that has not ended by then waits for something that never comes.
const PATIENCE: Duration = Duration::from_secs(60);

/// How a process ends; one that does not is killed and fails the test.
fn ended(mut child: Child, what: &str) -> Said {
    let begin = Instant::now();
    while child.try_wait().expect("its state").is_none() {
        if begin.elapsed() > PATIENCE {
            child.kill().expect("SIGKILL");
            child.wait().expect("its end");
            panic!("{what}: it still waits");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Said::from_output(child.wait_with_output().expect("what it said"))
}

/// Runs polhode with 4 GB of address space: what reads a device to its end fails and spares the
/// machine.
fn polhode(place: &TestFolder, arguments: &[&str]) -> Said {
    let mut command = place.bounded(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    ended(command.spawn().expect("a shell"), &arguments.join(" "))
}

fn refused(place: &TestFolder, arguments: &[&str], words: &[&str]) {
    let said = polhode(place, arguments);
    assert!(matches!(said.code, Some(2 | 4)), "{arguments:?}: {said:?}");
    for word in words {
        assert!(said.err.contains(word), "{arguments:?} does not say {word:?}: {}", said.err);
    }
}

/// Names a file in every place of the command line that takes one: `file` alone, or with the ending
/// by which a table is known.
fn refused_everywhere(place: &TestFolder, file: impl Fn(&str) -> String, words: &[&str]) {
    refused(place, &["inertia", "mesh", &file("obj"), "--mass", "1"], words);
    refused(place, &["inertia", "molecule", &file("xyz")], words);
    refused(place, &["inertia", "points", &file("csv")], words);
    for body in BODIES {
        place.write("my.toml", format!("{}{REST}", body.replace("FILE", &file("obj"))));
        refused(place, &["check", "my.toml"], words);
        refused(place, &["run", "my.toml", "--out", "out"], words);
        refused(place, &["view", "my.toml", "--no-open"], words);
    }
    for ending in ["csv", "npy", "npz", "parquet"] {
        place.write("my.toml", format!("{}{REST}", TORQUE.replace("FILE", &file(ending))));
        refused(place, &["check", "my.toml"], words);
        refused(place, &["run", "my.toml", "--out", "out"], words);
        place.write("my.toml", format!("{}{REST}", TABLE.replace("FILE", &file(ending))));
        refused(place, &["ensemble", "my.toml", "--out", "out"], words);
        refused(place, &["convert", &file(ending), "converted.csv"], words);
    }
    refused(place, &["convert", &file("aem"), "converted.csv"], words);
    for command in ["check", "run", "describe", "choose", "ensemble"] {
        refused(place, &[command, &file("toml")], words);
    }
    refused(place, &["view", &file("toml"), "--no-open"], words);
    assert!(!place.has("out") && !place.has("converted.csv") && !place.has("polhode-results"));
}

fn fifo(place: &TestFolder, name: &str) {
    let said = place.shell(&format!("mkfifo {name}"));
    assert_eq!(said.code, Some(0), "{}", said.err);
}

#[test]
fn a_fifo_is_refused_and_not_waited_for() {
    let place = TestFolder::new();
    for ending in ["obj", "xyz", "csv", "npy", "npz", "parquet", "aem", "toml"] {
        fifo(&place, &format!("pipe.{ending}"));
    }
    refused_everywhere(&place, |ending| format!("pipe.{ending}"), &["pipe.", "FIFO", "regular"]);
}

#[test]
fn a_device_is_refused_and_not_read() {
    let place = TestFolder::new();
    for ending in ["obj", "xyz", "csv", "npy", "npz", "parquet", "aem", "toml"] {
        symlink("/dev/zero", place.path(&format!("zero.{ending}"))).expect("a link");
    }
    refused_everywhere(&place, |ending| format!("zero.{ending}"), &["zero.", "device", "regular"]);
    refused(&place, &["inertia", "mesh", "/dev/zero", "--mass", "1"], &["/dev/zero", "device"]);
    refused(&place, &["check", "/dev/zero"], &["/dev/zero", "device"]);
}

#[test]
fn a_folder_is_refused_as_a_folder() {
    let place = TestFolder::new();
    for ending in ["obj", "xyz", "csv"] {
        fs::create_dir(place.path(&format!("folder.{ending}"))).expect("a folder");
    }
    let words = ["folder.", "directory", "regular"];
    refused(&place, &["inertia", "mesh", "folder.obj", "--mass", "1"], &words);
    refused(&place, &["inertia", "molecule", "folder.xyz"], &words);
    refused(&place, &["inertia", "points", "folder.csv"], &words);
    for body in BODIES {
        place.write("my.toml", format!("{}{REST}", body.replace("FILE", "folder.obj")));
        refused(&place, &["check", "my.toml"], &words);
    }
}

#[test]
fn what_is_larger_than_its_limit_is_refused_with_both_sizes() {
    let place = TestFolder::new();
    for ending in ["obj", "xyz", "csv", "npy", "npz", "parquet", "aem", "toml"] {
        let file = File::create(place.path(&format!("huge.{ending}"))).expect("a file");
        file.set_len(1 << 40).expect("a hole");
    }
    let words = ["huge.", "1099511627776 bytes", "limit"];
    refused_everywhere(&place, |ending| format!("huge.{ending}"), &words);
}

#[test]
fn the_files_of_a_result_are_regular_too() {
    let place = TestFolder::new();
    let whole = ["run", "t-handle", "--duration", "1", "--out", "result", "--quiet"];
    place.succeeds(&whole);
    fs::remove_file(place.path("result/run.log")).expect("a log");
    fifo(&place, "result/run.log");
    let words = ["run.log", "FIFO", "regular"];
    refused(&place, &["run", "--resume", "result"], &words);
    refused(&place, &["convert", "result", "a.csv"], &words);
    refused(&place, &["plot", "result"], &words);
    refused(&place, &["view", "result", "--no-open"], &words);
    refused(&place, &[&whole[..], &["--force"]].concat(), &words);

    let many = ["ensemble", "water-ensemble", "--set", "ensemble.count=20", "--duration", "0.1"];
    let many = [&many[..], &["--out", "many", "--quiet"]].concat();
    place.succeeds(&[&many[..], &["--shard", "1/1"]].concat());
    fs::remove_file(place.path("many/manifest.json")).expect("a manifest");
    fifo(&place, "many/manifest.json");
    let words = ["manifest.json", "FIFO", "regular"];
    refused(&place, &many, &words);
    refused(&place, &["merge", "many", "--out", "merged"], &words);
}

#[test]
fn links_to_regular_files_and_redirected_input_are_read() {
    let place = TestFolder::new();
    place.write("water.xyz", "3\n\nO 0.0 0.0 0.0\nH 0.757 0.587 0.1\nH -0.757 0.587 -0.1\n");
    symlink("water.xyz", place.path("link.xyz")).expect("a link");
    place.succeeds(&["inertia", "molecule", "link.xyz"]);
    let said = place.shell("$POLHODE inertia molecule /dev/stdin < water.xyz");
    assert_eq!(said.code, Some(0), "{}", said.err);
}
