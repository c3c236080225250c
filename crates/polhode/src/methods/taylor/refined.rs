//! A Taylor series with errors far below the rounding of doubles.
//!
//! Term k of a step is about (h/r)^k of the first, where r is the radius of convergence, so
//! that later coefficients need fewer digits. The first few coefficients are computed in
//! double-doubles, all others in doubles, at little cost: docs/taylor.md, The refined series.

mod run;

use super::step_rule::StepRule;
use super::{AdaptiveTaylor, Taylor};
use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::method::Failure;
use crate::real::{DoubleDouble, Real};
use crate::recurrence::Recurrence;
use crate::resolution::TorqueResolution;
use crate::torque::Torque;

/// Degree, tolerance and number of double-double coefficients of a refined series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refinement {
    /// Last coefficient in double-doubles.
    first: usize,
    degree: usize,
    tolerance: f64,
}

impl Refinement {
    /// Reference solution for comparisons. At this degree and tolerance h/r is 0.22, so that
    /// the terms after the first six are below 3e-5 of the first, and their rounding below
    /// 1e-20.
    pub const TRUTH: Self = Self { first: 6, degree: Taylor::HIGHEST as usize, tolerance: 1e-21 };

    /// Returns the refinement for a run, which reduces rounding errors to some hundredths. Four
    /// coefficients suffice for a conservative torque that depends on one space direction; with
    /// rotors, springs and time dependence errors decrease more slowly.
    #[must_use]
    pub fn for_body<T: Torque<f64>>(series: &AdaptiveTaylor, body: &Body<f64, T>) -> Self {
        let AdaptiveTaylor { degree, tolerance } = *series;
        let degree = degree.unwrap_or_else(|| AdaptiveTaylor::degree_for(tolerance));
        let degree = usize::from(degree.clamp(2, Taylor::HIGHEST));
        let Body { inertia, torque } = body;
        let pulls = torque.pull(inertia, 0.0).is_some();
        let first = if pulls && torque.properties().conserves_energy { 4 } else { 6 };
        Self { first: first.min(degree), degree, tolerance }
    }
}

/// Run of one body with a double-double state.
///
/// As a [`Run`](crate::Run) of doubles it shows the state rounded to doubles.
#[derive(Clone, Debug)]
pub struct RefinedTaylor<T, W> {
    narrow: Body<f64, T>,
    wide: Body<DoubleDouble, W>,
    refinement: Refinement,
    state: State<DoubleDouble>,
    /// State rounded to doubles.
    shown: State<f64>,
    taken: u64,
    last: RefinedLastStep,
    first: Recurrence<DoubleDouble>,
    further: Recurrence<f64>,
    /// Where steps are to resolve the torque.
    resolution: Option<TorqueResolution<f64>>,
}

/// Start and size of the last step.
#[derive(Clone, Copy, Debug)]
struct RefinedLastStep {
    from: State<DoubleDouble>,
    size: DoubleDouble,
    /// True if the coefficients are those of the last step.
    fresh: bool,
}

impl<T: Torque<f64>, W: Torque<DoubleDouble>> RefinedTaylor<T, W> {
    /// Returns a run of one body, with the same torque in both scalar types. The torque must be
    /// smooth, and without impulses.
    ///
    /// # Errors
    /// Where the torque has no derivatives, has impulses, or switches.
    pub fn new(
        body: Body<f64, T>,
        torque: W,
        start: &State<f64>,
        refinement: Refinement,
    ) -> Result<Self, Error> {
        if !torque.properties().is_differentiable {
            return Err(Error::NeedsDerivatives);
        }
        if torque.properties().has_impulses {
            return Err(Error::TakesNoImpulses);
        }
        if torque.properties().switch_count > 0 {
            return Err(Error::TakesNoSwitches);
        }
        let moments = body.inertia.moments().map(DoubleDouble::from_f64);
        let wide =
            Body { inertia: Inertia::new_without_triangle_check(moments.to_array())?, torque };
        let state = widened(start);
        Ok(Self {
            narrow: body,
            wide,
            refinement,
            state,
            shown: *start,
            taken: 0,
            last: RefinedLastStep { from: state, size: DoubleDouble::from_f64(0.0), fresh: false },
            first: Recurrence::new(),
            further: Recurrence::new(),
            resolution: None,
        })
    }
    /// Returns the state in double-doubles.
    #[must_use]
    pub fn state(&self) -> &State<DoubleDouble> {
        &self.state
    }

    /// Takes one step towards a time, at most up to it. Returns whether the time is reached.
    ///
    /// # Errors
    /// [`Failure::NoSeries`] if the step is too small for the time, or the state is not finite.
    pub fn step_towards(&mut self, until: DoubleDouble) -> Result<bool, Failure> {
        let from = self.state;
        let left = until - from.time;
        self.last.fresh = false;
        let longest = self.longest(&from, left.hi);
        let is_last = left.hi.abs() <= longest;
        let h = if is_last { left } else { DoubleDouble::from_f64(longest.copysign(left.hi)) };
        if from.time + h == from.time && !is_last {
            return Err(Failure::NoSeries);
        }
        self.expand_first(&from);
        let State { attitude, momentum, .. } = self.along(&from, h);
        if !(attitude.norm_squared().hi + momentum.norm_squared().hi).is_finite() {
            return Err(Failure::NoSeries);
        }
        let time = if is_last { until } else { from.time + h };
        self.state = State { time, attitude, momentum };
        self.shown = narrowed(&self.state);
        self.last = RefinedLastStep { from, size: h, fresh: true };
        self.taken += 1;
        Ok(is_last)
    }

    /// Computes the coefficients in doubles. Returns whether that is an evaluation of the torque.
    fn expand_further(&mut self, from: &State<DoubleDouble>) -> bool {
        let State { time, attitude, momentum } = narrowed(from);
        self.further.expand(&self.narrow, time, attitude, momentum, self.refinement.degree)
    }
    /// The same, as a part of a step. Returns the longest step that they allow, at most
    /// `left` with torque.
    fn longest(&mut self, from: &State<DoubleDouble>, left: f64) -> f64 {
        if self.expand_further(from) {
            self.narrow.torque.count_coefficients(1);
        }
        let Self { narrow, further, resolution, .. } = self;
        let Refinement { degree, tolerance, .. } = self.refinement;
        // Jorba and Zou 2005; docs/taylor.md, Control.
        let rule = StepRule::new(degree, tolerance);
        let longest = rule.longest::<T, f64>(further.coefficients(), &narrow.inertia);
        if T::NONE {
            return longest;
        }
        let h = rule.with_small_defect(further, narrow, longest.min(left.abs()).copysign(left));
        let resolved = |resolution| rule.resolved(further, narrow, h, resolution);
        resolution.as_mut().map_or(h, resolved).abs()
    }
    /// Computes the first coefficients in double-doubles.
    fn expand_first(&mut self, from: &State<DoubleDouble>) {
        let State { time, attitude, momentum } = *from;
        self.first.expand(&self.wide, time, attitude, momentum, self.refinement.first);
    }
    /// Returns the state at the time h after the start of the series.
    fn along(&self, from: &State<DoubleDouble>, h: DoubleDouble) -> State<DoubleDouble> {
        let Refinement { first, degree, .. } = self.refinement;
        let behind = self.further.coefficients().sums([[0.0; 4]; 2], first + 1..=degree, h.hi);
        let behind = behind.map(|sums| sums.map(DoubleDouble::from_f64));
        let ([w, x, y, z], m) = self.first.coefficients().change_with(behind, first, h);
        let Rotation { w: w0, x: x0, y: y0, z: z0 } = from.attitude;
        let attitude = Rotation { w: w0 + w, x: x0 + x, y: y0 + y, z: z0 + z };
        let (time, momentum) = (from.time + h, from.momentum + m);
        State { time, attitude: attitude.normalized(), momentum }
    }
}

/// Returns the state in double-doubles.
fn widened(state: &State<f64>) -> State<DoubleDouble> {
    let [w, x, y, z] = state.attitude.to_wxyz().map(DoubleDouble::from_f64);
    State {
        time: DoubleDouble::from_f64(state.time),
        attitude: Rotation { w, x, y, z },
        momentum: state.momentum.map(DoubleDouble::from_f64),
    }
}

/// Returns the state rounded to doubles.
fn narrowed(state: &State<DoubleDouble>) -> State<f64> {
    let Rotation { w, x, y, z } = state.attitude;
    let Vec3 { x: m_x, y: m_y, z: m_z } = state.momentum;
    State {
        time: state.time.hi,
        attitude: Rotation { w: w.hi, x: x.hi, y: y.hi, z: z.hi },
        momentum: Vec3::new(m_x.hi, m_y.hi, m_z.hi),
    }
}
