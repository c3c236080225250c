//! Which branch of its torque a run is on: docs/torques.md, Torques that switch.

use super::domain_ends::DomainEnds;
use super::stepper::{AnyBody, Stepper};
use super::tally::{SwitchCount, Tally, through, through_count};
use crate::body::State;
use crate::failure::Failure;
use crate::geometry::{Attitude, Rotation};
use crate::real::{Mask, Real};
use crate::torque::{SLIDING, Switch, SwitchKind};
use alloc::vec::Vec;

/// More switches than this in a revolution are reported as chatter.
const CHATTER: u64 = 1000;
/// So many switches in a row without progress in time end a run,
const STANDSTILL: u64 = 64;
/// and so many within one step.
const MOST_IN_A_STEP: u64 = 100_000;

/// A located change of the branch of one switching function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwitchRecord<R> {
    /// The state at the switch.
    pub state: State<R>,
    /// Index of the switching function, in the order of [`Torque::switches`](crate::Torque::switches).
    pub switch: u16,
    /// The branch before.
    pub previous: f64,
    /// The new branch; [`SLIDING`] where motion on the surface begins.
    pub branch: f64,
    /// Whether motion on the surface of the switching function begins.
    pub slides: bool,
}

/// The state of the switching functions of a run. The branches themselves are in the stepper.
#[derive(Clone, Debug)]
pub(super) struct Switching<R> {
    pub(super) list: Vec<Switch>,
    /// Whether the branches are those of the present state.
    pub(super) settled: bool,
    /// The next switch in time, or the time up to which there is none.
    pub(super) horizon: Option<Horizon<R>>,
    /// Values and rates of the switching functions at the start of the next part of a step, where known.
    pub(super) start: Vec<[R; 2]>,
    pub(super) end: Vec<[R; 2]>,
    pub(super) fresh: bool,
    /// The switching functions that left their range at the end of the last step, at the upper end or not:
    /// their branches change when the next step begins, so that states within the last one are known.
    pub(super) pending: Vec<(usize, bool)>,
    /// The branches before a step, for steps that fail.
    pub(super) before: Vec<f64>,
    pub(super) tally: Tally<R>,
    pub(super) recording: bool,
    pub(super) records: Vec<SwitchRecord<R>>,
    /// The last change: switching function, time, branch before.
    pub(super) last: Option<(usize, R, f64)>,
    pub(super) ends: DomainEnds<R>,
    progress: SwitchProgress<R>,
}

/// A time up to which no switching function of time alone changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Horizon<R> {
    pub(super) time: R,
    /// Whether one changes there.
    pub(super) is_switch: bool,
    /// The largest number of steps to look ahead next.
    pub(super) steps: f64,
}

/// Whether a run that switches advances.
#[derive(Clone, Copy, Debug)]
struct SwitchProgress<R> {
    /// Start of the last [`STANDSTILL`] switches, and how many there were since.
    standstill: (R, u64),
    /// The same of the present step,
    step: (R, u64),
    /// and of the present revolution.
    revolution: (R, u64),
}

impl<R: Real> Switching<R> {
    pub(super) fn new() -> Self {
        let none = (R::zero(), 0);
        Self {
            list: Vec::new(),
            settled: false,
            horizon: None,
            start: Vec::new(),
            end: Vec::new(),
            fresh: false,
            pending: Vec::new(),
            before: Vec::new(),
            tally: Tally::new(),
            recording: false,
            records: Vec::new(),
            last: None,
            ends: DomainEnds::new(),
            progress: SwitchProgress { standstill: none, step: none, revolution: none },
        }
    }
    /// Lists the switching functions of the torque.
    pub(super) fn list_those_of(&mut self, body: &dyn AnyBody<R>) {
        if self.list.is_empty() {
            body.switches(&mut self.list);
            self.ends.watch(&self.list);
        }
    }
    /// Forgets what follows from the present time and state.
    pub(super) fn forget(&mut self) {
        self.ends.forget();
        (self.settled, self.horizon, self.fresh) = (false, None, false);
        self.pending.clear();
    }
    /// The same after a step that failed, but for the branches.
    pub(super) fn forget_but_branches(&mut self) {
        self.ends.forget();
        (self.horizon, self.fresh) = (None, false);
    }
    /// Whether no switching function of the state has to be watched.
    pub(super) fn of_time_alone(&self) -> bool {
        !self.list.iter().any(Switch::is_watched)
    }

    /// Counts changes of a branch at a time.
    ///
    /// # Errors
    /// [`Failure::Chatter`] where the run makes no progress.
    pub(super) fn switched<A: Attitude<R>>(
        &mut self,
        switch: usize,
        [previous, branch]: [f64; 2],
        h: R,
        state: &State<R, A>,
        body: &dyn AnyBody<R>,
    ) -> Result<(), Failure> {
        let (time, index) = (state.time, u16::try_from(switch).unwrap_or(u16::MAX));
        let previous = self.counted(switch, [previous, branch], time);
        if self.recording {
            let slides = self.slides(switch, branch);
            let state = as_rotation(state);
            self.records.push(SwitchRecord { state, switch: index, previous, branch, slides });
        }
        if self.list.get(switch).is_none_or(|switch| switch.of_time_alone) {
            return Ok(());
        }
        let rates = state.momentum.component_mul(body.inertia().inverse());
        let SwitchProgress { standstill, step, revolution } = &mut self.progress;
        let smallest = (time.abs() + h.abs()) * R::from_f64(256.0 * R::EPSILON);
        let within = |from: R, span: R| (time - from).abs().le(span).all();
        let angle = (time - revolution.0).abs() * rates.norm();
        let same_revolution = !R::pi().twice().lt(angle).all();
        let same = [within(standstill.0, smallest), within(step.0, h.abs()), same_revolution];
        for (of, same) in [&mut *standstill, &mut *step, &mut *revolution].into_iter().zip(same) {
            *of = if same { (of.0, of.1 + 1) } else { (time, 1) };
        }
        if revolution.1 > CHATTER {
            self.tally.chatter = Some(index);
        }
        if standstill.1 > STANDSTILL || step.1 > MOST_IN_A_STEP {
            return Err(Failure::Chatter { switch: index });
        }
        Ok(())
    }
    /// Counts one change of a branch. A crossing that turns out to begin an interval of sliding is one change.
    /// Returns the branch before.
    fn counted(&mut self, switch: usize, [previous, branch]: [f64; 2], time: R) -> f64 {
        let slides = self.slides(switch, branch);
        let crossed = self.last.filter(|&(last, at, _)| slides && last == switch && at == time);
        let previous = crossed.map_or(previous, |(.., previous)| previous);
        if crossed.is_some() {
            self.records.truncate(self.records.len().saturating_sub(1));
        } else {
            self.tally.add();
        }
        self.last = Some((switch, time, previous));
        if slides {
            self.tally.begin_sliding(switch, time);
        } else if self.slides(switch, previous) {
            self.tally.end_sliding(switch, time);
        }
        previous
    }
    /// Whether this branch of a switching function is motion on its surface.
    fn slides(&self, switch: usize, branch: f64) -> bool {
        branch == SLIDING && self.kind(switch) == SwitchKind::Sign
    }
    pub(super) fn kind(&self, switch: usize) -> SwitchKind {
        self.list.get(switch).map_or(SwitchKind::Boundary, |switch| switch.kind)
    }

    fn visit_pending(&mut self, slot: &mut dyn FnMut(&mut R)) {
        let before = core::mem::take(&mut self.pending);
        for index in 0..self.list.len() {
            let found = before.iter().find(|(switch, _)| *switch == index);
            let mut side = found.map_or(0.0, |&(_, upper)| if upper { 1.0 } else { -1.0 });
            through(&mut side, slot);
            if side != 0.0 {
                self.pending.push((index, side > 0.0));
            }
        }
    }
    /// Returns what has switched up to the present time, or up to one within the last step.
    pub(super) fn until(&self, time: R, now: R, h: R) -> (SwitchCount, R) {
        let (mut count, sliding_time) = self.tally.until(time);
        if R::zero().le((time - now) * R::one().with_sign_of(h)).all() {
            count.located += self.pending.len() as u64;
        }
        (count, sliding_time)
    }
    /// Shows every number that a checkpoint needs; the branches are those of the stepper.
    pub(super) fn visit<A: Attitude<R>>(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        slot: &mut dyn FnMut(&mut R),
    ) {
        self.list_those_of(stepper.body());
        let mut branches = stepper.body().branches().to_vec();
        // After an impulse there are branches that are not settled.
        let mut known = match (self.settled, branches.is_empty()) {
            (true, _) => R::one(),
            (false, true) => R::zero(),
            (false, false) => R::one().twice(),
        };
        branches.resize(self.list.len(), 0.0);
        slot(&mut known);
        for branch in &mut branches {
            through(branch, slot);
        }
        self.settled = known == R::one();
        stepper.set_branches(if known == R::zero() { &[] } else { &branches });
        stepper.prepare();
        self.visit_pending(slot);
        self.tally.visit(self.list.len(), slot);
        let SwitchProgress { standstill, step, revolution } = &mut self.progress;
        for (time, count) in [standstill, step, revolution] {
            slot(time);
            through_count(count, slot);
        }
        let mut horizon =
            self.horizon.unwrap_or(Horizon { time: R::zero(), is_switch: false, steps: 0.0 });
        let mut kind = if horizon.is_switch { 1.0 } else { 0.0 };
        slot(&mut horizon.time);
        through(&mut kind, slot);
        through(&mut horizon.steps, slot);
        horizon.is_switch = kind == 1.0;
        self.horizon = (horizon.steps > 0.0).then_some(horizon);
        // With them, the torque is evaluated as often as without an interruption.
        let mut fresh = if self.fresh { R::one() } else { R::zero() };
        slot(&mut fresh);
        self.fresh = fresh == R::one();
        self.start.resize(self.list.len(), [R::zero(); 2]);
        self.start.iter_mut().flatten().for_each(&mut *slot);
        self.ends.visit(slot);
    }
}

/// The same state with its attitude as a quaternion.
pub(super) fn as_rotation<R: Real, A: Attitude<R>>(state: &State<R, A>) -> State<R> {
    state.in_form::<Rotation<R>>()
}

/// Whether two times are equal but for rounding; of finer scalars too for that of doubles, in which times are
/// given.
pub(super) fn is_close<R: Real>(a: R, b: R, h: R) -> bool {
    let epsilon = Real::max(R::EPSILON, f64::EPSILON);
    let rounding = (a.abs() + b.abs()) * R::from_f64(2.0 * epsilon);
    (a - b).abs().le(rounding.max(h.abs() * R::from_f64(4.0 * epsilon))).all()
}

/// Whether a time is before another one in the direction of h, by more than rounding.
pub(super) fn is_before<R: Real>(a: R, b: R, h: R) -> bool {
    !is_close(a, b, h) && R::zero().lt((b - a) * R::one().with_sign_of(h)).all()
}
