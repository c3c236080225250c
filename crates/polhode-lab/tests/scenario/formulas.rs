//! A formula that says what a model says gives the same trajectory, and a potential
//! must belong to its torque.

use super::{end, parse, refusal};

fn top(torque: &str, method: &str) -> String {
    format!(
        "[body]\ninertia = [5.0, 4.0, 1.0]\n[initial]\nattitude = {{ rotation_vector = [0.3, 0.0, 0.0] }}\n\
         angular_momentum = [0.0, 1.0, 20.0]\n[run]\nduration = 2.0\nmethod = \"{method}\"\nstep = 0.01\n\
         [[torque]]\n{torque}\n"
    )
}

#[test]
fn a_formula_equal_to_a_model_gives_the_same_trajectory() {
    let pairs = [
        (
            "model = \"uniform-field\"\nstrength = 20.0\narm = [0.0, 0.0, 1.0]\ndirection = [0.0, 0.0, 1.0]",
            "model = \"expression\"\ncomponents = [\"k*r32\", \"-k*r31\", \"0\"]\npotential = \"k*r33\"\nparameters = { k = 20.0 }",
        ),
        (
            "model = \"uniform-field\"\nstrength = 20.0\narm = [0.0, 0.0, 1.0]\ndirection = [0.0, 0.0, 1.0]",
            "model = \"expression\"\nframe = \"space\"\ncomponents = [\"-20*r23\", \"20*r13\", \"0\"]\npotential = \"20*(1 - 2*(qx^2 + qy^2))\"",
        ),
        (
            "model = \"damping\"\ncoefficient = [0.1, 0.2, 0.3]",
            "model = \"expression\"\ncomponents = [\"-0.1*wx\", \"-0.2*wy\", \"-0.3*lz\"]",
        ),
        (
            "model = \"prescribed-torque\"\noscillations = [{ frequency = 1.3, sin = [0.7, 0.0, 0.0], cos = [0.0, 0.2, 0.0] }]",
            "model = \"expression\"\nframe = \"space\"\ncomponents = [\"0.7*sin(1.3*t)\", \"0.2*cos(1.3*t)\", \"0\"]",
        ),
        (
            "model = \"rotor\"\nmomentum = [0.0, 0.0, 2.0]",
            "model = \"expression\"\ncomponents = [\"-2*wy\", \"2*wx\", \"0\"]",
        ),
    ];
    for (model, formula) in pairs {
        // A model of the rates knows its own flow, where a formula is kicked by the midpoint
        // rule: these two differ by h^2, and only methods without kicks can be compared.
        let of_rates = ["damping", "rotor"].iter().any(|name| model.contains(name));
        let all = ["rk4", "rkmk4", "magnus-4", "exact", "liemid-ea", "buss-3"];
        for method in &all[..if of_rates { 3 } else { 6 }] {
            let [a, b] = [model, formula].map(|torque| end(&parse(&top(torque, method))).numbers());
            let off = a.iter().zip(&b).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
            // Rounding in 200 steps, of energies of 200; measured at most 1.5e-13.
            assert!(off < 1e-12, "{method}: {off:e} between {model} and {formula}: {a:?} {b:?}");
        }
    }
}

#[test]
fn a_potential_that_is_not_that_of_the_torque_is_refused() {
    let with = |components: &str, potential: &str| {
        top(
            &format!(
                "model = \"expression\"\ncomponents = {components}\npotential = \"{potential}\""
            ),
            "rk4",
        )
    };
    let right = with("[\"20*r32\", \"-20*r31\", \"0\"]", "20*r33");
    assert!(parse(&right).conserves_energy());
    let wrong = [
        ("[\"20*r32\", \"-20*r31\", \"0\"]", "-20*r33", "does not belong"),
        ("[\"20*r32\", \"-20*r31\", \"0\"]", "20.001*r33", "does not belong"),
        ("[\"20*r32\", \"-20*r31\", \"0.001\"]", "20*r33", "does not belong"),
        ("[\"20*r32\", \"-20*r31\", \"sin(t)\"]", "20*r33", "does not belong"),
        // Zero for rates of (1, 1, 1), which must not be all that is tried.
        ("[\"wx - 1\", \"0\", \"0\"]", "0", "does not belong"),
        ("[\"wx - wy\", \"0\", \"0\"]", "0", "does not belong"),
        ("[\"0\", \"0\", \"0\"]", "ln(-1)", "not a number"),
        ("[\"0\", \"0\", \"0\"]", "lz", "depends on the rates"),
    ];
    for (components, potential, part) in wrong {
        let said = refusal(&with(components, potential));
        assert!(said.contains(part), "{components}, {potential}: {said}");
    }
    // One that depends on time may be, and energy is then not said to be constant.
    let moving = with("[\"t*r32\", \"-t*r31\", \"0\"]", "t*r33");
    assert!(!parse(&moving).conserves_energy());
    // One that is infinite in some attitudes may be.
    let wall = with("[\"r32/(1.5 + r33)\", \"-r31/(1.5 + r33)\", \"0\"]", "ln(1.5 + r33)");
    assert!(parse(&wall).conserves_energy());
}

#[test]
fn the_energy_of_a_formula_with_its_potential_is_constant() {
    let text = top(
        "model = \"expression\"\ncomponents = [\"20*r32\", \"-20*r31\", \"0\"]\npotential = \"20*r33\"",
        "exact:order=6",
    );
    let scenario = parse(&text);
    let first = {
        let mut still = polhode_lab::scenario_run::simulate(&scenario).unwrap();
        polhode_lab::sample::Sampler::new(&scenario).sample(&still.checkpoint().state)
    };
    let last = end(&scenario);
    assert!(
        (last.energy - first.energy).abs() < 1e-9 * first.energy,
        "{} {}",
        first.energy,
        last.energy
    );
    assert!((last.kinetic_energy - first.kinetic_energy).abs() > 1e-3);
}
