//! `run.precision = "refined"`: what it is for.

use super::Scenario;
use crate::diagnostic::Report;

impl Scenario {
    /// Is its torque smooth in time, from the start to the end?
    pub(crate) fn is_smooth_in_time(&self) -> bool {
        use polhode::Torque;
        !self.problem.torque.properties().has_impulses && !self.has_kinks_in_time()
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
        if !self.is_smooth_in_time() {
            return wrong("and the torque is not smooth in time", "take precision = \"f64\"");
        }
        if self.ensemble.is_some() {
            return wrong("and there is an ensemble", "take precision = \"f64\" or \"f32\"");
        }
        Ok(())
    }
}
