//! `polhode scenarios`

use crate::arguments::Scenarios;
use crate::stop::{Stop, say};
use polhode_lab::embedded::{self, SCENARIOS};
use polhode_lab::{Error, Scenario};
use std::fmt::Write;
use std::fs;
use std::io;

pub(super) fn list() -> Result<(), Stop> {
    let width = SCENARIOS.iter().map(|scenario| scenario.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for scenario in SCENARIOS {
        let title = Scenario::parse(scenario.name, scenario.text, &[])?.title;
        let _ = writeln!(text, "{:width$}  {title}", scenario.name);
    }
    text.push_str("\nRun one:    polhode run NAME\nSee one:    polhode scenarios show NAME");
    say(&text)
}

pub(super) fn show(show: &Scenarios) -> Result<(), Stop> {
    let Scenarios::Show { name } = show;
    let found = embedded::find(name).ok_or_else(|| Stop::Input(unknown(name)))?;
    say(found.text)
}

fn unknown(name: &str) -> String {
    let names: Vec<_> = SCENARIOS.iter().map(|scenario| scenario.name).collect();
    let near = polhode_lab::problem::suggestion(name, names.iter().copied());
    format!("there is no scenario `{name}`{near}; there are {}", names.join(", "))
}

/// A scenario from a file or by name, with changes.
pub(super) fn load(name: &str, changes: &[String]) -> Result<Scenario, Stop> {
    match fs::read_to_string(name) {
        Ok(text) => Ok(Scenario::parse_file(name, &text, changes)?),
        Err(error) => {
            if let Some(found) = embedded::find(name) {
                return Ok(Scenario::parse(name, found.text, changes)?);
            }
            match error.kind() {
                io::ErrorKind::NotFound => {
                    Err(Stop::Input(format!("there is no file `{name}`, and {}", unknown(name))))
                }
                io::ErrorKind::InvalidData => Err(Stop::Input(format!(
                    "`{name}` is no text in UTF-8; a scenario is a TOML file; `polhode scenarios show \
                     t-handle` prints one"
                ))),
                _ => Err(Stop::Lab(Error::File {
                    doing: "read",
                    path: name.into(),
                    source: error,
                    remedy: "check the path".into(),
                })),
            }
        }
    }
}
