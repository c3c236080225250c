//! Why the program ends, and with which code.

use crate::wording::Flags;
use polhode_lab::Error;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// The exit code of a process that a signal has ended.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why the program ends before its time.
#[derive(Debug)]
pub(crate) enum Stop {
    /// What the laboratory says.
    Lab(Error),
    /// The input is wrong in a way that needs no place in a file.
    Input(String),
    /// Experiments that differ from their paper.
    Differs(String),
    /// Ctrl-C; the text says how to go on.
    Interrupted(String),
    /// The reader of our output has gone: nobody is left to talk to.
    BrokenPipe,
    /// Standard output could not be written.
    Output(io::Error),
}

impl Stop {
    /// 1 a paper differs, 2 input, 3 a solve failed, 4 files, 130 interrupted.
    fn code(&self) -> u8 {
        match self {
            Self::BrokenPipe => 0,
            Self::Differs(_) => 1,
            Self::Lab(Error::Input(_)) | Self::Input(_) => 2,
            Self::Lab(Error::Solve { .. }) => 3,
            Self::Lab(_) | Self::Output(_) => 4,
            Self::Interrupted(_) => INTERRUPTED,
        }
    }

    /// Says why, and how it ends.
    pub(crate) fn end(self) -> ExitCode {
        let code = ExitCode::from(self.code());
        let message = match self {
            Self::BrokenPipe => return code,
            Self::Lab(Error::Input(report)) => report.render(io::stderr().is_terminal(), &Flags),
            Self::Lab(error) => format!("error: {}", error.worded(&Flags)),
            Self::Input(message) => format!("error: {message}"),
            Self::Interrupted(message) | Self::Differs(message) => message,
            Self::Output(error) => format!("error: cannot write to standard output: {error}"),
        };
        // Where nothing can be said, the code still says it.
        let _ = writeln!(io::stderr(), "{message}");
        code
    }
}

impl<E: Into<Error>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Lab(error.into())
    }
}

/// A line, or several, on standard output.
pub(crate) fn say(text: &str) -> Result<(), Stop> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", text.trim_end_matches('\n')).and_then(|()| out.flush()).map_err(|error| {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::BrokenPipe,
            _ => Stop::Output(error),
        }
    })
}

/// A line for people who watch, who may be gone.
pub(crate) fn remark(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
