//! What can be put around a method: a composition, energy preservation, step control.
//!
//! They are values, not types: a method is compiled once, whatever is around it. Where nothing is,
//! a step is the method's own.

use super::energy::{EnergyPreservation, HeldEnergy};
use super::step_control::{StepControl, StepDensity};
use super::{Composition, Failure, Memory, Method};
use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::{Attitude, Vec3};
use crate::real::Real;
use crate::torque::Torque;

/// A method, and what is around it.
#[derive(Clone, Copy, Debug)]
pub struct Wrapped<M> {
    method: M,
    wrapping: Wrapping,
    /// Is there anything around it?
    wraps: bool,
}

#[derive(Clone, Copy, Debug)]
struct Wrapping {
    composition: Composition,
    energy: Option<EnergyPreservation>,
    control: Option<StepControl>,
}

impl<M> Wrapped<M> {
    /// Nothing around it yet.
    pub const fn new(method: M) -> Self {
        let wrapping = Wrapping { composition: Composition::ONE, energy: None, control: None };
        Self { method, wrapping, wraps: false }
    }
    /// A symmetric method, composed.
    #[must_use]
    pub fn composed(self, composition: Composition) -> Self {
        let wrapping = Wrapping { composition, ..self.wrapping };
        self.with(wrapping)
    }
    /// The energy restored after every so many steps; the work of the torque is integrated to
    /// this order.
    #[must_use]
    pub fn preserving_energy(self, order: u8, every: u32) -> Self {
        let energy = Some(EnergyPreservation { order, every });
        let wrapping = Wrapping { energy, ..self.wrapping };
        self.with(wrapping)
    }
    /// A symmetric method in steps that follow the torque and can be taken back.
    #[must_use]
    pub fn controlled_by(self, control: StepControl) -> Self {
        let wrapping = Wrapping { control: Some(control), ..self.wrapping };
        self.with(wrapping)
    }

    /// The method, if nothing is around it.
    pub fn plain(self) -> Option<M> {
        (!self.wraps).then_some(self.method)
    }

    fn with(self, wrapping: Wrapping) -> Self {
        let Wrapping { composition, energy, control } = &wrapping;
        let wraps = composition.stages() > 1 || energy.is_some() || control.is_some();
        Self { method: self.method, wrapping, wraps }
    }
}

/// What the method remembers, and what is around it.
#[derive(Clone, Copy, Debug)]
pub struct WrappedMemory<R, I> {
    inner: I,
    around: Around<R>,
}

#[derive(Clone, Copy, Debug)]
struct Around<R> {
    energy: Option<HeldEnergy<R>>,
    density: Option<StepDensity<R>>,
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
}

/// A step that has begun.
struct Begun<R, A> {
    from: State<R, A>,
    asked: R,
    size: R,
    /// What the energy that is held gains.
    work: R,
}

/// Not generic over the method; functions, but for numbers that need all inlined.
impl Wrapping {
    #[inline(always)]
    fn begin_step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        around: &Around<R>,
        body: &Body<R, T>,
        state: &State<R, A>,
        h: R,
    ) -> Result<Begun<R, A>, Failure> {
        let size = match (self.control, &around.density) {
            (Some(control), Some(density)) => density.size::<T>(control, h)?,
            _ => h,
        };
        let work = self.energy.map_or(R::zero(), |rule| rule.work(body, state, size));
        Ok(Begun { from: *state, asked: h, size, work })
    }

    #[inline(never)]
    fn begin_step_called<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        around: &Around<R>,
        body: &Body<R, T>,
        state: &State<R, A>,
        h: R,
    ) -> Result<Begun<R, A>, Failure> {
        self.begin_step(around, body, state, h)
    }

    /// Says whether the state was changed besides.
    #[inline(always)]
    fn end_step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        around: &mut Around<R>,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        begun: &Begun<R, A>,
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

    #[inline(never)]
    fn end_step_called<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        around: &mut Around<R>,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        begun: &Begun<R, A>,
        torque: Vec3<R>,
    ) -> bool {
        self.end_step(around, body, state, begun, torque)
    }

    /// The size of a sub-step.
    #[inline(always)]
    fn stage<R: Real>(&self, size: R, stage: usize) -> R {
        size * R::constant(self.composition.weight(stage))
    }
}

impl<M: Method> Method for Wrapped<M> {
    type Memory<R: Real> = WrappedMemory<R, M::Memory<R>>;

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
        WrappedMemory { inner, around: Around { energy, density } }
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

    /// The method's own step is here once, for all stages.
    #[inline(always)]
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut Self::Memory<R>,
        h: R,
    ) -> Result<(), Failure> {
        let Self { method, wrapping, wraps } = self;
        let WrappedMemory { inner, around } = memory;
        let (mut begun, mut size, mut stage) = (None, h, 0);
        if *wraps {
            let step = if R::INLINED {
                wrapping.begin_step(around, body, state, h)?
            } else {
                wrapping.begin_step_called(around, body, state, h)?
            };
            size = wrapping.stage(step.size, 0);
            begun = Some(step);
        }
        loop {
            let taken = method.step(body, state, inner, size);
            let Some(step) = &begun else { return taken };
            if taken.is_err() {
                *state = step.from;
                return taken;
            }
            stage += 1;
            if stage < wrapping.composition.stages() {
                size = wrapping.stage(step.size, stage);
                continue;
            }
            if let Some(density) = &mut around.density {
                state.time = density.time_after(step.from.time, step.size);
            }
            let follows = wrapping.control == Some(StepControl::Torque) && !T::NONE;
            let torque = if follows { method.torque_now(body, state, inner) } else { Vec3::zero() };
            let changed = if R::INLINED {
                wrapping.end_step(around, body, state, step, torque)
            } else {
                wrapping.end_step_called(around, body, state, step, torque)
            };
            if changed {
                method.renew(body, state, inner);
            }
            return Ok(());
        }
    }
}
