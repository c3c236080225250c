//! The exact rotation as a method, and the methods of Celledoni and Safstrom 2006, which
//! compute the momentum exactly and the attitude by a Magnus series.

use crate::body::{Body, State};
use crate::error::Error;
use crate::exact::{Departure, Increment, Landen, Polhode, PrincipalFrame, SymmetricBody};
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::inertia::Inertia;
use crate::method::{Drift, Failure, FreeFlow, KickMemory, Kicked, Memory, Method};
use crate::real::{Constant, Mask, Real};
use crate::torque::Torque;

/// Closed-form rotation of a free body. With torque: kicks around the closed form, the
/// Verlet scheme of Celledoni and Safstrom 2006, section 2, with the exact flow of eq. (6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exact;

/// Constants of the motion that are stored so that rounding errors cannot accumulate in
/// them.
#[derive(Clone, Copy, Debug)]
pub struct ExactMemory<R: Real> {
    kicks: KickMemory<R, Constants<R>, Squares<R>>,
    /// Momentum of a free body at the start, which defines its polhode.
    reference: Vec3<R>,
    prepared: Option<Prepared<R>>,
}

/// Squares of a torqued body's momentum that only kicks change: A1^2 and A3^2, or the square
/// perpendicular to the axis of a symmetric body.
#[derive(Clone, Copy, Debug)]
pub struct Squares<R> {
    polhode: (R, R),
    across: R,
}

/// Constants of a body in the closed form.
#[derive(Clone, Copy, Debug)]
pub struct Constants<R: Real> {
    frame: PrincipalFrame<R>,
    body: SymmetricBody<R>,
    /// True if the spin of a symmetric body is applied at the end of a step.
    postponed: R::Mask,
}

/// Functions of a step of size `h` on the polhode of `reference`.
#[derive(Clone, Copy, Debug)]
struct Prepared<R: Real> {
    reference: Vec3<R>,
    h: R,
    polhode: Polhode<R>,
    increment: Increment<R>,
}

impl<R: Real> Memory<R> for Squares<R> {
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        slot(&mut self.polhode.0);
        slot(&mut self.polhode.1);
        slot(&mut self.across);
    }
}

impl<R: Real> Memory<R> for ExactMemory<R> {
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        self.kicks.visit(slot);
        self.reference.visit(slot);
    }
}

impl<R: Real> ExactMemory<R> {
    /// Returns the functions of a step of this size, computed anew when the size changes.
    #[inline(always)]
    fn prepared(&mut self, inertia: &Inertia<R>, h: R) -> &Prepared<R> {
        let reference = self.reference;
        let stale = |p: &Prepared<R>| p.h != h || p.reference != reference;
        if self.prepared.as_ref().is_none_or(stale) {
            self.prepared = None;
        }
        self.prepared.get_or_insert_with(|| {
            let polhode = Polhode::new(&PrincipalFrame::new(inertia), reference);
            let increment = Increment::new(&polhode, &Landen::new(&polhode), h);
            Prepared { reference, h, increment, polhode }
        })
    }
}

impl Method for Exact {
    type Memory<R: Real> = ExactMemory<R>;
    const KICKS: bool = true;

    #[inline(always)]
    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> ExactMemory<R> {
        ExactMemory {
            kicks: Kicked(*self).begin(body, state),
            reference: state.momentum,
            prepared: None,
        }
    }

    #[inline(always)]
    fn renew<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &mut ExactMemory<R>,
    ) {
        *memory = self.begin(body, state);
    }

    #[inline]
    fn torque_now<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &ExactMemory<R>,
    ) -> Vec3<R> {
        if body.torque.properties().depends_on_momentum {
            body.torque_at(state)
        } else {
            memory.kicks.torque
        }
    }

    #[inline(always)]
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut ExactMemory<R>,
        h: R,
    ) -> Result<(), Failure> {
        if !T::NONE {
            return Kicked(*self).step(body, state, &mut memory.kicks, h);
        }
        let Prepared { polhode, increment, .. } = memory.prepared(&body.inertia, h);
        let from = Departure::new(polhode, state.momentum);
        // Celledoni and Safstrom 2006, eqs. (6) and (8), with the attitude exact as well.
        let (turn, momentum) = polhode.advance(&from, increment, h);
        state.attitude = state.attitude.turned(turn);
        state.momentum = momentum;
        state.time += h;
        Ok(())
    }
}

impl<R: Real> Constants<R> {
    /// Returns the rotation in the time h, and the momentum after it. Each formula is inlined
    /// once. The first one is skipped where all lanes use the second.
    #[inline(always)]
    fn turn(&self, squares: Squares<R>, momentum: Vec3<R>, h: R) -> (Rotation<R>, Vec3<R>) {
        let (mut turn, mut after) = (Rotation::identity(), momentum);
        if !self.postponed.all() {
            (turn, after) = self.whole_turn(squares, momentum, h);
        }
        if self.postponed.any() {
            turn = Rotation::select(self.postponed, self.body.wobble(momentum, h), turn);
            after = Vec3::select(self.postponed, momentum, after);
        }
        (turn, after)
    }

    #[inline(always)]
    fn whole_turn(&self, squares: Squares<R>, momentum: Vec3<R>, h: R) -> (Rotation<R>, Vec3<R>) {
        let symmetric = self.body.symmetric;
        let (mut turn, mut after) = (Rotation::identity(), momentum);
        if !symmetric.all() {
            let polhode = Polhode::with_squares(&self.frame, momentum, squares.polhode);
            (turn, after) = polhode.turn(momentum, h);
        }
        if symmetric.any() {
            let (simple, simply_after) = self.body.turn(squares.across, momentum, h);
            let (simple, simply_after) =
                self.frame.with_variation(momentum, h, simple, simply_after);
            turn = Rotation::select(symmetric, simple, turn);
            after = Vec3::select(symmetric, simply_after, after);
        }
        (turn, after)
    }
}

impl Drift for Exact {
    const IS_FLOW: bool = true;
    type Constants<R: Real> = Constants<R>;
    type Carried<R: Real> = Squares<R>;

    #[inline]
    fn constants<R: Real>(&self, inertia: &Inertia<R>) -> Constants<R> {
        let (frame, body) = (PrincipalFrame::new(inertia), SymmetricBody::new(inertia));
        Constants { frame, body, postponed: R::Mask::splat(false) }
    }

    #[inline]
    fn postpone_spin<R: Real>(
        &self,
        of: &mut Constants<R>,
        is_axisymmetric_about: impl FnOnce(Vec3<R>) -> R::Mask,
    ) {
        // Equal moments may have different derivatives.
        if !R::VARIES && of.body.symmetric.any() {
            of.postponed = of.body.symmetric & is_axisymmetric_about(of.body.axis);
        }
    }

    #[inline(always)]
    fn spin<R: Real, A: Attitude<R>>(
        &self,
        of: &Constants<R>,
        carried: &Squares<R>,
        state: &mut State<R, A>,
        seen: [&mut Vec3<R>; 2],
        h: R,
    ) {
        let postponed = of.postponed;
        if !postponed.any() {
            return;
        }
        let spin = of.body.spin(state.momentum, h);
        let momentum = spin.momentum(carried.across, state.momentum);
        let attitude = state.attitude.turned(spin.turn());
        state.attitude = A::select(postponed, attitude, state.attitude);
        state.momentum = Vec3::select(postponed, momentum, state.momentum);
        for vector in seen {
            *vector = Vec3::select(postponed, spin.seen(*vector), *vector);
        }
    }

    #[inline]
    fn carry<R: Real>(&self, of: &Constants<R>, momentum: Vec3<R>) -> Squares<R> {
        Squares { polhode: of.frame.squares(momentum), across: of.body.square(momentum) }
    }

    #[inline(always)]
    fn kicked<R: Real>(
        &self,
        of: &Constants<R>,
        carried: &mut Squares<R>,
        before: Vec3<R>,
        after: Vec3<R>,
    ) {
        let symmetric = of.body.symmetric;
        if !symmetric.all() {
            carried.polhode = of.frame.squares_after_kick(carried.polhode, before, after);
        }
        if symmetric.any() {
            carried.across = of.body.square_after_kick(carried.across, before, after);
        }
    }

    #[inline(always)]
    fn drift<R: Real, A: Attitude<R>>(
        &self,
        of: &Constants<R>,
        carried: &mut Squares<R>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        let (turn, momentum) = if const { R::IN_LANES && !R::INLINED } {
            turn_called(of, *carried, state.momentum, h)
        } else {
            of.turn(*carried, state.momentum, h)
        };
        state.attitude = state.attitude.turned(turn);
        state.momentum = momentum;
        state.time += h;
        Ok(())
    }
}

/// One function for all methods in lanes, because the closed form is expensive to compile.
#[inline(never)]
fn turn_called<R: Real>(
    of: &Constants<R>,
    squares: Squares<R>,
    momentum: Vec3<R>,
    h: R,
) -> (Rotation<R>, Vec3<R>) {
    of.turn(squares, momentum, h)
}

/// Exact momentum, and attitude by the Magnus series of order 2 or 4: JEM2 and JEM4 of
/// Celledoni and Safstrom 2006, with kicks SEJ and SEJ4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JacobiMagnus {
    /// True for order 4, false for order 2.
    pub fourth: bool,
}

impl FreeFlow for JacobiMagnus {
    fn flow<R: Real, A: Attitude<R>>(
        &self,
        inertia: &Inertia<R>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        let polhode = Polhode::new(&PrincipalFrame::new(inertia), state.momentum);
        let momentum_after = |t: R| momentum_after(&polhode, state.momentum, t);
        let rates = |part: R| inertia.rates(momentum_after(h * part));
        let half = R::from_f64(0.5);
        let theta = if self.fourth {
            // Celledoni and Safstrom 2006, section 3: c_1, c_2 = 1/2 -+ sqrt(3)/6.
            let apart = R::constant(ROOT_3) * ratio!(1 / 6);
            let (first, second) = (rates(half - apart), rates(half + apart));
            // The Magnus series of order 4. Factors of the bracket are in the order of the
            // attitude from body to space, the inverse of the paper's Q.
            (first + second) * h.half()
                + first.cross(second) * (R::constant(ROOT_3) * ratio!(1 / 12) * h.squared())
        } else {
            // Celledoni and Safstrom 2006, eq. (9).
            rates(half) * h
        };
        // Celledoni and Safstrom 2006, eq. (8).
        state.momentum = momentum_after(h);
        // Celledoni and Safstrom 2006, eq. (10).
        state.attitude = state.attitude.turned(Rotation::exp(theta));
        Ok(())
    }
}

/// Returns the momentum after the time t. One function for its three calls, because the
/// closed form is expensive to compile.
#[inline(never)]
fn momentum_after<R: Real>(polhode: &Polhode<R>, momentum: Vec3<R>, t: R) -> Vec3<R> {
    polhode.turn(momentum, t).1
}

const ROOT_3: Constant = Constant::decimal("1.73205080756887729352744634150587237");

/// A method for free bodies only.
#[derive(Clone, Copy, Debug)]
pub struct FreeOnly<F>(pub F);

impl<F: FreeFlow> Method for FreeOnly<F> {
    type Memory<R: Real> = ();

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(&self, _: &Body<R, T>, _: &State<R, A>) {}

    fn accepts<R: Real, T: Torque<R>>(&self, _: &T) -> Result<(), Error> {
        if T::NONE { Ok(()) } else { Err(Error::TakesNoTorque) }
    }

    #[inline]
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        (): &mut (),
        h: R,
    ) -> Result<(), Failure> {
        self.0.flow(&body.inertia, state, h)?;
        state.time += h;
        Ok(())
    }
}
