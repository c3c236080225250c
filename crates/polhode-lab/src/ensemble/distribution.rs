//! What a value is drawn from.

mod read;

use super::random::Stream;
use polhode::Real;
use polhode::geometry::{Rotation, Vec3};
pub(super) use read::read;
use std::path::PathBuf;

/// What a value is drawn from, and what it looks like in the file.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// How numbers are drawn.
    pub law: Law,
    /// How they are written.
    pub form: ValueForm,
    /// What they are multiplied by: the value of the file.
    pub nominal: Option<Vec<f64>>,
}

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueForm {
    /// A number.
    Number,
    /// So many numbers.
    List(usize),
    /// So many rows of three numbers.
    Rows(usize),
    /// Any value, as TOML.
    Text,
}

impl ValueForm {
    /// How many numbers it has.
    #[must_use]
    pub fn len(self) -> usize {
        match self {
            Self::Number => 1,
            Self::List(count) => count,
            Self::Rows(rows) => 3 * rows,
            Self::Text => 0,
        }
    }
    /// Has it no numbers?
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// How numbers are drawn.
#[derive(Clone, Debug)]
pub enum Law {
    /// Each between two.
    Uniform {
        /// From here,
        from: Vec<f64>,
        /// up to here.
        to: Vec<f64>,
    },
    /// Each such that its logarithm is uniform.
    LogUniform {
        /// Logarithms of the lower ends.
        from: Vec<f64>,
        /// Logarithms of the upper ends.
        to: Vec<f64>,
    },
    /// Gauss.
    Normal {
        /// Means.
        mean: Vec<f64>,
        /// Standard deviations.
        deviation: Vec<f64>,
        /// At most so many deviations from the mean.
        limit: f64,
    },
    /// A vector in any direction; its length is uniform between two.
    Isotropic {
        /// Shortest.
        from: f64,
        /// Longest.
        to: f64,
    },
    /// A vector at most so far in direction from another, of its length.
    Cone {
        /// The rotation that takes z to the other's direction.
        from_z: Rotation<f64>,
        /// The other's length.
        length: f64,
        /// Of half the angle of the cone.
        least_cosine: f64,
    },
    /// Any attitude.
    UniformRotation,
    /// A turn about body axes by three normal angles, before the attitude of the file.
    SmallRotation {
        /// The attitude of the file.
        nominal: Rotation<f64>,
        /// Standard deviations in radians.
        deviation: Vec3<f64>,
    },
    /// Rows of a list.
    Values {
        /// The rows.
        rows: Vec<Vec<f64>>,
        /// Any of them, or one after the other?
        random: bool,
    },
    /// Values of any kind, as TOML.
    Texts {
        /// The values.
        texts: Vec<String>,
        /// Any of them, or one after the other?
        random: bool,
    },
    /// Row i of a file for body i.
    Table {
        /// The file.
        path: PathBuf,
        /// The names of the columns.
        columns: Vec<String>,
    },
}

impl Law {
    /// In a word.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Uniform { .. } => "uniform",
            Self::LogUniform { .. } => "log-uniform",
            Self::Normal { .. } => "normal",
            Self::Isotropic { .. } => "isotropic",
            Self::Cone { .. } => "cone",
            Self::UniformRotation => "uniform-rotation",
            Self::SmallRotation { .. } => "small-rotation",
            Self::Values { .. } | Self::Texts { .. } => "values",
            Self::Table { .. } => "file",
        }
    }
}

impl Distribution {
    /// The numbers of a body behind those that are there. `row` is that of a table.
    pub fn draw(&self, body: u64, stream: &mut Stream, row: &[f64], out: &mut Vec<f64>) {
        let begin = out.len();
        match &self.law {
            Law::Uniform { from, to } => {
                out.extend(from.iter().zip(to).map(|(a, b)| between(*a, *b, stream)));
            }
            Law::LogUniform { from, to } => {
                out.extend(from.iter().zip(to).map(|(a, b)| Real::exp(between(*a, *b, stream))));
            }
            Law::Normal { mean, deviation, limit } => {
                let one =
                    |(mean, deviation): (&f64, &f64)| mean + deviation * limited(stream, *limit);
                out.extend(mean.iter().zip(deviation).map(one));
            }
            Law::Isotropic { from, to } => {
                let length = between(*from, *to, stream);
                out.extend((stream.direction(-1.0) * length).to_array());
            }
            Law::Cone { from_z, length, least_cosine } => {
                let direction = from_z.apply(stream.direction(*least_cosine));
                out.extend((direction * *length).to_array());
            }
            Law::UniformRotation => out.extend(stream.rotation().to_wxyz()),
            Law::SmallRotation { nominal, deviation } => {
                let angles: [f64; 3] = std::array::from_fn(|_| stream.normal());
                let [x, y, z] = angles;
                let turn = [x * deviation.x, y * deviation.y, z * deviation.z];
                out.extend((*nominal * Rotation::exp(turn.into())).normalized().to_wxyz());
            }
            Law::Values { rows, random } => {
                out.extend(rows.get(pick(rows.len(), *random, body, stream)).into_iter().flatten());
            }
            Law::Table { .. } => out.extend(row),
            Law::Texts { .. } => {}
        }
        for (number, nominal) in out[begin..].iter_mut().zip(self.nominal.iter().flatten()) {
            *number *= nominal;
        }
    }
    /// The value of a body as TOML; `numbers` are what [`draw`](Self::draw) gave.
    #[must_use]
    pub fn print(&self, body: u64, stream: &mut Stream, numbers: &[f64]) -> String {
        let list = |numbers: &[f64]| format!("{numbers:?}");
        match (&self.law, self.form) {
            (Law::Texts { texts, random }, _) => {
                texts.get(pick(texts.len(), *random, body, stream)).cloned().unwrap_or_default()
            }
            (_, ValueForm::Number) => numbers.first().map_or(String::new(), |x| format!("{x:?}")),
            (_, ValueForm::Rows(_)) => {
                let rows: Vec<_> = numbers.chunks(3).map(list).collect();
                format!("[{}]", rows.join(", "))
            }
            (_, ValueForm::List(_) | ValueForm::Text) => list(numbers),
        }
    }
}

fn between(from: f64, to: f64, stream: &mut Stream) -> f64 {
    from + (to - from) * stream.uniform()
}

/// A normal number that is drawn again where it is beyond the limit.
fn limited(stream: &mut Stream, limit: f64) -> f64 {
    loop {
        let z = stream.normal();
        if z.abs() <= limit {
            return z;
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below the count")]
#[expect(clippy::cast_precision_loss, reason = "a count of what a file holds")]
fn pick(count: usize, random: bool, body: u64, stream: &mut Stream) -> usize {
    if random {
        return (stream.uniform() * count as f64) as usize;
    }
    (body % count.max(1) as u64) as usize
}
