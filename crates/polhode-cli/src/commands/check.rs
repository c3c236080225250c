//! `polhode check`

use super::scenarios::load;
use crate::people::{grouped, with_unit};
use crate::stop::{Stop, remark, say};
use crate::wording::Flags;
use polhode_lab::Scenario;
use polhode_lab::description::DescribedMotion;
use polhode_lab::disk::{self, DiskEstimate};
use polhode_lab::scenario::SampleSpacing;
use polhode_lab::significant;
use std::fmt::Write;
use std::path::Path;

pub(super) fn check(name: &str, changes: &[String]) -> Result<(), Stop> {
    let scenario = load(name, changes)?;
    for warning in &scenario.warnings {
        remark(&warning.render(false, &Flags));
    }
    let scenario = match scenario.plan.accuracy {
        Some(_) => polhode_lab::accuracy::select(&scenario)?.0,
        None => scenario,
    };
    let memory = polhode_lab::scenario_run::simulate(&scenario)?.checkpoint().memory.len();
    let mut text = describe(&scenario, &DiskEstimate::by_run(&scenario, memory));
    if scenario.ensemble.is_some() {
        text.push_str(&super::ensemble::foreseen(&scenario)?);
    }
    say(&(text + "The scenario is right; nothing was run."))
}

fn describe(scenario: &Scenario, needed: &DiskEstimate) -> String {
    let mut text = String::new();
    let title = if scenario.title.is_empty() { scenario.origin() } else { &scenario.title };
    let _ = writeln!(text, "{title}");
    let mut row = |label: &str, value: String| {
        let _ = writeln!(text, "  {label:10} {value}");
    };
    let moments = scenario.problem.body.inertia.moments();
    row("body", format!("principal moments {:?}, {:?}, {:?}", moments.x, moments.y, moments.z));
    row("free", free_motion(scenario));
    let torques = scenario.problem.torques.join(" + ");
    row("torque", if torques.is_empty() { "none".into() } else { torques });
    if !scenario.problem.events.is_empty() {
        let names: Vec<_> =
            scenario.problem.events.iter().map(|event| event.name.as_str()).collect();
        row("events", names.join(", "));
    }
    let card = scenario.method.card();
    let order =
        if scenario.problem.torques.is_empty() { card.order_free } else { card.order_torqued };
    let order = order.map_or("the solution itself".into(), |order| format!("order {order}"));
    row("method", format!("{} ({order}), {}", scenario.method, scenario.plan.precision.name()));
    let plan = scenario.schedule;
    let end = scenario.problem.start.epoch + plan.duration;
    let (steps, every) = match plan.pace {
        SampleSpacing::Steps { steps, every } => {
            (format!("{} of {:?}", grouped(steps), plan.step), format!("{} steps", grouped(every)))
        }
        SampleSpacing::Times { every, .. } => {
            (format!("of varying length, at most {:?}", plan.step), format!("{every:?} of time"))
        }
    };
    row("steps", format!("{steps}, to time {}", with_unit(end, &scenario.time_unit)));
    if let Some(asked) = plan.asked {
        row("", format!("shortened from {asked:?}, so that a whole number of them fits"));
    }
    let samples = plan.samples();
    row("samples", format!("{}, one every {every}", grouped(samples)));
    let labels = std::iter::once("files").chain(std::iter::repeat(""));
    labels.zip(files(needed, scenario.may_end_early())).for_each(|(label, line)| row(label, line));
    row("conserved", conserved(scenario).into());
    text
}

fn conserved(scenario: &Scenario) -> &'static str {
    match (scenario.problem.torques.is_empty(), scenario.conserves_energy()) {
        (true, _) => "energy, and momentum in space",
        (false, true) => "energy",
        (false, false) => "nothing that polhode could check under this torque",
    }
}

/// What the closed form knows of the motion that begins here.
fn free_motion(scenario: &Scenario) -> String {
    let motion = DescribedMotion::new(scenario).describe();
    let kind = match motion.mode {
        "long-axis" => "tumbles about its long axis",
        "short-axis" => "tumbles about its short axis",
        "separatrix" => "is on the separatrix",
        _ => "spins steadily, or not at all",
    };
    let mut text = format!("without torque it {kind}");
    if let Some(period) = motion.rotation_period {
        let _ = write!(text, "; its momentum comes back in the body after {}", significant(period));
    }
    if let Some(period) = motion.precession_period {
        let _ = write!(text, ", and the axis goes around in {}", significant(period));
    }
    text
}

/// What files need, and what is free where that is less; an event may end a run early.
pub(super) fn files(needed: &DiskEstimate, may_end_early: bool) -> Vec<String> {
    let mut lines = vec![needed.words()];
    let here = Path::new(".");
    if let (Some(_), Some(free)) = (needed.shortage(here, 0), disk::free(here)) {
        let free = disk::size_in_words(free);
        let follows = if may_end_early {
            "it does not fit unless an event ends it early"
        } else {
            "it is refused without --force"
        };
        lines.push(format!("only {free} are free here: {follows}"));
    }
    lines
}
