//! What README.md says is what the crate says.

use polhode::catalogue::{CATALOGUE, table};
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- methods -->\n";
const END: &str = "<!-- /methods -->";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What stands between two marks, and where.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> (usize, &'a str) {
    let from = text.find(begin).unwrap_or_else(|| panic!("no {begin:?}")) + begin.len();
    let length = text[from..].find(end).unwrap_or_else(|| panic!("no {end:?} after {begin:?}"));
    (from, &text[from..from + length])
}

#[test]
fn the_table_in_the_readme_is_that_of_the_catalogue() {
    let path = root().join("README.md");
    let text = read(&path);
    let (from, printed) = between(&text, BEGIN, END);
    if printed == table() {
        return;
    }
    assert!(
        std::env::var_os("POLHODE_BLESS").is_some(),
        "README.md does not have the catalogue's table; renew it by\n\
         POLHODE_BLESS=1 cargo test --test readme"
    );
    let renewed = format!("{}{}{}", &text[..from], table(), &text[from + printed.len()..]);
    std::fs::write(&path, renewed).unwrap();
}

/// There it is a doc test, so here it compiles too.
#[test]
fn the_code_in_the_readme_is_that_of_the_crates_first_page() {
    let readme = read(&root().join("README.md"));
    let printed: Vec<String> = readme
        .split("```rust\n")
        .skip(1)
        .filter_map(|part| part.split("```").next().map(String::from))
        .collect();
    let library = read(&root().join("crates/polhode/src/lib.rs"));
    let tested: Vec<String> = library
        .split("//! ```\n")
        .skip(1)
        .step_by(2)
        .map(|block| {
            let lines = block.lines().map(|line| line.trim_start_matches("//!"));
            let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
            let shown = lines.filter(|line| !line.starts_with("# ")); // hidden from the reader
            shown.map(|line| format!("{line}\n")).collect()
        })
        .collect();
    assert_eq!(printed, tested);
    assert_eq!(printed.len(), 2);
}

#[test]
fn every_paper_of_the_catalogue_has_its_page() {
    let index = read(&root().join("docs/papers/README.md"));
    for card in CATALOGUE {
        let page = format!("{}.md", card.paper.key);
        assert!(root().join("docs/papers").join(&page).is_file(), "{} needs {page}", card.name);
        assert!(index.contains(&format!("({page})")), "docs/papers/README.md does not list {page}");
    }
}

/// All test sources under a folder whose path has `stem` as a file or folder name.
fn sources(folder: &Path, stem: &str, text: &mut String) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let named =
            path.components().any(|part| Path::new(&part).file_stem() == Some(stem.as_ref()));
        if path.is_dir() {
            sources(&path, stem, text);
        } else if named && path.extension().is_some_and(|end| end == "rs") {
            text.push_str(&read(&path));
        }
    }
}

/// A count that only an environment variable gives is not what the tests show.
#[test]
fn the_millions_that_the_readme_claims_are_counted_by_its_tests() {
    let readme = read(&root().join("README.md"));
    let mut claims = 0;
    for row in readme.lines().filter(|line| line.starts_with('|') && line.contains("million ")) {
        let count = match row {
            row if row.contains("hundred million ") => "100_000_000",
            row if row.contains("ten million ") => "10_000_000",
            _ => "1_000_000",
        };
        let named: Vec<&str> = row.split('`').filter(|name| name.ends_with(".rs")).collect();
        assert!(!named.is_empty(), "no test is named: {row}");
        let mut text = String::new();
        named.iter().for_each(|name| {
            sources(&root().join("crates/polhode/tests"), name.trim_end_matches(".rs"), &mut text);
        });
        assert!(text.contains(count), "{named:?} do not count to {count}: {row}");
        claims += 1;
    }
    assert!(claims >= 3, "{claims}");
}
