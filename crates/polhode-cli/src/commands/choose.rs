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
        options.changes.list().into_iter().chain(options.wish.list()).collect();
    let scenario = load(&options.scenario, &changes)?;
    let (_, choice) = accuracy::select(&scenario)?;
    let Some(wish) = scenario.plan.accuracy else { return Ok(()) };
    if let Some(folder) = &options.out {
        fs::create_dir_all(folder).map_err(Error::file("create the folder", folder))?;
        let figure = accuracy::figure(&scenario, wish.accuracy, &choice);
        let made = plot::write(folder, &Plot { name: "choose", figure }, options.look.form())?;
        made.iter().for_each(|path| remark(&format!("wrote {}", path.display())));
    }
    say(&if options.json { as_json(&wish, &choice) } else { table(&scenario, &wish, &choice) })
}

fn as_json(wish: &AccuracyRequest, choice: &Choice) -> String {
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
        "prefer": wish.prefer.name(),
        "accuracy": Promise::new(wish.accuracy, choice),
        "candidates": choice.candidates.iter().map(one).collect::<Vec<_>>(),
    }))
}

fn table(scenario: &Scenario, wish: &AccuracyRequest, choice: &Choice) -> String {
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
    text.push_str(&sentence(&Promise::new(wish.accuracy, choice), choice));
    text
}

/// The choice in a sentence.
pub(super) fn sentence(promise: &Promise, choice: &Choice) -> String {
    let chosen = format!("{}: {}", choice.setting, promise.reason);
    let sentence = match promise.refusal() {
        None => format!(
            "{chosen}; {:.1e} is expected of {:e}, and the last digit of the start moves the end by \
             {:.1e}",
            promise.expected, promise.asked, promise.last_digit
        ),
        Some(refusal) => format!("{refusal}; taken is {chosen}"),
    };
    match &promise.unverified {
        Some(why) => format!("{sentence}\nunverified: {why}"),
        None => sentence,
    }
}
