//! How good the elliptic functions and integrals are.
//!
//! Against tables of 60-digit values made by `tools/derive/elliptic_references.py`,
//! in double and double-double precision; against the crate `ellip`; and by what
//! holds between the functions. An error is counted in EPSILON times (1 + condition),
//! the condition being how much the value changes, relative to a relative change of
//! the arguments. Bounds lie little above the largest error found.

mod limits;
mod other_crate;
mod properties;
mod references;
