//! Bad inputs to the real binary: each gets one clear message, the right code, and
//! leaves nothing behind.
//!
//! All messages stand in `snapshots/bad_inputs.txt`: read them there as a user
//! would. `POLHODE_BLESS=1 cargo test -p polhode-cli` renews them.

use crate::support::{TestFolder, assert_kept};
use std::fmt::Write;

/// What the cases change.
const BASE: &str = r#"title = "base"

[body]
inertia = [1.0, 2.0, 2.5]

[initial]
attitude = [1.0, 0.0, 0.0, 0.0]
angular_velocity = [0.1, 2.0, 0.1]

[[torque]]
model = "constant"
space = [0.0, 0.0, 0.1]

[run]
duration = 1.0
method = "liemid-ea"
step = 0.01

[output]
every = 0.1
"#;

/// A case: its name, and what is wrong.
type Case = (&'static str, Bad);

enum Bad {
    /// A line of the base, or a part of it, and what stands there instead.
    Line(&'static str, &'static str),
    /// Instead of the base's torque.
    Torque(&'static str),
    /// Behind the base, as an event.
    Event(&'static str),
    /// Instead of the base.
    Whole(&'static str),
    /// The base, with these arguments.
    With(&'static [&'static str]),
}
use Bad::{Event, Line, Torque, Whole, With};

const TORQUE: &str = "model = \"constant\"\nspace = [0.0, 0.0, 0.1]\n";
const INERTIA: &str = "inertia = [1.0, 2.0, 2.5]";
const ATTITUDE: &str = "attitude = [1.0, 0.0, 0.0, 0.0]";
const VELOCITY: &str = "angular_velocity = [0.1, 2.0, 0.1]";
const STEP: &str = "step = 0.01";
const DURATION: &str = "duration = 1.0";
const METHOD: &str = "method = \"liemid-ea\"";
const EVERY: &str = "every = 0.1";

#[rustfmt::skip]
const CASES: &[Case] = &[
    // the text
    ("an empty file", Whole("")),
    ("no TOML", Whole("[body\ninertia = [1.0, 2.0, 2.5]\n")),
    ("a value without quotes", Line(METHOD, "method = liemid-ea")),
    ("a key twice", Line(STEP, "step = 0.01\nstep = 0.02")),
    ("a decimal comma", Line(STEP, "step = 0,01")),

    // keys
    ("an unknown section", Line("[output]", "[outputs]")),
    ("an unknown key, nearly one", Line(STEP, "stpe = 0.01")),
    ("an unknown key, like none", Line(STEP, "step = 0.01\ncolour = \"red\"")),
    ("an unknown key of a torque", Torque("model = \"constant\"\nspcae = [0.0, 0.0, 0.1]\n")),
    ("an unknown key in an inline table", Line(ATTITUDE, "attitude = { axes = [0.0, 0.0, 1.0], degrees = 3.0 }")),
    ("a missing section", Line("[body]\ninertia = [1.0, 2.0, 2.5]\n", "")),
    ("a missing key", Line(DURATION, "")),
    ("no step", Line(STEP, "")),
    ("a section that is a number", Whole("body = 3\n")),
    ("one torque in place of a list", Line("[[torque]]", "[torque]")),

    // sensitivity
    ("an unknown sensitivity", Line(EVERY, "every = 0.1\nsensitivity = [\"inertia\"]")),
    ("sensitivity as a flag", Line(EVERY, "every = 0.1\nsensitivity = true")),
    ("sensitivity in single precision", With(&["--sensitivity", "--precision", "f32"])),
    ("sensitivity of a prescribed momentum", Line(EVERY, "every = 0.1\nsensitivity = [\"start\"]\n[[torque]]\nmodel = \"prescribed-momentum\"\nconstant = [1.0, 0.0, 0.0]")),

    // types and lengths
    ("a text for a number", Line(STEP, "step = \"0.01\"")),
    ("a number for a text", Line(METHOD, "method = 3")),
    ("a date", Line(DURATION, "duration = 2001-02-03")),
    ("two numbers for three", Line(VELOCITY, "angular_velocity = [0.1, 2.0]")),
    ("three numbers for a quaternion", Line(ATTITUDE, "attitude = [1.0, 0.0, 0.0]")),
    ("a text among numbers", Line(INERTIA, "inertia = [1.0, \"2\", 2.5]")),
    ("a ragged tensor", Line(INERTIA, "inertia = [[1.0, 0.0, 0.0], [0.0, 1.0], [0.0, 0.0, 1.0]]")),
    ("a fraction for a count", Line(EVERY, "every_steps = 2.5")),
    ("an unknown format", Line(EVERY, "formats = [\"cvs\"]")),
    ("a message without its keys", Line(EVERY, "every = 0.1\nformats = [\"csv\", \"aem\"]")),
    ("a message without an object", Line(EVERY, "every = 0.1\n[aem]\nobject_id = \"1\"\nepoch = 2026-01-01T00:00:00")),
    ("a message at no date", Line(EVERY, "every = 0.1\n[aem]\nobject_name = \"A\"\nobject_id = \"1\"\nepoch = \"2026-02-29T00:00:00\"")),
    ("a message in an unknown time system", Line(EVERY, "every = 0.1\n[aem]\nobject_name = \"A\"\nobject_id = \"1\"\nepoch = 2026-01-01T00:00:00\ntime_system = \"GMT\"")),
    ("a message of a body that is its space", Line(EVERY, "every = 0.1\n[aem]\nobject_name = \"A\"\nobject_id = \"1\"\nepoch = 2026-01-01T00:00:00\nref_frame_b = \"ICRF\"")),
    ("a message backwards in time", With(&["--duration", "-1", "--format", "aem", "--set", "aem.object_name=A", "--set", "aem.object_id=B", "--set", "aem.epoch=2026-01-01T00:00:00"])),
    ("samples too near for a message", With(&["--duration", "1e-8", "--step", "1e-9", "--set", "output.every=1e-9", "--format", "aem", "--set", "aem.object_name=A", "--set", "aem.object_id=B", "--set", "aem.epoch=2026-01-01T00:00:00"])),
    ("an unknown unit", Line(VELOCITY, "angular_velocity = { body = [0.1, 2.0, 0.1], unit = \"rps\" }")),
    ("an unknown precision", Line(STEP, "step = 0.01\nprecision = \"f46\"")),

    // numbers that are none
    ("a moment that is not a number", Line(INERTIA, "inertia = [1.0, nan, 2.5]")),
    ("a velocity that is infinite", Line(VELOCITY, "angular_velocity = [0.1, inf, 0.1]")),
    ("a quaternion that is not a number", Line(ATTITUDE, "attitude = [nan, 0.0, 0.0, 0.0]")),
    ("a time that is infinite", Line(VELOCITY, "angular_velocity = [0.1, 2.0, 0.1]\ntime = -inf")),
    ("a duration that is infinite", Line(DURATION, "duration = inf")),
    ("a step that is not a number", Line(STEP, "step = nan")),
    ("a torque that is infinite", Torque("model = \"constant\"\nspace = [0.0, 0.0, inf]\n")),
    ("a parameter that is not a number", Torque("model = \"expression\"\ncomponents = [\"k\", \"0\", \"0\"]\nparameters = { k = nan }\n")),
    ("a momentum that overflows", Line(VELOCITY, "angular_velocity = [0.1, 1e308, 0.1]")),
    ("a moment beyond single precision", With(&["--precision", "f32", "--set", "body.inertia=[1e-40,1.0,1.0]"])),
    ("a momentum beyond single precision", With(&["--precision", "f32", "--set", "initial.angular_velocity=[1.0,1e-40,0.0]"])),
    ("a step beyond single precision", With(&["--precision", "f32", "--step", "1e-50", "--duration", "1e-48", "--set", "output.every=1e-49"])),
    ("a torque beyond single precision", With(&["--precision", "f32", "--set", "torque.0.space=[1e-45,0.0,0.0]"])),
    ("an end of time that overflows", With(&["--set", "initial.time=1.7e308", "--duration", "1.7e308", "--step", "1e307", "--set", "output.every=1e308"])),

    // the body
    ("moments that no body has", Line(INERTIA, "inertia = [1.0, 2.0, 3.5]")),
    ("a moment of zero", Line(INERTIA, "inertia = [0.0, 2.0, 2.5]")),
    ("a negative moment", Line(INERTIA, "inertia = [1.0, -2.0, 2.5]")),
    ("a tensor that is not symmetric", Line(INERTIA, "inertia = [[2.0, 0.1, 0.0], [0.2, 2.0, 0.0], [0.0, 0.0, 2.0]]")),
    ("a tensor that no body has", Line(INERTIA, "inertia = [[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 9.0]]")),
    ("a moment that is too large", Line(INERTIA, "inertia = [1e300, 1e300, 1e300]")),
    ("no shape", Line(INERTIA, "")),
    ("two shapes", Line(INERTIA, "inertia = [1.0, 2.0, 2.5]\nbox = { size = [1.0, 2.0, 3.0], mass = 1.0 }")),
    ("a box without a mass", Line(INERTIA, "box = { size = [1.0, 2.0, 3.0] }")),
    ("a box without an edge", Line(INERTIA, "box = { size = [1.0, 0.0, 3.0], mass = 1.0 }")),
    ("a cylinder of negative mass", Line(INERTIA, "cylinder = { radius = 1.0, height = 2.0, mass = -1.0 }")),
    ("a box with a mass and a density", Line(INERTIA, "box = { size = [1.0, 2.0, 3.0], mass = 1.0, density = 2.0 }")),
    ("a cone without a height", Line(INERTIA, "cone = { radius = 1.0, mass = 1.0 }")),
    ("a mesh without a file", Line(INERTIA, "mesh = { density = 1.0 }")),
    ("a mesh that is not there", Line(INERTIA, "mesh = { file = \"data/gone.obj\", density = 1.0 }")),
    ("a mesh without a mass", Line(INERTIA, "mesh = { file = \"bad.toml\" }")),
    ("a mesh that is none", Line(INERTIA, "mesh = { file = \"bad.toml\", mass = 1.0 }")),
    ("a mesh of an unknown format", Line(INERTIA, "mesh = { file = \"bad.toml\", mass = 1.0, format = \"ply\" }")),
    ("a molecule that is none", Line(INERTIA, "molecule = { file = \"bad.toml\" }")),
    ("points in a file and beside it", Line(INERTIA, "points = { file = \"bad.toml\", masses = [1.0] }")),
    ("a mass without a position", Line(INERTIA, "points = { masses = [1.0, 2.0], positions = [[0.0, 0.0, 0.0]] }")),
    ("points in a line", Line(INERTIA, "points = { masses = [1.0, 2.0], positions = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]] }")),
    ("unchecked of a solid", Line(INERTIA, "box = { size = [1.0, 2.0, 3.0], mass = 1.0 }\nunchecked = true")),

    // the start
    ("a quaternion that is not of norm 1", Line(ATTITUDE, "attitude = [1.0, 0.1, 0.0, 0.0]")),
    ("a quaternion of zeros", Line(ATTITUDE, "attitude = [0.0, 0.0, 0.0, 0.0]")),
    ("a matrix that reflects", Line(ATTITUDE, "attitude = { matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]] }")),
    ("a matrix that stretches", Line(ATTITUDE, "attitude = { matrix = [[1.0, 0.0, 0.0], [0.0, 1.1, 0.0], [0.0, 0.0, 1.0]] }")),
    ("an Euler sequence with a wrong letter", Line(ATTITUDE, "attitude = { euler = [1.0, 2.0, 3.0], sequence = \"zxw\" }")),
    ("an Euler sequence that turns twice", Line(ATTITUDE, "attitude = { euler = [1.0, 2.0, 3.0], sequence = \"zzx\" }")),
    ("Euler angles without a sequence", Line(ATTITUDE, "attitude = { euler = [1.0, 2.0, 3.0] }")),
    ("an axis without length", Line(ATTITUDE, "attitude = { axis = [0.0, 0.0, 0.0], degrees = 3.0 }")),
    ("no velocity", Line(VELOCITY, "")),
    ("velocity and momentum", Line(VELOCITY, "angular_velocity = [0.1, 2.0, 0.1]\nangular_momentum = [1.0, 0.0, 0.0]")),
    ("a velocity in two frames", Line(VELOCITY, "angular_velocity = { body = [0.1, 2.0, 0.1], space = [0.1, 2.0, 0.1] }")),

    // the run
    ("a duration of zero", Line(DURATION, "duration = 0.0")),
    ("a step of zero", Line(STEP, "step = 0.0")),
    ("a negative step", Line(STEP, "step = -0.01")),
    ("a run for longer than a life", Line(STEP, "step = 1e-17")),
    ("a run without end", Line(STEP, "step = 1e-320")),
    ("samples between steps", Line(EVERY, "every = 0.025")),
    ("samples between steps that were shortened", Line(STEP, "step = 0.03")),
    ("samples at no time", Line(EVERY, "every = 0.0")),
    ("samples in two ways", Line(EVERY, "every = 0.1\nevery_steps = 10")),
    ("an unknown method, nearly one", Line(METHOD, "method = \"liemid-ae\"")),
    ("an unknown option of a method", Line(METHOD, "method = \"buss-3:energies\"")),
    ("a method for free bodies", Line(METHOD, "method = \"jem\"")),

    // torques
    ("an unknown model, nearly one", Torque("model = \"uniform-feild\"\nstrength = 1.0\n")),
    ("a torque without a model", Torque("space = [0.0, 0.0, 0.1]\n")),
    ("a torque that is a Python function", Torque("model = \"python\"\nfunction = \"control.brake\"\n")),
    ("a torque that is a Python function without its name", Torque("model = \"python\"\n")),
    ("a torque in two frames", Torque("model = \"constant\"\nspace = [0.0, 0.0, 0.1]\nbody = [0.0, 0.0, 0.1]\n")),
    ("a field without a direction", Torque("model = \"uniform-field\"\nstrength = 1.0\narm = [0.0, 0.0, 1.0]\ndirection = [0.0, 0.0, 0.0]\n")),
    ("an orbit that is not closed", Torque("model = \"kepler-gravity-gradient\"\ngm = 1.0\nsemi_major_axis = 1.0\neccentricity = 1.0\n")),
    ("a wall within reach", Torque("model = \"soft-wall\"\nstrength = 1.0\noffset = 0.5\ncore = 0.001\n")),
    ("a field that turns about nothing", Torque("model = \"magnetic-dipole\"\nmoment = [0.0, 0.0, 1.0]\nfield = [1.0, 0.0, 0.0]\nrate = 0.1\n")),
    ("five oscillations", Torque("model = \"prescribed-torque\"\noscillations = [{ frequency = 1.0 }, { frequency = 2.0 }, { frequency = 3.0 }, { frequency = 4.0 }, { frequency = 5.0 }]\n")),
    ("a table with unequal columns", Torque("model = \"table\"\ntimes = [0.0, 1.0]\ntorques = [[0.0, 0.0, 0.0]]\n")),
    ("a table out of order", Torque("model = \"table\"\ntimes = [0.0, 2.0, 1.0]\ntorques = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]\n")),
    ("an impulse without a time", Torque("model = \"impulses\"\nlist = [{ momentum = [0.0, 0.0, 0.1] }]\n")),
    ("damping that drives", Torque("model = \"damping\"\ncoefficient = -0.1\n")),
    ("a controller to no attitude", Torque("model = \"attitude-law\"\ntarget = [2.0, 0.0, 0.0, 0.0]\nstiffness = 1.0\n")),
    ("a controller without a target", Torque("model = \"attitude-law\"\nstiffness = 1.0\n")),

    // formulas
    ("an unknown variable, nearly one", Torque("model = \"expression\"\ncomponents = [\"0\", \"0\", \"-0.1*wq\"]\n")),
    ("an unknown function, nearly one", Torque("model = \"expression\"\ncomponents = [\"0\", \"sine(t)\", \"0\"]\n")),
    ("a function without a value", Torque("model = \"expression\"\ncomponents = [\"sin\", \"0\", \"0\"]\n")),
    ("a function of too much", Torque("model = \"expression\"\ncomponents = [\"sin(t, 2)\", \"0\", \"0\"]\n")),
    ("a product without its sign", Torque("model = \"expression\"\ncomponents = [\"2 t\", \"0\", \"0\"]\n")),
    ("a sum that breaks off", Torque("model = \"expression\"\ncomponents = [\"0\", \"0\", \"2*t + \"]\n")),
    ("a comma behind the last value", Torque("model = \"expression\"\ncomponents = [\"atan2(t, 1,)\", \"0\", \"0\"]\n")),
    ("a comma in a parenthesis", Torque("model = \"expression\"\ncomponents = [\"(1, 2)\", \"0\", \"0\"]\n")),
    ("a parenthesis that is not closed", Torque("model = \"expression\"\ncomponents = [\"0\", \"2*(t + 1\", \"0\"]\n")),
    ("a parenthesis that closes none", Torque("model = \"expression\"\ncomponents = [\"0\", \"2*t + 1)\", \"0\"]\n")),
    ("a number that is too large", Torque("model = \"expression\"\ncomponents = [\"1e999*t\", \"0\", \"0\"]\n")),
    ("a letter that no formula has", Torque("model = \"expression\"\ncomponents = [\"2·t\", \"0\", \"0\"]\n")),
    ("an empty formula", Torque("model = \"expression\"\ncomponents = [\"\", \"0\", \"0\"]\n")),
    ("a formula with escapes", Torque("model = \"expression\"\ncomponents = [\"\\u0074 + u\", \"0\", \"0\"]\n")),
    ("two formulas", Torque("model = \"expression\"\ncomponents = [\"0\", \"0\"]\n")),
    ("a parameter that has a meaning", Torque("model = \"expression\"\ncomponents = [\"0\", \"0\", \"0\"]\nparameters = { wx = 1.0 }\n")),
    ("a parameter that is no name", Torque("model = \"expression\"\ncomponents = [\"0\", \"0\", \"0\"]\nparameters = { \"2k\" = 1.0 }\n")),
    ("a parameter that is a text", Torque("model = \"expression\"\ncomponents = [\"0\", \"0\", \"0\"]\nparameters = { k = \"1\" }\n")),
    ("a formula that divides by zero", Torque("model = \"expression\"\ncomponents = [\"1/(2 - 2)\", \"0\", \"0\"]\n")),
    ("a potential of the wrong sign", Torque("model = \"expression\"\ncomponents = [\"-20*r32\", \"20*r31\", \"0\"]\npotential = \"20*r33\"\n")),
    ("a potential of the rates", Torque("model = \"expression\"\ncomponents = [\"0\", \"0\", \"0\"]\npotential = \"wx^2\"\n")),
    ("a potential that is not a number", Torque("model = \"expression\"\ncomponents = [\"0\", \"0\", \"0\"]\npotential = \"sqrt(-1)\"\n")),

    ("a torque of the energy", Torque("model = \"expression\"\ncomponents = [\"0\", \"0\", \"-energy\"]\n")),

    // events
    ("an unknown key of an event, nearly one", Event("expresion = \"wx\"\n")),
    ("an event of nothing", Event("name = \"flip\"\n")),
    ("an event of two things", Event("expression = \"wx\"\nangle = { body = [0.0, 0.0, 1.0], space = [0.0, 0.0, 1.0], degrees = 45.0 }\n")),
    ("an event with a formula that breaks off", Event("expression = \"2*wx -\"\n")),
    ("an event with an unknown variable", Event("expression = \"engery - 1\"\n")),
    ("an event at a value that is not a number", Event("expression = \"wx\"\nvalue = nan\n")),
    ("an event at an infinite value", Event("expression = \"wx\"\nvalue = inf\n")),
    ("an event with a value of nothing", Event("energy = { drift = 1e-6 }\nvalue = 1.0\n")),
    ("an event in an unknown direction", Event("expression = \"wx\"\ndirection = \"up\"\n")),
    ("an angle about no axis", Event("angle = { body = [0.0, 0.0, 0.0], space = [0.0, 0.0, 1.0], degrees = 45.0 }\n")),
    ("an angle to no axis", Event("angle = { body = [0.0, 0.0, 1.0], space = [0.0, 0.0, 0.0], degrees = 45.0 }\n")),
    ("an angle without an axis", Event("angle = { body = [0.0, 0.0, 1.0], degrees = 45.0 }\n")),
    ("an angle in two units", Event("angle = { body = [0.0, 0.0, 1.0], space = [0.0, 0.0, 1.0], degrees = 45.0, radians = 1.0 }\n")),
    ("an angle that is only touched", Event("angle = { body = [0.0, 0.0, 1.0], space = [0.0, 0.0, 1.0], degrees = 180.0 }\n")),
    ("a band upside down", Event("energy = { below = 2.0, above = 1.0 }\n")),
    ("a band without ends", Event("energy = {}\n")),
    ("a band with a drift", Event("energy = { below = 1.0, drift = 1e-6 }\n")),
    ("a band of no width", Event("energy = { drift = 0.0 }\n")),
    ("a band with a direction", Event("energy = { drift = 1e-6 }\ndirection = \"rising\"\n")),
    ("an event that stops after none", Event("expression = \"wx\"\nstop_after = 0\n")),
    ("an event that stops twice", Event("expression = \"wx\"\nstop = true\nstop_after = 2\n")),
    ("two events of one name", Event("name = \"flip\"\nexpression = \"wx\"\n\n[[event]]\nname = \"flip\"\nexpression = \"wy\"\n")),
    ("an event that is a number", With(&["--set", "event=3"])),

    // arguments
    ("--set without a value", With(&["--set", "run.step"])),
    ("--set without a key", With(&["--set", "=1"])),
    ("--set of an unknown key", With(&["--set", "run.stpe=0.1"])),
    ("--set of a torque that is not there", With(&["--set", "torque.1.space=[0.0,0.0,1.0]"])),
    ("--set of a torque that is a number", With(&["--set", "torque.0=3"])),
    ("--set of an element of a list", With(&["--set", "body.inertia.0=1.0"])),
    ("--set of a wrong type", With(&["--set", "run.duration=long"])),
    ("--step that is no number", With(&["--step", "small"])),
    ("--method that is none", With(&["--method", "euler"])),
    ("--precision that is none", With(&["--precision", "f16"])),
    ("--resume of nothing", With(&["--resume", "out"])),
    ("an unknown argument", With(&["--setp", "0.1"])),
];

#[test]
fn every_bad_input_gets_one_clear_message_and_leaves_nothing() {
    let mut kept = String::new();
    let mut wrong = String::new();
    for (name, bad) in CASES {
        let (message, faults) = message(name, bad);
        let _ = write!(kept, "## {name}\n{message}\n");
        for fault in faults {
            let _ = writeln!(wrong, "{name}: {fault}\n{message}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(CASES.len() >= 70);
    assert_kept("bad_inputs.txt", &kept);
}

/// What is said of a bad input, and what is wrong with that.
fn message(name: &str, bad: &Bad) -> (String, Vec<&'static str>) {
    let place = TestFolder::new();
    let changed = |old: &str, new: &str| {
        assert_eq!(BASE.matches(old).count(), 1, "{name}: {old:?} must be once in the base");
        BASE.replace(old, new)
    };
    let (text, more) = match *bad {
        Line(old, new) => (changed(old, new), &[][..]),
        Torque(new) => (changed(TORQUE, new), &[][..]),
        Event(new) => (format!("{BASE}\n[[event]]\n{new}"), &[][..]),
        Whole(text) => (text.into(), &[][..]),
        With(more) => (BASE.into(), more),
    };
    place.write("bad.toml", text);
    let resumes = more.first() == Some(&"--resume");
    let begin: &[&str] = if resumes { &["run"] } else { &["run", "bad.toml", "--out", "out"] };
    let said = place.polhode(&[begin, more].concat());
    let has_place = resumes || said.err.contains("Usage:") || said.err.contains("--> ");
    let has_remedy = ["help: ", "tip: ", "; "].iter().any(|mark| said.err.contains(mark));
    let rules = [
        (said.code == Some(if resumes { 4 } else { 2 }), "the code is wrong"),
        (said.out.is_empty(), "it prints something"),
        (said.err.starts_with("error: "), "it does not begin like an error"),
        (said.err.matches("error: ").count() == 1, "it is not one error"),
        (has_place, "it has no place"),
        (has_remedy, "it has no remedy"),
        (!place.has("out"), "it leaves a folder"),
    ];
    let faults = rules.iter().filter(|(holds, _)| !holds).map(|&(_, fault)| fault).collect();
    (said.err, faults)
}
