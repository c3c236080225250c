//! What the commands print, write and refuse, by the real binary. One program: each links the whole lab.

#[path = "../support/mod.rs"]
mod support;

mod accuracy;
mod bad_inputs;
mod commands;
mod convert;
mod ensemble;
mod events;
mod flags;
mod guide;
mod inertia;
mod laboratory;
#[cfg(unix)]
mod named_files;
mod readers;
mod reproduce;
mod runs;
mod torques;
mod units;
mod view;
