//! Taylor series of any degree, in equal steps or in steps controlled by a tolerance.
//!
//! Momentum and quaternion are series in time (see `recurrence.rs`). The last coefficients
//! bound the step (Jorba and Zou 2005). The series is dense output within the step.
//! Recurrences and step control: docs/taylor.md.

mod features;
mod refined;
mod step_rule;

use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::Attitude;
use crate::method::{Failure, Method};
use crate::real::{Mask, Real, add_with_rest};
use crate::recurrence::HIGHEST;
pub use crate::recurrence::TaylorMemory;
use crate::torque::Torque;
pub use refined::{RefinedTaylor, Refinement};
use step_rule::StepRule;

/// Taylor method in equal steps, of any order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taylor {
    /// Highest power of time, from 2 to [`Taylor::HIGHEST`], which is the order of the method.
    pub degree: u8,
}

impl Taylor {
    /// Highest degree available.
    #[expect(clippy::cast_possible_truncation, reason = "it is 32")]
    pub const HIGHEST: u8 = HIGHEST as u8;
}

/// Taylor method with steps controlled by a tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdaptiveTaylor {
    /// Highest power of time; default: chosen by the tolerance.
    pub degree: Option<u8>,
    /// Largest size of the last terms of a step: of the quaternion, and of the momentum
    /// relative to its size. Values below a quarter of the rounding are raised to that.
    pub tolerance: f64,
}

impl AdaptiveTaylor {
    /// Default tolerance, at the level of rounding.
    pub const TOLERANCE: f64 = 1e-15;

    fn tolerance_in<R: Real>(&self) -> f64 {
        self.tolerance.max(R::EPSILON / 4.0)
    }
    /// Returns the degree with the least cost per unit of time, as measured in
    /// docs/taylor.md, Control. Jorba and Zou 2005 have 1 - ln(tolerance)/2.
    #[must_use]
    pub fn degree_for(tolerance: f64) -> u8 {
        let degree = Real::round(5.0 - 0.57 * Real::ln(tolerance));
        (2..Taylor::HIGHEST).find(|&p| f64::from(p) >= degree).unwrap_or(Taylor::HIGHEST)
    }
}

/// What does not depend on how the size of a step is chosen.
macro_rules! series_method {
    () => {
        type Memory<R: Real> = TaylorMemory<R>;

        fn knows_inside(&self) -> bool {
            true
        }

        fn accepts<R: Real, T: Torque<R>>(&self, torque: &T) -> Result<(), Error> {
            if torque.properties().is_differentiable {
                Ok(())
            } else {
                Err(Error::NeedsDerivatives)
            }
        }

        fn renew<R: Real, A: Attitude<R>, T: Torque<R>>(
            &self,
            _: &Body<R, T>,
            state: &State<R, A>,
            memory: &mut TaylorMemory<R>,
        ) {
            memory.renew(state);
        }

        fn state_within<R: Real, A: Attitude<R>, T: Torque<R>>(
            &self,
            body: &Body<R, T>,
            state: &State<R, A>,
            memory: &TaylorMemory<R>,
            time: R,
        ) -> Option<State<R, A>> {
            memory.within(body, state, time)
        }
    };
}

impl Method for Taylor {
    series_method!();

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        _: &Body<R, T>,
        state: &State<R, A>,
    ) -> TaylorMemory<R> {
        TaylorMemory::new(state, self.degree)
    }

    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut TaylorMemory<R>,
        h: R,
    ) -> Result<(), Failure> {
        memory.expand(body, state, h);
        if let (Some(resolution), false) = (&mut memory.resolution, memory.exactly) {
            let rule = StepRule::new(memory.degree, R::EPSILON / 4.0);
            rule.check(&memory.recurrence, body, h, resolution);
        }
        memory.go(state, h)?;
        state.time += h;
        Ok(())
    }
}

impl Method for AdaptiveTaylor {
    series_method!();

    fn keeps_time(&self) -> bool {
        true
    }

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        _: &Body<R, T>,
        state: &State<R, A>,
    ) -> TaylorMemory<R> {
        let degree = self.degree.unwrap_or_else(|| Self::degree_for(self.tolerance_in::<R>()));
        TaylorMemory::new(state, degree)
    }

    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut TaylorMemory<R>,
        h: R,
    ) -> Result<(), Failure> {
        memory.expand(body, state, h);
        if memory.exactly {
            memory.go(state, h)?;
            add_with_rest(&mut state.time, &mut memory.time_rest, h);
            return Ok(());
        }
        // Jorba and Zou 2005; docs/taylor.md, Control.
        let rule = StepRule::new(memory.degree, self.tolerance_in::<R>());
        let longest = rule.longest::<T, R>(memory.recurrence.coefficients(), &body.inertia).still();
        if state.time.equals(state.time + longest).any() {
            return Err(Failure::NoSeries);
        }
        let asked = h.abs().min(longest).with_sign_of(h);
        let (mut h, mut end) = memory.until_break(body, state.time, asked);
        if !T::NONE {
            let accepted = rule.with_small_defect(&memory.recurrence, body, h).still();
            if accepted != h {
                (h, end) = (accepted, None);
            }
        }
        if let Some(resolution) = &mut memory.resolution {
            let resolved = rule.resolved(&memory.recurrence, body, h, resolution);
            if resolved != h {
                (h, end) = (resolved, None);
            }
        }
        memory.go(state, h)?;
        add_with_rest(&mut state.time, &mut memory.time_rest, h);
        if let Some(time) = end {
            (state.time, memory.time_rest) = (time, R::zero());
        }
        Ok(())
    }
}

/// Doctest of the page's example.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/taylor.md")]
struct Page;
