//! One function for each command.

mod check;
mod choose;
mod compare;
mod convert;
mod describe;
mod ensemble;
mod inertia;
mod methods;
mod plot;
mod reproduce;
mod run;
mod scenarios;
mod view;

use crate::arguments::{Arguments, Command};
use crate::stop::{Stop, say};
use clap::CommandFactory;
use polhode_lab::Error;
use std::fs;
use std::path::Path;

pub(crate) fn run(arguments: Arguments) -> Result<(), Stop> {
    match arguments.command {
        None => run::default(),
        Some(Command::Run(options)) => run::run(&options),
        Some(Command::Scenarios { show: None }) => scenarios::list(),
        Some(Command::Scenarios { show: Some(show) }) => scenarios::show(&show),
        Some(Command::Methods { name: None, json }) => methods::list(json),
        Some(Command::Methods { name: Some(name), json }) => methods::show(&name, json),
        Some(Command::Check { scenario, changes }) => check::check(&scenario, &changes.list()),
        Some(Command::Ensemble(options)) => ensemble::ensemble(&options),
        Some(Command::Merge(options)) => ensemble::merged(&options),
        Some(Command::Choose(options)) => choose::choose(&options),
        Some(Command::Compare(options)) => compare::compare(&options),
        Some(Command::Describe(options)) => describe::describe(&options),
        Some(Command::View(options)) => view::view(&options),
        Some(Command::Plot(options)) => plot::plot(&options),
        Some(Command::Inertia(options)) => inertia::inertia(&options),
        Some(Command::Convert(options)) => convert::convert(&options),
        Some(Command::Reproduce(options)) => reproduce::reproduce(&options),
        Some(Command::Schema) => say(&pretty(&polhode_lab::keys::json_schema())),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "polhode", &mut script);
            say(&String::from_utf8_lossy(&script))
        }
        Some(Command::Man { out }) => man(&out),
    }
}

/// JSON for people and programs.
fn pretty(value: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

fn man(folder: &Path) -> Result<(), Stop> {
    let failed = |source| Error::File {
        doing: "write the manual to",
        path: folder.into(),
        source,
        remedy: "choose another folder with --out".into(),
    };
    fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(Arguments::command(), folder).map_err(failed)?;
    say(&format!("wrote the manual to {0}; read it by: man {0}/polhode.1", folder.display()))
}
