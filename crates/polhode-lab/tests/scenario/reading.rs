//! From keys to bodies, attitudes and steps.

use super::{parse, refusal};
use polhode_formats::Format;
use polhode_lab::document::Document;
use polhode_lab::scenario::{
    AccuracyRequest, Plan, Precision, Preference, SampleSpacing, Sampling, SensitivityGroup,
};
use polhode_lab::{Scenario, embedded};
use proptest::prelude::*;

fn with(body: &str, initial: &str, run: &str) -> String {
    format!(
        "[body]\n{body}\n[initial]\n{initial}\n[run]\nmethod = \"exact\"\n{run}\n",
        run = if run.is_empty() { "duration = 1.0\nstep = 0.1" } else { run },
    )
}

const BODY: &str = "inertia = [1.0, 2.0, 2.5]";
const START: &str = "angular_velocity = [0.1, 2.0, 0.3]";

#[test]
fn all_forms_of_an_attitude_give_the_same_rotation() {
    // A turn by 0.9 about (1, 2, 2)/3: its quaternion and Rodrigues' matrix.
    let (half, u) = (0.45_f64, [1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0]);
    let quaternion = [half.cos(), u[0] * half.sin(), u[1] * half.sin(), u[2] * half.sin()];
    let (s, c) = 0.9_f64.sin_cos();
    let cross = [[0.0, -u[2], u[1]], [u[2], 0.0, -u[0]], [-u[1], u[0], 0.0]];
    let matrix: [[f64; 3]; 3] = std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            u[i] * u[j] * (1.0 - c) + s * cross[i][j] + if i == j { c } else { 0.0 }
        })
    });
    // R = Rz(a) Ry(b) Rx(g): its third row is (-sin b, cos b sin g, cos b cos g), its
    // first column (cos a cos b, sin a cos b, -sin b).
    let b = -matrix[2][0].asin();
    let (g, a) = (matrix[2][1].atan2(matrix[2][2]), matrix[1][0].atan2(matrix[0][0]));
    let degrees = [a, b, g].map(f64::to_degrees);
    let forms = [
        format!("{quaternion:?}"),
        format!("{:?}", quaternion.map(|x| -x)),
        format!("{{ rotation_vector = {:?} }}", u.map(|x| 0.9 * x)),
        format!("{{ matrix = {matrix:?} }}"),
        format!("{{ euler = {:?}, sequence = \"zyx\" }}", [a, b, g]),
        format!("{{ euler = {degrees:?}, sequence = \"zyx\", unit = \"deg\" }}"),
        format!("{{ axis = [2.0, 4.0, 4.0], degrees = {:?} }}", 0.9_f64.to_degrees()),
        "{ axis = [1.0, 2.0, 2.0], radians = 0.9 }".into(),
    ];
    for form in forms {
        let text = with(BODY, &format!("{START}\nattitude = {form}"), "");
        let found = parse(&text).problem.start.attitude.to_matrix().to_rows();
        for (x, y) in found.iter().flatten().zip(matrix.iter().flatten()) {
            assert!((x - y).abs() < 1e-15, "{form}: {found:?}, not {matrix:?}");
        }
    }
}

#[test]
fn velocities_and_momenta_say_the_same_in_any_frame_and_unit() {
    let attitude = "attitude = { axis = [0.0, 0.0, 1.0], degrees = 90.0 }";
    // Body x is space y; rates (0.1, 2, 0.3), momentum (0.1, 4, 0.75).
    let starts = [
        START.to_owned(),
        "angular_velocity = { body = [0.1, 2.0, 0.3] }".into(),
        "angular_velocity = { space = [-2.0, 0.1, 0.3] }".into(),
        format!(
            "angular_velocity = {{ body = {:?}, unit = \"deg/s\" }}",
            [0.1, 2.0, 0.3].map(f64::to_degrees)
        ),
        format!(
            "angular_velocity = {{ body = {:?}, unit = \"rpm\" }}",
            [0.1, 2.0, 0.3].map(|x: f64| x * 30.0 / std::f64::consts::PI)
        ),
        "angular_momentum = [0.1, 4.0, 0.75]".into(),
        "angular_momentum = { body = [0.1, 4.0, 0.75] }".into(),
        "angular_momentum = { space = [-4.0, 0.1, 0.75] }".into(),
    ];
    for start in starts {
        let momentum =
            parse(&with(BODY, &format!("{attitude}\n{start}"), "")).problem.start.momentum;
        for (x, y) in momentum.to_array().into_iter().zip([0.1, 4.0, 0.75]) {
            assert!((x - y).abs() < 1e-15, "{start}: {momentum:?}");
        }
    }
}

#[test]
fn shapes_have_the_moments_of_the_textbook() {
    let cases = [
        ("box = { size = [1.0, 2.0, 3.0], mass = 6.0 }", [6.5, 5.0, 2.5]),
        ("ellipsoid = { semi_axes = [1.0, 2.0, 3.0], mass = 5.0 }", [13.0, 10.0, 5.0]),
        ("cylinder = { radius = 2.0, height = 6.0, mass = 4.0 }", [16.0, 16.0, 8.0]),
        ("cone = { radius = 2.0, height = 8.0, mass = 10.0 }", [30.0, 30.0, 12.0]),
        ("box = { size = [1.0, 2.0, 3.0], density = 1.0 }", [6.5, 5.0, 2.5]),
        ("inertia = [[3.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.5]]", [3.0, 2.0, 2.5]),
        ("inertia = [1.0, 2.0, 5.0]\nunchecked = true", [1.0, 2.0, 5.0]),
        // A cross with arms 1, 2, 3 and masses 1: I_x = 2 (4 + 9).
        (
            "points = { masses = [1, 1, 1, 1, 1, 1], positions = [[1, 0, 0], [-1, 0, 0], [0, 2, 0], \
             [0, -2, 0], [0, 0, 3], [0, 0, -3]] }",
            [26.0, 20.0, 10.0],
        ),
    ];
    for (body, truth) in cases {
        let shape = parse(&with(body, START, "")).problem.body;
        // In the file's axes the tensor is diagonal, whatever the order of the principal ones.
        for (i, truth) in truth.into_iter().enumerate() {
            let axis: [f64; 3] = std::array::from_fn(|j| f64::from(u8::from(i == j)));
            let principal = shape.principal_axes.apply_inverse(axis.into());
            let moment = shape.inertia.momentum(principal).dot(principal);
            assert!((moment - truth).abs() < 1e-13 * truth, "{body}: {moment}, not {truth}");
        }
    }
}

#[test]
fn the_place_of_points_and_their_order_do_not_matter() {
    // An octahedron with unequal masses, shifted; the tensor about the centre by the theorem
    // of parallel axes: I_c = I_0 - M (c.c - c c^T).
    let masses = [1.0, 2.0, 3.0, 4.0];
    let positions = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [-1.0, -1.0, 0.5]];
    let total: f64 = masses.iter().sum();
    let moment = |i: usize, j: usize| -> f64 {
        let of = |x: &[f64; 3]| {
            let square: f64 = x.iter().map(|x| x * x).sum();
            if i == j { square - x[i] * x[j] } else { -x[i] * x[j] }
        };
        let centre: [f64; 3] = std::array::from_fn(|k| {
            masses.iter().zip(&positions).map(|(m, x)| m * x[k]).sum::<f64>() / total
        });
        masses.iter().zip(&positions).map(|(m, x)| m * of(x)).sum::<f64>() - total * of(&centre)
    };
    let shifted = positions.map(|[x, y, z]| [x + 7.0, y - 3.0, z + 5.0]);
    let text = format!("points = {{ masses = {masses:?}, positions = {shifted:?} }}");
    let shape = parse(&with(&text, START, "")).problem.body;
    for i in 0..3 {
        let unit: [f64; 3] = std::array::from_fn(|k| f64::from(u8::from(k == i)));
        let principal = shape.principal_axes.apply_inverse(unit.into());
        let column = shape.principal_axes.apply(shape.inertia.momentum(principal)).to_array();
        for (j, entry) in column.into_iter().enumerate() {
            assert!((entry - moment(i, j)).abs() < 1e-12, "{i}{j}: {entry}, not {}", moment(i, j));
        }
    }
}

#[test]
fn steps_fit_the_duration() {
    let plan = |run: &str| parse(&with(BODY, START, run)).schedule;
    let exact = plan("duration = 0.3\nstep = 0.1");
    assert_eq!((exact.steps(), exact.step, exact.asked), (Some(3), 0.1, None));
    let shortened = plan("duration = 1.0\nstep = 0.3");
    assert_eq!((shortened.steps(), shortened.step, shortened.asked), (Some(4), 0.25, Some(0.3)));
    let longer = plan("duration = 1.0\nstep = 5.0");
    assert_eq!((longer.steps(), longer.step, longer.asked), (Some(1), 1.0, Some(5.0)));
    let backwards = plan("duration = -1.0\nstep = 0.3");
    assert_eq!((backwards.steps(), backwards.step), (Some(4), -0.25));
    // Within 1e-9 of a whole number it is one.
    assert_eq!(plan("duration = 1.0000000009\nstep = 0.1").steps(), Some(10));
    assert_eq!(plan("duration = 1.000001\nstep = 0.1").steps(), Some(11));
    // Nothing said: at most 1000 samples.
    let many = plan("duration = 12345.0\nstep = 1.0");
    assert!(many.samples() <= 1001 && many.samples() > 900, "{many:?}");
    // The last sample is the end, whatever `every` is.
    let odd = parse(&(with(BODY, START, "") + "[output]\nevery_steps = 3\n")).schedule;
    assert_eq!((odd.pace, odd.samples()), (SampleSpacing::Steps { steps: 10, every: 3 }, 5));
}

#[test]
fn changes_are_as_if_the_file_had_said_so() {
    let text = embedded::find("fast-top").unwrap().text;
    let set = |changes: &[&str]| {
        let changes: Vec<String> = changes.iter().map(|&change| change.into()).collect();
        Scenario::parse("fast-top", text, &changes)
    };
    let changed =
        set(&["torque.0.strength=7.5", "run.method=buss-3:energy", "initial.time=1.0"]).unwrap();
    let written = text
        .replace("strength = 20.0", "strength = 7.5")
        .replace("\"liemid-ea\"", "\"buss-3:energy\"")
        .replace("[initial]", "[initial]\ntime = 1.0");
    let written = parse(&written);
    assert_eq!(changed.problem.start, written.problem.start);
    assert_eq!(changed.method, written.method);
    assert_eq!(super::end(&changed), super::end(&written));
    assert!(changed.text().contains("strength = 7.5 # M g l"), "the comment is lost");
    assert!(changed.text().contains("The slow top with ten times"), "the description is lost");
    // A later change wins, a whole section can be added, and words need no quotes.
    assert_eq!(set(&["run.step=0.1", "run.step=0.01"]).unwrap().schedule.step, 0.01);
    assert_eq!(set(&["title=a title"]).unwrap().title, "a title");
    assert_eq!(
        set(&["body.inertia=[[5,0,0],[0,5,0],[0,0,1]]"]).unwrap().problem.body.inertia,
        changed.problem.body.inertia
    );
    let tables = set(&["initial.attitude={axis=[0,0,1],degrees=90}"]).unwrap();
    assert!((tables.problem.start.attitude.z - 0.5_f64.sqrt()).abs() < 1e-15);
    let inner = set(&["initial.attitude.rotation_vector=[0.0,0.0,0.0]"]).unwrap();
    assert_eq!(inner.problem.start.attitude.w, 1.0);
}

#[test]
fn a_warning_says_what_was_mended() {
    let near = "attitude = [1.0000003, 0.0, 0.0, 0.0]";
    let scenario = parse(&with(BODY, &format!("{START}\n{near}"), ""));
    assert_eq!(scenario.warnings.len(), 1);
    assert_eq!(scenario.warnings[0].position(), Some((5, 12)));
    assert_eq!(scenario.problem.start.attitude.w, 1.0);
    let law = "[[torque]]\nmodel = \"attitude-law\"\nstiffness = 1.0\ntarget = [1.0000003, 0.0, 0.0, 0.0]\n";
    assert_eq!(parse(&(with(BODY, START, "") + law)).warnings.len(), 1);
    assert!(
        refusal(&with(BODY, &format!("{START}\nattitude = [1.00001, 0.0, 0.0, 0.0]"), ""))
            .contains("norm")
    );
}

#[test]
fn positions_count_letters_and_lines() {
    let text = "title = \"žluťoučký\"\r\n[body]\r\ninertia = [1.0, 2.0, \"é\"]\r\n";
    let report = Scenario::parse("x", text, &[]).unwrap_err();
    assert_eq!(report.position(), Some((3, 11)));
    let marked = format!("\u{feff}{}", with(BODY, START, ""));
    assert!(Scenario::parse("x", &marked, &[]).is_ok(), "a byte order mark");
    assert!(Scenario::parse("x", &with(BODY, START, "").replace('\n', "\r\n"), &[]).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_text_breaks_the_reader(text in any::<String>()) {
        let _ = Scenario::parse("x", &text, &[]).map_err(|report| report.to_string());
        let _ = Scenario::parse("x", "", &[text]).map_err(|report| report.to_string());
    }
    /// A scenario that is right but for one piece, taken out or put elsewhere.
    #[test]
    fn no_damaged_scenario_breaks_the_reader(
        which in 0..embedded::SCENARIOS.len(),
        from in 0.0..1.0, length in 0usize..30, into in 0.0..1.0,
        word in prop::sample::select(&[
            "", "nan", "-inf", "1e999", "[", "]", "{", "}", "\"", "=", "\n", "#", "[[torque]]\n",
            "é", "0", "-1", "true", "1979-05-27", "'", "\u{0}", ".",
        ][..]),
    ) {
        let text = embedded::SCENARIOS[which].text;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
        let place = |share: f64, of: &str| {
            let mut i = (share * of.len() as f64) as usize;
            while !of.is_char_boundary(i) { i -= 1; }
            i
        };
        let begin = place(from, text);
        let mut stop = (begin + length).min(text.len());
        while !text.is_char_boundary(stop) { stop -= 1; }
        let mut damaged = format!("{}{}", &text[..begin], &text[stop.max(begin)..]);
        damaged.insert_str(place(into, &damaged), word);
        if let Err(report) = Scenario::parse("x", &damaged, &[]) {
            prop_assert!(!report.to_string().is_empty());
            prop_assert!(report.position().is_some(), "{report}");
        }
    }
    #[test]
    fn no_change_breaks_the_reader(
        key in "[a-z.0-9\"]{0,20}", value in "[-a-z0-9.,=\\[\\]{}\" ]{0,20}",
    ) {
        let text = embedded::SCENARIOS[4].text;
        let change = format!("{key}={value}");
        let _ = Scenario::parse("x", text, &[change]).map_err(|report| report.to_string());
    }
}

#[test]
fn a_method_whose_steps_vary_is_sampled_at_the_times_that_were_asked_for() {
    use polhode_lab::sample::{Sample, Sampler};
    use polhode_lab::scenario_run::simulate;
    let wall = embedded::find("soft-wall-physical").unwrap().text;
    let scenario =
        |changes: [&str; 4]| Scenario::parse("wall", wall, &changes.map(String::from)).unwrap();
    let sampled = |scenario: &Scenario| -> Vec<Sample> {
        let folder = tempfile::tempdir().unwrap();
        let mut recording =
            polhode_lab::Recording::create(scenario.clone(), folder.path(), false).unwrap();
        recording.run(&mut |_| true).unwrap();
        let summary = recording.finish().unwrap();
        assert!(summary.complete && summary.samples == scenario.schedule.samples(), "{summary:?}");
        let mut reader = polhode_lab::log::LogReader::open(&folder.path().join("run.log")).unwrap();
        let sampler = Sampler::new(scenario);
        let mut samples = Vec::new();
        while let Some(record) = reader.next_record().unwrap() {
            samples.extend(record.state.map(|state| sampler.sample(&state)));
        }
        samples
    };
    for sign in ["", "-"] {
        let varying = scenario([
            "run.method=exact:reversible=torque,compose=kahan-li-6",
            "run.step=0.02",
            &format!("run.duration={sign}3.0"),
            "output.every=0.7",
        ]);
        let samples = sampled(&varying);
        let times: Vec<f64> = samples.iter().map(|sample| sample.time.abs()).collect();
        assert_eq!(times, [0.0, 0.7, 2.0 * 0.7, 3.0 * 0.7, 4.0 * 0.7, 3.0]);
        let fixed = scenario([
            "run.method=exact:compose=kahan-li-8",
            "run.step=0.001",
            &format!("run.duration={sign}3.0"),
            "output.every_steps=1",
        ]);
        let (sampler, mut truth) = (Sampler::new(&fixed), simulate(&fixed).unwrap());
        let mut steps = 0;
        for (sample, at) in samples.iter().zip([0, 700, 1400, 2100, 2800, 3000]) {
            truth.advance(at - steps).unwrap();
            steps = at;
            let off = sampler.sample(&truth.checkpoint().state).attitude.angle_to(sample.attitude);
            assert!(off < 3e-9, "{off:.1e} at {}", sample.time); // measured: 1.3e-9
        }
    }
    let refused = Scenario::parse(
        "wall",
        wall,
        &["run.method=exact:reversible=torque".into(), "output.every_steps=3".into()],
    );
    assert!(refused.unwrap_err().to_string().contains("steps of this method vary"));
}

#[test]
fn values_that_were_never_a_text_are_the_same_scenario() {
    for known in embedded::SCENARIOS {
        let written = parse(known.text);
        let document = Document::parse("test", known.text, &[]).unwrap();
        let made = Scenario::from_values("values", document.root).unwrap();
        // The text that is made of them can be read, and says the same.
        let again = parse(&made.text());
        for other in [&made, &again] {
            assert_eq!(other.to_json(), written.to_json(), "{}", known.name);
            assert_eq!(other.problem.body, written.problem.body, "{}", known.name);
            assert_eq!(other.problem.start, written.problem.start, "{}", known.name);
        }
        assert_eq!(again.text(), made.text());
    }
}

/// A plan is changed as values; the text is made from it and says the same.
#[test]
fn the_text_of_a_changed_plan_states_that_plan() {
    let method = |name: &str| Some(name.parse().unwrap());
    type Change<'a> = (&'a str, &'a dyn Fn(&mut Plan));
    let changes: [Change<'_>; 6] = [
        ("nothing", &|_| {}),
        ("method and step", &|plan| {
            (plan.method, plan.step, plan.accuracy) = (method("rk4"), Some(0.001), None);
            plan.sampling = Sampling::EverySteps(7);
        }),
        ("accuracy", &|plan| {
            (plan.method, plan.step, plan.precision) = (None, None, Precision::Double);
            plan.accuracy = Some(AccuracyRequest {
                prefer: Preference::Symplectic,
                ..AccuracyRequest::new(3e-7)
            });
            plan.sampling = Sampling::default();
        }),
        ("samples", &|plan| plan.sampling = Sampling::Count(12)),
        ("outputs", &|plan| {
            plan.formats = vec![Format::Npz];
            plan.sensitivity = vec![SensitivityGroup::Moments];
        }),
        ("duration", &|plan| plan.duration *= -2.0),
    ];
    let mut changed = 0;
    for known in embedded::SCENARIOS {
        let scenario = parse(known.text);
        for (what, change) in changes {
            // Not every plan fits every problem.
            let Ok(other) = scenario.replanned(change) else { continue };
            let again = parse(&other.text());
            assert_eq!(again.plan, other.plan, "{}, {what}", known.name);
            assert_eq!(again.schedule, other.schedule, "{}, {what}", known.name);
            assert_eq!(again.method, other.method, "{}, {what}", known.name);
            assert_eq!(again.problem.start, scenario.problem.start, "{}, {what}", known.name);
            assert_eq!(again.to_json(), other.to_json(), "{}, {what}", known.name);
            changed += usize::from(other.text() != scenario.text());
        }
    }
    assert!(changed > 3 * embedded::SCENARIOS.len(), "{changed}");
}

#[test]
fn scenario_files_have_every_torque_model_of_the_library() {
    let library = polhode::torque::Model::<f64>::NAMES.iter().copied();
    let mut library: Vec<_> = library.filter(|name| !["free", "several"].contains(name)).collect();
    let mut files: Vec<_> = polhode_lab::keys::TORQUES.iter().map(|torque| torque.name).collect();
    files.retain(|name| *name != "expression");
    library.sort_unstable();
    files.sort_unstable();
    assert_eq!(files, library);
}
