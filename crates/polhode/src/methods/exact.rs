//! The exact rotation as a method; and the methods of Celledoni and Safstrom
//! 2006, which take the momentum exactly and the attitude by a Magnus series.

use crate::body::{Body, State};
use crate::error::Error;
use crate::exact::{Frame, Increment, Polhode};
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::inertia::Inertia;
use crate::method::{Failure, FreeFlow, Memory, Method};
use crate::real::{Constant, Real};
use crate::torque::Torque;

/// A free body: the solution itself. A pushed one: kicks around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exact;

/// What is held on the way, so that rounding cannot carry it away.
#[derive(Clone, Copy, Debug)]
pub struct ExactMemory<R: Real> {
    /// The torque at the end of the last step.
    torque: Vec3<R>,
    /// A free body: the momentum on whose polhode it stays.
    reference: Vec3<R>,
    prepared: Option<Prepared<R>>,
    /// A pushed body: A1^2 and A3^2, which only kicks change.
    squares: (R, R),
    frame: Frame<R>,
}

/// A step of the size `h` on the polhode of `reference`.
#[derive(Clone, Copy, Debug)]
struct Prepared<R: Real> {
    reference: Vec3<R>,
    h: R,
    polhode: Polhode<R>,
    increment: Increment<R>,
}

impl<R: Real> Memory<R> for ExactMemory<R> {
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        for v in [&mut self.torque, &mut self.reference] {
            slot(&mut v.x);
            slot(&mut v.y);
            slot(&mut v.z);
        }
        slot(&mut self.squares.0);
        slot(&mut self.squares.1);
    }
}

impl<R: Real> ExactMemory<R> {
    /// What a step of this size needs, made anew when the size changes.
    #[inline]
    fn prepared(&mut self, inertia: &Inertia<R>, h: R) -> &Prepared<R> {
        let reference = self.reference;
        let stale = |p: &Prepared<R>| p.h != h || p.reference != reference;
        if self.prepared.as_ref().is_none_or(stale) {
            self.prepared = None;
        }
        self.prepared.get_or_insert_with(|| {
            let polhode = Polhode::new(&Frame::new(inertia), reference);
            Prepared { reference, h, increment: Increment::new(&polhode, h), polhode }
        })
    }
}

impl Method for Exact {
    type Memory<R: Real> = ExactMemory<R>;

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> ExactMemory<R> {
        let here = !T::NONE && !body.torque.depends_on_momentum();
        let frame = Frame::new(&body.inertia);
        ExactMemory {
            torque: if here { body.torque_at(state) } else { Vec3::zero() },
            reference: state.momentum,
            prepared: None,
            squares: frame.squares(state.momentum),
            frame,
        }
    }

    fn renew<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &mut ExactMemory<R>,
    ) {
        *memory = self.begin(body, state);
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
            return kicked_step(body, state, memory, h);
        }
        let Prepared { polhode, increment, .. } = memory.prepared(&body.inertia, h);
        let (turn, momentum) = polhode.advance(state.momentum, increment, h);
        state.attitude = state.attitude.turned(turn);
        state.momentum = momentum;
        state.time += h;
        Ok(())
    }
}

/// Half kick - exact turn - half kick, as [`Kicked`](crate::method::Kicked), with
/// A1^2 and A3^2 carried along.
fn kicked_step<R: Real, A: Attitude<R>, T: Torque<R>>(
    body: &Body<R, T>,
    state: &mut State<R, A>,
    memory: &mut ExactMemory<R>,
    h: R,
) -> Result<(), Failure> {
    let frame = &memory.frame;
    let by_rates = body.torque.depends_on_momentum();
    let mut next = *state;
    next.momentum = if by_rates {
        body.torque.kick(&body.situation(&next), h.half())?
    } else {
        next.momentum + memory.torque * h.half()
    };
    let squares = frame.squares_after_kick(memory.squares, state.momentum, next.momentum);
    let polhode = Polhode::with_squares(frame, next.momentum, squares);
    let (turn, drifted) = polhode.advance(next.momentum, &Increment::new(&polhode, h), h);
    next.attitude = next.attitude.turned(turn);
    next.momentum = drifted;
    next.time += h;
    let torque = if by_rates { Vec3::zero() } else { body.torque_at(&next) };
    next.momentum = if by_rates {
        body.torque.kick(&body.situation(&next), h.half())?
    } else {
        drifted + torque * h.half()
    };
    memory.squares = frame.squares_after_kick(squares, drifted, next.momentum);
    memory.torque = torque;
    *state = next;
    Ok(())
}

/// Exact momentum, attitude by the Magnus series to order 2 or 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JacobiMagnus {
    /// The series goes to order 4, not 2.
    pub fourth: bool,
}

impl FreeFlow for JacobiMagnus {
    fn flow<R: Real, A: Attitude<R>>(
        &self,
        inertia: &Inertia<R>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        let polhode = Polhode::new(&Frame::new(inertia), state.momentum);
        let momentum_after = |t: R| {
            let increment = Increment::new(&polhode, t);
            polhode.advance(state.momentum, &increment, t).1
        };
        let rates = |part: R| inertia.rates(momentum_after(h * part));
        let half = R::of(0.5);
        let theta = if self.fourth {
            // Gauss's two points.
            let apart = R::constant(ROOT_3) * ratio!(1 / 6);
            let (first, second) = (rates(half - apart), rates(half + apart));
            (first + second) * h.half()
                + first.cross(second) * (R::constant(ROOT_3) * ratio!(1 / 12) * h.squared())
        } else {
            rates(half) * h
        };
        state.momentum = momentum_after(h);
        state.attitude = state.attitude.turned(Rotation::exp(theta));
        Ok(())
    }
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
