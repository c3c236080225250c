//! Error against CPU time, as a picture.

use crate::problems::Problem;
use crate::search::Curve;
use std::fmt::Write;
use std::path::Path;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 200.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 44.0;
const COLOURS: [&str; 8] =
    ["#1b6ca8", "#d1495b", "#2e8b57", "#e08e0b", "#6a4c93", "#00838f", "#8d6e63", "#444444"];

/// The methods with the least cost somewhere, and the other solver.
fn shown(curves: &[Curve], finest: f64) -> Vec<&Curve> {
    let best_at = |target: f64| {
        let costs = curves.iter().filter(|c| !c.name.starts_with("Dop853")).filter_map(|curve| {
            let cost = curve.first_below(target).and_then(|i| curve.points[i].cost)?;
            Some((curve, cost))
        });
        costs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|best| best.0.name.as_str())
    };
    let targets = [1e-3, 1e-6, 1e-9, 1e-12].into_iter().filter(|&target| target >= finest);
    let winners: Vec<_> = targets.filter_map(best_at).collect();
    let always = ["exact", "exact:compose=kahan-li-8", "exact:compose=srkn14a", "corrected"];
    let wanted = |curve: &&Curve| {
        let name = curve.name.as_str();
        name.starts_with("Dop853") || winners.contains(&name) || always.contains(&name)
    };
    curves.iter().filter(wanted).collect()
}

/// Writes `time-to-accuracy-<problem>.svg`.
pub(crate) fn write(folder: &Path, problem: &Problem, curves: &[Curve]) {
    let curves = shown(curves, problem.finest);
    let points: Vec<Vec<(f64, f64)>> = curves
        .iter()
        .map(|curve| {
            let known = curve.points.iter().filter(|p| p.error > 0.0 && p.error < 4.0);
            known.filter_map(|p| Some((p.cost?.log10(), p.error.log10()))).collect()
        })
        .collect();
    let all = || points.iter().flatten();
    if all().count() == 0 {
        return;
    }
    let low = all().map(|p| p.0).fold(f64::INFINITY, f64::min).floor();
    let high = all().map(|p| p.0).fold(f64::NEG_INFINITY, f64::max).ceil();
    let x = |cost: f64| LEFT + (cost - low) / (high - low) * (WIDTH - LEFT - RIGHT);
    let y = |error: f64| TOP + (1.0 - error) / 15.0 * (HEIGHT - TOP - BOTTOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{}: {}</text>\n",
        problem.name, problem.about
    );
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    for decade in low as i32..=high as i32 {
        let at = x(f64::from(decade));
        let _ = writeln!(
            svg,
            "<path d=\"M{at:.1} {TOP}V{bottom}\" stroke=\"#ddd\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">1e{decade} s</text>",
            bottom + 18.0
        );
    }
    for decade in (-14..=0).step_by(2) {
        let at = y(f64::from(decade));
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">1e{decade}</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">CPU time</text>",
        (LEFT + right) / 2.0,
        HEIGHT - 8.0
    );
    for (index, (curve, points)) in curves.iter().zip(&points).enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let line: Vec<String> =
            points.iter().map(|&(c, e)| format!("{:.1} {:.1}", x(c), y(e))).collect();
        let label = curve.name.replace("exact:compose=", "");
        let at = TOP + 16.0 * (index as f64 + 1.0);
        let _ = writeln!(
            svg,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"/>\n\
             <text x=\"{:.1}\" y=\"{at:.1}\" fill=\"{colour}\">{label}</text>",
            line.join("L"),
            right + 12.0
        );
    }
    svg.push_str("</svg>\n");
    let path = folder.join(format!("time-to-accuracy-{}.svg", problem.name.to_lowercase()));
    std::fs::write(&path, svg).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
