//! Bodies: the same by either way, in any company.

use super::{BASE, draws, numbers, parse, with};
use polhode_lab::Scenario;
use polhode_lab::ensemble::Draws;
use std::fs;

const ALL: &str = r#"
"initial.attitude" = { distribution = "uniform-rotation" }
"initial.angular_velocity" = { distribution = "normal", deviation = 0.4 }
"initial.time" = { distribution = "uniform", from = 0.0, to = 9.0 }
"body.inertia" = { distribution = "normal", deviation = 0.01, relative = true }
"#;

#[test]
fn the_quick_way_gives_the_bits_of_the_text_that_is_read_again() {
    let ways = [
        ALL,
        r#""initial.attitude" = { distribution = "small-rotation", deviation = 0.1 }"#,
        r#""initial.angular_velocity" = { distribution = "isotropic", magnitude = 2.0 }"#,
        r#""initial.angular_velocity" = { distribution = "cone", angle = 0.3 }"#,
        // A momentum in place of the velocity that the file has.
        r#""initial.angular_momentum" = { distribution = "normal", mean = [0.0, 1.0, 0.0], deviation = 1.0 }"#,
        r#""initial.angular_velocity" = { values = [[1.0, 0.0, 0.0], [0.0, 1.0, 1e-300]] }"#,
        r#""body.inertia" = { values = [[[2.0, 0.1, 0.0], [0.1, 2.1, 0.0], [0.0, 0.0, 2.2]]] }"#,
        // Some of these break the triangle inequality.
        r#""body.inertia" = { distribution = "normal", deviation = 0.3, relative = true }"#,
        r#""initial.attitude" = { values = [{ euler = [1.0, 2.0, 3.0], sequence = "zxz" }, [1.0, 0.0, 0.0, 0.0]] }"#,
    ];
    for (index, vary) in ways.into_iter().enumerate() {
        let draws = draws(200, vary);
        let Some(mut quick) = draws.quick() else {
            assert_eq!(index, 8, "only values of different forms need the text: {vary}");
            continue;
        };
        let mut bad = 0;
        for body in 0..200 {
            match (draws.scenario_of(body), quick.start(&draws, body)) {
                (Ok(scenario), Ok((shape, start))) => {
                    assert_eq!(
                        (scenario.problem.body, scenario.problem.start),
                        (shape, start),
                        "{body}: {vary}"
                    );
                }
                (Err(report), Err(problem)) => {
                    assert_eq!(report.diagnostic().message, problem.message, "{body}: {vary}");
                    bad += 1;
                }
                (text, quick) => panic!("{body}: {vary}: {text:?}, {quick:?}"),
            }
        }
        assert_eq!(bad > 0, index == 7, "{bad} bad ones: {vary}");
    }
}

#[test]
fn a_body_is_the_same_in_any_count_and_beside_any_other_key() {
    let (few, many) = (numbers(&draws(10, ALL)), numbers(&draws(1000, ALL)));
    assert_eq!(few[..], many[..10]);
    let alone = numbers(&draws(
        10,
        r#""initial.time" = { distribution = "uniform", from = 0.0, to = 9.0 }"#,
    ));
    for (few, alone) in few.iter().zip(&alone) {
        assert_eq!(
            few[7], alone[0],
            "four numbers of the attitude and three of the velocity before"
        );
    }
    let text = with(10, ALL).replace("seed = 7", "seed = 8");
    let other = Draws::new(&parse(&text)).unwrap().0;
    assert_ne!(few, numbers(&other));
}

#[test]
fn any_key_can_vary() {
    let text = format!(
        "{BASE}[[torque]]\nmodel = \"expression\"\ncomponents = [\"k\", \"0\", \"0\"]\nparameters = {{ k = 1.0 }}\n\
         [[torque]]\nmodel = \"damping\"\ncoefficient = 0.1\n\
         [[event]]\nexpression = \"wx\"\nvalue = 0.0\n\
         [ensemble]\ncount = 4\n[ensemble.vary]\n\
         \"run.method\" = {{ values = [\"exact\", \"liemid-ea\"] }}\n\
         \"run.step\" = {{ values = [0.1, 0.05] }}\n\
         \"torque.0.parameters.k\" = {{ distribution = \"uniform\", from = 0.0, to = 1.0 }}\n\
         \"torque.1.coefficient\" = {{ values = [0.1, [0.1, 0.2, 0.3]] }}\n\
         \"event.0.value\" = {{ distribution = \"normal\", deviation = 1.0 }}\n"
    );
    let draws = Draws::new(&parse(&text)).unwrap().0;
    assert!(draws.quick().is_none());
    let scenarios: Vec<Scenario> = (0..4).map(|body| draws.scenario_of(body).unwrap()).collect();
    let methods: Vec<_> = scenarios.iter().map(|s| s.method.to_string()).collect();
    assert_eq!(methods, ["exact", "liemid-ea", "exact", "liemid-ea"]);
    let steps: Vec<_> = scenarios.iter().map(|s| s.schedule.step).collect();
    assert_eq!(steps, [0.1, 0.05, 0.1, 0.05]);
    // What a user sees of a body is what is run.
    for (body, scenario) in (0..).zip(&scenarios) {
        let text = draws.text_of(body).unwrap();
        assert!(!text.contains("ensemble"), "{text}");
        let again = parse(&text);
        assert_eq!(
            (again.problem.start, again.method.to_string()),
            (scenario.problem.start, scenario.method.to_string())
        );
    }
}

#[test]
fn row_i_of_a_file_is_for_body_i() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = String::from("a,wy,b,wx,wz\n");
    for i in 0..50 {
        table += &format!("9.0,{}.5,9.0,{i}.25,0.125\n", i * 2);
    }
    fs::write(folder.path().join("rates.csv"), table).unwrap();
    let vary =
        r#""initial.angular_velocity" = { file = "rates.csv", columns = ["wx", "wy", "wz"] }"#;
    let text = with(50, vary);
    let file = folder.path().join("scenario.toml");
    let parse = |text: &str| Scenario::parse_file(&file.display().to_string(), text, &[]).unwrap();
    let (mut draws, mut tables) = Draws::new(&parse(&text)).unwrap();
    // In any order, also backwards.
    for range in [40..50, 0..10, 10..20] {
        draws.load(&mut tables, &range).unwrap();
        for body in range {
            let mut quick = draws.quick().unwrap();
            let (_, start) = quick.start(&draws, body).unwrap();
            let rates = [body as f64 + 0.25, body as f64 * 2.0 + 0.5, 0.125];
            assert_eq!(start.momentum.to_array(), [rates[0], 2.0 * rates[1], 2.5 * rates[2]]);
        }
    }
    let short = Draws::new(&parse(&text.replace("count = 50", "count = 51"))).unwrap_err();
    assert!(short.to_string().contains("has 50 rows for 51 bodies"), "{short}");
    let unnamed = Draws::new(&parse(&text.replace("\"wz\"", "\"wq\""))).unwrap_err();
    assert!(unnamed.to_string().contains("has no column `wq`"), "{unnamed}");
}
