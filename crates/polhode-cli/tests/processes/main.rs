//! Processes that are killed, locked out, kept waiting or short of disk: what depends on when something happens. A
//! program of its own, beside which no other test takes time.

#[path = "../support/mod.rs"]
mod support;

mod disk;
mod folders;
#[cfg(unix)]
mod interrupts;
mod slow_clients;
