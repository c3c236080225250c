//! `polhode compare`

use super::pretty;
use super::scenarios::load;
use crate::arguments::Compare;
use crate::people::{grouped, seconds};
use crate::stop::{Stop, remark, say};
use indicatif::ProgressBar;
use polhode::catalogue::MethodName;
use polhode_lab::compare::{self, Comparison, ComparisonGrid, ComparisonRow};
use polhode_lab::plot::{self, Plot};
use polhode_lab::recording::whole;
use polhode_lab::{Error, Scenario};
use std::fmt::Write;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;

pub(super) fn compare(options: &Compare) -> Result<(), Stop> {
    let scenario = load(&options.scenario, &options.changes.list())?;
    let plan =
        Comparison { methods: methods(&scenario, options)?, grid: grid(&scenario, options)? };
    let bar = if io::stderr().is_terminal() { ProgressBar::new(1) } else { ProgressBar::hidden() };
    let rows = compare::compare(&scenario, &plan, &mut |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    })?;
    bar.finish_and_clear();
    if let Some(folder) = &options.pictures.out {
        fs::create_dir_all(folder).map_err(Error::file("create the folder", folder))?;
        write_csv(&folder.join("compare.csv"), &rows)?;
        let figure = compare::figure(&scenario, &rows);
        let mut made =
            plot::write(folder, &Plot { name: "compare", figure }, options.pictures.form())?;
        made.insert(0, folder.join("compare.csv"));
        made.iter().for_each(|path| remark(&format!("wrote {}", path.display())));
    }
    say(&if options.json { pretty(&rows) } else { table(&scenario, &rows) })
}

fn methods(scenario: &Scenario, options: &Compare) -> Result<Vec<MethodName>, Stop> {
    if options.methods == ["all"] {
        return Ok(compare::all_methods(scenario));
    }
    let parsed = split(&options.methods).into_iter().map(|name| {
        let method: MethodName = name.parse().map_err(|error| Stop::Input(format!("{error}")))?;
        if !scenario.problem.torques.is_empty() {
            polhode_bound::accepts(&method, &scenario.problem.torque).map_err(|error| {
                Stop::Input(format!("`{name}` cannot take this torque: {error}"))
            })?;
        }
        Ok(method)
    });
    parsed.collect()
}

/// Commas separate methods, and their options; an option has no row of its own in the catalogue.
fn split(given: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in given.iter().flat_map(|text| text.split(',')) {
        let is_option = part.parse::<MethodName>().is_err();
        match names.last_mut() {
            Some(last) if is_option && last.contains(':') => {
                last.push(',');
                last.push_str(part);
            }
            _ => names.push(part.into()),
        }
    }
    names
}

fn grid(scenario: &Scenario, options: &Compare) -> Result<ComparisonGrid, Stop> {
    if !options.budget.is_empty() {
        return Ok(ComparisonGrid::Budgets(options.budget.clone()));
    }
    if options.steps.is_empty() {
        return Ok(ComparisonGrid::around(scenario));
    }
    match options.steps.iter().find(|step| !(step.is_finite() && **step > 0.0)) {
        None => Ok(ComparisonGrid::Steps(options.steps.clone())),
        Some(step) => {
            Err(Stop::Input(format!("a step is {step:?}; it must be positive and finite")))
        }
    }
}

fn table(scenario: &Scenario, rows: &[ComparisonRow]) -> String {
    let free = scenario.problem.torques.is_empty();
    let width = rows.iter().map(|row| row.method.len()).max().unwrap_or(0).max(6);
    let work = if free { "steps" } else { "evaluations" };
    let mut text = format!(
        "{:width$}  {:>10}  {work:>12}  {:>9}  {:>9}  {:>9}\n",
        "method", "step", "CPU", "attitude", "momentum"
    );
    for row in rows {
        let step = row.step.map_or("varies".into(), |step| format!("{step:.4e}"));
        let _ = write!(text, "{:width$}  {step:>10}  ", row.method);
        if let Some(failure) = &row.failure {
            let _ = writeln!(text, "{failure}");
            continue;
        }
        let count = if free { row.steps } else { row.torque_evaluations };
        let _ = writeln!(
            text,
            "{:>12}  {:>9}  {:>9.2e}  {:>9.2e}",
            grouped(count),
            seconds(row.cpu_seconds),
            row.attitude_error,
            row.momentum_error
        );
    }
    text + "Errors are at the end: the angle of the attitude in radians, the momentum in space relative to \
            its size."
}

fn write_csv(path: &Path, rows: &[ComparisonRow]) -> Result<(), Error> {
    whole(path, |file| {
        let mut write = || {
            writeln!(
                file,
                "method,step,steps,torque_evaluations,cpu_seconds,attitude_error,momentum_error,failure"
            )?;
            for row in rows {
                let step = row.step.map_or(String::new(), |step| format!("{step:?}"));
                let failure = row.failure.as_deref().unwrap_or("").replace('"', "'");
                writeln!(
                    file,
                    "\"{}\",{step},{},{},{:?},{:?},{:?},\"{failure}\"",
                    row.method,
                    row.steps,
                    row.torque_evaluations,
                    row.cpu_seconds,
                    row.attitude_error,
                    row.momentum_error
                )?;
            }
            Ok(())
        };
        write().map_err(Error::file("write", path))
    })
}
