//! What an NPY file says before its numbers.

use crate::Error;
use std::io::{self, Read};
use std::path::Path;

const MAGIC: &[u8; 6] = b"\x93NUMPY";
/// Room for any number of rows; numbers begin at a multiple of 64.
const LENGTH: usize = 128;
/// Longer headers are of other arrays than ours.
const LONGEST: usize = 1 << 16;

/// The header of an array of this type and shape, always of one length.
pub(crate) fn encode(descr: &str, shape: &[u64]) -> Vec<u8> {
    let shape: String = shape.iter().map(|length| format!("{length}, ")).collect();
    let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
    let text = format!("{text:<width$}\n", width = LENGTH - 11);
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0]);
    bytes.extend(u16::try_from(text.len()).unwrap_or(u16::MAX).to_le_bytes());
    bytes.extend(text.bytes());
    bytes
}

/// How a number is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    Double,
    Single,
    Long,
    Int,
}

impl Element {
    fn from_descr(descr: &str) -> Option<Self> {
        Some(match descr {
            "<f8" => Self::Double,
            "<f4" => Self::Single,
            "<i8" => Self::Long,
            "<i4" => Self::Int,
            _ => return None,
        })
    }
    #[expect(clippy::cast_precision_loss, reason = "a column is of doubles")]
    pub(crate) fn read(self, file: &mut dyn Read) -> io::Result<f64> {
        let (mut eight, mut four) = ([0; 8], [0; 4]);
        match self {
            Self::Double | Self::Long => file.read_exact(&mut eight)?,
            Self::Single | Self::Int => file.read_exact(&mut four)?,
        }
        Ok(match self {
            Self::Double => f64::from_le_bytes(eight),
            Self::Single => f32::from_le_bytes(four).into(),
            Self::Long => i64::from_le_bytes(eight) as f64,
            Self::Int => i32::from_le_bytes(four).into(),
        })
    }
}

/// What it says.
#[derive(Debug)]
pub(crate) struct Header {
    /// As numpy writes the type.
    pub(crate) descr: String,
    pub(crate) element: Element,
    /// Names and types, where the array is one of records.
    pub(crate) fields: Vec<(String, Element)>,
    pub(crate) shape: Vec<u64>,
    pub(crate) columnwise: bool,
}

impl Header {
    /// Of an array of numbers or of records of numbers.
    pub(crate) fn read(file: &mut dyn Read, path: &Path) -> Result<Self, Error> {
        let header = Self::read_any(file, path)?;
        let is_text = header.descr.starts_with("<U") || header.descr.starts_with("|S");
        if is_text {
            return Err(Error::in_file(path, "is an array of text; it must be one of numbers"));
        }
        Ok(header)
    }
    /// Of an array of numbers, of records of numbers, or of text.
    pub(crate) fn read_any(file: &mut dyn Read, path: &Path) -> Result<Self, Error> {
        let failed = |_| Error::in_file(path, "is no NPY file: it ends in its header");
        let mut begin = [0; 8];
        file.read_exact(&mut begin).map_err(failed)?;
        if &begin[..6] != MAGIC {
            return Err(Error::in_file(path, "is no NPY file: it does not begin like one"));
        }
        let length = if begin[6] == 1 {
            let mut length = [0; 2];
            file.read_exact(&mut length).map_err(failed)?;
            usize::from(u16::from_le_bytes(length))
        } else {
            let mut length = [0; 4];
            file.read_exact(&mut length).map_err(failed)?;
            usize::try_from(u32::from_le_bytes(length)).unwrap_or(usize::MAX)
        };
        if length > LONGEST {
            let message = format!("has a header of {length} bytes; at most {LONGEST} are read");
            return Err(Error::in_file(path, message));
        }
        let mut text = vec![0; length];
        file.read_exact(&mut text).map_err(failed)?;
        let text = String::from_utf8_lossy(&text);
        Self::parse(&text).ok_or_else(|| {
            let text = text.trim();
            Error::in_file(
                path,
                format!("has the header {text}; its numbers must be <f8, <f4, <i8 or <i4"),
            )
        })
    }
    /// The dictionary that numpy writes, in the order in which it writes it.
    fn parse(text: &str) -> Option<Self> {
        let descr = after(text, "'descr':")?.trim_start();
        let mut element = Element::Double;
        let mut fields = Vec::new();
        let (name, rest) = if let Some(list) = descr.strip_prefix('[') {
            let (list, rest) = list.split_once(']')?;
            for field in list.split('(').skip(1) {
                let mut quoted = field.split('\'');
                let (name, descr) = (quoted.nth(1)?, quoted.nth(1)?);
                fields.push((name.to_owned(), Element::from_descr(descr)?));
            }
            (String::new(), rest)
        } else {
            let (name, rest) = descr.strip_prefix('\'')?.split_once('\'')?;
            let is_text = name.starts_with("<U") || name.starts_with("|S");
            if !is_text {
                element = Element::from_descr(name)?;
            }
            (name.to_owned(), rest)
        };
        let columnwise = after(rest, "'fortran_order':")?.trim_start().starts_with("True");
        let (shape, _) =
            after(rest, "'shape':")?.trim_start().strip_prefix('(')?.split_once(')')?;
        let lengths = shape.split(',').map(str::trim).filter(|length| !length.is_empty());
        let shape = lengths.map(|length| length.parse().ok()).collect::<Option<Vec<u64>>>()?;
        Some(Self { descr: name, element, fields, shape, columnwise })
    }
}

fn after<'t>(text: &'t str, mark: &str) -> Option<&'t str> {
    text.split_once(mark).map(|(_, rest)| rest)
}
