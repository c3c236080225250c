//! A choice as a picture: what candidates cost, and the errors that they are expected to make.

use super::Choice;
use crate::figure::{Figure, Mark, Panel, PlotAxis, PlotSeries};
use crate::scenario::Scenario;

/// Expected error against cost, with the accuracy as a line.
#[must_use]
pub fn figure(scenario: &Scenario, asked: f64, choice: &Choice) -> Figure {
    let is_chosen = |setting: &super::Setting| *setting == choice.setting;
    let mut series: Vec<PlotSeries> = Vec::new();
    for one in choice.candidates.iter().filter(|one| one.error.is_finite()) {
        let mut label = one.setting.method.to_string();
        if is_chosen(&one.setting) {
            label.push_str(" (chosen)");
        }
        let mark = if is_chosen(&one.setting) { Mark::Diamonds } else { Mark::Circles };
        let colour = series.len();
        series.push(PlotSeries { label, mark, colour, points: vec![(one.cost * 1e-9, one.error)] });
    }
    let known = choice.candidates.iter().filter(|one| one.error.is_finite());
    let costs = || known.clone().map(|one| one.cost * 1e-9);
    let (least, most) = (costs().fold(f64::INFINITY, f64::min), costs().fold(0.0, f64::max));
    let points = vec![(least / 2.0, asked), (most * 2.0, asked)];
    series.push(PlotSeries {
        label: "asked".into(),
        mark: Mark::Dashes,
        colour: series.len(),
        points,
    });
    let title = if scenario.title.is_empty() { scenario.origin() } else { &scenario.title };
    Figure {
        title: format!("{title}: accuracy {asked:e}"),
        caption: format!("Chosen: {}, {}.", choice.setting, choice.reason),
        panels: vec![Panel {
            title: "Expected error and cost".into(),
            x: PlotAxis::log("cost by the table (s)"),
            y: PlotAxis::log("expected error at the end"),
            series,
            ..Panel::default()
        }],
    }
}
