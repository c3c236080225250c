//! `run.precision = "refined"`: what it is for.

use super::Scenario;
use crate::diagnostic::Report;
use polhode::Torque;

impl Scenario {
    /// Returns whether the torque is smooth: no impulses, and no switches.
    pub(crate) fn has_smooth_torque(&self) -> bool {
        !self.problem.torque.properties().has_impulses && !self.has_switches()
    }

    /// Can it be computed in refined precision?
    ///
    /// # Errors
    /// Where it cannot.
    pub(super) fn check_refined(&self) -> Result<(), Report> {
        let wrong = |what: &str, remedy: &str| {
            let message = format!("`run.precision` is refined, {what}");
            Err(self.problem_with(&["run", "precision"], message, remedy.into()))
        };
        let method = &self.method;
        if !method.is_series() || method.tolerance().is_none() {
            let what = format!(
                "and the method is `{method}`: it is for the series in steps that follow a tolerance"
            );
            let remedy = "take method = \"taylor:tolerance=1e-18\", or precision = \"f64\"";
            return wrong(&what, remedy);
        }
        if !self.has_smooth_torque() {
            return wrong("and the torque has impulses or switches", "take precision = \"f64\"");
        }
        if self.ensemble.is_some() {
            return wrong("and there is an ensemble", "take precision = \"f64\" or \"f32\"");
        }
        Ok(())
    }
}
