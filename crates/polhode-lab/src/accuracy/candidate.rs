//! What is looked at.

use super::pilot::Setting;
use crate::listed::Listed;
use crate::scenario::{Preference, Scenario};
use polhode::catalogue::{Card, MethodName};
use serde::Serialize;

/// One of those that were looked at.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    /// Method and step.
    pub setting: Setting,
    /// The error at the end that is expected.
    pub error: f64,
    /// What the run takes, in nanoseconds by the table.
    pub cost: f64,
    /// How it was found out.
    pub note: &'static str,
}

/// What goes by steps of one length, the most promising first.
const FIXED: [&str; 19] = [
    "corrected",
    "corrected:kick=plain",
    "exact:compose=saba4",
    "exact:compose=aba-1064",
    "exact:compose=srkn14a",
    "exact:compose=chin-4a",
    "exact:compose=aba-864",
    "exact:compose=mclachlan-84",
    "exact:compose=srkn11b",
    "exact:compose=srkn6b",
    "exact:compose=blanes-moan-s10",
    "exact:compose=blanes-moan-s6",
    "exact:compose=kahan-li-8",
    "exact:compose=kahan-li-6",
    "exact:compose=suzuki-4",
    "exact",
    "buss-6:energy",
    "buss-5:energy",
    "buss-4:energy",
];

/// The methods with steps of one length that the scenario could be run with, as it is
/// preferred.
pub(super) fn fixed(scenario: &Scenario, prefer: Preference) -> Vec<MethodName> {
    let names = FIXED.iter().filter_map(|name| name.parse::<MethodName>().ok());
    names
        .filter(|name| is_preferred(&name.card(), prefer))
        .filter(|name| polhode_bound::accepts(name, &scenario.problem.torque).is_ok())
        .listed()
}

/// Has a method what is preferred?
pub(super) fn is_preferred(card: &Card, prefer: Preference) -> bool {
    match prefer {
        Preference::Speed => true,
        Preference::Symplectic => card.symplectic,
        Preference::Energy => card.conserves_energy,
    }
}
