//! `polhode run`

use super::choose::sentence;
use super::plot::draw;
use super::pretty;
use super::scenarios::load;
use crate::arguments::{RunArguments, Voice};
use crate::interrupt::{Interrupt, resumed_by};
use crate::people::{grouped, seconds, with_unit};
use crate::stop::{Stop, remark, say};
use crate::wording::Flags;
use indicatif::{ProgressBar, ProgressStyle};
use polhode_lab::accuracy::{self, Certificate, Promise};
use polhode_lab::figure::{Theme, short};
use polhode_lab::plot::PlotStyle;
use polhode_lab::recording::{
    CERTIFICATE, EVENTS, Progress, RunEnding, SCENARIO, SENSITIVITY, SUMMARY, trajectory_file,
};
use polhode_lab::sensitivity::TransitionMatrix;
use polhode_lab::summary::{EventCount, SwitchSummary};
use polhode_lab::{Error, Recording, Remedy, Scenario, Summary, embedded};
use std::fmt::Write;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// The embedded default, for those who type no more than the name.
pub(super) fn default() -> Result<(), Stop> {
    let interrupt = Interrupt::listening();
    let scenario = load(embedded::DEFAULT.name, &[])?;
    let target = Target::free(embedded::DEFAULT.name)?;
    let recording = Recording::create(scenario, &target.folder, false)?;
    go(recording, Voice::People, io::stdout().is_terminal(), &interrupt)
}

pub(super) fn run(options: &RunArguments) -> Result<(), Stop> {
    let voice = options.voice.voice();
    let people = voice == Voice::People && io::stdout().is_terminal();
    let drawn = options.plot || people && !options.no_plot;
    let interrupt = Interrupt::listening();
    if let Some(folder) = &options.resume {
        let recording = Recording::resume(folder)?;
        warn_of_shortage(&recording, voice);
        return go(recording, voice, drawn, &interrupt);
    }
    let name = options.scenario.as_deref().unwrap_or(embedded::DEFAULT.name);
    let mut changes = options.changes.list();
    if !options.format.is_empty() {
        changes.push(format!("output.formats={:?}", options.format));
    }
    if options.sensitivity {
        changes.push("output.sensitivity=[\"start\", \"moments\", \"torques\"]".into());
    }
    changes.extend(options.accuracy.list());
    if options.certificate {
        changes.push("run.certificate=true".into());
    }
    let scenario = load(name, &changes)?;
    if voice != Voice::Quiet {
        scenario.warnings.iter().for_each(|warning| remark(&warning.render(false, &Flags)));
    }
    if let Some(ensemble) = scenario.ensemble.as_ref().filter(|_| voice == Voice::People) {
        let count = grouped(ensemble.count);
        remark(&format!(
            "note: this runs the nominal body; all {count} are run by: polhode ensemble {name}"
        ));
    }
    let target = match &options.out {
        Some(folder) => Target { folder: folder.clone() },
        None => Target::free(name)?,
    };
    let Some(request) = scenario.plan.accuracy else {
        let recording = Recording::create(scenario, &target.folder, options.force)?;
        if !options.force {
            warn_of_shortage(&recording, voice);
        }
        return go(recording, voice, drawn, &interrupt);
    };
    let (selected, choice) = selected(&scenario, voice, &interrupt)?;
    let promise = Promise::new(request.accuracy, &choice);
    if voice != Voice::Quiet {
        remark(&sentence(&promise, &choice));
    }
    let mut recording =
        Recording::create_as_chosen(selected, &target.folder, options.force, promise)?;
    if !options.force {
        warn_of_shortage(&recording, voice);
    }
    let ending = computed(&mut recording, voice, &interrupt)?;
    let summary = told(&recording, ending, voice, drawn)?;
    assured(&summary, options.strict)
}

/// The scenario with the method that its accuracy asks for. The runs that verify it may take as long as the run.
fn selected(
    scenario: &Scenario,
    voice: Voice,
    interrupt: &Interrupt,
) -> Result<(Scenario, accuracy::Choice), Stop> {
    let bar = match voice {
        Voice::Quiet => ProgressBar::hidden(),
        _ if !io::stderr().is_terminal() => ProgressBar::hidden(),
        _ => verification_bar(),
    };
    let selected = accuracy::select_while(scenario, &|part| {
        bar.set_position((part.clamp(0.0, 1.0) * WHOLE as f64) as u64);
        !interrupt.is_heard()
    });
    bar.finish_and_clear();
    selected.map_err(|report| {
        if interrupt.is_heard() {
            Stop::Interrupted("interrupted while the accuracy was verified".into())
        } else {
            report.into()
        }
    })
}

/// Shows which part of `run.work_limit` is spent.
#[expect(clippy::literal_string_with_formatting_args, reason = "of the bar")]
fn verification_bar() -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{wide_bar} {percent:>3} % of run.work_limit to verify the accuracy",
    );
    ProgressBar::new(WHOLE).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Fails where the result contradicts the accuracy that was asked for, or with `strict` does not assure it.
fn assured(summary: &Summary, strict: bool) -> Result<(), Stop> {
    let found = summary.contradiction.clone();
    let found = found.or_else(|| summary.shortfall().filter(|_| strict));
    let solve = |message| Error::Solve { message, remedy: Remedy::default() };
    found.map_or(Ok(()), |message| Err(Stop::Lab(solve(message))))
}

/// The folder of a run.
struct Target {
    folder: PathBuf,
}

impl Target {
    /// Creates polhode-results/NAME, or the same with the first number that is free. Of runs that begin
    /// at the same moment each has its own.
    fn free(name: &str) -> Result<Self, Stop> {
        let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy();
        let parent = Path::new("polhode-results");
        fs::create_dir_all(parent).map_err(Error::file("create the folder", parent))?;
        let mut folder = parent.join(&*stem);
        let mut number = 2_u64;
        loop {
            match fs::create_dir(&folder) {
                Ok(()) => return Ok(Self { folder }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(Error::file("create the folder", &folder)(error).into()),
            }
            folder = parent.join(format!("{stem}-{number}"));
            number += 1;
        }
    }
}

impl Drop for Target {
    /// Removes the folder if it is empty: then nothing was run.
    fn drop(&mut self) {
        if fs::remove_dir(&self.folder).is_ok() {
            let parent = self.folder.parent().filter(|parent| parent.ends_with("polhode-results"));
            let _ = parent.map(fs::remove_dir);
        }
    }
}

fn warn_of_shortage(recording: &Recording, voice: Voice) {
    if let Some(shortage) = recording.shortage().filter(|_| voice != Voice::Quiet) {
        remark(&format!("warning: {shortage}"));
    }
}

fn go(
    mut recording: Recording,
    voice: Voice,
    drawn: bool,
    interrupt: &Interrupt,
) -> Result<(), Stop> {
    let ending = computed(&mut recording, voice, interrupt)?;
    let summary = told(&recording, ending, voice, drawn)?;
    assured(&summary, false)
}

/// To the end, as far as nobody interrupts.
fn computed(
    recording: &mut Recording,
    voice: Voice,
    interrupt: &Interrupt,
) -> Result<RunEnding, Stop> {
    let folder = recording.folder().display();
    resumed_by(format!(
        "what was computed is in {folder}, and its files are not complete; go on by: polhode run \
         --resume {folder}"
    ));
    let bar = bar(recording, voice);
    let mut watch = |progress| {
        show(&bar, progress);
        !interrupt.is_heard()
    };
    let mut ending = recording.run(&mut watch)?;
    if ending == RunEnding::Complete {
        ending = recording.differentiate(&mut watch)?;
        if ending == RunEnding::Complete {
            ending = recording.certify(&mut watch)?;
        }
    }
    bar.finish_and_clear();
    Ok(ending)
}

/// Writes what was computed, and says so.
fn told(
    recording: &Recording,
    ending: RunEnding,
    voice: Voice,
    drawn: bool,
) -> Result<Summary, Stop> {
    let summary = recording.finish()?;
    let form = PlotStyle { theme: Theme::Light, png: false };
    let plots =
        if drawn { draw(recording.folder(), recording.folder(), form)? } else { Vec::new() };
    match voice {
        Voice::People => say(&describe(recording, &summary, &plots))?,
        Voice::Json => say(&pretty(&summary))?,
        Voice::Quiet => {}
    }
    warn_of_chatter(&summary, voice);
    let folder = recording.folder().display();
    match ending {
        RunEnding::Complete => Ok(summary),
        RunEnding::Interrupted => Err(Stop::Interrupted(format!(
            "interrupted after {} steps, {:.0} % of the run; what was computed is in {folder}; go on \
             by: polhode run --resume {folder}",
            grouped(recording.progress().steps),
            recording.progress().part * 100.0
        ))),
        RunEnding::Failed { message, remedy } => {
            let kept = format!("what was computed before is in {folder}");
            let remedy = format!("{}; {kept}", remedy.worded(&Flags)).into();
            Err(Stop::Lab(Error::Solve { message, remedy }))
        }
    }
}

/// How all bars of runs look.
pub(super) fn styled() -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {percent:>3} %  {msg}, {eta} left");
    ProgressBar::new(WHOLE).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Shown on a terminal only.
fn bar(recording: &Recording, voice: Voice) -> ProgressBar {
    if voice == Voice::Quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = styled();
    show(&bar, recording.progress());
    bar.reset_eta();
    bar
}

/// The bar counts parts of this.
pub(super) const WHOLE: u64 = 1_000_000;

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1")]
#[expect(clippy::cast_precision_loss, reason = "for people")]
fn show(bar: &ProgressBar, progress: Progress) {
    bar.set_position((progress.part.clamp(0.0, 1.0) * WHOLE as f64) as u64);
    let rate = progress.steps as f64 / bar.elapsed().as_secs_f64().max(1e-3);
    bar.set_message(format!("{} steps, {rate:.1e} a second", grouped(progress.steps)));
}

fn describe(recording: &Recording, summary: &Summary, plots: &[String]) -> String {
    let scenario = recording.scenario();
    let mut text = format!("{}\n", summary.scenario);
    let mut row = |label: &str, value: &str| {
        let _ = writeln!(text, "  {label:11} {value}");
    };
    row("method", &method(scenario));
    row("steps", &steps(scenario, summary));
    if let Some(asked) = summary.step_asked {
        row(
            "",
            &format!("the step was shortened from {asked:?}, so that a whole number of them fits"),
        );
    }
    let torques = scenario.problem.torques.join(" + ");
    let evaluations = grouped(summary.torque_evaluations);
    row(
        "torque",
        &if torques.is_empty() {
            "none".into()
        } else {
            format!("{torques}, {evaluations} evaluations")
        },
    );
    for event in &summary.events {
        row("event", &counted(event));
    }
    if let Some(switches) = &summary.switches {
        row("switches", &switched(switches, &summary.time_unit));
        if let Some(unknown) = &switches.unknown {
            row("", unknown);
        }
    }
    if let Some(name) = &summary.stopped_by {
        row("", &format!("stopped by event {name} at time {:?}", summary.time));
    }
    row("computed in", &pace(summary));
    row("energy", &energy(summary));
    row("momentum", &momentum(summary));
    row("attitude", &attitude(summary));
    if let Some(transition) = &summary.transition_matrix {
        row("sensitivity", &sensitivity(transition));
    }
    if let Some(unverified) = summary.accuracy.as_ref().and_then(|asked| asked.unverified.as_ref())
    {
        row("accuracy", &format!("unverified: {unverified}"));
    }
    if let Some(certificate) = &summary.certificate {
        row("error", &certified(certificate));
    }
    let folder = recording.folder().display();
    let samples = grouped(summary.samples);
    let mut files = String::new();
    for (i, format) in scenario.plan.formats.iter().enumerate() {
        let samples = if i == 0 { format!(" ({samples} samples)") } else { String::new() };
        let _ = write!(files, "{}{samples}, ", trajectory_file(*format));
    }
    if !scenario.plan.formats.is_empty() && summary.transition_matrix.is_some() {
        let _ = write!(files, "{SENSITIVITY}, ");
    }
    if scenario.has_events_file() {
        let _ = write!(files, "{EVENTS}, ");
    }
    if summary.certificate.is_some() {
        let _ = write!(files, "{CERTIFICATE}, ");
    }
    row("files", &format!("{folder}: {files}{SUMMARY}, {SCENARIO}"));
    if !plots.is_empty() {
        let name = |path: &String| {
            Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned()
        };
        row("pictures", &plots.iter().map(name).collect::<Vec<_>>().join(", "));
    }
    text
}

fn method(scenario: &Scenario) -> String {
    let card = scenario.method.card();
    let free = scenario.problem.torques.is_empty();
    let order = if free { card.order_free } else { card.order_torqued };
    let order = order.map_or("the solution itself".into(), |order| format!("order {order}"));
    let symplectic = if card.symplectic { ", symplectic" } else { "" };
    let symmetric = if card.symmetric { ", symmetric" } else { "" };
    format!(
        "{} ({order}{symmetric}{symplectic}; {}), {}",
        scenario.method,
        card.paper.cite,
        scenario.plan.precision.name()
    )
}

fn steps(scenario: &Scenario, summary: &Summary) -> String {
    let most = if scenario.method.steps_vary() { "at most " } else { "" };
    let (steps, step) = (grouped(summary.steps), summary.step);
    format!("{steps} of {most}{step:?}, to time {}", with_unit(summary.time, &summary.time_unit))
}

fn counted(event: &EventCount) -> String {
    let EventCount { name, count, first, last } = event;
    match (first, last) {
        (Some(first), Some(last)) if *count > 1 => {
            format!("{name}: {} times, first at {first:?}, last at {last:?}", grouped(*count))
        }
        (Some(time), _) => format!("{name}: once, at {time:?}"),
        _ => format!("{name}: never"),
    }
}

fn switched(switches: &SwitchSummary, time_unit: &str) -> String {
    let SwitchSummary { located, sliding, sliding_time, .. } = switches;
    let located = format!("{} located", grouped(*located));
    let time = format!("{} {time_unit}", short(*sliding_time));
    let time = time.trim_end();
    match sliding {
        0 => located,
        1 => format!("{located}, 1 sliding interval of {time}"),
        _ => format!("{located}, {} sliding intervals of {time} in all", grouped(*sliding)),
    }
}

fn warn_of_chatter(summary: &Summary, voice: Voice) {
    let chatter = summary.switches.as_ref().and_then(|switches| switches.chatter.as_ref());
    if let Some(name) = chatter.filter(|_| voice != Voice::Quiet) {
        remark(&format!(
            "warning: `{name}` switched more than 1000 times in a revolution; give it a wider hysteresis, or make it smooth"
        ));
    }
}

#[expect(clippy::cast_precision_loss, reason = "for people")]
fn pace(summary: &Summary) -> String {
    let each = summary.wall_seconds / summary.steps.max(1) as f64;
    format!("{}, {} a step", seconds(summary.wall_seconds), seconds(each))
}

fn energy(summary: &Summary) -> String {
    let energy = &summary.energy;
    match energy.max_relative_error {
        Some(error) => format!("{:?}, constant to {error:.1e} of it", energy.initial),
        None => format!(
            "from {:?} to {:?}; not constant under this torque",
            energy.initial, energy.last
        ),
    }
}

fn momentum(summary: &Summary) -> String {
    match summary.momentum.max_relative_error {
        Some(error) => format!("in space constant to {error:.1e} of its length"),
        None => "in space not constant under this torque".into(),
    }
}

fn sensitivity(transition: &TransitionMatrix) -> String {
    let entries = transition.matrix.iter().flatten();
    let largest = entries.fold(0f64, |largest, x| largest.max(x.abs()));
    let symplectic = transition
        .symplectic_defect
        .map_or(String::new(), |defect| format!("; symplectic to {defect:.1e}"));
    format!(
        "{} x {} derivatives of the end, the largest {largest:.3e}{symplectic}",
        transition.rows.len(),
        transition.columns.len()
    )
}

fn certified(certificate: &Certificate) -> String {
    format!(
        "{:.1e} at the end, {:.1e} at most, by {}; the last digit of the start moves the end by {:.1e}",
        certificate.final_error,
        certificate.largest_error,
        certificate.witnesses.join(" and "),
        certificate.last_digit
    )
}

fn attitude(summary: &Summary) -> String {
    let norm = format!("norm of the quaternion off 1 by {:.1e}", summary.attitude_norm_error);
    match summary.attitude_error {
        Some(error) => format!("at the end {error:.1e} rad from the closed form; {norm}"),
        None => norm,
    }
}
