//! Those of ensembles.

use super::super::{Key, ValueKind};
use super::{key, optional, table};
use polhode_formats::Format;
use std::fmt::Write;

pub(super) const ENSEMBLE: &[Key] = &[
    key("count", ValueKind::Count, "1000", "how many bodies"),
    optional(key(
        "seed",
        ValueKind::Whole,
        "1",
        "another seed draws others; body i is a function of the seed, the keys and i; default: 0",
    )),
    optional(key(
        "chunk",
        ValueKind::Count,
        "1024",
        "bodies that are kept together: what is lost at most when a run is killed; by the steps of \
         a body if not said",
    )),
    optional(key(
        "fast",
        ValueKind::Flag,
        "true",
        "products and sums are rounded together where the machine can and it is faster: the bits \
         then depend on the machine",
    )),
    key(
        "vary",
        ValueKind::Varied(DISTRIBUTION),
        "{ \"run.step\" = { values = [0.1, 0.05] } }",
        "what differs, and how",
    ),
    optional(key(
        "keep",
        ValueKind::Table(KEEP),
        "{ reduce = [\"mean\"] }",
        "what is kept of the ends",
    )),
];

const ELEMENTS: ValueKind = ValueKind::Either(&[ValueKind::Number, ValueKind::List]);

const DISTRIBUTION: &[Key] = &[
    optional(key(
        "distribution",
        ValueKind::Choice(&[
            "uniform",
            "normal",
            "log-uniform",
            "isotropic",
            "cone",
            "uniform-rotation",
            "small-rotation",
        ]),
        "\"normal\"",
        "its law; `values` and `file` need none",
    )),
    optional(key("from", ELEMENTS, "0.9", "of uniform and log-uniform: the lower end")),
    optional(key("to", ELEMENTS, "1.1", "of uniform and log-uniform: the upper end")),
    optional(key("mean", ELEMENTS, "1.0", "of normal: the mean; default: the value of the file")),
    optional(key(
        "deviation",
        ELEMENTS,
        "0.1",
        "of normal: the standard deviation; of small-rotation: that of the angles about the body's axes",
    )),
    optional(key(
        "limit",
        ValueKind::Number,
        "3.0",
        "of normal: what is more deviations from the mean is drawn again",
    )),
    optional(key(
        "magnitude",
        ValueKind::Either(&[ValueKind::Number, ValueKind::Table(MAGNITUDE)]),
        "1.0",
        "of isotropic: the length of the vector, or { from = .., to = .. }",
    )),
    optional(key(
        "angle",
        ValueKind::Number,
        "0.1",
        "of cone: at most so far from the file's direction",
    )),
    optional(key(
        "unit",
        ValueKind::Choice(&["rad", "deg"]),
        "\"deg\"",
        "of cone and small-rotation: unit of the angles; default: rad",
    )),
    optional(key(
        "values",
        ValueKind::Values,
        "[1.0, 2.0]",
        "values for the key, in turn: body i has the i-th, and behind the last comes the first",
    )),
    optional(key(
        "pick",
        ValueKind::Choice(&["in-turn", "random"]),
        "\"random\"",
        "any of the values instead",
    )),
    optional(key(
        "file",
        ValueKind::Text,
        "\"starts.csv\"",
        "a CSV, Parquet, NPY or NPZ file, from the folder of the scenario: row i is for body i",
    )),
    optional(key(
        "columns",
        ValueKind::Words,
        "[\"wx\", \"wy\", \"wz\"]",
        "the columns of the file",
    )),
    optional(key(
        "relative",
        ValueKind::Flag,
        "true",
        "what is drawn multiplies the value of the file",
    )),
];
const MAGNITUDE: &[Key] = &[
    key("from", ValueKind::Number, "0.5", "the shortest"),
    key("to", ValueKind::Number, "1.5", "the longest; in between all are alike"),
];

const KEEP: &[Key] = &[
    optional(key(
        "states",
        ValueKind::Flag,
        "true",
        "the end of every body; so it is if neither `reduce` nor `worst` is said",
    )),
    optional(key(
        "formats",
        ValueKind::Choices(Format::TABLES),
        "[\"parquet\"]",
        "files for the states; default: parquet",
    )),
    optional(key(
        "drawn",
        ValueKind::Flag,
        "true",
        "what was drawn, as further columns KEY or KEY.0, KEY.1, ..",
    )),
    optional(key(
        "reduce",
        ValueKind::Choices(&["mean", "covariance", "min", "max", "quantiles", "histogram"]),
        "[\"mean\", \"quantiles\"]",
        "what is computed of all bodies that came to their end",
    )),
    optional(key(
        "columns",
        ValueKind::Words,
        "[\"rate\", \"energy\"]",
        "of which columns; default: all of them",
    )),
    optional(key(
        "quantiles",
        ValueKind::List,
        "[0.05, 0.5, 0.95]",
        "which quantiles, interpolated between neighbours; default: 0.05, 0.5 and 0.95",
    )),
    optional(key("bins", ValueKind::Count, "50", "of histograms; default: 50")),
    optional(key(
        "range",
        ValueKind::Numbers(2),
        "[0.0, 1.0]",
        "of histograms; default: from the least to the most",
    )),
    optional(key(
        "worst",
        ValueKind::Table(WORST),
        "{ by = \"rate\", count = 10 }",
        "bodies that are kept whole",
    )),
];
const WORST: &[Key] = &[
    key("by", ValueKind::Text, "\"rate\"", "a column"),
    key("count", ValueKind::Count, "10", "how many bodies"),
    optional(key(
        "order",
        ValueKind::Choice(&["largest", "smallest", "magnitude"]),
        "\"largest\"",
        "which are the worst; default: largest, magnitude is by absolute value",
    )),
];

/// The tables of the tables in it.
pub(super) fn guide(text: &mut String, key: &Key) {
    if key.name != "ensemble" {
        return;
    }
    let parts = [
        ("[ensemble.vary]`, each key", "what it is drawn from", DISTRIBUTION),
        ("[ensemble.keep]`", "what is kept of the ends", KEEP),
        ("ensemble.keep.worst`", "bodies that are kept whole", WORST),
    ];
    for (name, what, keys) in parts {
        let _ = writeln!(text, "### `{name}: {what}\n");
        table(text, keys.iter());
    }
}
