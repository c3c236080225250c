//! The scenarios that come with polhode.

/// A scenario of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Embedded {
    /// Its name.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
}

macro_rules! embedded {
    ($($name:literal)*) => {
        /// All of them: the default first, then the users', then the papers'.
        pub const SCENARIOS: &[Embedded] = &[
            $(Embedded { name: $name, text: include_str!(concat!("../scenarios/", $name, ".toml")) },)*
        ];
    };
}

embedded! {
    "t-handle"
    "game-box"
    "gyroscope"
    "cubesat"
    "cubesat-dispersion"
    "reaction-wheel"
    "toutatis"
    "apophis"
    "buss-prism"
    "mclachlan-zanna"
    "slow-top"
    "fast-top"
    "soft-wall-printed"
    "soft-wall-physical"
    "celledoni-top"
    "celledoni-satellite"
    "water"
    "water-field"
    "water-ensemble"
    "ida"
}

/// The default.
pub const DEFAULT: Embedded = SCENARIOS[0];

/// The one of this name.
#[must_use]
pub fn find(name: &str) -> Option<Embedded> {
    SCENARIOS.iter().find(|scenario| scenario.name == name).copied()
}
