//! The numbers of a column, which become doubles.

/// How the bits of a number are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Int32,
    Uint32,
    Int64,
    Uint64,
    Float,
    Double,
}

impl Number {
    /// What a physical type has; none if it has no numbers.
    pub(super) fn from_physical_type(physical: i32, unsigned: bool) -> Option<Self> {
        match (physical, unsigned) {
            (1, false) => Some(Self::Int32),
            (1, true) => Some(Self::Uint32),
            (2, false) => Some(Self::Int64),
            (2, true) => Some(Self::Uint64),
            (4, _) => Some(Self::Float),
            (5, _) => Some(Self::Double),
            _ => None,
        }
    }
    pub(super) fn is_integer(self) -> bool {
        !matches!(self, Self::Float | Self::Double)
    }
    /// How many bytes one has.
    pub(super) fn width(self) -> usize {
        match self {
            Self::Int32 | Self::Uint32 | Self::Float => 4,
            Self::Int64 | Self::Uint64 | Self::Double => 8,
        }
    }
    /// Appends the numbers of these bits; the upper ones are ignored where it has four bytes.
    #[expect(clippy::cast_precision_loss, reason = "a column is of doubles")]
    pub(super) fn extend(self, numbers: &mut Vec<f64>, bits: impl Iterator<Item = u64>) {
        match self {
            Self::Int32 => numbers.extend(bits.map(|bits| f64::from((bits as u32).cast_signed()))),
            Self::Uint32 => numbers.extend(bits.map(|bits| f64::from(bits as u32))),
            Self::Int64 => numbers.extend(bits.map(|bits| bits.cast_signed() as f64)),
            Self::Uint64 => numbers.extend(bits.map(|bits| bits as f64)),
            Self::Float => numbers.extend(bits.map(|bits| f64::from(f32::from_bits(bits as u32)))),
            Self::Double => numbers.extend(bits.map(f64::from_bits)),
        }
    }
}

/// The name of a physical type in the specification.
pub(super) fn physical_name(physical: i32) -> String {
    let known = usize::try_from(physical).ok().and_then(|at| PHYSICAL.get(at));
    known.map_or_else(|| format!("type {physical}"), |name| (*name).into())
}

const PHYSICAL: [&str; 8] =
    ["BOOLEAN", "INT32", "INT64", "INT96", "FLOAT", "DOUBLE", "BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY"];
