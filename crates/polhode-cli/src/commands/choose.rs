//! `polhode choose`

use super::pretty;
use super::scenarios::load;
use crate::arguments::Choose;
use crate::people::seconds;
use crate::stop::{Stop, remark, say};
use polhode_lab::accuracy::{self, Choice, Promise};
use polhode_lab::plot::{self, Plot};
use polhode_lab::scenario::AccuracyRequest;
use polhode_lab::{Error, Scenario};
use serde_json::json;
use std::fmt::Write;
use std::fs;

pub(super) fn choose(options: &Choose) -> Result<(), Stop> {
    let changes: Vec<String> =
        options.changes.list().into_iter().chain(options.accuracy.list()).collect();
    let scenario = load(&options.scenario, &changes)?;
    let (_, choice) = accuracy::select(&scenario)?;
    let Some(request) = scenario.plan.accuracy else { return Ok(()) };
    if let Some(folder) = &options.pictures.out {
        fs::create_dir_all(folder).map_err(Error::file("create the folder", folder))?;
        let figure = accuracy::figure(&scenario, request.accuracy, &choice);
        let made = plot::write(folder, &Plot { name: "choose", figure }, options.pictures.form())?;
        made.iter().for_each(|path| remark(&format!("wrote {}", path.display())));
    }
    say(&if options.json {
        as_json(&request, &choice)
    } else {
        table(&scenario, &request, &choice)
    })
}

fn as_json(request: &AccuracyRequest, choice: &Choice) -> String {
    let one = |candidate: &accuracy::Candidate| {
        json!({
            "method": candidate.setting.method.to_string(),
            "step": candidate.setting.step,
            "precision": candidate.setting.precision.name(),
            "error": candidate.error,
            "cost_seconds": candidate.cost * 1e-9,
            "note": candidate.note,
        })
    };
    pretty(&json!({
        "method": choice.setting.method.to_string(),
        "step": choice.setting.step,
        "precision": choice.setting.precision.name(),
        "cost_seconds": choice.cost * 1e-9,
        "trials_seconds": choice.trials * 1e-9,
        "prefer": request.prefer.name(),
        "accuracy": Promise::new(request.accuracy, choice),
        "candidates": choice.candidates.iter().map(one).collect::<Vec<_>>(),
    }))
}

fn table(scenario: &Scenario, request: &AccuracyRequest, choice: &Choice) -> String {
    let title = if scenario.title.is_empty() { scenario.origin() } else { &scenario.title };
    let names = choice.candidates.iter().map(|one| one.setting.method.to_string().len());
    let width = names.max().unwrap_or(0).max(6);
    let mut text = format!(
        "{title}\n  {:width$}  {:>10}  {:>9}  {:>9}  how\n",
        "method", "step", "error", "cost"
    );
    for one in &choice.candidates {
        let mark = if one.setting == choice.setting { '*' } else { ' ' };
        let step = one.setting.step.map_or("varies".into(), |step| format!("{step:.4e}"));
        let error = if one.error.is_nan() { "-".into() } else { format!("{:.1e}", one.error) };
        let _ = writeln!(
            text,
            "{mark} {:width$}  {step:>10}  {error:>9}  {:>9}  {}",
            one.setting.method.to_string(),
            seconds(one.cost * 1e-9),
            one.note
        );
    }
    text.push_str(&sentence(&Promise::new(request.accuracy, choice), choice));
    text
}

/// The choice in a sentence.
pub(super) fn sentence(promise: &Promise, choice: &Choice) -> String {
    let chosen = format!("{}: {}", choice.setting, promise.reason);
    let last_digit = promise.last_digit.map_or(String::new(), |shift| {
        format!("; a 1-ulp change of the initial state shifts the end by {shift:.1e}")
    });
    let (expected, asked) = (promise.expected, promise.asked);
    let sentence =
        format!("{chosen}\nexpected error {expected:.1e} (requested {asked:e}){last_digit}");
    match promise.shortfall() {
        Some(shortfall) => format!("{sentence}\n{shortfall}"),
        None => format!("{sentence}; verified"),
    }
}
