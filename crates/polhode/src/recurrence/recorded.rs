//! The number that writes down what a formula does with it.

use super::tape::{Op, Slot, Tape};
use crate::body::State;
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Constant, Over, Real};
use crate::torque::TorqueInput;
use alloc::boxed::Box;
use core::any::Any;
use core::cell::RefCell;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A value and the slot of the tape that holds its series; a constant has none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recorded<R> {
    value: R,
    slot: Option<Slot>,
}

std::thread_local! {
    // Numbers are copied freely and outlive every borrow, so they cannot hold the tape
    // that they write on. It lies here while a formula is evaluated, as any type, since
    // a thread's own variables cannot be generic.
    static TAPE: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

/// Runs a formula that writes on this tape; gives the tape back, and what came out.
pub(super) fn record<R: Real, O>(
    tape: Box<Tape<R>>,
    formula: impl FnOnce() -> O,
) -> (Box<Tape<R>>, O) {
    let before = TAPE.replace(Some(tape));
    let output = formula();
    let tape = TAPE.replace(before).and_then(|tape| tape.downcast().ok());
    (tape.unwrap_or_else(|| Box::new(Tape::new())), output)
}

/// Does something with the tape, if there is one.
fn with_tape<R: Real, O>(act: impl FnOnce(&mut Tape<R>) -> O) -> Option<O> {
    TAPE.with_borrow_mut(|tape| tape.as_mut()?.downcast_mut().map(act))
}

/// What a formula is given: time, attitude and momentum, in the first slots.
pub(super) fn inputs<'a, R: Real>(
    inertia: &'a Inertia<R>,
    start: &State<R>,
) -> TorqueInput<'a, R, Recorded<R>> {
    let ([w, x, y, z], m) = (start.attitude.to_wxyz(), start.momentum);
    TorqueInput {
        inertia,
        time: Recorded::input(0, start.time),
        attitude: Rotation {
            w: Recorded::input(1, w),
            x: Recorded::input(2, x),
            y: Recorded::input(3, y),
            z: Recorded::input(4, z),
        },
        momentum: Vec3::new(
            Recorded::input(5, m.x),
            Recorded::input(6, m.y),
            Recorded::input(7, m.z),
        ),
        branches: &[],
    }
}

impl<R: Real> Recorded<R> {
    /// What the tape is given in this slot.
    fn input(slot: Slot, value: R) -> Self {
        Self { value, slot: Some(slot) }
    }
    /// Its slot, or its value if it is constant.
    pub(super) fn result(self) -> Result<Slot, R> {
        self.slot.ok_or(self.value)
    }
    fn constant_of(value: R) -> Self {
        Self { value, slot: None }
    }
    /// A function, and so is all that writes: formulas are recorded once, and there are many.
    #[inline(never)]
    fn written(value: R, op: Op<R>) -> Self {
        Self { value, slot: with_tape(|tape| tape.push(op)) }
    }
    #[inline(never)]
    fn function(self, value: R, op: fn(Slot) -> Op<R>) -> Self {
        match self.slot {
            Some(slot) => Self::written(value, op(slot)),
            None => Self::constant_of(value),
        }
    }
    /// A slot, even if it is constant.
    fn in_a_slot(self) -> Self {
        if self.slot.is_some() { self } else { Self::written(self.value, Op::Constant(self.value)) }
    }
    /// Its value, on which the rest of the formula may depend.
    fn decide(self) -> R {
        if self.slot.is_some() {
            with_tape::<R, _>(|tape| tape.decided = true);
        }
        self.value
    }
}

impl<R: Real> Over<R> for Recorded<R> {
    const RECORDS: bool = true;

    fn lift(value: R) -> Self {
        Self::constant_of(value)
    }
    fn leading(self) -> R {
        self.decide()
    }
    #[inline(never)]
    fn in_body(attitude: Rotation<Self>, space: Vec3<R>) -> Vec3<Self> {
        let Rotation { w, x, y, z } = attitude;
        let (Some(w_slot), Some(x_slot), Some(y_slot), Some(z_slot)) =
            (w.slot, x.slot, y.slot, z.slot)
        else {
            return attitude.apply_inverse(space.map(Self::lift));
        };
        let values = Rotation { w: w.value, x: x.value, y: y.value, z: z.value };
        let slots = [w_slot, x_slot, y_slot, z_slot];
        let last = with_tape(|tape| tape.push_seen(slots, space));
        let Vec3 { x, y, z } = values.apply_inverse(space);
        // The first two components are in the slots before.
        let component = |value, before| Self { value, slot: last.map(|slot| slot - before) };
        Vec3::new(component(x, 2), component(y, 1), component(z, 0))
    }
}

impl<R: Real> Default for Recorded<R> {
    fn default() -> Self {
        Self::constant_of(R::zero())
    }
}

impl<R: Real> PartialEq for Recorded<R> {
    fn eq(&self, other: &Self) -> bool {
        self.slot == other.slot && self.decide() == other.decide()
    }
}

impl<R: Real> Add for Recorded<R> {
    type Output = Self;
    #[inline(never)]
    fn add(self, other: Self) -> Self {
        let sum = self.value + other.value;
        match (self.slot, other.slot) {
            (Some(a), Some(b)) => Self::written(sum, Op::Add(a, b)),
            (Some(_), None) if other.value == R::zero() => self,
            (None, Some(_)) if self.value == R::zero() => other,
            (Some(a), None) => Self::written(sum, Op::Shift(a, other.value)),
            (None, Some(b)) => Self::written(sum, Op::Shift(b, self.value)),
            (None, None) => Self::constant_of(sum),
        }
    }
}
impl<R: Real> Sub for Recorded<R> {
    type Output = Self;
    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        match (self.slot, other.slot) {
            (Some(a), Some(b)) => Self::written(self.value - other.value, Op::Subtract(a, b)),
            _ => self + -other,
        }
    }
}
impl<R: Real> Neg for Recorded<R> {
    type Output = Self;
    #[inline(never)]
    fn neg(self) -> Self {
        self.function(-self.value, Op::Negate)
    }
}
impl<R: Real> Mul for Recorded<R> {
    type Output = Self;
    #[inline(never)]
    fn mul(self, other: Self) -> Self {
        let product = self.value * other.value;
        let by_constant = |a: Self, value: R, slot: Slot| {
            if value == R::one() {
                a
            } else if value == R::zero() {
                Self::default()
            } else {
                Self::written(product, Op::Scale(slot, value))
            }
        };
        match (self.slot, other.slot) {
            (Some(a), Some(b)) => Self::written(product, Op::Multiply(a, b)),
            (Some(a), None) => by_constant(self, other.value, a),
            (None, Some(b)) => by_constant(other, self.value, b),
            (None, None) => Self::constant_of(product),
        }
    }
}
impl<R: Real> Div for Recorded<R> {
    type Output = Self;
    #[inline(never)]
    fn div(self, other: Self) -> Self {
        let quotient = self.value / other.value;
        match (self.slot, other.slot) {
            (None, None) => Self::constant_of(quotient),
            (Some(a), None) => Self::written(quotient, Op::Share(a, other.value)),
            (_, Some(b)) => match self.in_a_slot().slot {
                Some(a) => Self::written(quotient, Op::Divide(a, b)),
                None => Self::constant_of(quotient),
            },
        }
    }
}

assign_operators!([R: Real] Recorded<R>);

impl<R: Real> Real for Recorded<R> {
    type Mask = R::Mask;
    const EPSILON: f64 = R::EPSILON;

    fn from_f64(value: f64) -> Self {
        Self::constant_of(R::from_f64(value))
    }
    fn constant(value: Constant) -> Self {
        Self::constant_of(R::constant(value))
    }
    fn lt(self, other: Self) -> R::Mask {
        self.decide().lt(other.decide())
    }
    fn le(self, other: Self) -> R::Mask {
        self.decide().le(other.decide())
    }
    fn equals(self, other: Self) -> R::Mask {
        self.decide().equals(other.decide())
    }
    #[inline(never)]
    fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        use crate::real::Mask;
        let value = R::select(mask, yes.value, no.value);
        if mask.all() {
            yes
        } else if !mask.any() {
            no
        } else if yes.slot.is_none() && no.slot.is_none() {
            Self::constant_of(value)
        } else {
            match (yes.in_a_slot().slot, no.in_a_slot().slot) {
                (Some(yes), Some(no)) => Self::written(value, Op::Select(mask, yes, no)),
                _ => Self::constant_of(value),
            }
        }
    }
    #[inline(never)]
    fn abs(self) -> Self {
        let negative = self.lt(Self::default());
        Self { value: self.value.abs(), ..Self::select(negative, -self, self) }
    }
    #[inline(never)]
    fn sqrt(self) -> Self {
        self.function(self.value.sqrt(), Op::Root)
    }
    fn round(self) -> Self {
        Self::constant_of(self.decide().round())
    }
    #[inline(never)]
    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = self.value.sin_cos();
        let cos = self.function(cos, Op::SineCosine);
        // The sine is in the slot before.
        (Self { value: sin, slot: cos.slot.map(|slot| slot - 1) }, cos)
    }
    #[inline(never)]
    fn tan(self) -> Self {
        self.function(self.value.tan(), Op::Tangent)
    }
    #[inline(never)]
    fn atan2(self, x: Self) -> Self {
        let value = self.value.atan2(x.value);
        if self.slot.is_none() && x.slot.is_none() {
            return Self::constant_of(value);
        }
        let (y, x) = (self.in_a_slot(), x.in_a_slot());
        let square = x.squared() + y.squared();
        match (y.slot, x.slot, square.slot) {
            (Some(y), Some(x), Some(square)) => Self::written(value, Op::Angle(y, x, square)),
            _ => Self::constant_of(value),
        }
    }
    #[inline(never)]
    fn exp(self) -> Self {
        self.function(self.value.exp(), Op::Exponential)
    }
    #[inline(never)]
    fn ln(self) -> Self {
        self.function(self.value.ln(), Op::Logarithm)
    }
    fn is_finite(self) -> R::Mask {
        self.decide().is_finite()
    }
}
