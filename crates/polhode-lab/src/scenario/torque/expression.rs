//! A torque that a user writes as formulas: read, and its potential checked.

use super::super::Shape;
use super::TorqueScope;
use crate::diagnostic::Diagnostic;
use crate::document::{Node, Value};
use crate::significant;
use polhode::geometry::{Axis, Rotation, Vec3};
use polhode::real::{Jet, Over, Real};
use polhode::torque::Frame;
use polhode_bound::Written;
use polhode_formula::{Formula, FormulaError, FormulaInput, Parameters, Variable, check_parameter};

pub(super) fn read<R: Real<Mask = bool>>(
    node: &Node,
    body: &Shape,
    scope: TorqueScope,
) -> Result<Written<R>, Diagnostic> {
    let parameters = parameters(node)?;
    let components = node.get("components").map_or(&[][..], Node::items);
    let part = |i: usize| {
        components.get(i).map_or_else(
            || Err(Diagnostic::at(node.span.clone(), "`components` must be three formulas", "")),
            |text| formula(text, &parameters).map(|formula| formula.counted_from(scope.epoch)),
        )
    };
    let potential = node.get("potential").map(|text| formula(text, &parameters)).transpose()?;
    let potential = potential.map(|potential| potential.counted_from(scope.epoch));
    let space = node.get("frame").is_some_and(|frame| frame.text() == "space");
    let Rotation { w, x, y, z } = body.principal_axes;
    let axes =
        Rotation { w: R::from_f64(w), x: R::from_f64(x), y: R::from_f64(y), z: R::from_f64(z) };
    let frame = if space { Frame::Space } else { Frame::Body };
    let components = [part(0)?, part(1)?, part(2)?];
    let torque = Written::new(frame, components, potential, axes, scope.units);
    check_potential(&torque, node, body)?;
    Ok(torque)
}

pub(in super::super) fn parameters(node: &Node) -> Result<Vec<(String, f64)>, Diagnostic> {
    let entries = node.get("parameters").map_or(&[][..], Node::entries);
    entries
        .iter()
        .map(|entry| {
            check_parameter(&entry.key).map_err(|error| {
                Diagnostic::at(entry.key_span.clone(), error.message, error.remedy)
            })?;
            Ok((entry.key.clone(), entry.node.number()))
        })
        .collect()
}

/// A formula of a torque.
fn formula(node: &Node, parameters: &Parameters) -> Result<Formula, Diagnostic> {
    let formula = any_formula(node, parameters)?;
    if formula.depends_on(|variable| variable == Variable::Energy) {
        let message =
            format!("{} depends on `energy`, which the torque itself is a part of", node.print());
        let remedy = "take kinetic_energy; energy is a variable of events only";
        return Err(Diagnostic::at(node.span.clone(), message, remedy));
    }
    Ok(formula)
}

pub(in super::super) fn any_formula(
    node: &Node,
    parameters: &Parameters,
) -> Result<Formula, Diagnostic> {
    Formula::new(node.text(), parameters).map_err(|error| located(node, error))
}

/// The bytes of the formula in the file: one quote further, where the file has
/// the formula as it is.
fn located(node: &Node, error: FormulaError) -> Diagnostic {
    let FormulaError { span, message, remedy } = error;
    let Value::Text(text) = &node.value else {
        return Diagnostic::at(node.span.clone(), message, remedy);
    };
    let plain = node.span.len() == text.len() + 2;
    let message =
        format!("{message} (column {} of {text:?})", text[..span.start].chars().count() + 1);
    let begin = node.span.start + 1;
    let span = if plain { begin + span.start..begin + span.end } else { node.span.clone() };
    Diagnostic::at(span, message, remedy)
}

/// The torque is minus the derivative of the potential with the angle about each
/// body axis, at a few attitudes; else energy would be said to drift that was
/// never constant.
fn check_potential<R: Real<Mask = bool>>(
    torque: &Written<R>,
    node: &Node,
    body: &Shape,
) -> Result<(), Diagnostic> {
    let (Some(potential), Some(text)) = (torque.potential_formula(), node.get("potential")) else {
        return Ok(());
    };
    if potential.depends_on(Variable::is_of_rate) {
        let message = "the potential depends on the rates; it may depend on attitude and time";
        let remedy = "a torque of the rates has no potential: leave it out";
        return Err(Diagnostic::at(text.span.clone(), message, remedy));
    }
    let mut compared = false;
    for k in 1..=4 {
        // Any attitudes that are not special.
        let spin = Vec3::new(0.7, -0.4, 0.9) * f64::from(k);
        let attitude = Rotation::exp(spin);
        let momentum = body.inertia.moments();
        let rates = spin.cross(Vec3::new(0.31, 0.83, -0.57));
        let momentum = momentum.component_mul(rates);
        let time = 0.37 * f64::from(k * k);
        let place = FormulaInput { time, attitude, rates, momentum, potential: 0.0 };
        let torque = torque.body_torque(&place);
        let slopes = Axis::ALL.map(|axis| slope(potential, &place, axis));
        let height = potential.at(&place);
        if !torque.to_array().iter().chain(&slopes).chain([&height]).all(|x| x.is_finite()) {
            continue;
        }
        compared = true;
        let scale = torque.max_abs() + Vec3::from(slopes).max_abs();
        if (torque + Vec3::from(slopes)).max_abs() > 1e-9 * scale {
            let vector = |v: [f64; 3]| format!("[{}]", v.map(significant).join(", "));
            let message = format!(
                "the potential does not belong to the components: turned by the rotation \
                 vector {:?}, minus its slope about the body axes is {}, and the torque there {}",
                spin.to_array(),
                vector(slopes.map(|slope| -slope)),
                vector(torque.to_array()),
            );
            let remedy = "correct one of them, or leave the potential out";
            return Err(Diagnostic::at(text.span.clone(), message, remedy));
        }
    }
    if compared {
        return Ok(());
    }
    let message = "the potential or the torque is infinite or not a number at each attitude at \
                   which they were compared";
    let remedy = "correct the formulas, or leave the potential out";
    Err(Diagnostic::at(text.span.clone(), message, remedy))
}

/// dV/d(angle) where the body turns about one of its own axes.
fn slope(potential: &Formula, place: &FormulaInput<f64>, axis: Axis) -> f64 {
    type Number = Jet<f64, 2>;
    let lift = |x: f64| <Number as Over<f64>>::lift(x);
    let still = |v: Vec3<f64>| v.map(lift);
    let half = Number::from_coefficients([0.0, 0.5]);
    let turn = Rotation::from_parts(lift(1.0), Vec3::unit(axis) * half);
    let Rotation { w, x, y, z } = place.attitude;
    let attitude = Rotation { w: lift(w), x: lift(x), y: lift(y), z: lift(z) } * turn;
    let place = FormulaInput {
        time: lift(place.time),
        attitude,
        rates: still(place.rates),
        momentum: still(place.momentum),
        potential: lift(place.potential),
    };
    potential.at(&place).coefficient(1)
}
