//! The real binary in a folder of its own, and texts that are kept beside the
//! tests.
#![allow(dead_code, reason = "each test file uses some of it")]

pub(crate) mod page;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Instant;
use tempfile::TempDir;

/// A folder that goes away with the test.
pub(crate) struct TestFolder(TempDir);

impl TestFolder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("a file in a temporary folder");
    }
    pub(crate) fn read(&self, name: &str) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }
    /// The binary, ready to be run here.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polhode"));
        command.args(arguments).current_dir(self.0.path()).stdin(Stdio::null());
        // Help is wrapped to the terminal's width, where there is one.
        command.env_remove("COLUMNS").env("NO_COLOR", "1");
        command
    }
    /// The same with at most 4 GB of address space.
    pub(crate) fn bounded(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 4000000 && exec \"$0\" \"$@\""]);
        command.arg(env!("CARGO_BIN_EXE_polhode")).args(arguments);
        command.current_dir(self.0.path()).stdin(Stdio::null()).env("NO_COLOR", "1");
        command
    }
    /// A command of the shell, in which `$POLHODE` is the binary.
    pub(crate) fn shell(&self, script: &str) -> Said {
        let mut command = Command::new("sh");
        command.args(["-c", script]).current_dir(self.0.path()).stdin(Stdio::null());
        command.env("POLHODE", env!("CARGO_BIN_EXE_polhode"));
        Said::from_output(command.output().expect("a shell"))
    }
    pub(crate) fn polhode(&self, arguments: &[&str]) -> Said {
        Said::from_output(self.command(arguments).output().expect("the binary"))
    }
    /// The same, where it must go well; gives what it prints.
    pub(crate) fn succeeds(&self, arguments: &[&str]) -> String {
        let said = self.polhode(arguments);
        assert_eq!(said.code, Some(0), "{arguments:?}: {}", said.err);
        assert_eq!(said.err, "", "{arguments:?}");
        said.out
    }
    /// The summary that a run prints.
    pub(crate) fn summary(&self, arguments: &[&str]) -> Value {
        let all: Vec<&str> = ["run"].iter().chain(arguments).chain(&["--json"]).copied().collect();
        json(&self.succeeds(&all))
    }
    /// The trajectory in a folder, as numbers.
    pub(crate) fn trajectory(&self, folder: &str) -> Vec<Vec<f64>> {
        let text = self.read(&format!("{folder}/trajectory.csv"));
        let number = |cell: &str| cell.parse().unwrap_or_else(|_| panic!("{cell:?} is no number"));
        text.lines().skip(1).map(|line| line.split(',').map(number).collect()).collect()
    }
}

/// How a process ended and what it said.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Said {
    pub(crate) fn from_output(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}

pub(crate) fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// Compares with `snapshots/NAME`, or with POLHODE_BLESS=1 renews it.
pub(crate) fn assert_kept(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name);
    let kept = fs::read_to_string(&path).unwrap_or_default();
    if kept == text {
        return;
    }
    if std::env::var_os("POLHODE_BLESS").is_some() {
        fs::write(&path, text).expect("a checkpoint");
        return;
    }
    let differs = |(a, b): &(&str, &str)| a != b;
    let lines = || kept.lines().zip(text.lines());
    let (before, now) = lines().find(differs).unwrap_or(("", "the lengths differ"));
    let line = lines().take_while(|pair| !differs(pair)).count() + 1;
    panic!(
        "line {line} of {} was\n  {before}\nand is\n  {now}\nif this is meant, renew the file by\n  \
         POLHODE_BLESS=1 cargo test -p polhode-cli",
        path.display()
    );
}

/// The summary without the time it took.
pub(crate) fn timeless(text: &str) -> Value {
    let mut summary = json(text);
    summary["wall_seconds"] = Value::Null;
    summary
}

/// Kills at so many moments, from before the start to after the end. Where nothing was
/// begun there is nothing to go on with, and the same command begins. All of these files
/// are then those of a run that nobody killed.
pub(crate) fn survives(arguments: &[&str], moments: u32, files: &[&str]) {
    let place = TestFolder::new();
    let run = |folder: &'static str| [&["run"], arguments, &["--out", folder]].concat();
    let whole = Instant::now();
    place.succeeds(&[&run("whole")[..], &["--quiet"]].concat());
    let mut length = whole.elapsed();
    let read = |folder: &str| -> Vec<String> {
        files.iter().map(|name| place.read(&format!("{folder}/{name}"))).collect()
    };
    let (truth, summary) = (read("whole"), place.read("whole/summary.json"));
    assert!(truth.iter().all(|text| text.lines().count() > 20), "there is too little to lose");
    let mut cuts = 0;
    for moment in 0..moments {
        let mut child = place.command(&[&run("cut")[..], &["--quiet"]].concat()).spawn().unwrap();
        // The golden ratio's multiples are spread evenly, and none is like another.
        let share = (f64::from(moment) * 0.618_033_988_749_895).fract();
        sleep(length.mul_f64(1.1 * share));
        // Where the machine has become faster, or the first run was held up.
        if child.try_wait().expect("its state").is_some() {
            length = length.mul_f64(0.9);
        }
        child.kill().expect("SIGKILL");
        child.wait().expect("its end");
        let begun = place.has("cut/run.log");
        cuts += u32::from(begun && !place.has("cut/summary.json"));
        let resume = ["run", "--resume", "cut"].to_vec();
        let go_on = if begun { resume } else { run("cut") };
        place.succeeds(&[&go_on[..], &["--quiet"]].concat());
        assert_eq!(read("cut"), truth, "moment {moment} of {length:?}");
        assert_eq!(timeless(&place.read("cut/summary.json")), timeless(&summary));
        fs::remove_dir_all(place.path("cut")).unwrap();
    }
    println!("{cuts} of {moments} were cut off on their way");
    assert!(5 * cuts >= moments, "only {cuts} of {moments} were cut off on their way");
}
