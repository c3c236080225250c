//! The evaluations that a run counts are those that the catalogue promises.

use polhode::catalogue::{CATALOGUE, MethodName};
use polhode_lab::scenario_run::simulate;
use polhode_lab::{Scenario, embedded};

#[test]
fn a_step_evaluates_the_torque_as_often_as_the_card_says() {
    let text = embedded::find("fast-top").unwrap().text;
    let mut counted = 0;
    for card in CATALOGUE.iter().filter(|card| card.order_torqued.is_some()) {
        let Ok(name) = card.name.parse::<MethodName>() else { continue };
        let changes =
            [format!("run.method={name}"), "run.duration=0.02".into(), "output.every=0.02".into()];
        let Ok(scenario) = Scenario::parse("fast-top", text, &changes) else { continue };
        let mut run = simulate(&scenario).unwrap();
        // Kicks need one more to begin with, and Adams has to be started.
        run.advance(4).unwrap();
        let before = run.checkpoint().evaluations;
        run.advance(10).unwrap();
        let counted_in_ten = run.checkpoint().evaluations - before;
        let promised = u64::from(card.torque_evaluations);
        let holds = match (card.name, promised) {
            // So many in each sweep; the first guess takes one.
            ("magnus-4" | "magnus-6", _) => {
                counted_in_ten > 10 && (counted_in_ten / 10 - 1).is_multiple_of(promised)
            }
            // The state that is shown takes its corrector too.
            ("corrected", _) => (11..100).contains(&counted_in_ten),
            (_, 0) => counted_in_ten >= 10,
            _ => counted_in_ten == 10 * promised,
        };
        assert!(holds, "{name}: {counted_in_ten} in ten steps, {promised} promised for one");
        counted += 1;
    }
    assert!(counted >= 33, "{counted}");
}
