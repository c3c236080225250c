//! What other computations say of a run that has come to its end.

use crate::error::{out_of_memory, report, solve};
use crate::memory::{LARGE, Many, available, room};
use crate::memory_run::ProgressWatch;
use crate::record::Record;
use polhode_lab::Scenario;
use polhode_lab::accuracy::{Certificate, Witnesses};
use polhode_lab::sensitivity::SensitivityRun;
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// Between two looks at who may want to stop it.
const LOOK: Duration = Duration::from_millis(50);

/// Runs that go along say how large the error is.
pub(crate) fn certify(
    scenario: &Scenario,
    record: &mut Record,
    watch: &mut ProgressWatch<'_>,
) -> PyResult<()> {
    let samples = record.states.len();
    record.errors = room(samples, Many(samples, "samples"))?;
    available(LARGE, Many(samples, "samples"))?;
    let mut witnesses = Witnesses::new(scenario).map_err(|r| report(&r, true))?;
    let mut certificate = Certificate { witnesses: witnesses.names(), ..Certificate::default() };
    let mut looked = Instant::now();
    for state in record.states.kept() {
        let seen = witnesses.see(state).map_err(solve)?;
        record.errors.push(seen.error);
        certificate.largest_error = certificate.largest_error.max(seen.error);
        (certificate.final_error, certificate.last_digit) = (seen.error, seen.last_digit);
        if looked.elapsed() > LOOK {
            looked = Instant::now();
            watch(state.time / scenario.schedule.duration)?;
        }
    }
    record.certificate = Some(certificate);
    Ok(())
}

/// All steps once more with derivatives.
pub(crate) fn differentiate(
    scenario: &Scenario,
    record: &mut Record,
    watch: &mut ProgressWatch<'_>,
) -> PyResult<()> {
    available(LARGE, Many(record.states.len(), "samples"))?;
    let mut sweep = SensitivityRun::new(scenario).map_err(|r| report(&r, true))?;
    // Where an event ended the run, to the last sample before it.
    let samples = record.states.len() - usize::from(record.stopped_by.is_some());
    let mut raised = Ok(());
    for sample in 0..samples {
        let there = sweep.advance_to(sample as u64, &mut |progress| {
            raised = watch(progress.part);
            raised.is_ok()
        });
        if !there.map_err(solve)? {
            return raised;
        }
        // Behind the time.
        let numbers = sweep.numbers();
        let full = |_| out_of_memory(Many(samples, "samples with their derivatives"));
        record.derivatives.try_reserve(numbers.len()).map_err(full)?;
        record.derivatives.extend(numbers.into_iter().skip(1));
    }
    record.transition = Some(sweep.matrix());
    Ok(())
}
