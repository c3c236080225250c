//! Which file is what.

use crate::lines::telling;
use std::fmt;
use std::str::FromStr;

/// How a mesh is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Wavefront OBJ, of which lines `v` and `f` are read; many radar shape models are such.
    Obj,
    /// STL, text or binary.
    Stl,
    /// Counts, vertices, plates: the shape models of DAMIT, of the Small Bodies Node of NASA's
    /// Planetary Data System, of Rosetta (`ver`), and tables of SPICE's `dskexp` and `mkdsk`.
    PlateVertex,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Obj, Self::Stl, Self::PlateVertex];

    /// As it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Obj => "obj",
            Self::Stl => "stl",
            Self::PlateVertex => "plate-vertex",
        }
    }

    /// From the name of a file: `.obj` and `.stl` say it, all others by what the file begins
    /// with, a number or not.
    #[must_use]
    pub fn detect(name: &str, bytes: &[u8]) -> Self {
        let extension = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        match extension.as_str() {
            "obj" => return Self::Obj,
            "stl" => return Self::Stl,
            _ => {}
        }
        let begin = &bytes[..bytes.len().min(10_000)];
        let first = telling(begin).next();
        let first = first.as_ref().map(|line| line.words()).unwrap_or_default();
        let numbers = first.iter().all(|word| word.parse::<usize>().is_ok());
        if numbers { Self::PlateVertex } else { Self::Obj }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|format| format.name() == text).ok_or_else(|| {
            format!(
                "there is no format {text:?} of meshes; there are {}",
                Self::ALL.map(Self::name).join(", ")
            )
        })
    }
}
