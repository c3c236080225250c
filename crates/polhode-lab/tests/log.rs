//! The log of a run: whatever happens to its end, going on gives the same bytes.

use polhode::catalogue::{CATALOGUE, MethodName};
use polhode_formats::Format;
use polhode_lab::disk::DiskEstimate;
use polhode_lab::recording::{LOG, RunEnding, SCENARIO, TRAJECTORY, trajectory_file};
use polhode_lab::remedy::Action;
use polhode_lab::scenario_run::simulate;
use polhode_lab::{Recording, Scenario, Summary, embedded};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Samples every 5 steps, and after 23 the end; with a torque.
fn scenario_by(method: &str) -> Scenario {
    let method = format!("run.method={method}");
    let changes = [method, "run.duration=0.0115".into(), "output.every=0.0025".into()];
    let text = embedded::find("fast-top").unwrap().text;
    Scenario::parse("fast-top", text, &changes).unwrap()
}

/// By a method that remembers much: the past of three steps.
fn scenario() -> Scenario {
    scenario_by("abm4")
}

fn to_the_end(mut recording: Recording) -> Summary {
    assert_eq!(recording.run(&mut |_| true).unwrap(), RunEnding::Complete);
    recording.finish().unwrap()
}

fn timeless(summary: Summary) -> Summary {
    Summary { wall_seconds: 0.0, ..summary }
}

fn whole() -> (TempDir, Vec<u8>, String, Summary) {
    whole_of(scenario())
}

fn whole_of(scenario: Scenario) -> (TempDir, Vec<u8>, String, Summary) {
    let folder = tempfile::tempdir().unwrap();
    let summary = to_the_end(Recording::create(scenario, folder.path(), false).unwrap());
    let log = fs::read(folder.path().join(LOG)).unwrap();
    let csv = fs::read_to_string(folder.path().join(TRAJECTORY)).unwrap();
    (folder, log, csv, timeless(summary))
}

fn resumed(folder: &Path, log: &[u8]) -> Result<(String, Summary), polhode_lab::Error> {
    fs::write(folder.join(LOG), log).unwrap();
    let summary = to_the_end(Recording::resume(folder)?);
    let csv = fs::read_to_string(folder.join(TRAJECTORY)).unwrap();
    Ok((csv, timeless(summary)))
}

/// The length of the header and of a record.
fn lengths(log: &[u8]) -> (usize, usize) {
    let header = 24 + u32::from_le_bytes(log[16..20].try_into().unwrap()) as usize;
    let records = 6; // at steps 0, 5, 10, 15, 20, 23
    assert_eq!((log.len() - header) % records, 0);
    (header, (log.len() - header) / records)
}

#[test]
fn a_log_that_was_cut_anywhere_goes_on_with_the_same_bits() {
    let (folder, log, csv, summary) = whole();
    let (header, record) = lengths(&log);
    assert_eq!(csv.lines().count(), 7, "{csv}");
    // Every byte of the last two records, and a few before.
    let first = header + record;
    let last = log.len() - 2 * record;
    for length in (first..last).step_by(37).chain(last..=log.len()) {
        let (again, repeated) = resumed(folder.path(), &log[..length]).unwrap();
        assert!(again == csv, "cut at {length}");
        assert_eq!(repeated, summary, "cut at {length}");
    }
    // Before its first record there is nothing to go on from.
    for length in [0, 1, 15, 16, 19, 20, header - 1, header, header + record - 1] {
        let error = resumed(folder.path(), &log[..length]).unwrap_err();
        assert!(error.message().contains("is no log of a run"), "cut at {length}: {error}");
        assert_eq!(error.remedy().actions, [Action::StartAnew]);
    }
}

/// The files of all formats, whatever the log went through.
#[test]
fn every_format_has_the_same_bytes_after_a_cut() {
    let changes = [
        "run.duration=0.0115",
        "output.every=0.0025",
        "output.formats=[\"csv\", \"parquet\", \"npy\", \"npz\", \"aem\", \"msopck\"]",
        "aem.object_name=TOP",
        "aem.object_id=X1",
        "aem.epoch=2026-01-01T00:00:00",
        "aem.creation_date=2026-01-01T00:00:00",
    ];
    let text = embedded::find("fast-top").unwrap().text;
    let scenario = Scenario::parse("fast-top", text, &changes.map(String::from)).unwrap();
    assert_eq!(scenario.plan.formats, Format::ALL);
    let (folder, log, ..) = whole_of(scenario);
    let path = |format| folder.path().join(trajectory_file(format));
    let files = Format::ALL.map(|format| fs::read(path(format)).unwrap());
    let (header, record) = lengths(&log);
    for records in 1..6 {
        Format::ALL.iter().for_each(|format| fs::remove_file(path(*format)).unwrap());
        resumed(folder.path(), &log[..header + records * record + 3]).unwrap();
        for (format, file) in Format::ALL.into_iter().zip(&files) {
            assert!(&fs::read(path(format)).unwrap() == file, "{format:?} after {records}");
        }
    }
}

#[test]
fn every_method_goes_on_with_the_same_bits() {
    let pushed = CATALOGUE.iter().filter(|card| card.order_torqued.is_some());
    let names = pushed.map(|card| card.name).filter(|name| name.parse::<MethodName>().is_ok());
    let with_options = [
        "buss-3:energy",
        "exact:order=4",
        "liemid-ea:order=4",
        "exact:reversible=torque",
        "leapfrog:reversible=torque-rate,compose=suzuki-4",
    ];
    for method in names.chain(with_options) {
        let (folder, log, csv, summary) = whole_of(scenario_by(method));
        let (header, record) = lengths(&log);
        for records in [1, 2, 4] {
            let cut = &log[..header + records * record];
            let (again, repeated) = resumed(folder.path(), cut).unwrap();
            assert!(again == csv, "{method} after {records} records");
            assert_eq!(repeated, summary, "{method} after {records} records");
        }
    }
}

#[test]
fn a_refined_run_goes_on_with_the_same_bits() {
    let text = embedded::find("fast-top").unwrap().text;
    let changes = ["run.method=taylor:tolerance=1e-18", "run.precision=refined"];
    let longer = ["run.duration=1.15", "output.every=0.25"];
    let changes = changes.into_iter().chain(longer).map(String::from).collect::<Vec<_>>();
    let (folder, log, csv, summary) = whole_of(Scenario::parse("top", text, &changes).unwrap());
    let (header, record) = lengths(&log);
    assert!(summary.steps > 5, "{} steps", summary.steps);
    for records in [1, 2, 4] {
        let cut = &log[..header + records * record];
        assert!(resumed(folder.path(), cut).unwrap().0 == csv, "after {records} records");
    }
}

#[test]
fn a_flipped_bit_costs_what_comes_after_it_and_nothing_else() {
    let (folder, log, csv, summary) = whole();
    let (header, record) = lengths(&log);
    for byte in (header + record..log.len()).step_by(5) {
        let mut flipped = log.clone();
        flipped[byte] ^= 1 << (byte % 8);
        let (again, repeated) = resumed(folder.path(), &flipped).unwrap();
        assert!(again == csv, "bit in byte {byte}");
        assert_eq!(repeated, summary, "bit in byte {byte}");
    }
    for byte in 0..header + record {
        let mut flipped = log.clone();
        flipped[byte] ^= 1 << (byte % 8);
        assert!(resumed(folder.path(), &flipped).is_err(), "bit in byte {byte} was not seen");
    }
}

#[test]
fn a_record_is_valid_in_its_own_place_only() {
    let (folder, log, csv, _) = whole();
    let (header, record) = lengths(&log);
    // The third record where the second was, and a record twice.
    let mut moved = log[..header + record].to_vec();
    moved.extend(&log[header + 2 * record..]);
    assert!(resumed(folder.path(), &moved).unwrap().0 == csv);
    let mut twice = log.clone();
    twice.extend(&log[log.len() - record..]);
    assert!(resumed(folder.path(), &twice).unwrap().0 == csv);
}

#[test]
fn going_on_after_the_end_changes_nothing() {
    let (folder, log, csv, _) = whole();
    assert!(resumed(folder.path(), &log).unwrap().0 == csv);
    assert_eq!(fs::read(folder.path().join(LOG)).unwrap(), log);
}

#[test]
fn a_foreign_file_and_a_foreign_version_are_refused() {
    let (folder, log, ..) = whole();
    for foreign in [&b"t,q_w,q_x\n"[..], b"polhode log 0002 and more", &[0; 4096]] {
        let error = resumed(folder.path(), foreign).unwrap_err().to_string();
        assert!(error.contains("is no log of a run"), "{error}");
    }
    // The version with a right checksum, as another polhode would write it.
    let (header, _) = lengths(&log);
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let text = String::from_utf8(log[20..header - 4].to_vec()).unwrap();
    let text = text.replace(&version, "\"version\":\"99.0.0\"");
    let mut other = log[..16].to_vec();
    other.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
    other.extend(text.as_bytes());
    other.extend(crc32fast::hash(text.as_bytes()).to_le_bytes());
    other.extend(&log[header..]);
    let error = resumed(folder.path(), &other).unwrap_err().to_string();
    assert!(error.contains("was begun by polhode 99.0.0"), "{error}");
}

#[test]
fn an_interruption_at_every_look_changes_nothing() {
    let (_, _, csv, summary) = whole();
    let folder = tempfile::tempdir().unwrap();
    let mut recording = Recording::create(scenario(), folder.path(), false).unwrap();
    // `watch` is asked only now and then; ending there gives a valid result.
    let ending = recording.run(&mut |_| false).unwrap();
    recording.finish().unwrap();
    drop(recording);
    assert!(matches!(ending, RunEnding::Complete | RunEnding::Interrupted));
    let resumed = to_the_end(Recording::resume(folder.path()).unwrap());
    assert_eq!(timeless(resumed), summary);
    assert!(fs::read_to_string(folder.path().join(TRAJECTORY)).unwrap() == csv);
    let kept = fs::read_to_string(folder.path().join(SCENARIO)).unwrap();
    assert_eq!(kept, scenario().text());
}

#[test]
fn a_folder_with_a_result_is_left_alone() {
    let (folder, log, ..) = whole();
    let error = Recording::create(scenario(), folder.path(), false).unwrap_err().to_string();
    assert!(error.contains("holds a result already"), "{error}");
    assert_eq!(fs::read(folder.path().join(LOG)).unwrap(), log);
    to_the_end(Recording::create(scenario(), folder.path(), true).unwrap());
}

/// What a kill before the first record leaves is no result.
#[test]
fn a_log_that_was_never_named_is_in_nobodys_way() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("run.part"), "half a header").unwrap();
    assert!(Recording::resume(folder.path()).is_err());
    to_the_end(Recording::create(scenario(), folder.path(), false).unwrap());
    assert!(!folder.path().join("run.part").exists());
}

#[test]
fn what_files_need_is_known_before_they_are_written() {
    let changes = [
        "run.duration=100.0",
        "run.certificate=true",
        "output.formats=[\"csv\", \"parquet\", \"npy\", \"npz\", \"aem\", \"msopck\"]",
        "output.sensitivity=[\"start\", \"moments\"]",
        "aem.object_name=A",
        "aem.object_id=B",
        "aem.epoch=2026-01-01T00:00:00",
    ];
    let text = embedded::find("toutatis").unwrap().text;
    let scenario = Scenario::parse("toutatis", text, &changes.map(String::from)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut recording = Recording::create(scenario.clone(), folder.path(), false).unwrap();
    recording.run(&mut |_| true).unwrap();
    recording.differentiate(&mut |_| true).unwrap();
    recording.certify(&mut |_| true).unwrap();
    recording.finish().unwrap();
    let memory = simulate(&scenario).unwrap().checkpoint().memory.len();
    let needed = DiskEstimate::by_run(&scenario, memory);
    assert_eq!(needed.files.len(), 9, "{}", needed.words());
    for (name, bytes) in &needed.files {
        let size = fs::metadata(folder.path().join(name)).unwrap().len();
        let ratio = *bytes as f64 / size as f64;
        let most = match name {
            // Rows of an archive wait in a file beside it, which counts.
            name if name.ends_with("npz") => 2.1,
            // Columns that do not change are compressed.
            name if name.ends_with("parquet") => 1.8,
            _ => 1.4,
        };
        println!("{name}: {ratio:.2} of {size}");
        // The log has its header besides.
        assert!((0.98..most).contains(&ratio), "{name}: {bytes} are expected, {size} there");
    }
}
