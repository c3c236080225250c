//! `[[event]]`: what is looked for on the way.

use super::torque::expression::{any_formula, parameters};
use super::{InitialState, Shape, library};
use crate::diagnostic::Diagnostic;
use crate::document::Node;
use polhode::event::{Direction, Event};
use polhode::geometry::{Rotation, Vec3};
use polhode::{Body, Real, State, Torque};
use polhode_bound::{Dimension, FormulaFactors, RunUnits, Torques};
use polhode_formula::{Formula, FormulaInput, Variable};

/// Something to look for on the way.
#[derive(Clone, Debug)]
pub struct ScenarioEvent {
    /// What it is called.
    pub name: String,
    what: What,
    direction: Direction,
    stop_after: Option<u64>,
}

impl ScenarioEvent {
    /// Can it end a run?
    #[must_use]
    pub fn stops(&self) -> bool {
        self.stop_after.is_some()
    }
}

#[derive(Clone, Debug)]
enum What {
    Formula {
        formula: Formula,
        value: f64,
    },
    /// Between an axis in the file's body axes and one of space, in radians.
    Angle {
        body: Vec3<f64>,
        space: Vec3<f64>,
        angle: f64,
    },
    /// The ends of a band, in the file's units.
    Energy {
        below: Option<f64>,
        above: Option<f64>,
    },
}

/// The events of a file, of a body that starts here.
pub(super) fn read(
    nodes: &[Node],
    shape: &Shape,
    torque: &Torques<f64>,
    start: &InitialState,
) -> Result<Vec<ScenarioEvent>, Diagnostic> {
    let body = Body { inertia: shape.inertia, torque: torque.clone() };
    let mut events: Vec<ScenarioEvent> = Vec::new();
    for (node, number) in nodes.iter().zip(1..) {
        let event = EventReader { node }.event(number, &body, shape, start)?;
        if events.iter().any(|other| other.name == event.name) {
            let span = node.get("name").unwrap_or(node).span.clone();
            let message = format!("`event.name` is {:?}, which another event has", event.name);
            return Err(Diagnostic::at(span, message, "give each a name of its own"));
        }
        // What the library says of axes, angles and bands has its place in the text.
        let made = event.made(body.clone(), shape.principal_axes, RunUnits::FILE);
        let place = ["angle", "energy"].iter().find_map(|key| node.get(key)).unwrap_or(node);
        made.map_err(|error| library(&place.span, &error))?;
        events.push(event);
    }
    Ok(events)
}

struct EventReader<'a> {
    node: &'a Node,
}

impl EventReader<'_> {
    fn wrong<T>(&self, key: &str, message: &str, remedy: &str) -> Result<T, Diagnostic> {
        let span = self.node.get(key).unwrap_or(self.node).span.clone();
        Err(Diagnostic::at(span, message, remedy))
    }

    fn event(
        &self,
        number: u32,
        body: &Body<f64, Torques<f64>>,
        shape: &Shape,
        start: &InitialState,
    ) -> Result<ScenarioEvent, Diagnostic> {
        let get = |key| self.node.get(key);
        let what = match (get("expression"), get("angle"), get("energy")) {
            (Some(text), None, None) => {
                let formula = any_formula(text, &parameters(self.node)?)?.counted_from(start.epoch);
                What::Formula { formula, value: get("value").map_or(0.0, Node::number) }
            }
            (None, Some(angle), None) => self.angle(angle)?,
            (None, None, Some(band)) => self.energy(band, body, shape, start)?,
            _ => {
                return self.wrong(
                    "",
                    "`event` must say one of `expression`, `angle` and `energy`, and only one",
                    "write for example expression = \"wy\"",
                );
            }
        };
        if !matches!(what, What::Formula { .. }) {
            for key in ["value", "parameters"] {
                if get(key).is_some() {
                    let message =
                        format!("`event.{key}` belongs to an `expression`, and there is none");
                    return self.wrong(key, &message, "leave it out, or give an expression");
                }
            }
        }
        let direction = match get("direction").map_or("both", Node::text) {
            "rising" => Direction::Rising,
            "falling" => Direction::Falling,
            _ => Direction::Both,
        };
        if matches!(what, What::Energy { .. }) && get("direction").is_some() {
            let message = "`event.direction` is not for `energy`: a band is left below or above";
            return self.wrong(
                "direction",
                message,
                "leave it out; for one side give `below` or `above` alone",
            );
        }
        let text = get("name").map_or("", Node::text).trim();
        let name = if text.is_empty() { format!("event-{number}") } else { text.into() };
        Ok(ScenarioEvent { name, what, direction, stop_after: self.stop_after()? })
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number")]
    fn stop_after(&self) -> Result<Option<u64>, Diagnostic> {
        let stop = self.node.get("stop").is_some_and(Node::flag);
        match (stop, self.node.get("stop_after")) {
            (true, Some(_)) => self.wrong(
                "stop_after",
                "`event` has both `stop`, at the first, and `stop_after`",
                "give one of them",
            ),
            (true, None) => Ok(Some(1)),
            (false, count) => Ok(count.map(|count| count.number() as u64)),
        }
    }

    fn angle(&self, node: &Node) -> Result<What, Diagnostic> {
        let axis = |key| node.get(key).map_or(Vec3::zero(), |node| node.numbers().into());
        let angle = match (node.get("degrees"), node.get("radians")) {
            (Some(degrees), None) => degrees.number().to_radians(),
            (None, Some(radians)) => radians.number(),
            _ => {
                return self.wrong(
                    "angle",
                    "`event.angle` must say `degrees` or `radians`, and not both",
                    "write for example degrees = 90.0",
                );
            }
        };
        Ok(What::Angle { body: axis("body"), space: axis("space"), angle })
    }

    fn energy(
        &self,
        node: &Node,
        body: &Body<f64, Torques<f64>>,
        shape: &Shape,
        start: &InitialState,
    ) -> Result<What, Diagnostic> {
        let number = |key| node.get(key).map(Node::number);
        match (number("below"), number("above"), number("drift")) {
            (None, None, Some(drift)) if drift > 0.0 => {
                let state = state_of(start, shape);
                let kinetic = body.inertia.kinetic_energy(state.momentum);
                let energy = body.energy(&state);
                let room = drift * energy.abs().max(kinetic);
                Ok(What::Energy { below: Some(energy - room), above: Some(energy + room) })
            }
            (None, None, Some(drift)) => {
                let message = format!("`event.energy.drift` is {drift:?}; it must be positive");
                self.wrong("energy", &message, "write for example drift = 1e-6")
            }
            (None, None, None) | (_, _, Some(_)) => self.wrong(
                "energy",
                "`event.energy` must say `below`, `above` or both, or `drift` alone",
                "write for example { drift = 1e-6 }",
            ),
            (Some(below), Some(above), None) if below >= above => {
                let message = format!(
                    "`event.energy` is the band from {below:?} to {above:?}; `below` must be less \
                     than `above`"
                );
                self.wrong("energy", &message, "exchange them")
            }
            (below, above, None) => Ok(What::Energy { below, above }),
        }
    }
}

/// In principal axes.
fn state_of(start: &InitialState, shape: &Shape) -> State<f64> {
    let axes = shape.principal_axes;
    State {
        time: 0.0,
        attitude: start.attitude * axes,
        momentum: axes.apply_inverse(start.momentum),
    }
}

impl ScenarioEvent {
    /// In a run in these units.
    pub(crate) fn made<R: Real<Mask = bool>>(
        &self,
        body: Body<R, Torques<R>>,
        axes: Rotation<f64>,
        units: RunUnits,
    ) -> Result<Event<R>, polhode::Error> {
        let in_run = |energy: f64| R::from_f64(units.to_run(energy, Dimension::TORQUE));
        let event = match &self.what {
            What::Formula { formula, value } => {
                let (formula, value) = (formula.clone(), R::from_f64(*value));
                let [w, x, y, z] = axes.to_wxyz().map(R::from_f64);
                let (axes, factors) = (Rotation { w, x, y, z }, FormulaFactors::new(units));
                let needs_energy = formula.depends_on(|variable| variable == Variable::Energy);
                Event::new(move |state: &State<R>| {
                    let at = body.torque_input(state);
                    let potential = if needs_energy { body.torque.potential(&at) } else { None };
                    let place = FormulaInput {
                        time: state.time * factors.time,
                        attitude: state.attitude * axes.inverse(),
                        rates: axes.apply(body.inertia.rates(state.momentum)) * factors.rate,
                        momentum: axes.apply(state.momentum) * factors.momentum,
                        potential: potential.unwrap_or(R::zero()) * factors.torque,
                    };
                    formula.at(&place) - value
                })
            }
            What::Angle { body, space, angle } => {
                let body = axes.apply_inverse(*body).map(R::from_f64);
                Event::angle(body, space.map(R::from_f64), R::from_f64(*angle))?
            }
            What::Energy { below: Some(below), above: Some(above) } => {
                Event::energy_band(body, [in_run(*below), in_run(*above)])?
            }
            What::Energy { below: Some(below), .. } => {
                Event::energy(body, in_run(*below)).falling()
            }
            What::Energy { above, .. } => {
                Event::energy(body, in_run(above.unwrap_or(f64::INFINITY))).rising()
            }
        };
        let event = match self.what {
            What::Energy { .. } => event,
            _ => event.going(self.direction),
        };
        Ok(match self.stop_after {
            Some(count) => event.stopping_after(count),
            None => event,
        })
    }

    /// Did it rise? Of a band of energy: was it left above?
    #[must_use]
    pub fn rose(&self, rising: bool, energy: f64) -> bool {
        match self.what {
            What::Energy { below: Some(below), above: Some(above) } => {
                energy > (below + above) / 2.0
            }
            _ => rising,
        }
    }
}
