//! The operations of a formula, extended coefficient by coefficient.
//!
//! A [`Jet`](crate::real::Jet) is computed as a whole; to learn one more
//! coefficient of its arguments means to begin anew, and a series of degree p costs p^3
//! operations. Here every operation keeps the coefficients that it has, and the
//! next one costs one convolution: p^2. The recurrences are those of the jets, term by
//! term, so both have the same bits.

mod functions;
mod order;
mod pack;

use super::LENGTH;
use super::seen::{self, Seen};
use crate::geometry::Vec3;
use crate::real::{Four, Real, convolution};
use alloc::vec::Vec;
use functions::{angle, exponential, logarithm, root, sine_and_cosine, tangent};
use pack::Pack;

/// Where the coefficients of a result are.
pub(super) type Slot = usize;

/// How many numbers a formula is given: time, attitude, momentum.
pub(super) const INPUTS: usize = 8;

/// An operation. What it computes on the way is in the slots before its result.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op<R: Real> {
    Constant(R),
    Add(Slot, Slot),
    Subtract(Slot, Slot),
    Negate(Slot),
    /// Slot plus constant.
    Shift(Slot, R),
    /// Slot times constant.
    Scale(Slot, R),
    /// Slot over constant.
    Share(Slot, R),
    Multiply(Slot, Slot),
    /// This of the packs of products.
    Products(usize),
    Divide(Slot, Slot),
    /// The first where the mask says so, else the second.
    Select(R::Mask, Slot, Slot),
    Root(Slot),
    /// Leaves slope, sine and cosine.
    SineCosine(Slot),
    /// Leaves slope, 1 + tangent^2 and tangent.
    Tangent(Slot),
    /// Leaves slope and exponential.
    Exponential(Slot),
    /// Leaves slope, slope over argument, and logarithm.
    Logarithm(Slot),
    /// This of the vectors of space, seen from the body.
    Seen(usize),
    /// Of y, of x and of x^2 + y^2; leaves both slopes, their quotient, and the angle.
    Angle(Slot, Slot, Slot),
}

impl<R: Real> Op<R> {
    /// How many slots it fills.
    fn width(self) -> usize {
        match self {
            Self::SineCosine(_) | Self::Tangent(_) | Self::Logarithm(_) => 3,
            Self::Exponential(_) => 2,
            Self::Angle(..) => 4,
            Self::Seen(_) => seen::WIDTH,
            _ => 1,
        }
    }
    /// A number for the kinds that are frequent.
    fn kind(self) -> u8 {
        match self {
            Self::Add(..) => 1,
            Self::Subtract(..) => 2,
            Self::Negate(_) => 3,
            Self::Shift(..) => 4,
            Self::Scale(..) => 5,
            Self::Multiply(..) => 6,
            _ => 0,
        }
    }
    fn operands(self, vectors: &[Seen<R>]) -> [Option<Slot>; 4] {
        match self {
            Self::Constant(_) | Self::Products(_) => [None; 4],
            Self::Seen(index) => vectors[index].attitude.map(Some),
            Self::Negate(a)
            | Self::Shift(a, _)
            | Self::Scale(a, _)
            | Self::Share(a, _)
            | Self::Root(a)
            | Self::SineCosine(a)
            | Self::Tangent(a)
            | Self::Exponential(a)
            | Self::Logarithm(a) => [Some(a), None, None, None],
            Self::Add(a, b)
            | Self::Subtract(a, b)
            | Self::Multiply(a, b)
            | Self::Divide(a, b)
            | Self::Select(_, a, b) => [Some(a), Some(b), None, None],
            Self::Angle(a, b, c) => [Some(a), Some(b), Some(c), None],
        }
    }
}

/// An operation with the first slot that it fills.
#[derive(Clone, Copy, Debug)]
struct TapeEntry<R: Real> {
    op: Op<R>,
    to: Slot,
    /// How many operations the longest way to it has.
    depth: usize,
}

/// The operations of one formula with all their coefficients.
#[derive(Clone, Debug)]
pub(super) struct Tape<R: Real> {
    entries: Vec<TapeEntry<R>>,
    packs: Vec<Pack<R>>,
    /// Vectors of space; those that were used before are kept for their room.
    vectors: Vec<Seen<R>>,
    vectors_used: usize,
    slots: usize,
    coefficients: Vec<[R; LENGTH]>,
    /// Of every slot: is it needed, and then, how deep is it?
    marks: Vec<usize>,
    /// Did the formula look at values? Then it may be another one elsewhere.
    pub(super) decided: bool,
}

impl<R: Real> Tape<R> {
    pub(super) fn new() -> Self {
        Self {
            entries: Vec::new(),
            packs: Vec::new(),
            vectors: Vec::new(),
            vectors_used: 0,
            slots: INPUTS,
            coefficients: Vec::new(),
            marks: Vec::new(),
            decided: false,
        }
    }
    /// Forgets the formula and keeps the room.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.vectors_used = 0;
        self.slots = INPUTS;
        self.decided = false;
    }
    /// Adds an operation; returns the slot of its result.
    pub(super) fn push(&mut self, op: Op<R>) -> Slot {
        self.entries.push(TapeEntry { op, to: self.slots, depth: 0 });
        self.slots += op.width();
        self.slots - 1
    }
    /// Adds a vector of space; returns the last of the three slots of its components.
    pub(super) fn push_seen(&mut self, attitude: [Slot; 4], space: Vec3<R>) -> Slot {
        let index = self.vectors_used;
        if index == self.vectors.len() {
            self.vectors.push(Seen::new());
        }
        self.vectors[index].begin(attitude, space);
        self.vectors_used += 1;
        self.push(Op::Seen(index))
    }
    /// Gives coefficient k of the inputs.
    #[inline]
    pub(super) fn set(&mut self, k: usize, inputs: [R; INPUTS]) {
        for (row, input) in self.coefficients.iter_mut().zip(inputs) {
            row[k] = input;
        }
    }
    /// Coefficient k of a result.
    #[inline]
    pub(super) fn get(&self, slot: Slot, k: usize) -> R {
        self.coefficients[slot][k]
    }

    /// Computes coefficient k of all results from those of the inputs up to k.
    #[inline(always)]
    pub(super) fn extend<F: Four<R>>(&mut self, k: usize) {
        let all = &mut self.coefficients[..];
        for &TapeEntry { op, to, .. } in &self.entries {
            match op {
                Op::Constant(value) => all[to][k] = if k == 0 { value } else { R::zero() },
                Op::Add(a, b) => all[to][k] = all[a][k] + all[b][k],
                Op::Subtract(a, b) => all[to][k] = all[a][k] - all[b][k],
                Op::Negate(a) => all[to][k] = -all[a][k],
                Op::Shift(a, value) => {
                    all[to][k] = if k == 0 { all[a][0] + value } else { all[a][k] };
                }
                Op::Scale(a, value) => all[to][k] = all[a][k] * value,
                Op::Share(a, value) => all[to][k] = all[a][k] / value,
                Op::Multiply(a, b) => all[to][k] = convolution(&all[a][..=k], &all[b][..=k]),
                Op::Products(index) => self.packs[index].extend::<F>(all, k),
                Op::Divide(a, b) => {
                    let rest = if k == 0 {
                        all[a][0]
                    } else {
                        all[a][k] - convolution(&all[b][1..=k], &all[to][..k])
                    };
                    all[to][k] = rest / all[b][0];
                }
                Op::Select(mask, a, b) => all[to][k] = R::select(mask, all[a][k], all[b][k]),
                Op::Root(a) => all[to][k] = root(all, a, to, k),
                Op::SineCosine(a) => sine_and_cosine(all, a, to, k),
                Op::Tangent(a) => tangent(all, a, to, k),
                Op::Exponential(a) => exponential(all, a, to, k),
                Op::Logarithm(a) => logarithm(all, a, to, k),
                Op::Seen(index) => self.vectors[index].extend::<F>(all, to, k),
                Op::Angle(y, x, square) => angle(all, [y, x, square], to, k),
            }
        }
    }
}

pub(super) type Rows<R> = [[R; LENGTH]];
