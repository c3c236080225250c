//! Operations of a formula on a stack.

use super::variable::Variable;

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FormulaOp {
    Number(f64),
    Pi,
    Variable(Variable),
    Add,
    Subtract,
    Multiply,
    Divide,
    Negate,
    Power,
    WholePower(i32),
    And,
    Or,
    Not,
    Compare(ComparisonOp),
    Call(FormulaFunction),
    /// A comparison with a switching function.
    SwitchingCompare(ComparisonOp),
    /// A call with switching functions.
    SwitchingCall(FormulaFunction),
}

impl FormulaOp {
    /// The number of values that it takes from the stack.
    pub(super) fn arity(self) -> usize {
        match self {
            Self::Number(_) | Self::Pi | Self::Variable(_) => 0,
            Self::Negate | Self::WholePower(_) | Self::Not => 1,
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide | Self::Power => 2,
            Self::And | Self::Or | Self::Compare(_) | Self::SwitchingCompare(_) => 2,
            Self::Call(function) | Self::SwitchingCall(function) => function.arity(),
        }
    }
    /// The operation with its switching functions, if it has such for arguments that vary.
    pub(super) fn switching(self) -> Self {
        match self {
            Self::Compare(comparison) => Self::SwitchingCompare(comparison),
            Self::Call(function) if !function.is_smooth() => Self::SwitchingCall(function),
            op => op,
        }
    }
    /// The operation without its switching functions, and the number of these.
    pub(super) fn without_switches(self) -> (Self, usize) {
        match self {
            Self::SwitchingCompare(comparison) => (Self::Compare(comparison), 1),
            Self::SwitchingCall(FormulaFunction::Clamp) => (Self::Call(FormulaFunction::Clamp), 2),
            Self::SwitchingCall(function) => (Self::Call(function), 1),
            op => (op, 0),
        }
    }
    /// Returns whether the result is constant wherever no argument switches.
    pub(super) fn is_step_function(self) -> bool {
        use FormulaFunction::{Floor, Hysteresis, Sign};
        self.is_condition() || matches!(self, Self::Call(Floor | Hysteresis | Sign))
    }
    /// Returns whether the result is true or false.
    pub(super) fn is_condition(self) -> bool {
        matches!(
            self,
            Self::And
                | Self::Or
                | Self::Not
                | Self::Compare(_)
                | Self::Call(FormulaFunction::Hysteresis)
        )
    }
}

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ComparisonOp {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

impl ComparisonOp {
    /// Comparisons by their signs; a sign that begins with another one comes before it.
    pub(super) const ALL: [(&'static str, Self); 6] = [
        ("<=", Self::LessOrEqual),
        (">=", Self::GreaterOrEqual),
        ("==", Self::Equal),
        ("!=", Self::NotEqual),
        ("<", Self::Less),
        (">", Self::Greater),
    ];
    pub(super) fn sign(self) -> &'static str {
        Self::ALL.iter().find(|(_, comparison)| *comparison == self).map_or("", |(sign, _)| sign)
    }
    /// Returns whether it asks for equality, which no switching function can locate.
    pub(super) fn is_of_equality(self) -> bool {
        matches!(self, Self::Equal | Self::NotEqual)
    }
    /// Returns whether it holds where the first number is the larger one.
    pub(super) fn holds_above(self) -> bool {
        matches!(self, Self::Greater | Self::GreaterOrEqual | Self::NotEqual)
    }
}

macro_rules! functions {
    ($($name:literal $variant:ident $arity:literal)*) => {
        /// A function that formulas may call.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum FormulaFunction {
            $($variant),*
        }
        impl FormulaFunction {
            pub(super) fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }
            pub(super) fn names() -> impl Iterator<Item = &'static str> {
                [$($name),*].into_iter()
            }
            /// How many values it takes.
            pub(super) fn arity(self) -> usize {
                match self {
                    $(Self::$variant => $arity,)*
                }
            }
        }
    };
}
functions! {
    "sin" Sin 1
    "cos" Cos 1
    "tan" Tan 1
    "asin" Asin 1
    "acos" Acos 1
    "atan" Atan 1
    "atan2" Atan2 2
    "exp" Exp 1
    "ln" Ln 1
    "sqrt" Sqrt 1
    "abs" Abs 1
    "min" Min 2
    "max" Max 2
    "sinh" Sinh 1
    "cosh" Cosh 1
    "tanh" Tanh 1
    "if" If 3
    "sign" Sign 1
    "floor" Floor 1
    "mod" Mod 2
    "clamp" Clamp 3
    "hysteresis" Hysteresis 3
}

impl FormulaFunction {
    /// Returns whether it has derivatives of every order wherever it is finite. (`if` has, on each branch
    /// of its condition.)
    fn is_smooth(self) -> bool {
        use FormulaFunction::{
            Abs, Acos, Asin, Atan2, Clamp, Floor, Hysteresis, Max, Min, Mod, Sign, Sqrt,
        };
        !matches!(
            self,
            Abs | Acos | Asin | Atan2 | Clamp | Floor | Hysteresis | Max | Min | Mod | Sign | Sqrt
        )
    }
    /// Returns whether it ends where its switching function is zero, and does not switch there.
    pub(super) fn has_boundary(self) -> bool {
        matches!(self, Self::Sqrt | Self::Asin | Self::Acos)
    }
}
