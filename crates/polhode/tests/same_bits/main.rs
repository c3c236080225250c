//! The part of the catalogue's tests that tools/check runs in other builds too.

#[path = "../support/mod.rs"]
mod support;

mod bits;
mod lanes;
