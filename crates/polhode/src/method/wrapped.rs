//! Wrappers of a method: composition, energy preservation, step control.
//!
//! Wrappers are values, not types, so that a method is compiled once. Without wrappers a step is the
//! method's own.

use super::energy::{EnergyPreservation, HeldEnergy};
use super::step_control::{StepControl, StepDensity};
use super::{Composition, Failure, Memory, Method};
use crate::body::{Body, State};
use crate::clock::Clock;
use crate::error::Error;
use crate::geometry::{Attitude, Vec3};
use crate::real::Real;
use crate::resolution::TorqueResolution;
use crate::series::Series;
use crate::torque::Torque;

/// A method with its wrappers: composition, energy preservation and step control.
#[derive(Clone, Copy, Debug)]
pub struct Wrapped<M> {
    method: M,
    wrapping: Wrapping,
    /// True if there is any wrapper.
    wraps: bool,
}

/// Wrappers of a method.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wrapping {
    pub(crate) composition: Composition,
    pub(crate) energy: Option<EnergyPreservation>,
    pub(crate) control: Option<StepControl>,
}

impl<M> Wrapped<M> {
    /// Returns the method without wrappers.
    pub const fn new(method: M) -> Self {
        Self { method, wrapping: Wrapping::NOTHING, wraps: false }
    }
    /// Adds a composition to a symmetric method. Symmetry is checked at compile time.
    #[must_use]
    pub fn composed(self, composition: Composition) -> Self
    where
        M: Method,
    {
        const { assert!(M::COMPOSES, "only symmetric methods are composed") };
        let wrapping = Wrapping { composition, ..self.wrapping };
        Self::with(self.method, wrapping)
    }
    /// Adds energy preservation after every `every` steps (Buss 2001, section 4), with the work
    /// of the torque integrated to this order.
    #[must_use]
    pub fn preserving_energy(self, order: u8, every: u32) -> Self {
        let energy = Some(EnergyPreservation { order, every });
        Self::with(self.method, Wrapping { energy, ..self.wrapping })
    }
    /// Adds reversible step control by the torque to a symmetric method.
    #[must_use]
    pub fn controlled_by(self, control: StepControl) -> Self {
        Self::with(self.method, Wrapping { control: Some(control), ..self.wrapping })
    }
    /// Returns the method if there are no wrappers.
    pub fn plain(self) -> Option<M> {
        (!self.wraps).then_some(self.method)
    }

    pub(crate) fn with(method: M, wrapping: Wrapping) -> Self {
        Self { method, wraps: wrapping.is_something(), wrapping }
    }
}

/// Memory of the method and of its wrappers.
#[derive(Clone, Debug)]
pub struct WrappedMemory<R: Real, I> {
    inner: I,
    around: Around<R>,
}

#[derive(Clone, Debug)]
struct Around<R: Real> {
    energy: Option<HeldEnergy<R>>,
    density: Option<StepDensity<R>>,
    /// Buffer for the work of the torque; its values last one step.
    series: Series<R>,
}

impl<R: Real, I: Memory<R>> Memory<R> for WrappedMemory<R, I> {
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        self.inner.visit(slot);
        if let Some(energy) = &mut self.around.energy {
            energy.visit(slot);
        }
        if let Some(density) = &mut self.around.density {
            density.visit(slot);
        }
    }
    fn take_exactly(&mut self, exactly: bool) {
        self.inner.take_exactly(exactly);
        if let Some(density) = &mut self.around.density {
            density.exactly = exactly;
        }
    }
    fn resolution(&self) -> Option<TorqueResolution<R>> {
        self.inner.resolution()
    }
    fn watch_resolution(&mut self, resolution: Option<TorqueResolution<R>>) -> bool {
        self.inner.watch_resolution(resolution)
    }
}

/// Start time, sizes and work of a step in progress.
struct Begun<R> {
    time: R,
    asked: R,
    size: R,
    /// Gain of the preserved energy.
    work: R,
}

impl Wrapping {
    pub(crate) const NOTHING: Self =
        Self { composition: Composition::ONE, energy: None, control: None };

    fn is_something(&self) -> bool {
        self.composition.stages() > 1 || self.energy.is_some() || self.control.is_some()
    }

    #[inline(always)]
    fn begin_step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        around: &mut Around<R>,
        body: &Body<R, T>,
        state: &State<R, A>,
        h: R,
    ) -> Result<Begun<R>, Failure> {
        let size = match (self.control, &around.density) {
            (Some(control), Some(density)) => density.size::<T>(control, h)?,
            _ => h,
        };
        let work =
            self.energy.map_or(R::zero(), |rule| rule.work(body, state, &mut around.series, size));
        Ok(Begun { time: state.time, asked: h, size, work })
    }

    /// Ends a step. Returns whether a wrapper changed the state.
    #[inline(always)]
    fn end_step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        around: &mut Around<R>,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        begun: &Begun<R>,
        torque: Vec3<R>,
    ) -> bool {
        if let (Some(control), Some(density)) = (self.control, &mut around.density) {
            density.after_step(control, body, state, begun.asked, torque);
        }
        match (self.energy, &mut around.energy) {
            (Some(rule), Some(energy)) => energy.after_step(rule, body, state, begun.work),
            _ => false,
        }
    }
}

impl<M: Method> Method for Wrapped<M> {
    type Memory<R: Real> = WrappedMemory<R, M::Memory<R>>;
    const KICKS: bool = M::KICKS;

    #[inline(always)]
    fn keeps_time(&self) -> bool {
        self.wrapping.control.is_some() || self.method.keeps_time()
    }
    #[inline(always)]
    fn knows_inside(&self) -> bool {
        !self.wraps && self.method.knows_inside()
    }
    #[inline(always)]
    fn is_processed(&self) -> bool {
        self.method.is_processed()
    }

    #[inline(always)]
    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> Self::Memory<R> {
        let inner = self.method.begin(body, state);
        let Wrapping { energy, control, .. } = self.wrapping;
        let density = control.map(|control| {
            let none = T::NONE;
            let torque =
                if none { Vec3::zero() } else { self.method.torque_now(body, state, &inner) };
            StepDensity::begin(control, body, state, torque)
        });
        let energy = energy.map(|_| HeldEnergy::begin(body, state));
        WrappedMemory { inner, around: Around { energy, density, series: Series::default() } }
    }

    fn accepts<R: Real, T: Torque<R>>(&self, torque: &T) -> Result<(), Error> {
        if self.wrapping.energy.is_some() {
            EnergyPreservation::accepts(torque)?;
        }
        if let Some(control) = self.wrapping.control {
            control.accepts(torque)?;
        }
        self.method.accepts(torque)
    }

    #[inline(always)]
    fn renew<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &mut Self::Memory<R>,
    ) {
        self.method.renew(body, state, &mut memory.inner);
    }

    #[inline(always)]
    fn torque_now<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &Self::Memory<R>,
    ) -> Vec3<R> {
        self.method.torque_now(body, state, &memory.inner)
    }

    fn state_within<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &Self::Memory<R>,
        time: R,
    ) -> Option<State<R, A>> {
        if self.wraps { None } else { self.method.state_within(body, state, &memory.inner, time) }
    }

    fn enter<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        self.method.enter(body, state, h)
    }

    fn leave<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        self.method.leave(body, state, h)
    }

    #[inline(always)]
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut Self::Memory<R>,
        h: R,
    ) -> Result<(), Failure> {
        self.steps(body, state, memory, &mut Clock::silent(), h, 1)
    }

    /// Calls the method's own step loop if there are no wrappers. Lanes have one loop for both
    /// cases, because several bodies share its cost; so have numbers whose steps are functions.
    #[inline(always)]
    fn steps<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut Self::Memory<R>,
        clock: &mut Clock<R>,
        h: R,
        count: u64,
    ) -> Result<(), Failure> {
        if const { R::IN_LANES || R::CALLED } {
            self.wrapped_steps(body, state, memory, clock, h, count)
        } else if self.wraps {
            M::wrapped_steps_called(self, body, state, memory, clock, h, count)
        } else {
            self.method.steps(body, state, &mut memory.inner, clock, h, count)
        }
    }

    #[inline(always)]
    #[expect(clippy::if_same_then_else, reason = "alone, the constant drops what is not compiled")]
    fn steps_called<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut Self::Memory<R>,
        clock: &mut Clock<R>,
        h: R,
        count: u64,
    ) -> Result<(), Failure> {
        if const { R::IN_LANES || R::CALLED } {
            M::wrapped_steps_called(self, body, state, memory, clock, h, count)
        } else if self.wraps {
            M::wrapped_steps_called(self, body, state, memory, clock, h, count)
        } else {
            self.method.steps_called(body, state, &mut memory.inner, clock, h, count)
        }
    }
}

impl<M: Method> Wrapped<M> {
    /// The step loop with composition, energy preservation and step control. `next` is a local
    /// variable whose address is not taken, so that it stays in registers.
    #[inline(always)]
    pub(super) fn wrapped_steps<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut WrappedMemory<R, M::Memory<R>>,
        clock: &mut Clock<R>,
        h: R,
        count: u64,
    ) -> Result<(), Failure> {
        let WrappedMemory { inner, around } = memory;
        let Self { method, wrapping: Wrapping { composition, .. }, wraps } = self;
        let stages = if M::COMPOSES { composition.stages() } else { 1 };
        // Without wrappers all steps repeat one stage, and functions of its size alone are computed
        // once.
        let (rounds, repeats) = if *wraps { (count, 1) } else { (1, count) };
        let mut next = *state;
        for _ in 0..rounds {
            let mut begun = Begun { time: next.time, asked: h, size: h, work: R::zero() };
            if *wraps {
                // State to return to on failure.
                *state = next;
                begun = self.wrapping.begin_step(around, body, state, h)?;
            }
            for stage in 0..stages {
                // Fukushima 2012, eq. (19): S_2(d_1 h), ..., S_2(d_1 h).
                let size = if M::COMPOSES {
                    begun.size * R::constant(composition.weight(stage))
                } else {
                    begun.size
                };
                for _ in 0..repeats {
                    let taken = if R::CALLED {
                        method.step_called(body, &mut next, inner, size)
                    } else {
                        method.step(body, &mut next, inner, size)
                    };
                    if let Err(failure) = taken {
                        if !wraps {
                            *state = next;
                        }
                        return Err(failure);
                    }
                    if !wraps {
                        clock.pass_or_tick(&mut next.time, method.keeps_time());
                    }
                }
            }
            if *wraps {
                let mut end = next;
                self.end_step(body, &mut end, (inner, around), &begun);
                clock.pass_or_tick(&mut end.time, self.keeps_time());
                next = end;
            }
        }
        *state = next;
        Ok(())
    }

    /// Applies the wrappers after the last stage.
    #[inline(always)]
    fn end_step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        (inner, around): (&mut M::Memory<R>, &mut Around<R>),
        begun: &Begun<R>,
    ) {
        if let Some(density) = &mut around.density {
            state.time = density.time_after(begun.time, begun.size);
        }
        let follows = self.wrapping.control == Some(StepControl::Torque);
        let mut torque = Vec3::zero();
        if !T::NONE && follows {
            torque = self.method.torque_now(body, state, inner);
        }
        if self.wrapping.end_step(around, body, state, begun, torque) {
            self.method.renew(body, state, inner);
        }
    }
}
