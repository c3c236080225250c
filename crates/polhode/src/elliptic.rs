//! Elliptic functions and integrals: Jacobi's functions, Legendre's integrals,
//! Carlson's symmetric ones and Bulirsch's complete one.
//!
//! Legendre's are written with the parameter m = k^2 from 0 to 1, and every function
//! takes both m and m1 = 1 - m = k'^2: near the separatrix of a tumbling body the
//! second is the one that is known, and `1.0 - m` would have lost it. It may be as
//! small as the number's range (double-double: 1e-240), and 0. Arguments u and phi
//! are any real numbers; integrals and amplitude grow without jumps. The
//! characteristic n of the third kind is below 1, of either sign.
//!
//! ```
//! use polhode::elliptic::{amplitude, f, jacobi, k};
//!
//! let m1 = 1e-40; // 1 - m = 1
//! let (_, _, dn) = jacobi(k(m1), 1.0, m1);
//! assert!((dn / 1e-20 - 1.0f64).abs() < 1e-14);
//! let phi = amplitude(7.5, 0.9, 0.1);
//! assert!((f(phi, 0.9, 0.1) - 7.5f64).abs() < 1e-14);
//! ```
//!
//! Every integral is a sum of positive terms. Largest errors found, in
//! [`EPSILON`](crate::Real::EPSILON) times 1 + condition, where the condition is how
//! much the value changes relative to a relative change of u, phi, n, and m or m1
//! (whichever is smaller):
//!
//! | function | `f64` | double-double | points |
//! |---|---|---|---|
//! | sn, cn, dn | 1.50, 1.65, 1.65 | 0.77, 0.87, 0.86 | 1500 |
//! | am | 1.25 | 0.81 | 1500 |
//! | F | 1.72 | 0.71 | 1000 |
//! | E | 4.15 | 1.94 | 1000 |
//! | Pi | 2.64 | 0.84 | 1500 |
//! | K, E complete | 1.24, 2.95 | 0.67, 1.00 | 400 |
//! | Pi complete | 3.18 | 0.93 | 600 |
//! | R_F, R_C, R_D, R_J | 2.73, 2.10, 3.59, 4.59 | | 20000 |
//!
//! over m1 from 1e-300 to 1, n from -1e6 to 1 - 1e-8, angles to 1e5, arguments to 1e4
//! and next to all multiples of the quarter period (`tests/parts/elliptic.rs`).

mod carlson;
mod complete;
mod jacobi;
mod legendre;

pub use carlson::{rc, rd, rf, rj};
pub use complete::{cel, e_complete, k, pi_complete};
pub use jacobi::{amplitude, jacobi, jacobi_from_m};
pub use legendre::{e, f, pi};
