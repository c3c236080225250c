//! Ctrl-C, SIGTERM and, on a terminal, SIGHUP. A command that can end in good order does so at the first signal; a
//! second one, and the first one elsewhere, stops the process at once.

use crate::stop::{INTERRUPTED, remark};
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// What the first signal does, where it does not stop the process.
static FIRST: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);
/// How to go on after the process was stopped at once.
static RESUME: Mutex<String> = Mutex::new(String::new());
static HEARD: AtomicBool = AtomicBool::new(false);

/// Listens to signals, for the whole process. Where that fails a signal ends the process, and what was
/// computed can still go on.
#[cfg(unix)]
pub(crate) fn listen() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = vec![SIGINT, SIGTERM];
    // Without a terminal nothing hangs up, or nohup has it ignored, as it should stay.
    if io::stderr().is_terminal() {
        signals.push(SIGHUP);
    }
    if let Ok(mut signals) = signal_hook::iterator::Signals::new(signals) {
        std::thread::spawn(move || signals.forever().for_each(|_| heard()));
    }
}

/// The same by what the system has.
#[cfg(not(unix))]
pub(crate) fn listen() {
    let _ = ctrlc::set_handler(heard);
}

fn heard() {
    HEARD.store(true, Ordering::Relaxed);
    let first = FIRST.lock().unwrap_or_else(PoisonError::into_inner).take();
    match first {
        Some(first) => first(),
        None => stop_at_once(),
    }
}

/// Runs this in place of stopping the process, once.
pub(crate) fn at_first(action: impl FnOnce() + Send + 'static) {
    *FIRST.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(action));
}

/// Says how to go on with what a process leaves that is stopped at once.
pub(crate) fn resumed_by(text: String) {
    *RESUME.lock().unwrap_or_else(PoisonError::into_inner) = text;
}

/// Ends the process. Files that are not finished are removed; a log and chunks are valid at any time.
fn stop_at_once() {
    polhode_formats::discard_unfinished();
    let resume = RESUME.lock().unwrap_or_else(PoisonError::into_inner);
    let dash = if resume.is_empty() { "" } else { "; " };
    remark(&format!("interrupted{dash}{resume}"));
    std::process::exit(INTERRUPTED.into());
}

/// Whether someone has asked a command to stop, which it does in good order.
pub(crate) struct Interrupt(());

impl Interrupt {
    /// From now on the first signal is only heard.
    pub(crate) fn listening() -> Self {
        at_first(|| {
            if io::stderr().is_terminal() {
                remark("\nstopping; what was computed is written. Ctrl-C again stops at once.");
            }
        });
        Self(())
    }
    pub(crate) fn is_heard(&self) -> bool {
        HEARD.load(Ordering::Relaxed)
    }
}
