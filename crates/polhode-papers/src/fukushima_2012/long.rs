//! Figures 15 to 19: one molecule, followed for a long time.

use super::growth::{
    ErrorMeasure, Spans, curve, figure, late_exponent, numbers, panel, root_mean_square, slope,
    table,
};
use super::molecules::{Double, MoleculeSet, Pulled};
use super::setting::{
    PERIOD, Start, Turns, WATER, composition, narrow, random_starts, regular_start,
};
use super::turning::{Composed, shears};
use crate::Effort;
use crate::laboratory::{each, inertia};
use crate::outcome::{Claim, Outcome, Row};
use polhode::geometry::TurnRule;
use polhode::method::{Composition, Drift};
use polhode::methods::mclachlan_reich::FukushimaLeapFrog;
use polhode::real::Lanes;
use polhode::{AxisOrder, Body, Inertia, Mat3, Motion, Real, Rotation, State, Vec3};
use polhode_lab::figure::{Axis, Mark, Panel, PlotSeries};
use polhode_lab::listed::Listed;

const ENERGY: ErrorMeasure = |e| e.energy;
const MARKS: [Mark; 4] = [Mark::Circles, Mark::Squares, Mark::Triangles, Mark::Crosses];
const SHEARS: FukushimaLeapFrog = FukushimaLeapFrog::new(AxisOrder::Ascending, TurnRule::Exact);

/// The state of (21) and (22).
fn start<R: Real>() -> State<R> {
    let Start { rates, attitude } = regular_start();
    State::new(narrow(attitude), rates.component_mul(Vec3::from(WATER)).map(R::from_f64))
}

/// Three Euler parameters and the kinetic energy during 10 periods.
fn ten_periods(pull: f64) -> Vec<(f64, Rotation<f64>, f64)> {
    let method = Pulled { turn: shears(TurnRule::Exact), pull };
    let method = Composed { method, composition: Some(Composition::KAHAN_LI_8) };
    let body = Body::free(inertia(WATER));
    let Ok(mut motion) = Motion::new(method, body, start()) else { return Vec::new() };
    let mut seen = Vec::new();
    for i in 0..=640 {
        let energy = body.inertia.kinetic_energy(motion.state().momentum);
        seen.push((f64::from(i) / 64.0, motion.state().attitude, energy));
        let taken = motion.advance(PERIOD / 64.0, 1);
        debug_assert!(taken.is_ok(), "turns cannot fail");
    }
    seen
}

fn euler_parameters(title: &str, seen: &[(f64, Rotation<f64>, f64)]) -> Panel {
    let part = |i: usize| seen.iter().map(|(t, q, _)| (*t, q.to_wxyz()[i])).listed();
    let series = (0..3).map(|i| curve(format!("q_{i}"), Mark::Line, i, part(i))).listed();
    let y = Axis::linear("Euler parameters").within(-1.0, 1.7);
    panel(title, Axis::linear("t / P_0"), y, series)
}

/// One long run: largest errors in spans of time.
struct Long {
    label: String,
    turns: Turns,
    mark: Mark,
    /// Of the paper's start.
    points: Vec<(f64, f64)>,
    /// The root of the mean square over all starts, from which exponents are less a matter of
    /// chance.
    mean: Vec<(f64, f64)>,
}

impl Long {
    fn run<W: Lanes>(
        effort: &Effort,
        all: &[(MoleculeSet<'_>, String, Mark)],
        until: u64,
    ) -> Vec<Self>
    where
        W::Scalar: Into<f64>,
    {
        each(effort, all, |(ensemble, label, mark)| {
            let division = ensemble.division;
            let spans = Spans::new(u64::from(division), until * u64::from(division), 256);
            let errors = ensemble.chunk::<W>(ensemble.starts, &spans.steps());
            let all = spans.worst(&errors, division, ENERGY);
            let points = all.first().cloned().unwrap_or_default();
            let (turns, mean) = (ensemble.turns, root_mean_square(&all));
            Self { label: label.clone(), turns, mark: *mark, points, mean }
        })
    }
    fn exponent(&self, from: f64) -> f64 {
        late_exponent(&self.mean, from)
    }
    fn last(&self) -> f64 {
        self.points.last().map_or(f64::NAN, |point| point.1)
    }
    fn at(&self, time: f64) -> f64 {
        self.points.iter().find(|p| p.0 >= time * 0.999).map_or(f64::NAN, |p| p.1)
    }
    fn row(&self, from: f64) -> Row {
        let values = [1e2, 1e3, 1e4, 1e5, 1e6].map(|time| self.at(time));
        let mut row = numbers(self.label.clone(), &values);
        row.cells.extend(numbers("", &[self.exponent(from)]).cells);
        row
    }
    fn series(&self, colour: usize) -> PlotSeries {
        curve(self.label.clone(), self.mark, colour, self.points.clone())
    }
}

const TIMES: [&str; 6] =
    ["t = 1e2 P_0", "1e3 P_0", "1e4 P_0", "1e5 P_0", "1e6 P_0", "exponent of the last part"];

/// After how many steps the momentum of a molecule, in single precision, is certainly on a cycle,
/// and how long that is; by Brent's search.
fn momentum_cycle(most: u64) -> Option<(u64, u64)> {
    let (inertia, h): (Inertia<f32>, f32) = (inertia(WATER), f32::from_f64(PERIOD / 32.0));
    let next = |state: &mut State<f32, Mat3<f32>>| SHEARS.drift_once(&inertia, state, h).is_ok();
    let mut state = start::<f32>().in_form::<Mat3<f32>>();
    let mut kept = state.momentum;
    let (mut power, mut length, mut n) = (1u64, 0u64, 0u64);
    while n < most && next(&mut state) {
        (n, length) = (n + 1, length + 1);
        if state.momentum == kept {
            return Some((n, length));
        }
        if length == power {
            (kept, power, length) = (state.momentum, 2 * power, 0);
        }
    }
    None
}

pub(super) fn figures_15_16(effort: &Effort) -> Outcome {
    let until = effort.pick(10_000, 316_228);
    let starts = [regular_start()];
    let all: Vec<_> = Turns::ALL
        .into_iter()
        .flat_map(|turns| [(turns, 2), (turns, 4)])
        .map(|(turns, order)| {
            let ensemble = MoleculeSet::free(turns, 32, &starts).composed(composition(order));
            let mark = if order == 2 { Mark::Circles } else { Mark::Triangles };
            (ensemble, format!("{}, order {order}", turns.label()), mark)
        })
        .listed();
    let runs = Long::run::<f32>(effort, &all, until);
    let from = effort.pick(1e3, 3e4);
    // Above what truncation does at order 2, and before the energy is lost altogether.
    let rising = |run: &Long| {
        let points = run.points.iter().copied().filter(|p| (1e-3..0.3).contains(&p.1));
        late_exponent(&points.listed(), 0.0)
    };
    let (second, fourth) = (rising(&runs[0]), rising(&runs[1]));
    let (flat, flat_4) = (runs[4].exponent(from), runs[5].exponent(from));
    let cycle = effort.pick(None, momentum_cycle(1 << 27));
    let mut outcome = Outcome {
        tables: vec![table(
            "Largest |dT|/T_0 until then, in single precision",
            "method",
            &TIMES,
            runs.iter().map(|run| run.row(from)).listed(),
        )],
        claims: vec![Claim::new(
            "Figure 16: errors of the existing form grow linearly",
            (0.75..1.2).contains(&second) && (0.85..1.2).contains(&fourth),
            format!(
                "rational form: exponents {second:.2} (order 2) and {fourth:.2} (order 4) between \
                errors of 0.001 and 0.3"
            ),
        )],
        ..Outcome::default()
    };
    if effort.is_quick() {
        let less = "10 000 periods for 316 228, too few for a plateau, and no search for the \
        cycle of \
                    the momentum";
        outcome.reduced.push(less.into());
    } else {
        outcome.claims.push(Claim::new(
            "Figure 16: those of the new form reach a plateau",
            flat.abs() < 0.25
                && flat_4.abs() < 0.25
                && runs[4].last() < 1e-3
                && runs[5].last() < 1e-3,
            format!(
                "{:.1e} (order 2) and {:.1e} (order 4) after {until} periods, exponents {flat:.2} \
                and \
                 {flat_4:.2} from {from:.0e} on",
                runs[4].last(),
                runs[5].last()
            ),
        ));
        outcome.claims.push(Claim::new(
            "Section 3.5: as in Figure 3, that is, because the momentum falls into a cycle",
            cycle.is_some(),
            cycle.map_or("no cycle found".into(), |(n, length)| {
                format!("order 2: on a cycle of {length} steps after at most {n} steps")
            }),
        ));
    }
    let series = runs
        .iter()
        .map(|run| run.series(run.turns.colour() + usize::from(run.mark == Mark::Triangles) * 2));
    outcome.figures.push(figure(
        "Figures 15 and 16",
        "The motion from (21) and (22), and the largest error of its energy in each quarter of a \
        decade.",
        vec![
            euler_parameters("Figure 15: free", &ten_periods(0.0)),
            panel(
                "Figure 16: single, h = P_0/32",
                Axis::log("t / P_0"),
                Axis::log("largest |dT| / T_0").within(1e-7, 1e4),
                series.listed(),
            ),
        ],
    ));
    outcome
}

pub(super) fn figures_17_19(effort: &Effort) -> Outcome {
    let until = effort.pick(2_000, 20_000);
    let starts: Vec<Start> = [regular_start()].into_iter().chain(random_starts(3)).listed();
    let divisions = [16, 32, 64, 128];
    let all: Vec<_> = Turns::ALL
        .into_iter()
        .flat_map(|turns| divisions.map(|division| (turns, division)))
        .map(|(turns, division)| {
            let ensemble =
                MoleculeSet::free(turns, division, &starts).composed(composition(8)).pulled(1.0);
            let mark = MARKS[divisions.iter().position(|&d| d == division).unwrap_or(0)];
            (ensemble, format!("{}, P_0/{division}", turns.label()), mark)
        })
        .listed();
    let runs = Long::run::<Double>(effort, &all, until);
    let from = effort.pick(10.0, 100.0);
    let existing = runs[3].exponent(from);
    let root = runs[11].exponent(from);
    let truncated = [runs[8].exponent(10.0), runs[9].exponent(10.0)];
    let seen = ten_periods(1.0);
    let (low, high) = seen.iter().fold((f64::INFINITY, 0f64), |(a, b), p| (a.min(p.2), b.max(p.2)));
    let mut outcome = Outcome {
        tables: vec![table(
            "Largest |dE|/E_0 until then, order 8, lambda = 1",
            "method",
            &TIMES,
            runs.iter().map(|run| run.row(from)).listed(),
        )],
        claims: vec![
            Claim::new(
                "Figure 17: the torque distorts the rotation a lot",
                high / low > 2.0,
                format!(
                    "the kinetic energy is between {low:.2} and {high:.2} within 10 periods, \
                    where a free body keeps it"
                ),
            ),
            Claim::new(
                "Figure 18: linear drifts appear in the existing form sooner or later",
                (0.8..1.2).contains(&existing) && runs[3].last() > 3.0 * runs[11].last(),
                format!(
                    "rational form, h = P_0/128: {:.1e} after {until} periods, exponent \
                    {existing:.2}",
                    runs[3].last()
                ),
            ),
            Claim::new(
                "Figure 19: errors of the new form grow as the square root of time",
                (0.3..0.7).contains(&root),
                format!(
                    "h = P_0/128: {:.1e} after {until} periods, exponent {root:.2}; where \
                    truncation rules they stay, with exponents {:.2} (P_0/16) and {:.2} (P_0/32)",
                    runs[11].last(),
                    truncated[0],
                    truncated[1]
                ),
            ),
        ],
        ..Outcome::default()
    };
    let of = |turns: Turns, title: &str| {
        let mine = runs.iter().filter(|run| run.turns == turns).enumerate();
        let mut series: Vec<PlotSeries> = mine
            .map(|(i, run)| PlotSeries { label: format!("P_0/{}", divisions[i]), ..run.series(i) })
            .listed();
        let last = series.last().map_or(Vec::new(), |series| series.points.clone());
        let (power, label) =
            if turns == Turns::Shears { (0.5, "slope 1/2") } else { (1.0, "slope 1") };
        series.push(slope(label, power, &last, 3.0));
        let y = Axis::log("largest |dE| / E_0").within(1e-15, 1e-2);
        panel(format!("{title}: {}", turns.label()), Axis::log("t / P_0"), y, series)
    };
    outcome.figures.push(figure(
        "Figures 17, 18 and 19",
        "The motion under the torque, and the largest error of its energy in each quarter of a \
        decade.",
        vec![
            euler_parameters("Figure 17: lambda = 1", &seen),
            of(Turns::Rational, "Figure 18"),
            of(Turns::Accurate, "Figure 18"),
            of(Turns::Shears, "Figure 19"),
        ],
    ));
    outcome.notes.push(
        "Exponents are of the root of the mean square over this start and three random ones: of \
        one \
         alone they are a matter of chance."
            .into(),
    );
    if effort.is_quick() {
        outcome.reduced.push("2000 periods for 20 000".into());
    }
    outcome
}
