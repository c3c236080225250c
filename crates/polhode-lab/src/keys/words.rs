//! The words themselves.

mod ensemble;
mod torques;

use super::{ScenarioKey, ValueKind};
use ensemble::ENSEMBLE;
use polhode_formats::{Format, TIME_UNITS, aem};
use std::fmt::Write;
pub(super) use torques::with_model;
pub use torques::{TORQUES, TorqueKeys};

pub(crate) const fn key(
    name: &'static str,
    kind: ValueKind,
    example: &'static str,
    help: &'static str,
) -> ScenarioKey {
    ScenarioKey { name, kind, help, example, required: true }
}

pub(crate) const fn optional(key: ScenarioKey) -> ScenarioKey {
    ScenarioKey { required: false, ..key }
}

pub(crate) const VECTOR: ValueKind = ValueKind::Numbers(3);
pub(crate) const FRAMES: ValueKind = ValueKind::Choice(&["body", "space"]);
pub(crate) const ANGLE_UNITS: ValueKind = ValueKind::Choice(&["rad", "deg"]);

/// The parts of a scenario.
pub const SECTIONS: &[ScenarioKey] = &[
    optional(key("title", ValueKind::Text, "\"A book that I threw\"", "what it is, in a line")),
    optional(key("description", ValueKind::Text, "\"...\"", "what it shows, in a few sentences")),
    key("body", ValueKind::Table(BODY), "", "what turns"),
    key("initial", ValueKind::Table(INITIAL), "", "where it starts"),
    optional(key("torque", ValueKind::Torques, "", "what pushes it: one for each, they add up")),
    optional(key(
        "event",
        ValueKind::Tables(EVENT),
        "",
        "what to look for on the way: one for each",
    )),
    key("run", ValueKind::Table(RUN), "", "how it is computed"),
    optional(key("output", ValueKind::Table(OUTPUT), "", "what is kept")),
    optional(key(
        "aem",
        ValueKind::Table(AEM),
        "",
        "what a CCSDS attitude message says of the run",
    )),
    optional(key("ensemble", ValueKind::Table(ENSEMBLE), "", "many bodies, of which keys vary")),
];

const BODY: &[ScenarioKey] = &[
    optional(key(
        "inertia",
        ValueKind::Either(&[VECTOR, ValueKind::Rows(3)]),
        "[1.0, 2.0, 2.5]",
        "principal moments of inertia, or the inertia tensor in body axes",
    )),
    optional(key(
        "box",
        ValueKind::Table(BOX),
        "{ size = [3.0, 2.0, 1.0], mass = 1.0 }",
        "a solid box along the body axes",
    )),
    optional(key(
        "ellipsoid",
        ValueKind::Table(ELLIPSOID),
        "{ semi_axes = [3.0, 2.0, 1.0], mass = 1.0 }",
        "a solid ellipsoid along the body axes",
    )),
    optional(key(
        "cylinder",
        ValueKind::Table(CYLINDER),
        "{ radius = 1.0, height = 2.0, mass = 1.0 }",
        "a solid cylinder about the body's z axis",
    )),
    optional(key(
        "cone",
        ValueKind::Table(CONE),
        "{ radius = 1.0, height = 2.0, mass = 1.0 }",
        "a solid cone about the body's z axis, about its centre of mass",
    )),
    optional(key(
        "points",
        ValueKind::Table(POINTS),
        "{ masses = [1.0, 2.0, 1.0], positions = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] }",
        "point masses, about their centre of mass",
    )),
    optional(key(
        "molecule",
        ValueKind::Table(MOLECULE),
        "{ file = \"water.xyz\" }",
        "the atoms of an XYZ file with their standard atomic weights, about their centre of mass",
    )),
    optional(key(
        "mesh",
        ValueKind::Table(MESH),
        "{ file = \"asteroid.obj\", density = 2000.0 }",
        "a solid inside of closed triangles, about its centre of mass",
    )),
    optional(key(
        "unchecked",
        ValueKind::Flag,
        "true",
        "takes principal moments that break the triangle inequality",
    )),
];
/// The keys of `[body]` of which there is one.
pub(crate) const SHAPES: [&str; 8] =
    ["inertia", "box", "ellipsoid", "cylinder", "cone", "points", "molecule", "mesh"];

const MASS: ScenarioKey = optional(key("mass", ValueKind::Number, "1.0", "its mass"));
const DENSITY: ScenarioKey =
    optional(key("density", ValueKind::Number, "1.0", "in place of the mass: mass by volume"));
const FILE: ScenarioKey =
    key("file", ValueKind::Text, "\"shape.obj\"", "its path, from the folder of the scenario file");
const BOX: &[ScenarioKey] =
    &[key("size", VECTOR, "[3.0, 2.0, 1.0]", "lengths of the edges along x, y, z"), MASS, DENSITY];
const ELLIPSOID: &[ScenarioKey] =
    &[key("semi_axes", VECTOR, "[3.0, 2.0, 1.0]", "half the lengths along x, y, z"), MASS, DENSITY];
const CYLINDER: &[ScenarioKey] = &[
    key("radius", ValueKind::Number, "1.0", "its radius"),
    key("height", ValueKind::Number, "2.0", "its length along z"),
    MASS,
    DENSITY,
];
const CONE: &[ScenarioKey] = &[
    key("radius", ValueKind::Number, "1.0", "the radius of its base"),
    key("height", ValueKind::Number, "2.0", "its length along z, from the base to the tip"),
    MASS,
    DENSITY,
];
const POINTS: &[ScenarioKey] = &[
    optional(key("masses", ValueKind::List, "[1.0, 2.0]", "the masses")),
    optional(key(
        "positions",
        ValueKind::Rows(0),
        "[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]",
        "where they are, in body axes",
    )),
    optional(ScenarioKey {
        help: "in place of both: a file with a row of mass, x, y, z for each",
        example: "\"points.csv\"",
        ..FILE
    }),
];
const MOLECULE: &[ScenarioKey] = &[ScenarioKey { example: "\"water.xyz\"", ..FILE }];
const MESH: &[ScenarioKey] = &[
    FILE,
    optional(key(
        "format",
        ValueKind::Choice(&["obj", "stl", "plate-vertex"]),
        "\"stl\"",
        "how it is written; default: by the name and the first line",
    )),
    MASS,
    DENSITY,
    optional(key("scale", ValueKind::Number, "1000.0", "a factor for its coordinates; default: 1")),
    optional(key("flip", ValueKind::Flag, "true", "turns a mesh that is inside out")),
];

/// The ways to write an attitude.
pub(crate) const ATTITUDE: ValueKind =
    ValueKind::Either(&[ValueKind::Numbers(4), ValueKind::Table(ATTITUDE_KEYS)]);
const ATTITUDE_KEYS: &[ScenarioKey] = &[
    optional(key("rotation_vector", VECTOR, "[0.0, 0.0, 1.5]", "axis times angle in radians")),
    optional(key(
        "matrix",
        ValueKind::Rows(3),
        "[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]",
        "takes body components to space components",
    )),
    optional(key(
        "euler",
        VECTOR,
        "[10.0, 20.0, 30.0]",
        "three angles, about the axes of the sequence as they turn along",
    )),
    optional(key("sequence", ValueKind::Text, "\"zxz\"", "the axes of the Euler angles")),
    optional(key("unit", ANGLE_UNITS, "\"deg\"", "unit of the Euler angles; default: rad")),
    optional(key("axis", VECTOR, "[0.0, 0.0, 1.0]", "axis of one turn")),
    optional(key("degrees", ValueKind::Number, "30.0", "angle about the axis")),
    optional(key("radians", ValueKind::Number, "0.5", "angle about the axis")),
];
const RATE_KEYS: &[ScenarioKey] = &[
    optional(key("body", VECTOR, "[0.0, 0.0, 1.0]", "in body components")),
    optional(key("space", VECTOR, "[0.0, 0.0, 1.0]", "in space components")),
    optional(key(
        "unit",
        ValueKind::Choice(&["rad/s", "deg/s", "rpm"]),
        "\"deg/s\"",
        "unit; default: rad/s",
    )),
];
const MOMENTUM_KEYS: &[ScenarioKey] = &[
    optional(key("body", VECTOR, "[0.0, 0.0, 1.0]", "in body components")),
    optional(key("space", VECTOR, "[0.0, 0.0, 1.0]", "in space components")),
];
const INITIAL: &[ScenarioKey] = &[
    optional(key("time", ValueKind::Number, "0.0", "time of the start; default: 0")),
    optional(key(
        "attitude",
        ATTITUDE,
        "[1.0, 0.0, 0.0, 0.0]",
        "unit quaternion w x y z, body to space, or a table; default: no rotation",
    )),
    optional(key(
        "angular_velocity",
        ValueKind::Either(&[VECTOR, ValueKind::Table(RATE_KEYS)]),
        "[0.0, 0.0, 50.0]",
        "body components in rad/s, or a table",
    )),
    optional(key(
        "angular_momentum",
        ValueKind::Either(&[VECTOR, ValueKind::Table(MOMENTUM_KEYS)]),
        "[0.0, 0.0, 50.0]",
        "in place of the velocity: body components, or a table",
    )),
];

const EVENT: &[ScenarioKey] = &[
    optional(key("name", ValueKind::Text, "\"flip\"", "what it is called; default: event-1, ...")),
    optional(key(
        "expression",
        ValueKind::Text,
        "\"wy\"",
        "a formula as in a torque, and with energy and kinetic_energy: when it crosses a value",
    )),
    optional(key("value", ValueKind::Number, "0.0", "the value of the expression; default: 0")),
    optional(key(
        "parameters",
        ValueKind::Named,
        "{ k = 20.0 }",
        "numbers for the expression, by name",
    )),
    optional(key(
        "angle",
        ValueKind::Table(ANGLE),
        "{ body = [0.0, 0.0, 1.0], space = [0.0, 0.0, 1.0], degrees = 90.0 }",
        "or: when the angle between two axes reaches a value",
    )),
    optional(key(
        "energy",
        ValueKind::Table(BAND),
        "{ drift = 1e-6 }",
        "or: when the energy, kinetic and potential, leaves a band",
    )),
    optional(key(
        "direction",
        ValueKind::Choice(&["rising", "falling", "both"]),
        "\"rising\"",
        "which crossings count, as the run goes; default: both",
    )),
    optional(key("stop", ValueKind::Flag, "true", "stops the run at the first occurrence")),
    optional(key("stop_after", ValueKind::Count, "10", "stops the run after the Nth occurrence")),
];
const ANGLE: &[ScenarioKey] = &[
    key("body", VECTOR, "[0.0, 0.0, 1.0]", "an axis of the body, of any length"),
    key("space", VECTOR, "[0.0, 0.0, 1.0]", "an axis of space, of any length"),
    optional(key("degrees", ValueKind::Number, "90.0", "the angle between them")),
    optional(key("radians", ValueKind::Number, "1.5", "the same in radians")),
];
const BAND: &[ScenarioKey] = &[
    optional(key("below", ValueKind::Number, "0.9", "the lower end of the band")),
    optional(key("above", ValueKind::Number, "1.1", "the upper end of the band")),
    optional(key(
        "drift",
        ValueKind::Number,
        "1e-6",
        "in place of both: so far from the energy of the start, relative to it",
    )),
];

const RUN: &[ScenarioKey] = &[
    key("duration", ValueKind::Number, "10.0", "how long; negative is backwards in time"),
    optional(key(
        "method",
        ValueKind::Text,
        "\"exact\"",
        "any method string; `polhode methods` lists them",
    )),
    optional(key(
        "step",
        ValueKind::Number,
        "0.001",
        "length of a step; the largest where steps vary",
    )),
    optional(key(
        "accuracy",
        ValueKind::Number,
        "1e-9",
        "in place of method and step: how large the error may be at the end, of the attitude in \
         radians and of the momentum relative to its largest value over the run",
    )),
    optional(key(
        "prefer",
        ValueKind::Choice(&["speed", "symplectic", "energy"]),
        "\"symplectic\"",
        "what else is asked of a method that is chosen by its accuracy; default: speed",
    )),
    optional(key(
        "work_limit",
        ValueKind::Number,
        "600.0",
        "the largest cost of the runs that choose a method and verify an accuracy, in seconds of a typical \
         machine; default: 600",
    )),
    optional(key(
        "certificate",
        ValueKind::Flag,
        "true",
        "an estimate of the error at each sample, by a second computation",
    )),
    optional(key(
        "resolve",
        ValueKind::Flag,
        "true",
        "shorten steps of taylor that would pass over narrow features of the torque; default: false, and true \
         for a requested accuracy",
    )),
    optional(key(
        "precision",
        ValueKind::Choice(&["f64", "f32", "refined"]),
        "\"f64\"",
        "double (if not said) or single precision; refined errs by some hundredths of double's \
         rounding, with taylor",
    )),
];
const OUTPUT: &[ScenarioKey] = &[
    optional(key(
        "every",
        ValueKind::Number,
        "0.01",
        "time between samples, a multiple of the step",
    )),
    optional(key("every_steps", ValueKind::Count, "10", "steps between samples")),
    optional(key(
        "samples",
        ValueKind::Count,
        "500",
        "maximum number of samples after the initial state; default: 1000",
    )),
    optional(key(
        "formats",
        ValueKind::Choices(Format::NAMES),
        "[\"csv\", \"parquet\"]",
        "files for the trajectory; default: csv, none if empty",
    )),
    optional(key(
        "sensitivity",
        ValueKind::Choices(&["start", "moments", "torques"]),
        "[\"start\"]",
        "how the end depends on the start, on the principal moments, on the strength of each \
         torque; default: nothing",
    )),
    optional(key(
        "switches",
        ValueKind::Flag,
        "true",
        "record each switch of the torque in events.csv, together with the events; default: false",
    )),
    optional(key(
        "time_unit",
        ValueKind::Text,
        "\"s\"",
        "the unit of time of the run, in all of its files: s, ms, us, ns, ps, fs, min, h, d, or any label where there is no `aem`",
    )),
];

const AEM: &[ScenarioKey] = &[
    key("object_name", ValueKind::Text, "\"TUMBLER\"", "whose attitude it is"),
    key(
        "object_id",
        ValueKind::Text,
        "\"2026-001A\"",
        "its international designator, or what else names it",
    ),
    key("epoch", ValueKind::Epoch, "\"2026-01-01T00:00:00\"", "when time 0 is, in the time system"),
    optional(key(
        "time_system",
        ValueKind::Choice(&aem::TIME_SYSTEMS),
        "\"TAI\"",
        "in which epochs are said; default: UTC",
    )),
    optional(key(
        "time_unit",
        ValueKind::Choice(&TIME_UNITS),
        "\"s\"",
        "the unit of time of the run, as output.time_unit; default: that one, or s",
    )),
    optional(key("originator", ValueKind::Text, "\"POLHODE\"", "who made it; default: POLHODE")),
    optional(key("ref_frame_a", ValueKind::Text, "\"EME2000\"", "what space is; default: ICRF")),
    optional(key(
        "ref_frame_b",
        ValueKind::Text,
        "\"SC_BODY_1\"",
        "what the body is; default: SC_BODY_1",
    )),
    optional(key(
        "attitude_type",
        ValueKind::Choice(&aem::ATTITUDE_TYPES),
        "\"QUATERNION\"",
        "with rates, if not said, where the version has them",
    )),
    optional(key(
        "version",
        ValueKind::Choice(&aem::VERSIONS),
        "\"2.0\"",
        "of the format; default: 2.0",
    )),
    optional(key(
        "creation_date",
        ValueKind::Epoch,
        "\"2026-01-01T00:00:00\"",
        "when it was made, in UTC; default: the time at which the file is written",
    )),
];

/// The keys as Markdown tables, as the guide shows them.
#[must_use]
pub fn guide() -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    for key in SECTIONS {
        match key.kind {
            ValueKind::Table(keys) => {
                let _ = writeln!(text, "## `[{}]`: {}\n", key.name, key.help);
                table(&mut text, keys.iter());
                ensemble::guide(&mut text, key);
            }
            ValueKind::Tables(keys) => {
                let _ = writeln!(text, "## `[[{}]]`: {}\n", key.name, key.help);
                table(&mut text, keys.iter());
            }
            ValueKind::Torques => {
                let _ = writeln!(text, "## `[[{}]]`: {}\n", key.name, key.help);
                for torque in TORQUES {
                    let _ = writeln!(text, "### `model = \"{}\"`: {}\n", torque.name, torque.help);
                    table(&mut text, torque.keys.iter());
                }
            }
            _ => {
                let _ = writeln!(text, "## `{}`: {}\n", key.name, key.help);
            }
        }
    }
    text
}

fn table<'k>(text: &mut String, keys: impl Iterator<Item = &'k ScenarioKey>) {
    let _ = writeln!(text, "| key | value | what it says | for example |\n|---|---|---|---|");
    for key in keys {
        let kind = key.kind.describe();
        let required = if key.required { " (required)" } else { "" };
        let _ = writeln!(
            text,
            "| `{}` | {kind} | {}{required} | `{}` |",
            key.name, key.help, key.example
        );
    }
    let _ = writeln!(text);
}
