//! Switches of the reference: branches at the start of a piece, crossings of the state, friction that sticks.

use super::body::Body;
use super::extrapolation::Seven;
use super::formula::{Formula, STICKS, Sides};
use super::motion::Motion;
use super::wide::{ONE, Wide, ZERO, wide};

/// The switching function of a part; that of a hysteresis by the side that it is on.
fn value(part: &Formula, body: &Body, time: Wide, y: &Seven, side: i8) -> Wide {
    let place = body.place(time, y);
    // Switching functions have no switches inside.
    let smooth = |inside: &Formula| inside.at(&place, &Sides::default(), &mut 0);
    match part {
        Formula::Choose(parts, _) => smooth(&parts[0]),
        Formula::Friction(axis) => place.rates[*axis],
        Formula::Hysteresis(inside, [low, high]) => {
            smooth(inside) - wide(if side > 0 { *low } else { *high })
        }
        _ => ZERO,
    }
}

fn switches(body: &Body) -> Vec<(usize, &Formula)> {
    body.formulas(Formula::switches).into_iter().enumerate().collect()
}

fn is_of_time(part: &Formula) -> bool {
    matches!(part, Formula::Choose(parts, _) if parts[0].is_of_time())
}

/// The zero of a switching function of time alone that is nearest to a time, by the secant method.
pub(super) fn refined(body: &Body, about: f64) -> Wide {
    let mut best = (f64::INFINITY, wide(about));
    for (_, part) in switches(body).into_iter().filter(|(_, part)| is_of_time(part)) {
        let at = |time: Wide| value(part, body, time, &body.start(), 1);
        let (mut before, mut now) = (wide(about - 1e-7 * body.duration), wide(about));
        let mut old = at(before);
        for _ in 0..20 {
            let new = at(now);
            if new == ZERO || new == old {
                break;
            }
            let next = now - new * (now - before) / (new - old);
            (before, old, now) = (now, new, next);
        }
        let off = (now.hi - about).abs();
        // Each root has its own approximation.
        if off < 1e-6 * body.duration && off < best.0 {
            best = (off, now);
        }
    }
    best.1
}

/// Sets the sides at the start of a piece: all at the first, later those of time alone.
pub(super) fn branches(motion: &mut Motion<'_>, all: bool) {
    let body = motion.body;
    for (number, part) in switches(body) {
        if is_of_time(part) {
            let there = value(part, body, motion.middle, &motion.state, 1);
            motion.sides.of[number] = if there.hi < 0.0 { -1 } else { 1 };
        } else if all {
            // Between its limits a hysteresis is off.
            let here = value(part, body, motion.time, &motion.state, -1);
            motion.sides.of[number] = if here.hi < 0.0 { -1 } else { 1 };
            if here == ZERO {
                touch(motion, number, part);
            }
        }
    }
}

/// The side of a function that is zero: by where it goes, or friction that sticks.
fn touch(motion: &mut Motion<'_>, number: usize, part: &Formula) {
    if let Formula::Friction(_) = part {
        motion.sides.of[number] = STICKS;
        let stuck = stuck(motion, number, ZERO, &motion.state);
        if stuck.hi.abs() > 1.0 {
            motion.sides.of[number] = if stuck.hi < 0.0 { -1 } else { 1 };
        }
        return;
    }
    let little = wide(1e-12 / motion.body.frequency);
    let slope = motion.slope(ZERO, &motion.state);
    let next = std::array::from_fn(|i| motion.state[i] + slope[i] * little);
    let there = value(part, motion.body, motion.time + little, &next, 1);
    motion.sides.of[number] = if there.hi < 0.0 { -1 } else { 1 };
}

fn stuck(motion: &Motion<'_>, number: usize, after: Wide, y: &Seven) -> Wide {
    let place = motion.body.place(motion.time + after, y);
    let held = motion.body.held(&place, y, motion.middle, &motion.sides);
    held.map_or(ZERO, |held| held.stuck[number])
}

/// What a step does to the switching functions of the state.
pub(super) enum Margin {
    Same,
    /// The step is too long to say.
    Unclear,
    Crosses(usize),
}

/// Functions that are positive while no branch changes, with their slopes at the start of a step.
pub(super) struct Margins<'a> {
    of: Vec<(usize, &'a Formula)>,
    here: Vec<[Wide; 2]>,
}

impl<'a> Margins<'a> {
    pub(super) fn new(motion: &Motion<'a>) -> Self {
        let mut of = switches(motion.body);
        of.retain(|(_, part)| !is_of_time(part));
        let here = of.iter().map(|one| pair(motion, *one, ZERO, &motion.state)).collect();
        Self { of, here }
    }
    pub(super) fn is_empty(&self) -> bool {
        self.of.is_empty()
    }
    /// By the cubic through values and slopes at both ends, if that is clear.
    pub(super) fn between(
        &self,
        motion: &Motion<'_>,
        h: Wide,
        next: &Seven,
        fastest: f64,
    ) -> Margin {
        let mut crosses = Margin::Same;
        for (one, [m0, d0]) in self.of.iter().zip(&self.here) {
            let [m1, d1] = pair(motion, *one, h, next);
            let [m0, d0, m1, d1] = [m0.hi, d0.hi * h.hi, m1.hi, d1.hi * h.hi];
            let size = m0.abs() + m1.abs() + d0.abs() + d1.abs();
            // What the cubic may be off by, and rounding.
            let doubt = size * (fastest * h.hi).powi(4) / 40.0;
            let on_it = m0.abs() < 1e-22 * size.max(f64::MIN_POSITIVE);
            let tiny = h.hi * fastest < 1e-5;
            let cubic = |s: f64| {
                let (a, b) = ((1.0 - s).powi(2), s * s);
                a * ((1.0 + 2.0 * s) * m0 + s * d0) + b * ((3.0 - 2.0 * s) * m1 - (1.0 - s) * d1)
            };
            let inside = (1..20).map(|i| cubic(f64::from(i) / 20.0)).fold(f64::INFINITY, f64::min);
            if m1 < 0.0 && !on_it {
                // One crossing alone: the first of several is found by shorter steps.
                if !matches!(crosses, Margin::Same) && !tiny {
                    return Margin::Unclear;
                }
                if matches!(crosses, Margin::Same) {
                    crosses = Margin::Crosses(one.0);
                }
            } else if m1 < 0.0 {
                if !tiny {
                    return Margin::Unclear;
                }
                crosses = Margin::Crosses(one.0);
            } else if !tiny && inside < if on_it { 0.0 } else { doubt.min(0.5 * m1) } && inside < m0
            {
                return Margin::Unclear;
            }
        }
        crosses
    }
    /// The length of the part of a step up to a zero, and the state there: secants within brackets.
    pub(super) fn located(&self, motion: &Motion<'_>, number: usize, h: Wide) -> (Wide, Seven) {
        let one = self.of.iter().find(|(of, _)| *of == number).copied();
        let Some(one) = one else { return (h, motion.state) };
        let at = |s: Wide| {
            let next = motion.after(s).map_or(motion.state, |(next, _)| next);
            (margin(motion, one, s, &next), next)
        };
        let (mut low, mut high) = ((ZERO, margin(motion, one, ZERO, &motion.state)), (h, at(h).0));
        for round in 0..200 {
            let secant = low.0 + (high.0 - low.0) * (low.1 / (low.1 - high.1));
            let halved = (low.0 + high.0) * 0.5;
            let bracketed = secant > low.0 && secant < high.0 && round % 3 < 2;
            let middle = if bracketed { secant } else { halved };
            let (value, next) = at(middle);
            let narrow = (high.0 - low.0).hi < 1e-27 * h.hi;
            if value == ZERO || narrow || (value.hi.abs() < 1e-29 * high.1.hi.abs().max(low.1.hi)) {
                return (middle, next);
            }
            if value > ZERO { low = (middle, value) } else { high = (middle, value) }
        }
        (high.0, at(high.0).1)
    }
    /// Changes a branch, at its switch.
    pub(super) fn cross(&self, motion: &mut Motion<'_>, number: usize) -> Result<(), String> {
        let one = self.of.iter().find(|(of, _)| *of == number);
        let (_, part) = one.ok_or("no such switch")?;
        let Formula::Friction(axis) = part else {
            motion.sides.of[number] *= -1;
            return Ok(());
        };
        if motion.is_stuck(number) {
            let value = stuck(motion, number, ZERO, &motion.state);
            motion.sides.of[number] = if value.hi < 0.0 { -1 } else { 1 };
            // Friction opposes what begins.
            return Ok(());
        }
        let side = motion.sides.of[number];
        motion.state[4 + axis] = ZERO;
        motion.sides.of[number] = STICKS;
        if stuck(motion, number, ZERO, &motion.state).hi.abs() > 1.0 {
            motion.sides.of[number] = -side;
        }
        Ok(())
    }
}

fn margin(motion: &Motion<'_>, (number, part): (usize, &Formula), after: Wide, y: &Seven) -> Wide {
    let side = motion.sides.of[number];
    if side == STICKS {
        return ONE - stuck(motion, number, after, y).squared();
    }
    value(part, motion.body, motion.time + after, y, side) * f64::from(side)
}

/// The margin and its slope along the motion.
fn pair(motion: &Motion<'_>, one: (usize, &Formula), after: Wide, y: &Seven) -> [Wide; 2] {
    let little = wide(1e-12 / motion.body.frequency);
    let slope = motion.slope(after, y);
    let next = std::array::from_fn(|i| y[i] + slope[i] * little);
    let here = margin(motion, one, after, y);
    [here, (margin(motion, one, after + little, &next) - here) / little]
}
