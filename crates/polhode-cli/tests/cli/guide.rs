//! The guide shows what the program prints: every block of docs/guide that begins
//! with `$ polhode` is run, beside the files that its page shows as ```` ```file NAME ````. `POLHODE_BLESS=1 cargo test --test cli guide::` renews them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const BOOK: &str = "# book.toml";

fn guide() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide")
}

#[test]
fn the_guide_shows_what_the_program_prints() {
    let book = fs::read_to_string(guide().join("README.md")).expect("the guide");
    let book = book.split("```toml\n").find(|part| part.starts_with(BOOK)).expect("the book");
    let book = book.split("```").next().expect("its end");
    let mut wrong = Vec::new();
    for entry in fs::read_dir(guide()).expect("the guide") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "md") {
            let folder = tempfile::tempdir().expect("a folder");
            fs::write(folder.path().join("book.toml"), book).expect("the book");
            wrong.extend(page(&path, folder.path()));
        }
    }
    assert!(wrong.is_empty(), "renew by POLHODE_BLESS=1:\n{}", wrong.join("\n"));
}

/// The blocks of a page that are out of date.
fn page(path: &Path, folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a page");
    for file in text.split("```file ").skip(1) {
        let (name, content) = file.split_once('\n').expect("a name");
        let (content, _) = content.split_once("```").expect("a block that ends");
        fs::write(folder.join(name), content).expect("a file of the page");
    }
    let (mut renewed, mut wrong) = (String::new(), Vec::new());
    let mut parts = text.split("```console\n");
    renewed.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (block, rest) = part.split_once("```").expect("a block that ends");
        let command = block.lines().next().unwrap_or_default();
        let now = format!("{command}\n{}", output(command, folder));
        if now != block {
            wrong.push(format!("{}: {command}\n{now}", path.display()));
        }
        renewed.push_str(&format!("```console\n{now}```{rest}"));
    }
    renewed = with_tables(&renewed);
    if renewed != text && wrong.is_empty() {
        wrong.push(format!("{}: its tables", path.display()));
    }
    if std::env::var_os("POLHODE_BLESS").is_some() {
        fs::write(path, renewed).expect("a page");
        return Vec::new();
    }
    wrong
}

/// What a command prints, with the times of this machine left out.
fn output(command: &str, folder: &Path) -> String {
    let line = command.strip_prefix("$ polhode").expect("a command of ours");
    let line = format!("\"$POLHODE\"{line}");
    let output = Command::new("sh")
        .args(["-c", &line])
        .env("POLHODE", env!("CARGO_BIN_EXE_polhode"))
        .env("COLUMNS", "96")
        .current_dir(folder)
        .output()
        .expect("the program");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("text");
    text.lines().map(timeless).collect()
}

/// The column of a table that has `1.2 ms` in it, as wide as it was.
fn without_times(line: &str) -> String {
    for unit in [" ns  ", " us  ", " ms  "] {
        let Some((before, after)) = line.split_once(unit) else { continue };
        if let Some((rest, number)) = before.rsplit_once(' ')
            && number.parse::<f64>().is_ok()
        {
            let rest = rest.trim_end();
            return format!("{rest}        ...  {after}");
        }
    }
    line.into()
}

fn timeless(line: &str) -> String {
    let mark = ["computed in ", "\"wall_seconds\": "].into_iter().find(|mark| line.contains(mark));
    match mark.and_then(|mark| line.split_once(mark).map(|(before, _)| (before, mark))) {
        Some((before, mark)) => format!("{before}{mark}...\n"),
        None => format!("{}\n", without_times(line.trim_end())),
    }
}

/// The tables of keys and conventions, from the lists that also read files.
fn with_tables(text: &str) -> String {
    let keys = with_table(text, "keys", &polhode_lab::keys::guide());
    with_table(&keys, "conventions", &format!("{}\n", polhode_formats::guide()))
}

fn with_table(text: &str, name: &str, table: &str) -> String {
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    match (text.split_once(&begin), text.split_once(&end)) {
        (Some((before, _)), Some((_, after))) => format!("{before}{begin}\n{table}{end}{after}"),
        _ => text.into(),
    }
}
