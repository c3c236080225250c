//! Tables 1 to 3: weights of compositions, and the order that they give.

use super::growth::{numbers, table};
use super::setting::{PERIOD, PRINTED_8, Start, WATER, narrow, regular_start};
use super::turning::{Composed, shears};
use crate::Effort;
use crate::laboratory::{each, exponent, inertia};
use crate::outcome::{Cell, Claim, Outcome, Printed, Row, Rule, Table, Value};
use polhode::geometry::TurnRule;
use polhode::method::{Composition, Kicked};
use polhode::real::DoubleDouble;
use polhode::{Body, Mat3, Motion, Real, State, Vec3};
use polhode_lab::listed::Listed;

/// Tables 1, 2 and 3.
const TABLES: [(Composition, &[&str]); 3] = [
    (Composition::OMELYAN_4, &["0.3221375960817984", "0.5413165481700430"]),
    (
        Composition::KAHAN_LI_6,
        &["0.3921614440073141", "0.3325991367893594", "-0.7062461725576393", "0.0822135962935508"],
    ),
    (
        Composition::KAHAN_LI_8,
        &[
            "0.1302024830888900",
            "0.5611629817751083",
            "-0.3894749626448472",
            "0.1588419065551556",
            "-0.3959038941332375",
            "0.1845394609783157",
            "0.2583743876863220",
            "0.2950117236093102",
        ],
    ),
];

/// Our weights, from the order conditions, beside the printed ones.
fn weights() -> Vec<Table> {
    let beside = |(i, (composition, texts)): (usize, &(Composition, &[&str]))| {
        let row = |(stage, text): (usize, &&str)| {
            let ours = f64::constant(composition.weight(stage));
            let printed = Printed::new(*text, Rule::Absolute(1.5e-16));
            let printed = if composition.order == 8 && stage == 5 {
                printed.erratum("0.1845396409783157", "the digits 64 and 46 have changed places")
            } else {
                printed
            };
            let cell = Cell::beside(Value::Number(ours), printed);
            Row { name: format!("d_{}", stage + 1), cells: vec![Some(cell)] }
        };
        let title = format!("Table {}: order {}", i + 1, composition.order);
        table(&title, "", &["weight"], texts.iter().enumerate().map(row).listed())
    };
    TABLES.iter().enumerate().map(beside).listed()
}

/// The largest error of the energy in 10 periods from (21) and (22), with 31 digits.
pub(super) fn truncation(composition: Composition, rule: TurnRule, division: u32) -> f64 {
    type R = DoubleDouble;
    let method = Composed { method: Kicked(shears(rule)), composition: Some(composition) };
    let Start { rates, attitude } = regular_start();
    let momentum = rates.component_mul(Vec3::from(WATER)).map(R::from_f64);
    let state = State::<R, Mat3<R>>::new(narrow(attitude), momentum);
    let Ok(mut motion) = Motion::new(method, Body::free(inertia(WATER)), state) else {
        return f64::NAN;
    };
    let (before, mut worst) = (motion.invariants().energy, 0f64);
    for _ in 0..10 * division {
        let taken = motion.advance(R::from_f64(PERIOD / f64::from(division)), 1);
        debug_assert!(taken.is_ok(), "turns cannot fail");
        worst = worst.max((motion.invariants().energy / before - R::one()).abs().hi);
    }
    worst
}

/// The sum of these powers of all weights, which is 0 for a method of higher order.
fn sum_of_powers(composition: &Composition, power: i32) -> f64 {
    let weight = |stage| f64::constant(composition.weight(stage));
    (0..composition.stages()).map(|stage| weight(stage).powi(power)).sum()
}

pub(super) fn run(effort: &Effort) -> Outcome {
    let sets = [TABLES[0].0, TABLES[1].0, TABLES[2].0, PRINTED_8];
    let divisions = [32, 64, 128];
    let jobs: Vec<(Composition, u32)> =
        sets.iter().flat_map(|&set| divisions.map(|division| (set, division))).listed();
    let errors = each(effort, &jobs, |&(set, division)| truncation(set, TurnRule::Exact, division));
    let fitted: Vec<f64> = errors
        .chunks(3)
        .map(|errors| {
            -exponent(&divisions.map(f64::from).into_iter().zip(errors.iter().copied()).listed())
        })
        .listed();
    let rows = sets.iter().zip(errors.chunks(3)).zip(&fitted).map(|((set, errors), order)| {
        let cubes = sum_of_powers(set, 3);
        numbers(set.name, &[cubes, errors[0], errors[1], errors[2], *order])
    });
    let mut all = weights();
    all.push(table(
        "Largest error of the energy in 10 periods, 31 digits",
        "weights",
        &["sum of cubes", "P_0/32", "P_0/64", "P_0/128", "fitted order"],
        rows.listed(),
    ));
    let close = |i: usize, order: f64| (fitted[i] - order).abs() < 0.25;
    let claim = |i: usize, order: f64| {
        let statement = format!("Table {}: the composition has order {order}", i + 1);
        Claim::new(
            statement,
            close(i, order),
            format!("{} has order {:.2}", sets[i].name, fitted[i]),
        )
    };
    Outcome {
        tables: all,
        claims: vec![
            claim(0, 4.0),
            claim(1, 6.0),
            claim(2, 8.0),
            Claim::new(
                "Table 3: so have the weights that are printed",
                close(3, 8.0),
                format!(
                    "order {:.2}; at P_0/128 the error is {:.0} times larger",
                    fitted[3],
                    errors[11] / errors[8]
                ),
            )
            .refuted("with two digits of d_6 exchanged the cubes of the weights do not cancel"),
        ],
        ..Outcome::default()
    }
}
