//! What is drawn is what was computed.

#[path = "plots/decoded.rs"]
mod decoded;
#[path = "plots/images.rs"]
mod images;
#[path = "plots/raster.rs"]
mod raster;

use polhode_lab::figure::{Figure, Mark, PlotSeries};
use polhode_lab::plot::RecordedRun;
use polhode_lab::{Recording, Scenario, embedded};

/// A run of an embedded scenario, and what is to be drawn of it.
fn recorded(name: &str, changes: &[&str]) -> RecordedRun {
    let folder = tempfile::tempdir().unwrap();
    let text = embedded::find(name).unwrap().text;
    let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
    let scenario = Scenario::parse(name, text, &changes).unwrap();
    let mut recording = Recording::create(scenario, folder.path(), true).unwrap();
    recording.run(&mut |_| true).unwrap();
    RecordedRun::read(folder.path()).unwrap()
}

fn figure(recorded: &RecordedRun, name: &str) -> Figure {
    let plots = recorded.plots();
    plots.into_iter().find(|plot| plot.name == name).expect(name).figure
}

/// The curve with this name.
fn curve<'a>(figure: &'a Figure, label: &str) -> &'a PlotSeries {
    let series = &figure.panels[0].series;
    series.iter().find(|one| one.label == label).unwrap_or_else(|| panic!("{label}"))
}

#[test]
fn rates_and_attitude_are_those_of_the_samples() {
    let recorded = recorded("t-handle", &["run.duration=2.0"]);
    assert_eq!(recorded.samples.len(), 201);
    let rates = figure(&recorded, "rates");
    let attitude = figure(&recorded, "attitude");
    for (index, sample) in recorded.samples.iter().enumerate() {
        assert_eq!(curve(&rates, "y").points[index], (sample.time, sample.rates.y));
        assert_eq!(curve(&attitude, "w").points[index], (sample.time, sample.attitude.w));
    }
}

#[test]
fn the_energy_drawn_errs_as_much_as_the_summary_says() {
    let recorded = recorded("fast-top", &["run.duration=1.0"]);
    let drawn = figure(&recorded, "conserved");
    let most = drawn.panels[0].series[0].points.iter().map(|p| p.1).fold(0.0, f64::max);
    let first = recorded.samples[0].energy;
    let errors = recorded.samples.iter().map(|s| ((s.energy - first) / first).abs());
    let expected = errors.fold(0.0, f64::max);
    assert!((most / expected - 1.0).abs() < 1e-6, "{most:e}, {expected:e}");
}

/// The ellipsoid of a free body rolls at a height above the plane that momentum and rates tell.
#[test]
fn the_herpolhode_is_below_the_point_of_contact_and_the_polhode_on_its_ellipsoid() {
    let recorded = recorded("toutatis", &[]);
    let moments = recorded.scenario.problem.body.inertia.moments();
    let axes = recorded.scenario.problem.body.principal_axes;
    let plane = figure(&recorded, "herpolhode");
    let series = &plane.panels[0].series;
    let path = &series[2].points;
    assert_eq!(path.len(), recorded.samples.len());
    for (sample, (x, y)) in recorded.samples.iter().zip(path) {
        let root = (2.0 * sample.kinetic_energy).sqrt();
        let point = axes.apply_inverse(sample.rates) / root;
        assert!((point.component_mul(moments).dot(point) - 1.0).abs() < 1e-12);
        // Height and distance from the foot make the point's own distance.
        let height = sample.rates.dot(sample.momentum_body) / sample.momentum_body.norm() / root;
        let radius = x.hypot(*y);
        let apart = (height * height + radius * radius).sqrt() - point.norm();
        assert!(apart.abs() < 1e-9 * point.norm(), "{apart:e}");
    }
}

#[test]
fn long_runs_are_drawn_with_few_samples_and_their_end() {
    let changes = ["run.duration=60.0", "output.every_steps=1"];
    let recorded = recorded("t-handle", &changes);
    let count = recorded.samples.len();
    assert!((15_000..=20_001).contains(&count), "{count}");
    assert_eq!(recorded.samples[count - 1].time, 60.0);
}

/// Each recorded switch is a vertical line in the panels over time, and no curve is wider or higher for it.
#[test]
fn recorded_switches_are_marked() {
    let table = "torque=[{model=\"table\",interpolation=\"hold\",times=[0.0,0.5,1.5],\
                 torques=[[0.0,0.0,0.0],[0.0,0.0,0.1],[0.0,0.0,0.2]]}]";
    let changes = [table, "run.method=rk4", "run.step=0.01", "run.duration=2.0"];
    let plain = figure(&recorded("t-handle", &changes), "rates");
    let marked =
        figure(&recorded("t-handle", &[&changes[..], &["output.switches=true"]].concat()), "rates");
    let (marks, curves) = marked.panels[0].series.split_first().unwrap();
    assert_eq!((&*marks.label, marks.mark), ("table switches", Mark::Vertical));
    assert_eq!(marks.points.iter().map(|point| point.0).collect::<Vec<_>>(), [0.5, 1.5]);
    assert_eq!(curves, plain.panels[0].series);
    assert!(marked.svg().contains("table switches"));
}
