//! The columns of a flat table.

use super::fault::{Result, damaged, refused};
use super::metadata::Element;
use super::number::Number;

/// A column as the schema describes it.
#[derive(Clone)]
pub(super) struct Leaf {
    pub(super) name: String,
    pub(super) physical: i32,
    pub(super) unsigned: bool,
    /// May there be missing values?
    pub(super) optional: bool,
    /// What integers are divided by: 100 for decimal numbers with two digits behind the point.
    pub(super) unit: f64,
}

/// The repetitions of a column.
const REQUIRED: i32 = 0;
const OPTIONAL: i32 = 1;
const REPEATED: i32 = 2;

/// The logical types of a column in their old form (`ConvertedType`).
const DECIMAL: i32 = 5;
const UNSIGNED: std::ops::RangeInclusive<i32> = 11..=14;

impl Leaf {
    /// How its numbers are to be read; none if it has no numbers.
    pub(super) fn number(&self) -> Option<Number> {
        Number::from_physical_type(self.physical, self.unsigned)
    }
}

/// The columns below the root; refuses lists and groups.
pub(super) fn leaves(schema: &[Element]) -> Result<Vec<Leaf>> {
    let Some((root, elements)) = schema.split_first() else {
        return damaged("its schema is empty");
    };
    for (at, element) in elements.iter().enumerate() {
        let nested = element.physical.is_none() || element.children > 0;
        if nested || element.repetition == Some(REPEATED) {
            let path = path(&elements[at..]);
            return refused(format!("has lists in column {path}; it must be flat"), "");
        }
    }
    if usize::try_from(root.children).ok() != Some(elements.len()) {
        let (said, found) = (root.children, elements.len());
        return damaged(format!("its schema says {said} columns and describes {found}"));
    }
    elements.iter().map(leaf).collect()
}

/// The names from a group down to the first column in it.
fn path(elements: &[Element]) -> String {
    let groups = elements.iter().take_while(|element| element.children > 0).count();
    let names = elements.iter().take(groups + 1).map(|element| element.name.as_str());
    names.collect::<Vec<_>>().join(".")
}

fn leaf(element: &Element) -> Result<Leaf> {
    let name = element.name.clone();
    let optional = match element.repetition {
        Some(REQUIRED) => false,
        Some(OPTIONAL) => true,
        _ => return damaged(format!("column {name} is neither required nor optional")),
    };
    let is = |old: i32| element.converted == Some(old);
    let unit = match element.scale {
        _ if !is(DECIMAL) => 1.0,
        scale @ 0..=18 => 10_f64.powi(scale),
        scale => return damaged(format!("column {name} has {scale} decimal digits")),
    };
    let unsigned = element.unsigned || UNSIGNED.into_iter().any(is);
    Ok(Leaf { name, physical: element.physical.unwrap_or(-1), unsigned, optional, unit })
}
