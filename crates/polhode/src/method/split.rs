//! Steps by a splitting into drifts and kicks: docs/papers/splittings.md.

use super::drift::drift_called;
use super::gradient::gradient;
use super::splitting::{Splitting, SplittingKind};
use super::{Drift, Failure, Memory, Method};
use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::{Attitude, Vec3};
use crate::real::Real;
use crate::torque::Torque;
use core::fmt::Debug;

/// Method of drifts and kicks with the weights of a table.
#[derive(Clone, Copy, Debug)]
pub struct Split<D> {
    /// Free rotation between kicks.
    pub drift: D,
    /// Table of weights.
    pub splitting: Splitting,
    /// True if the last drift of a step and the first of the next are merged, where drifts are
    /// flows. Internal states then differ from shown states.
    pub merge: bool,
}

/// Torque at the end of the last step, which is that at the start of the next, and numbers
/// that the drift carries.
#[derive(Clone, Copy, Debug)]
pub struct SplitMemory<R, K, C> {
    push: KickTorque<R>,
    /// Constants of the body for the drift.
    constants: K,
    carried: C,
}

/// Torque, and its gradient term for a kick of h^3.
#[derive(Clone, Copy, Debug)]
struct KickTorque<R> {
    torque: Vec3<R>,
    gradient: Vec3<R>,
}

impl<R: Real, K: Clone + Debug + Send + 'static, C: Memory<R>> Memory<R> for SplitMemory<R, K, C> {
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        self.push.torque.visit(slot);
        self.push.gradient.visit(slot);
        self.carried.visit(slot);
    }
}

impl<R: Real> KickTorque<R> {
    #[inline(always)]
    fn at<A: Attitude<R>, T: Torque<R>>(
        body: &Body<R, T>,
        state: &State<R, A>,
        with_gradient: bool,
    ) -> Self {
        let at = body.torque_input(state);
        let torque = body.torque.torque(&at);
        let zero = Vec3::zero();
        let gradient = if with_gradient { gradient(&body.torque, &at, torque) } else { zero };
        Self { torque, gradient }
    }
}

/// Body within a step.
struct SplitStep<'a, D: Drift, R: Real, A, T> {
    drift: D,
    constants: &'a D::Constants<R>,
    body: &'a Body<R, T>,
    state: State<R, A>,
    carried: D::Carried<R>,
}

impl<D: Drift, R: Real, A: Attitude<R>, T: Torque<R>> SplitStep<'_, D, R, A, T> {
    #[inline(always)]
    fn drift(&mut self, h: R) -> Result<(), Failure> {
        if const { D::IS_FLOW && R::IN_LANES && !R::INLINED } {
            // In lanes the closed form is a separate function already.
            return self.drift.drift(self.constants, &mut self.carried, &mut self.state, h);
        }
        drift_called(self.drift, self.constants, &mut self.carried, &mut self.state, h)
    }
    #[inline(always)]
    fn set_momentum(&mut self, momentum: Vec3<R>) {
        self.drift.kicked(self.constants, &mut self.carried, self.state.momentum, momentum);
        self.state.momentum = momentum;
    }
    /// Applies a kick of the time h with a known torque; g as in [`gradient`].
    #[inline(always)]
    fn push(&mut self, push: &KickTorque<R>, h: R, g_h2: Option<R>) {
        let torque = match g_h2 {
            None => push.torque,
            // T + 2 g h^2 (dT/dxi + xi x T): docs/papers/splittings.md.
            Some(g_h2) => push.torque + push.gradient * g_h2,
        };
        self.set_momentum(self.state.momentum + torque * h);
    }
    /// Applies a kick by a torque that depends on the momentum.
    fn kick(&mut self, h: R) -> Result<(), Failure> {
        let momentum = self.body.torque.kick(&self.body.torque_input(&self.state), h)?;
        self.set_momentum(momentum);
        Ok(())
    }
    /// Applies kicks at other times, each with the torque at its time, from one place to
    /// another: docs/papers/splittings.md, Processors.
    fn correct(
        &mut self,
        kicks: impl Iterator<Item = (R, R)>,
        (from, to): (R, R),
        h: R,
    ) -> Result<(), Failure> {
        let mut place = from;
        for (next, weight) in kicks {
            self.drift(h * (next - place))?;
            let push = KickTorque::at(self.body, &self.state, false);
            self.push(&push, h * weight, None);
            place = next;
        }
        self.drift(h * (to - place))
    }
}

impl<D: Drift> Split<D> {
    /// Applies a kick of the table with a known torque.
    #[inline(always)]
    fn kick<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        way: &mut SplitStep<'_, D, R, A, T>,
        push: &KickTorque<R>,
        index: usize,
        h: R,
    ) {
        let g_h2 = self.splitting.gradient(index).map(|g| R::constant(g) * h.squared());
        way.push(push, h * R::constant(self.splitting.kick(index)), g_h2);
    }

    /// Returns whether the last drift of a step is merged with the first of the next.
    #[inline(always)]
    fn merges_drifts(&self) -> bool {
        self.merge && D::IS_FLOW && self.splitting.begins_with_drift()
    }

    /// Returns the number of drifts computed per step.
    fn drifts_of_a_step(&self) -> usize {
        self.splitting.drifts() - usize::from(self.merges_drifts())
    }

    /// Returns the weight of a drift of the table. Merged drifts have no first drift and a last
    /// drift of twice the weight.
    #[inline(always)]
    fn drift_weight<R: Real>(&self, index: usize) -> Option<R> {
        let weight = R::constant(self.splitting.drift(index));
        match (self.merges_drifts(), index) {
            (true, 0) => None,
            (true, last) if last + 1 == self.splitting.drifts() => Some(weight.twice()),
            _ => Some(weight),
        }
    }

    /// Takes a step with kicks that do not depend on the momentum, each torque evaluated once.
    #[inline(always)]
    fn step_by_flows<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        way: &mut SplitStep<'_, D, R, A, T>,
        push: &mut KickTorque<R>,
        h: R,
    ) -> Result<(), Failure> {
        let table = &self.splitting;
        let mut next = 0;
        if table.begins_with_kick() {
            self.kick(way, push, 0, h);
            next = 1;
        }
        for index in 0..table.drifts() {
            if let Some(weight) = self.drift_weight::<R>(index) {
                way.drift(h * weight)?;
            }
            if next < table.kicks() {
                *push = KickTorque::at(way.body, &way.state, table.gradient(next).is_some());
                self.kick(way, push, next, h);
                next += 1;
            }
        }
        let seen = [&mut push.torque, &mut push.gradient];
        way.drift.spin(way.constants, &way.carried, &mut way.state, seen, h);
        Ok(())
    }

    /// Takes a step of kick-drift and drift-kick alternately, with the weights alpha whose sums
    /// are in a table of [`SplittingKind::Adjoint`]. The order then holds for drifts and kicks that are
    /// symmetric but not flows: docs/papers/splittings.md, Other drifts.
    #[inline(never)]
    fn step_by_pairs<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        way: &mut SplitStep<'_, D, R, A, T>,
        push: &mut KickTorque<R>,
        h: R,
    ) -> Result<(), Failure> {
        let table = &self.splitting;
        let by_rates = way.body.torque.properties().depends_on_momentum;
        // alpha_1 = b_1, then alpha_2 = a_1 - alpha_1, alpha_3 = b_2 - alpha_2, ..., with
        // drifts a and kicks b.
        let mut alpha = R::constant(table.kick(0));
        if by_rates {
            way.kick(h * alpha)?;
        } else {
            way.push(push, h * alpha, None);
        }
        for index in 0..table.drifts() {
            let rest = R::constant(table.drift(index)) - alpha;
            way.drift(h * alpha)?;
            way.drift(h * rest)?;
            let kick = R::constant(table.kick(index + 1));
            alpha = kick - rest;
            if by_rates {
                way.kick(h * rest)?;
                if index + 1 < table.drifts() {
                    way.kick(h * alpha)?;
                }
            } else {
                *push = KickTorque::at(way.body, &way.state, false);
                way.push(push, h * kick, None);
            }
        }
        Ok(())
    }

    /// Takes a step of a free body, drift by drift.
    #[inline(never)]
    fn free_step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        way: &mut SplitStep<'_, D, R, A, T>,
        h: R,
    ) -> Result<(), Failure> {
        let table = &self.splitting;
        for index in 0..table.drifts() {
            way.drift(h * R::constant(table.drift(index)))?;
        }
        Ok(())
    }
}

impl<D: Drift> Method for Split<D> {
    type Memory<R: Real> = SplitMemory<R, D::Constants<R>, D::Carried<R>>;
    const COMPOSES: bool = false;

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> Self::Memory<R> {
        let table = &self.splitting;
        let here =
            !T::NONE && !body.torque.properties().depends_on_momentum && table.begins_with_kick();
        let push = if here {
            KickTorque::at(body, state, table.gradient(0).is_some())
        } else {
            KickTorque { torque: Vec3::zero(), gradient: Vec3::zero() }
        };
        let mut constants = self.drift.constants(&body.inertia);
        if !T::NONE && self.drifts_of_a_step() > 1 {
            self.drift.postpone_spin(&mut constants, |axis| {
                body.torque.is_axisymmetric_about(&body.inertia, axis)
            });
        }
        SplitMemory { push, carried: self.drift.carry(&constants, state.momentum), constants }
    }

    fn accepts<R: Real, T: Torque<R>>(&self, torque: &T) -> Result<(), Error> {
        if torque.properties().depends_on_momentum && self.splitting.kind != SplittingKind::Adjoint
        {
            return Err(Error::DependsOnMomentum);
        }
        if !torque.properties().is_differentiable
            && self.splitting.kind == SplittingKind::ForceGradient
        {
            return Err(Error::NeedsDerivatives);
        }
        Ok(())
    }

    fn renew<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &mut Self::Memory<R>,
    ) {
        *memory = self.begin(body, state);
    }

    fn is_processed(&self) -> bool {
        self.merges_drifts() || self.splitting.corrector.is_some()
    }

    #[inline]
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut Self::Memory<R>,
        h: R,
    ) -> Result<(), Failure> {
        let SplitMemory { push, constants, carried } = memory;
        if const { T::NONE && D::IS_FLOW } {
            return drift_called(self.drift, constants, carried, state, h);
        }
        let mut way =
            SplitStep { drift: self.drift, constants, body, state: *state, carried: *carried };
        let approximate = !D::IS_FLOW || body.torque.properties().depends_on_momentum;
        if self.splitting.kind == SplittingKind::Adjoint && approximate {
            self.step_by_pairs(&mut way, push, h)?;
        } else if T::NONE {
            self.free_step(&mut way, h)?;
        } else {
            self.step_by_flows(&mut way, push, h)?;
        }
        *carried = way.carried;
        *state = way.state;
        Ok(())
    }

    fn enter<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        self.correct(body, state, h, false)
    }

    fn leave<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        self.correct(body, state, h, true)
    }
}

impl<D: Drift> Split<D> {
    /// Applies the corrector and then the first drift, or the inverse of both.
    fn correct<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        h: R,
        inverse: bool,
    ) -> Result<(), Failure> {
        if T::NONE {
            return Ok(());
        }
        let constants = &self.drift.constants(&body.inertia);
        let carried = self.drift.carry(constants, state.momentum);
        let mut way = SplitStep { drift: self.drift, constants, body, state: *state, carried };
        let zero = R::zero();
        let first = if self.merges_drifts() { R::constant(self.splitting.drift(0)) } else { zero };
        let ends = if inverse { (first, zero) } else { (zero, first) };
        match self.splitting.corrector {
            Some(corrector) => way.correct(corrector.kicks(inverse), ends, h)?,
            None => way.drift(h * (ends.1 - ends.0))?,
        }
        *state = way.state;
        Ok(())
    }
}
