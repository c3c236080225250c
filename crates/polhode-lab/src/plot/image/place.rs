//! Places, and where a map takes them.

use std::ops::{Add, Mul, Sub};

/// A place, or the way from one to another; y points down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placement {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Placement {
    pub(super) fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
    pub(super) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }
    /// Positive where the other way is to the side of positive y of this one.
    pub(super) fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }
    pub(super) fn length(self) -> f64 {
        self.x.hypot(self.y)
    }
    pub(super) fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl Add for Placement {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Placement {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Placement {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

/// A turn with a scale, then a shift.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map {
    /// Where the unit along x goes.
    unit: Placement,
    shift: Placement,
}

impl Map {
    pub(super) fn scale(factor: f64, shift: Placement) -> Self {
        Self { unit: Placement::new(factor, 0.0), shift }
    }
    pub(super) fn shift(shift: Placement) -> Self {
        Self::scale(1.0, shift)
    }
    /// A turn around a place, from x towards y.
    pub(super) fn turn(degrees: f64, around: Placement) -> Self {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let turn = Self { unit: Placement::new(cosine, sine), shift: around };
        turn.after(Self::shift(around * -1.0))
    }
    /// This map of what the first one gives.
    pub(super) fn after(self, first: Self) -> Self {
        Self { unit: self.along(first.unit), shift: self.at(first.shift) }
    }
    /// Where a place goes.
    pub(super) fn at(self, place: Placement) -> Placement {
        self.along(place) + self.shift
    }
    /// How many times as long lines become.
    pub(super) fn factor(self) -> f64 {
        self.unit.length()
    }
    fn along(self, way: Placement) -> Placement {
        let Placement { x, y } = self.unit;
        Placement::new(x * way.x - y * way.y, y * way.x + x * way.y)
    }
}
