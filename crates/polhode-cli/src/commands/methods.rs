//! `polhode methods`

use super::pretty;
use crate::people::wrapped;
use crate::stop::{Stop, say};
use polhode::catalogue::{Card, MethodName, cards};
use polhode_lab::methods::{card_json, source};
use std::fmt::Write;

pub(super) fn list(as_json: bool) -> Result<(), Stop> {
    if as_json {
        return say(&pretty(&cards().map(|card| card_json(card.name, &card)).collect::<Vec<_>>()));
    }
    let mut text = format!(
        "{:22} {:>5} {:>6}  {:9} {:10} {}\n",
        "method", "free", "pushed", "symmetric", "symplectic", "what it does"
    );
    for card in cards() {
        let _ = writeln!(
            text,
            "{:22} {:>5} {:>6}  {:9} {:10} {}",
            card.name,
            order(card.order_free, "exact"),
            order(card.order_torqued, "-"),
            yes(card.symmetric),
            yes(card.symplectic),
            card.summary
        );
    }
    text.push_str(
        "\nfree, pushed: order without and with a torque. All about one: polhode methods NAME",
    );
    say(&text)
}

pub(super) fn show(name: &str, as_json: bool) -> Result<(), Stop> {
    let row = cards().find(|card| card.name == name);
    // A row can be shown even where it needs an option to be run.
    let card = match (row, name.parse::<MethodName>()) {
        (_, Ok(method)) => method.card(),
        (Some(card), Err(_)) => card,
        (None, Err(error)) => return Err(Stop::Input(error.to_string())),
    };
    if as_json {
        return say(&pretty(&card_json(name, &card)));
    }
    say(&full(name, &card))
}

fn order(order: Option<u8>, none: &str) -> String {
    order.map_or(none.into(), |order| order.to_string())
}

fn yes(claim: bool) -> &'static str {
    if claim { "yes" } else { "no" }
}

fn full(name: &str, card: &Card) -> String {
    let mut text = format!("{name}\n{}\n", wrapped(card.summary, "  "));
    let free =
        card.order_free.map_or("the solution itself".into(), |order| format!("order {order}"));
    let pushed = card.order_torqued.map_or("takes none".into(), |order| format!("order {order}"));
    let derivatives = if card.needs_torque_derivatives { ", with time derivatives" } else { "" };
    let keeps = match (card.conserves_energy, card.conserves_momentum) {
        (true, true) => "energy and spatial momentum",
        (true, false) => "energy",
        (false, true) => "spatial momentum",
        (false, false) => "neither energy nor momentum to rounding",
    };
    let rows = [
        ("free body", free),
        (
            "torque",
            format!("{pushed}{}", if card.order_torqued.is_some() { derivatives } else { "" }),
        ),
        ("symmetric", yes(card.symmetric).into()),
        ("symplectic", yes(card.symplectic).into()),
        ("keeps (free)", keeps.into()),
        (
            "per step",
            format!("{} rotations, {} torque evaluations", card.rotations, card.torque_evaluations),
        ),
        ("renormalises", yes(card.renormalizes).into()),
        ("take it", card.take.into()),
        ("leave it", card.leave.into()),
        ("source", source(card)),
    ];
    for (label, value) in rows {
        let _ = writeln!(text, "{}", wrapped(&format!("{label:13} {value}"), "  "));
    }
    if !card.keys.is_empty() {
        let _ = writeln!(text, "\n  options, as in {}:{}=...", card.name, card.keys[0].name());
    }
    for key in card.keys {
        let help = format!("{:12} {}: {}", key.name(), key.help(), key.values());
        let _ = writeln!(text, "{}", wrapped(&help, "    "));
    }
    text
}
