//! `polhode scenarios`

use crate::arguments::Scenarios;
use crate::stop::{Stop, say};
use polhode_formats::regular;
use polhode_lab::Scenario;
use polhode_lab::embedded::{self, SCENARIOS};
use std::fmt::Write;
use std::path::Path;

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
    let near = polhode_lab::diagnostic::suggestion(name, names.iter().copied());
    format!("there is no scenario `{name}`{near}; there are {}", names.join(", "))
}

/// A scenario from a file or by name, with changes.
pub(super) fn load(name: &str, changes: &[String]) -> Result<Scenario, Stop> {
    match (regular::read(Path::new(name), regular::SCENARIO), embedded::find(name)) {
        (Ok(bytes), _) => {
            let text = String::from_utf8(bytes).map_err(|_| {
                Stop::Input(format!(
                    "`{name}` is no text in UTF-8; a scenario is a TOML file; `polhode scenarios show \
                     t-handle` prints one"
                ))
            })?;
            Ok(Scenario::parse_file(name, &text, changes)?)
        }
        (Err(_), Some(found)) => Ok(Scenario::parse(name, found.text, changes)?),
        (Err(error), None) if error.is_not_found() => {
            Err(Stop::Input(format!("there is no file `{name}`, and {}", unknown(name))))
        }
        (Err(error), None) => Err(error.into()),
    }
}
