//! Conversions to and from the vectors, quaternions and matrices of other
//! crates. Components are copied as they are: a round trip keeps every bit, and
//! nothing is normalised.

#[cfg(feature = "glam")]
mod glam;
#[cfg(feature = "mint")]
mod mint;
#[cfg(feature = "nalgebra")]
mod nalgebra;

#[cfg(all(test, any(feature = "glam", feature = "mint", feature = "nalgebra")))]
mod tests;
