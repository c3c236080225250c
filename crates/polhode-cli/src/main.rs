//! polhode on the command line.

mod arguments;
mod commands;
mod interrupt;
mod people;
mod stop;
mod wording;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = arguments::Arguments::parse();
    interrupt::listen();
    match commands::run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => stop.end(),
    }
}
