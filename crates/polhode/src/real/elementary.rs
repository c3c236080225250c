//! Elementary functions of doubles, the same bits for a scalar and for lanes.
//!
//! Written once over `Float64`: additions, multiplications, divisions and bit
//! patterns only, no fused multiply-add and nothing of the platform, so that
//! the bits depend neither on the machine nor on the number of lanes. Lanes
//! differ by [`select`](super::Real::select), not by branches.
//!
//! Coefficients and constants come from `tools/derive/elementary.py`.
//!
//! Largest errors found, in units in the last place, over 3 million points for
//! each of several intervals (`tests/parts/elementary.rs` holds them):
//!
//! | function | error | where |
//! |---|---|---|
//! | sin | 0.87 | near 0.97; below 0.5: 0.59 |
//! | cos | 0.84 | near 0.98; below 0.5: 0.57 |
//! | tan | 1.07 | near 1; below 0.5: 0.61 |
//! | atan2 | 0.68 | near pi/8 |
//! | exp | 0.79 | near ln(2)/2 |
//! | ln | 0.53 | near sqrt 2 |
//!
//! Angles of any size are reduced with as many digits of pi as they need.

mod atan;
mod exp;
pub(super) mod float64;
mod ln;
mod payne_hanek;
mod polynomial;
mod reduce;
mod sin_cos;
mod tan;

pub(super) use atan::atan2;
pub(super) use exp::exp;
pub(super) use ln::ln;
pub(super) use sin_cos::sin_cos;
pub(super) use tan::tan;
