//! The motion of a body in smooth pieces: restarted at times that are known, and at switches of the state.

use super::body::Body;
use super::extrapolation::{ROWS, Scale, Seven, step};
use super::formula::{Formula, STICKS, Sides};
use super::switching::{Margin, Margins, branches};
use super::torque::{Impulse, Torque};
use super::wide::{Wide, ZERO, wide};

/// An end, and the largest momentum on the way to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub(crate) state: Seven,
    pub(crate) largest: f64,
}

/// Steps after which an integration is given up.
const MOST: u32 = 400_000;
/// Of the period of the fastest oscillation, where switches are looked for between the ends of steps.
const LOOK: f64 = 0.15;
/// Of the tolerance, the least that a step is divided by.
const LEAST: f64 = 1e-25;

/// The end from another start; `time` is that of the start.
pub(crate) fn end(body: &Body, start: Seven, time: Wide, tolerance: f64) -> Result<End, String> {
    let finish = time + wide(body.duration);
    let mut times = known_times(body);
    times.retain(|known| *known > time && *known < finish);
    times.push(finish);
    let count = body.formulas(Formula::switches).len();
    let mut motion = Motion {
        body,
        time,
        state: start,
        middle: time,
        sides: Sides { of: vec![1; count], stuck: vec![ZERO; count] },
        largest: size(&start),
        floor: 1e-10 * body.inertia.into_iter().fold(f64::INFINITY, f64::min) * body.frequency,
        tolerance,
        steps: 0,
    };
    for (piece, end) in times.into_iter().enumerate() {
        motion.hit();
        motion.middle = (motion.time + end) * 0.5;
        branches(&mut motion, piece == 0);
        motion.smooth(end)?;
    }
    Ok(End { state: motion.state, largest: motion.largest })
}

/// When impulses, points of tables and switches of time alone are.
fn known_times(body: &Body) -> Vec<Wide> {
    let mut times: Vec<Wide> = Vec::new();
    for torque in &body.torques {
        match torque {
            Torque::Impulses(list) => times.extend(list.iter().map(|hit| wide(hit.time))),
            Torque::Table(table) => times.extend(table.times.iter().map(|time| wide(*time))),
            _ => {}
        }
    }
    times.extend(body.breaks.iter().map(|about| super::switching::refined(body, *about)));
    times.sort_by(|a, b| a.partial_cmp(b).expect("finite times"));
    times.dedup_by(|a, b| (*a - *b).hi.abs() < 1e-20 * body.duration);
    times
}

fn size(state: &Seven) -> f64 {
    (4..7).map(|i| state[i].hi.powi(2)).sum::<f64>().sqrt()
}

/// A body in progress.
pub(super) struct Motion<'a> {
    pub(super) body: &'a Body,
    pub(super) time: Wide,
    pub(super) state: Seven,
    /// The middle of the piece of time between two known times.
    pub(super) middle: Wide,
    pub(super) sides: Sides,
    largest: f64,
    /// A momentum so small that its digits do not matter: of a body that is still at rest.
    floor: f64,
    tolerance: f64,
    steps: u32,
}

impl Motion<'_> {
    /// Impulses at the present time.
    fn hit(&mut self) {
        for torque in &self.body.torques {
            let Torque::Impulses(list) = torque else { continue };
            for Impulse { momentum, .. } in list.iter().filter(|hit| wide(hit.time) == self.time) {
                (0..3).for_each(|i| self.state[4 + i] += wide(momentum[i]));
            }
        }
        self.largest = self.largest.max(size(&self.state));
    }
    pub(super) fn slope(&self, after: Wide, y: &Seven) -> Seven {
        self.body.slope(self.time + after, y, self.middle, &self.sides)
    }
    /// The state after a time, if one step is enough for it.
    pub(super) fn after(&self, h: Wide) -> Option<(Seven, usize)> {
        let scale = Scale { momentum: self.largest.max(self.floor), tolerance: self.tolerance };
        step(&|y, after| self.slope(after, y), &self.state, h, scale)
    }
    fn speed(&self, state: &Seven) -> f64 {
        let rates = self.body.place(self.time, state).rates;
        rates.iter().map(|rate| rate.hi.powi(2)).sum::<f64>().sqrt()
    }
    /// How far a step may go without passing over a narrow pulse or a steep step: at least a width where one
    /// is near, else as far as it is away.
    fn free_of_features(&self) -> f64 {
        let place = self.body.place(self.time, &self.state);
        let is_narrow = |part: &Formula| matches!(part, Formula::Bell(..) | Formula::Step(..));
        let mut least = f64::INFINITY;
        for part in self.body.formulas(is_narrow) {
            let (inside, width, reach) = match part {
                // exp(-81) and 1 - tanh(37) are below the last digit.
                Formula::Bell(inside, width) => (inside, *width, 9.0),
                Formula::Step(inside, steepness) => (inside, 1.0 / steepness, 37.0),
                _ => continue,
            };
            let speed = if inside.is_of_time() { 1.0 } else { 1.5 * self.speed(&self.state) };
            let away = inside.at(&place, &self.sides, &mut 0).hi.abs() - reach * width;
            least = least.min(width.max(away) / speed);
        }
        least
    }
    /// Goes to a time through which nothing of time alone switches.
    fn smooth(&mut self, end: Wide) -> Result<(), String> {
        let mut h = f64::INFINITY;
        while self.time < end {
            let rest = end - self.time;
            let fastest = self.body.frequency.max(self.speed(&self.state));
            let margins = Margins::new(self);
            h = h.min(1.0 / fastest).min(self.free_of_features());
            if !margins.is_empty() {
                h = h.min(LOOK / fastest);
            }
            let last = rest.hi <= 1.001 * h;
            let part = if last { rest } else { wide(h) };
            self.steps += 1;
            if self.steps > MOST || part.hi < LEAST * self.body.duration {
                return Err(format!("no progress at {:e} by {:e}", self.time.hi, part.hi));
            }
            let Some((next, rows)) = self.after(part) else {
                h = 0.5 * part.hi;
                continue;
            };
            if self.speed(&next) > 1.4 * self.speed(&self.state).max(self.body.frequency) {
                h = 0.5 * part.hi;
                continue;
            }
            match margins.between(self, part, &next, fastest) {
                Margin::Same => self.arrive(part, next, last.then_some(end)),
                Margin::Unclear => {
                    h = 0.5 * part.hi;
                    continue;
                }
                Margin::Crosses(number) => {
                    let (part, next) = margins.located(self, number, part);
                    self.arrive(part, next, None);
                    margins.cross(self, number)?;
                }
            }
            // Two thirds of the rows are the cheapest.
            h = part.hi * (1.0 + 0.15 * (ROWS as f64 * 0.67 - rows as f64)).clamp(0.6, 1.8);
        }
        Ok(())
    }
    fn arrive(&mut self, part: Wide, next: Seven, end: Option<Wide>) {
        self.state = next;
        self.time = end.unwrap_or(self.time + part);
        self.largest = self.largest.max(size(&next));
    }
    pub(super) fn is_stuck(&self, number: usize) -> bool {
        self.sides.of[number] == STICKS
    }
}
