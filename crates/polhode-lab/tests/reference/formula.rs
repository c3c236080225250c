//! Formulas as trees: the text for a scenario, and an evaluation of its own in double-doubles.

use super::wide::{ONE, Triple, Wide, wide};
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

/// Where a body is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) time: Wide,
    /// From body to space components.
    pub(crate) matrix: [Triple; 3],
    pub(crate) rates: Triple,
}

/// An expression of time, attitude and rates.
#[derive(Clone, Debug)]
pub(crate) enum Formula {
    Number(f64),
    /// The parameter `k` of a scenario, with its value.
    Parameter(f64),
    Time,
    Rate(usize),
    Matrix(usize, usize),
    Sum(Box<Formula>, Box<Formula>),
    Product(Box<Formula>, Box<Formula>),
    Sin(Box<Formula>),
    Cos(Box<Formula>),
    /// exp(-(x/width)^2)
    Bell(Box<Formula>, f64),
    /// tanh(steepness x)
    Step(Box<Formula>, f64),
    /// One formula where a switching function is positive, another one where it is negative.
    Choose(Box<[Formula; 3]>, String),
    /// The sign of a rate, which may stick at zero.
    Friction(usize),
    /// 1 from above the second limit to below the first, else 0.
    Hysteresis(Box<Formula>, [f64; 2]),
}

use Formula::{
    Bell, Choose, Cos, Friction, Hysteresis, Matrix, Number, Parameter, Product, Rate, Sin, Step,
    Sum, Time,
};

pub(crate) fn sin(x: Formula) -> Formula {
    Sin(Box::new(x))
}
pub(crate) fn cos(x: Formula) -> Formula {
    Cos(Box::new(x))
}
pub(crate) fn bell(x: Formula, width: f64) -> Formula {
    Bell(Box::new(x), width)
}
pub(crate) fn step(x: Formula, steepness: f64) -> Formula {
    Step(Box::new(x), steepness)
}
/// r11 to r33, as in scenarios.
pub(crate) fn r(row: usize, column: usize) -> Formula {
    Matrix(row - 1, column - 1)
}
pub(crate) fn above(x: Formula, yes: Formula, no: Formula) -> Formula {
    let text = format!("if({x} > 0, {yes}, {no})");
    Choose(Box::new([x, yes, no]), text)
}
pub(crate) fn abs(x: Formula) -> Formula {
    let text = format!("abs({x})");
    Choose(Box::new([x.clone(), x.clone(), -x]), text)
}
pub(crate) fn max(a: Formula, b: Formula) -> Formula {
    let text = format!("max({a}, {b})");
    Choose(Box::new([a.clone() - b.clone(), a, b]), text)
}
pub(crate) fn min(a: Formula, b: Formula) -> Formula {
    let text = format!("min({a}, {b})");
    Choose(Box::new([a.clone() - b.clone(), b, a]), text)
}
pub(crate) fn clamp(x: Formula, most: f64) -> Formula {
    let text = format!("clamp({x}, {:?}, {most:?})", -most);
    let not_above =
        Choose(Box::new([x.clone() - Number(most), Number(most), x.clone()]), String::new());
    Choose(Box::new([x + Number(most), not_above, Number(-most)]), text)
}
pub(crate) fn hysteresis(x: Formula, low: f64, high: f64) -> Formula {
    Hysteresis(Box::new(x), [low, high])
}

impl Add for Formula {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Sum(Box::new(self), Box::new(other))
    }
}
impl Mul for Formula {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Product(Box::new(self), Box::new(other))
    }
}
impl Mul<Formula> for f64 {
    type Output = Formula;
    fn mul(self, other: Formula) -> Formula {
        Number(self) * other
    }
}
impl Neg for Formula {
    type Output = Self;
    fn neg(self) -> Self {
        -1.0 * self
    }
}
impl Sub for Formula {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number(x) => write!(f, "({x:?})"),
            Parameter(_) => write!(f, "k"),
            Time => write!(f, "t"),
            Rate(i) => write!(f, "{}", ["wx", "wy", "wz"][*i]),
            Matrix(i, j) => write!(f, "r{}{}", i + 1, j + 1),
            Sum(a, b) => write!(f, "({a} + {b})"),
            Product(a, b) => write!(f, "{a}*{b}"),
            Sin(x) => write!(f, "sin({x})"),
            Cos(x) => write!(f, "cos({x})"),
            Bell(x, width) => write!(f, "exp(-({x}/{width:?})^2)"),
            Step(x, steepness) => write!(f, "tanh({steepness:?}*{x})"),
            Choose(_, text) => write!(f, "{text}"),
            Friction(i) => write!(f, "sign({})", Rate(*i)),
            Hysteresis(x, [low, high]) => write!(f, "hysteresis({x}, {low:?}, {high:?})"),
        }
    }
}

/// Friction that sticks: on neither side.
pub(crate) const STICKS: i8 = 0;

/// The branches of a formula: a side for each switching function, in the order of [`Formula::visit`], and
/// the value of each friction that sticks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sides {
    pub(crate) of: Vec<i8>,
    pub(crate) stuck: Vec<Wide>,
}

impl Formula {
    /// Calls a function with this formula and all inside, in a fixed order.
    pub(crate) fn visit<'a>(&'a self, see: &mut dyn FnMut(&'a Formula)) {
        see(self);
        match self {
            Sum(a, b) | Product(a, b) => {
                a.visit(see);
                b.visit(see);
            }
            Sin(x) | Cos(x) | Bell(x, _) | Step(x, _) | Hysteresis(x, _) => x.visit(see),
            Choose(parts, _) => parts.iter().for_each(|part| part.visit(see)),
            Number(_) | Parameter(_) | Time | Rate(_) | Matrix(..) | Friction(_) => {}
        }
    }
    /// Calls a function with every number of the formula.
    pub(crate) fn numbers(&mut self, see: &mut dyn FnMut(&mut f64)) {
        match self {
            Number(x) | Parameter(x) => see(x),
            Sum(a, b) | Product(a, b) => {
                a.numbers(see);
                b.numbers(see);
            }
            Bell(x, number) | Step(x, number) => {
                see(number);
                x.numbers(see);
            }
            Sin(x) | Cos(x) => x.numbers(see),
            Hysteresis(x, limits) => {
                limits.iter_mut().for_each(&mut *see);
                x.numbers(see);
            }
            Choose(parts, _) => parts.iter_mut().for_each(|part| part.numbers(see)),
            Time | Rate(_) | Matrix(..) | Friction(_) => {}
        }
    }
    pub(crate) fn switches(&self) -> bool {
        matches!(self, Choose(..) | Friction(_) | Hysteresis(..))
    }
    pub(crate) fn is_of_time(&self) -> bool {
        let mut of_time = true;
        self.visit(&mut |part| of_time &= !matches!(part, Rate(_) | Matrix(..) | Friction(_)));
        of_time
    }
    /// The value; `next` is the number of the first switching function inside, and then of the first after it.
    pub(crate) fn at(&self, place: &Place, sides: &Sides, next: &mut usize) -> Wide {
        match self {
            Number(x) | Parameter(x) => wide(*x),
            Time => place.time,
            Rate(i) => place.rates[*i],
            Matrix(i, j) => place.matrix[*i][*j],
            Sum(a, b) => a.at(place, sides, next) + b.at(place, sides, next),
            Product(a, b) => a.at(place, sides, next) * b.at(place, sides, next),
            Sin(x) => x.at(place, sides, next).sin_cos().0,
            Cos(x) => x.at(place, sides, next).sin_cos().1,
            Bell(x, width) => {
                let x = x.at(place, sides, next) / wide(*width);
                (-x.squared()).exp()
            }
            Step(x, steepness) => (x.at(place, sides, next) * *steepness).tanh(),
            Choose(parts, _) => {
                let side = take(next, sides);
                let [_, yes, no] = parts.each_ref().map(|part| part.at(place, sides, next));
                if side > 0 { yes } else { no }
            }
            Friction(_) => {
                let number = *next;
                match take(next, sides) {
                    STICKS => sides.stuck[number],
                    side => wide(f64::from(side)),
                }
            }
            Hysteresis(x, _) => {
                let side = take(next, sides);
                x.visit(&mut |part| *next += usize::from(part.switches()));
                if side > 0 { ONE } else { wide(0.0) }
            }
        }
    }
}

fn take(next: &mut usize, sides: &Sides) -> i8 {
    *next += 1;
    sides.of[*next - 1]
}
