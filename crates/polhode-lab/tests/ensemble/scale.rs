//! Ensembles in other units of mass and time that are powers of two: the same attitudes to the bit.

use super::parse;
use polhode_lab::ensemble::{BodyByBody, Draws, End, Engine, InLanes};

/// The unit of mass is 2^mass, that of time 2^time of the ones in which the problem is stated.
type Units = (i32, i32);

fn in_units(value: f64, (mass, time): Units, dimension: (i32, i32)) -> f64 {
    value * 2f64.powi(-mass * dimension.0 - time * dimension.1)
}

fn ends(engine: &dyn Engine, units: Units, method: &str, torqued: bool) -> Vec<End> {
    let number = |x, mass, time| in_units(x, units, (mass, time));
    let torques = format!(
        "[[torque]]\nmodel = \"gravity-gradient\"\nrate_squared = {:?}\ndirection = [1.0, 2.0, 2.0]\n\
         [[torque]]\nmodel = \"damping\"\ncoefficient = {:?}\n",
        number(0.3, 0, -2),
        number(0.1, 1, -1),
    );
    let text = format!(
        "[body]\ninertia = {:?}\n[initial]\nangular_velocity = {:?}\n[run]\n{method}\nduration = {:?}\nstep = {:?}\n{}\
         [ensemble]\ncount = 20\nseed = 2\n[ensemble.vary]\n\
         \"initial.attitude\" = {{ distribution = \"uniform-rotation\" }}\n\
         \"initial.angular_velocity\" = {{ distribution = \"isotropic\", magnitude = {{ from = {:?}, to = {:?} }} }}\n",
        [1.0, 2.0, 2.5].map(|moment| number(moment, 1, 0)),
        [0.1, 2.0, 0.3].map(|rate| number(rate, 0, -1)),
        number(1.0, 0, 1),
        number(0.125, 0, 1),
        if torqued { &torques } else { "" },
        number(0.1, 0, -1),
        number(3.0, 0, -1),
    );
    let draws = Draws::new(&parse(&text)).unwrap().0;
    engine.run(&draws, 0..20, &|_| true).unwrap()
}

/// The bits of an end in the units in which the problem is stated.
fn bits(units: Units, end: &End) -> Vec<u64> {
    assert_eq!(end.failure, None);
    let dimension = |column: &str| match column {
        "t" => (0, 1),
        "energy" | "energy_change" => (1, -2),
        "momentum_change" => (1, -1),
        rate if rate.starts_with("w_") || rate == "rate" => (0, -1),
        momentum if momentum.starts_with("l_") => (1, -1),
        _ => (0, 0),
    };
    let (mass, time) = units;
    let numbers = End::COLUMNS.iter().zip(end.numbers);
    numbers.map(|(column, x)| in_units(x, (-mass, -time), dimension(column)).to_bits()).collect()
}

#[test]
fn a_power_of_two_changes_no_bit_of_an_ensemble_in_lanes_or_body_by_body() {
    let engines: [&dyn Engine; 2] = [&InLanes, &BodyByBody];
    for engine in engines {
        for method in ["exact", "exact:order=4", "rk4", "taylor", "buss-4:energy"] {
            for precision in ["f64", "f32"] {
                for torqued in [false, true] {
                    let run = format!("method = \"{method}\"\nprecision = \"{precision}\"");
                    let here = ends(engine, (0, 0), &run, torqued);
                    for units in [(-200, 199), (200, 150), (3, -200)] {
                        let there = ends(engine, units, &run, torqued);
                        for (here, there) in here.iter().zip(&there) {
                            assert_eq!(bits((0, 0), here), bits(units, there), "{run} {units:?}");
                        }
                    }
                }
            }
        }
    }
}
