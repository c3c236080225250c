//! The operations of a formula, extended coefficient by coefficient.
//!
//! A [`Jet`](crate::real::Jet) is computed as a whole; to learn one more
//! coefficient of its arguments means to begin anew, and a series of degree p costs p^3
//! operations. Here every operation keeps the coefficients that it has, and the
//! next one costs one convolution: p^2. The recurrences are those of the jets, term by
//! term, so both have the same bits.

use super::seen::{self, Seen};
use super::{LENGTH, inverse};
use crate::real::{Mask, Real, convolution};
use alloc::vec::Vec;

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
    /// These of the products, from the first to before the second.
    Products(usize, usize),
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
            Self::Constant(_) | Self::Products(..) => [None; 4],
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
struct Entry<R: Real> {
    op: Op<R>,
    to: Slot,
    /// How many operations the longest way to it has.
    depth: usize,
}

/// Products that do not wait for each other: operands and result.
type Product = [Slot; 3];

/// The operations of one formula with all their coefficients.
#[derive(Clone, Debug)]
pub(super) struct Tape<R: Real> {
    entries: Vec<Entry<R>>,
    products: Vec<Product>,
    vectors: Vec<Seen<R>>,
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
            products: Vec::new(),
            vectors: Vec::new(),
            slots: INPUTS,
            coefficients: Vec::new(),
            marks: Vec::new(),
            decided: false,
        }
    }
    /// Forgets the formula and keeps the room.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.products.clear();
        self.vectors.clear();
        self.slots = INPUTS;
        self.decided = false;
    }
    /// Adds an operation; returns the slot of its result.
    pub(super) fn push(&mut self, op: Op<R>) -> Slot {
        self.entries.push(Entry { op, to: self.slots, depth: 0 });
        self.slots += op.width();
        self.slots - 1
    }
    /// Adds a vector of space; returns the last of the three slots of its components.
    pub(super) fn push_seen(&mut self, seen: Seen<R>) -> Slot {
        self.vectors.push(seen);
        self.push(Op::Seen(self.vectors.len() - 1))
    }
    /// Puts a formula that will be extended often in order.
    pub(super) fn finish(&mut self, results: impl IntoIterator<Item = Slot>) {
        let room = self.slots.max(self.coefficients.len());
        self.coefficients.resize(room, [R::zero(); LENGTH]);
        self.marks.resize(room, 0);
        self.keep(results);
        self.arrange();
    }
    /// Leaves out what no result needs.
    fn keep(&mut self, results: impl IntoIterator<Item = Slot>) {
        let marks = &mut self.marks[..];
        marks.fill(0);
        results.into_iter().for_each(|slot| marks[slot] = 1);
        for &Entry { op, to, .. } in self.entries.iter().rev() {
            if marks[to..to + op.width()].contains(&1) {
                marks[to] = 1;
                op.operands(&self.vectors).into_iter().flatten().for_each(|slot| marks[slot] = 1);
            }
        }
        self.entries.retain(|entry| marks[entry.to] == 1);
    }
    /// Puts what is alike and does not wait for each other side by side; products of this
    /// kind become one operation, with one loop for several.
    fn arrange(&mut self) {
        let marks = &mut self.marks[..];
        marks.fill(0);
        for Entry { op, to, depth } in &mut self.entries {
            let before =
                op.operands(&self.vectors).into_iter().flatten().map(|slot| marks[slot]).max();
            *depth = 1 + before.unwrap_or(0);
            marks[*to..*to + op.width()].fill(*depth);
        }
        self.entries.sort_unstable_by_key(|entry| (entry.depth, entry.op.kind(), entry.to));
        let (products, mut deepest) = (&mut self.products, 0);
        self.entries.retain_mut(|entry| {
            let Op::Multiply(a, b) = entry.op else { return true };
            products.push([a, b, entry.to]);
            // The first stands for all.
            let first = entry.depth > deepest;
            deepest = entry.depth;
            let begin = products.len() - 1;
            entry.op = Op::Products(begin, begin);
            first
        });
        let mut end = products.len();
        for entry in self.entries.iter_mut().rev() {
            if let Op::Products(begin, until) = &mut entry.op {
                *until = end;
                end = *begin;
            }
        }
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
    #[inline]
    pub(super) fn extend(&mut self, k: usize) {
        let all = &mut self.coefficients[..];
        for &Entry { op, to, .. } in &self.entries {
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
                Op::Multiply(a, b) => multiply(all, &[[a, b, to]], k),
                Op::Products(begin, end) => {
                    let mut rest = &self.products[begin..end];
                    while let Some((four, others)) = rest.split_first_chunk::<4>() {
                        multiply(all, four, k);
                        rest = others;
                    }
                    match *rest {
                        [a, b, c] => multiply(all, &[a, b, c], k),
                        [a, b] => multiply(all, &[a, b], k),
                        [a] => multiply(all, &[a], k),
                        _ => {}
                    }
                }
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
                Op::Seen(index) => self.vectors[index].extend(all, to, k),
                Op::Angle(y, x, square) => angle(all, [y, x, square], to, k),
            }
        }
    }
}

pub(super) type Rows<R> = [[R; LENGTH]];

/// Several products at once: as [`convolution`], to the bit, in one loop.
#[inline(always)]
fn multiply<R: Real, const G: usize>(all: &mut Rows<R>, products: &[Product; G], k: usize) {
    let k = k.min(LENGTH - 1);
    let sums: [R; G] = {
        let pairs = products.map(|[a, b, _]| (&all[a], &all[b]));
        let both =
            |i: usize, j: usize, (a, b): (&[R; LENGTH], &[R; LENGTH])| a[i] * b[j] + a[j] * b[i];
        if k == 0 {
            pairs.map(|(a, b)| a[0] * b[0])
        } else {
            let mut sums = pairs.map(|pair| both(0, k, pair));
            for i in 1..k.div_ceil(2) {
                for (sum, &pair) in sums.iter_mut().zip(&pairs) {
                    *sum += both(i, k - i, pair);
                }
            }
            if k.is_multiple_of(2) {
                for (sum, (a, b)) in sums.iter_mut().zip(pairs) {
                    *sum += a[k / 2] * b[k / 2];
                }
            }
            sums
        }
    };
    for (sum, [_, _, to]) in sums.into_iter().zip(products) {
        all[*to][k] = sum;
    }
}

fn root<R: Real>(all: &Rows<R>, a: Slot, to: Slot, k: usize) -> R {
    let (a, root) = (&all[a], &all[to]);
    if k == 0 {
        return a[0].sqrt();
    }
    let next = (a[k] - convolution(&root[1..k], &root[1..k])) / root[0].twice();
    // The root of what has been zero so far has been zero too.
    let resting = vanishing(&a[..=k]);
    if resting.any() { R::select(resting, R::zero(), next) } else { next }
}

/// `sin' = cos x'` and `cos' = -sin x'`.
fn sine_and_cosine<R: Real>(all: &mut Rows<R>, a: Slot, to: Slot, k: usize) {
    let (slope, sin, cos) = (to, to + 1, to + 2);
    if k == 0 {
        (all[sin][0], all[cos][0]) = all[a][0].sin_cos();
        return;
    }
    all[slope][k - 1] = count::<R>(k) * all[a][k];
    all[sin][k] = convolution(&all[slope][..k], &all[cos][..k]) * inverse(k);
    all[cos][k] = -(convolution(&all[slope][..k], &all[sin][..k]) * inverse(k));
}

/// `tan' = (1 + tan^2) x'`.
fn tangent<R: Real>(all: &mut Rows<R>, a: Slot, to: Slot, k: usize) {
    let (slope, growth, tan) = (to, to + 1, to + 2);
    if k == 0 {
        all[tan][0] = all[a][0].tan();
        all[growth][0] = R::one() + all[tan][0].squared();
        return;
    }
    all[slope][k - 1] = count::<R>(k) * all[a][k];
    all[tan][k] = convolution(&all[slope][..k], &all[growth][..k]) * inverse(k);
    all[growth][k] = convolution(&all[tan][..=k], &all[tan][..=k]);
}

/// `exp' = exp x'`.
fn exponential<R: Real>(all: &mut Rows<R>, a: Slot, to: Slot, k: usize) {
    let (slope, exp) = (to, to + 1);
    if k == 0 {
        all[exp][0] = all[a][0].exp();
        return;
    }
    all[slope][k - 1] = count::<R>(k) * all[a][k];
    all[exp][k] = convolution(&all[slope][..k], &all[exp][..k]) * inverse(k);
}

/// `ln' = x' / x`.
fn logarithm<R: Real>(all: &mut Rows<R>, a: Slot, to: Slot, k: usize) {
    let (slope, quotient, ln) = (to, to + 1, to + 2);
    if k == 0 {
        all[ln][0] = all[a][0].ln();
        return;
    }
    let rate = count::<R>(k) * all[a][k];
    all[slope][k - 1] = rate;
    let rest = rate - convolution(&all[a][1..k], &all[quotient][..k - 1]);
    all[quotient][k - 1] = rest / all[a][0];
    all[ln][k] = all[quotient][k - 1] * inverse(k);
}

/// `angle' = (x y' - y x') / (x^2 + y^2)`.
fn angle<R: Real>(all: &mut Rows<R>, [y, x, square]: [Slot; 3], to: Slot, k: usize) {
    let (y_slope, x_slope, quotient, angle) = (to, to + 1, to + 2, to + 3);
    if k == 0 {
        all[angle][0] = all[y][0].atan2(all[x][0]);
        return;
    }
    all[y_slope][k - 1] = count::<R>(k) * all[y][k];
    all[x_slope][k - 1] = count::<R>(k) * all[x][k];
    let sweep = convolution(&all[x][..k], &all[y_slope][..k])
        - convolution(&all[y][..k], &all[x_slope][..k]);
    let rest = sweep - convolution(&all[square][1..k], &all[quotient][..k - 1]);
    all[quotient][k - 1] = rest / all[square][0];
    let next = all[quotient][k - 1] * inverse(k);
    let resting = vanishing(&all[y][..=k]) & vanishing(&all[x][..=k]);
    all[angle][k] = if resting.any() { R::select(resting, R::zero(), next) } else { next };
}

/// Are all of them zero?
fn vanishing<R: Real>(coefficients: &[R]) -> R::Mask {
    coefficients.iter().fold(R::Mask::splat(true), |all, c| all & c.equals(R::zero()))
}

#[expect(clippy::cast_precision_loss, reason = "the number of a coefficient is small")]
#[inline]
fn count<R: Real>(k: usize) -> R {
    R::of(k as f64)
}
