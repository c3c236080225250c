//! A run on which events are looked for.

use super::bracket::{Point, zero_between};
use super::chebyshev::Cosines;
use super::scan::{Samples, Scan};
use super::{Crossing, Event};
use crate::body::State;
use crate::geometry::{Attitude, Rotation};
use crate::motion::{Run, StepInterpolant, Stopped};
use crate::real::Real;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Drives a run and finds the crossings of events on its way.
#[derive(Debug)]
pub struct Watch<R, A = Rotation<R>> {
    events: Vec<Watched<R, A>>,
    cosines: Cosines<R>,
    points: Vec<Point<R>>,
    /// Found, and not yet told.
    found: VecDeque<Crossing<R, A>>,
}

#[derive(Debug)]
struct Watched<R, A> {
    event: Event<R, A>,
    /// The last sign that was not zero; zero if there was none.
    sign: f64,
    count: u64,
}

impl<R: Real<Mask = bool>, A: Attitude<R>> Watch<R, A> {
    /// For these events.
    pub fn new(events: impl IntoIterator<Item = Event<R, A>>) -> Self {
        let watched = |event| Watched { event, sign: 0.0, count: 0 };
        Self {
            events: events.into_iter().map(watched).collect(),
            cosines: Cosines::new(),
            points: Vec::new(),
            found: VecDeque::new(),
        }
    }
    /// How many crossings of an event there were.
    #[must_use]
    pub fn count(&self, event: usize) -> u64 {
        self.events.get(event).map_or(0, |watched| watched.count)
    }
    /// Shows every number that it remembers between steps, to read or to overwrite, for
    /// checkpoints.
    pub fn visit_memory(&mut self, slot: &mut dyn FnMut(&mut f64)) {
        for watched in &mut self.events {
            slot(&mut watched.sign);
            #[expect(clippy::cast_precision_loss, reason = "not so many in a lifetime")]
            let mut count = watched.count as f64;
            slot(&mut count);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
            {
                watched.count = count as u64;
            }
        }
    }

    /// Takes steps as [`Run::advance`] would, and tells every crossing, in the order in
    /// which the run comes to them. An event that stops ends this, and is the answer: it
    /// has the state at the crossing. The run itself is then at the end of its step, so
    /// that its steps are those of a run that nobody watches; to go on is to call this
    /// again, and what is left of the step comes first.
    ///
    /// A zero at the end of a step is told with the next step, when the sign on its other
    /// side is known.
    ///
    /// # Errors
    /// Where a step could not be taken.
    pub fn advance(
        &mut self,
        run: &mut (impl Run<R, A> + ?Sized),
        h: R,
        steps: u64,
        tell: &mut dyn FnMut(&Crossing<R, A>),
    ) -> Result<Option<Crossing<R, A>>, Stopped<R>> {
        let ended = self.tell(tell);
        if ended.is_some() {
            return Ok(ended);
        }
        for watched in self.events.iter_mut().filter(|watched| watched.sign == 0.0) {
            watched.sign = sign((watched.event.function)(run.state()));
        }
        for _ in 0..steps {
            run.step_seen(h, &mut |passage| self.see(passage))?;
            let ended = self.tell(tell);
            if ended.is_some() {
                return Ok(ended);
            }
        }
        Ok(None)
    }

    /// Tells what was found, up to what ends the run.
    fn tell(&mut self, tell: &mut dyn FnMut(&Crossing<R, A>)) -> Option<Crossing<R, A>> {
        while let Some(mut crossing) = self.found.pop_front() {
            let watched = self.events.get_mut(crossing.event)?;
            watched.count += 1;
            crossing.number = watched.count;
            tell(&crossing);
            if watched.event.stop_after == Some(watched.count) {
                return Some(crossing);
            }
        }
        None
    }

    fn see(&mut self, passage: &dyn StepInterpolant<R, A>) {
        let Self { events, cosines, points, found } = self;
        let mut samples = Samples::none();
        let begin = found.len();
        for (index, Watched { event, sign, .. }) in events.iter_mut().enumerate() {
            let mut scan = Scan {
                passage,
                function: &*event.function,
                cosines,
                samples: &mut samples,
                points,
                rounding: None,
            };
            scan.run();
            let direction = event.direction;
            changes(&scan, sign, &mut |rising, state| {
                if direction.takes(rising) {
                    found.push_back(Crossing { event: index, number: 0, rising, state });
                }
            });
        }
        let forth = passage.start().time.le(passage.end().time);
        let new = &mut found.make_contiguous()[begin..];
        new.sort_by(|a, b| {
            let (a, b) = (a.state.time, b.state.time);
            let (first, second) = if forth { (a, b) } else { (b, a) };
            if first.lt(second) {
                Ordering::Less
            } else if second.lt(first) {
                Ordering::Greater
            } else {
                Ordering::Equal
            }
        });
    }
}

/// -1, 0 or 1; 0 also of what is not a number.
fn sign<R: Real<Mask = bool>>(value: R) -> f64 {
    if R::zero().lt(value) {
        1.0
    } else if value.lt(R::zero()) {
        -1.0
    } else {
        0.0
    }
}

/// The changes of sign along the points of a scan.
fn changes<R: Real<Mask = bool>, A: Attitude<R>>(
    scan: &Scan<'_, R, A>,
    last: &mut f64,
    tell: &mut dyn FnMut(bool, State<R, A>),
) {
    let start = scan.passage.start();
    let size = (scan.passage.end().time - start.time).abs();
    // A sixteenth of the rounding of the step itself: below that no state differs.
    let least = size * R::from_f64(R::EPSILON / 16.0);
    let (mut before, mut zero): (Option<Point<R>>, Option<R>) = (None, None);
    for &point in &*scan.points {
        let now = sign(point.1);
        if now == 0.0 {
            // Not-a-number is no zero.
            zero = if point.1 == R::zero() { Some(point.0) } else { zero };
            continue;
        }
        if now * *last < 0.0 {
            let time = match (zero, before) {
                (Some(time), _) => time,
                (None, Some(before)) => zero_between(before, point, least, |time| scan.value(time)),
                // Between this passage and the last one something has jumped.
                (None, None) => start.time,
            };
            let state = scan.passage.at(time).unwrap_or(*start);
            tell(now > 0.0, state);
        }
        (*last, before, zero) = (now, Some(point), None);
    }
}
