//! Only the command line names flags: messages of the libraries reach users of other interfaces.

use std::fs;
use std::path::{Path, PathBuf};

/// The sources of everything but the command line.
const LIBRARIES: [&str; 11] = [
    "polhode/src",
    "polhode-formula/src",
    "polhode-bound/src",
    "polhode-ensemble/src",
    "polhode-shape/src",
    "polhode-formats/src",
    "polhode-lab/src",
    "polhode-papers/src",
    "polhode-web/src",
    "polhode-py/src",
    "polhode-py/python",
];

#[test]
fn libraries_name_no_flags() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut named = Vec::new();
    for library in LIBRARIES {
        let files = sources(&crates.join(library));
        assert!(!files.is_empty(), "{library} has no sources");
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            for (line, number) in text.lines().zip(1..) {
                named.extend(flag(line).map(|name| format!("{}:{number}: {name}", file.display())));
            }
        }
    }
    assert!(named.is_empty(), "make these an `Action` of polhode-lab:\n{}", named.join("\n"));
}

#[test]
fn flags_are_told_from_other_dashes() {
    for (line, found) in [
        (r#""choose another folder with --out""#, Some("--out")),
        (r#""--set""#, Some("--set")),
        ("/// Whether `--force` is a remedy.", Some("--force")),
        (r#"" (--dry-run)""#, Some("--dry-run")),
        ("         --force\",", Some("--force")),
        (":root { --text: #1b1f24; color: var(--page) }", None),
        ("| --- | --- |", None),
        ("a--b", None),
    ] {
        assert_eq!(flag(line), found, "{line}");
    }
}

/// The first flag of a line. A name with a colon behind it, or in `var()`, is a variable of CSS.
fn flag(line: &str) -> Option<&str> {
    line.match_indices("--").find_map(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + 2..]);
        let begins = before.is_empty() || before.ends_with([' ', '`', '"', '\'', '(', '[']);
        let end = after.find(|c: char| !(c.is_ascii_lowercase() || c == '-'));
        let (name, rest) = after.split_at(end.unwrap_or(after.len()));
        let is_name = name.starts_with(|c: char| c.is_ascii_lowercase());
        let is_css = rest.starts_with(':') || before.ends_with("var(");
        (begins && is_name && !is_css).then(|| &line[at..at + 2 + name.len()])
    })
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let is_source = |path: &PathBuf| path.extension().is_some_and(|end| end == "rs" || end == "py");
    let inner = folders.iter().flat_map(|folder| sources(folder));
    inner.chain(files.into_iter().filter(is_source)).collect()
}
