//! The torque models of scenario files: the keys of each, and the torque that is made of them.

use super::reader::{TorqueNode, frame};
use super::{expression, late};
use crate::diagnostic::Diagnostic;
use crate::document::{Node, Value};
use crate::keys::{
    ANGLE_UNITS, ATTITUDE, FRAMES, ScenarioKey, TorqueKeys, VECTOR, ValueKind, key, optional,
};
use crate::scenario::{initial, library};
use polhode::geometry::{Mat3, Rotation, Vec3};
use polhode::real::Real;
use polhode::torque::{self, Frame, Impulse, Interpolation, KeplerOrbit, Model};
use polhode_bound::{Dimension, TorqueTerm};

/// A torque model of scenario files.
trait TorqueModel {
    /// The name and the keys.
    const KEYS: TorqueKeys;

    /// Returns the torque, in the principal axes, the units and the time of the run.
    fn read<R: Real<Mask = bool>>(keys: &TorqueNode<'_>) -> Result<TorqueTerm<R>, Diagnostic>;
}

fn model<R>(torque: impl Into<Model<R>>) -> Result<TorqueTerm<R>, Diagnostic> {
    Ok(TorqueTerm::Model(torque.into()))
}

macro_rules! torque_models {
    ($($model:ident),+ $(,)?) => {
        /// The names and keys of all models.
        pub(crate) const TORQUE_KEYS: &[TorqueKeys] = &[$($model::KEYS),+];

        /// Returns the torque of a table of `[[torque]]`.
        pub(super) fn read<R: Real<Mask = bool>>(keys: &TorqueNode<'_>) -> Result<TorqueTerm<R>, Diagnostic> {
            $(if keys.name == $model::KEYS.name {
                return $model::read(keys);
            })+
            // Validation has refused it.
            let message = format!("there is no torque model {:?}", keys.name);
            Err(Diagnostic::at(keys.node.span.clone(), message, ""))
        }
    };
}

torque_models![
    ConstantTorque,
    UniformField,
    GravityGradient,
    KeplerGravityGradient,
    SoftWall,
    MagneticDipole,
    PrescribedTorque,
    PrescribedMomentum,
    TorqueTable,
    Impulses,
    Damping,
    Rotor,
    AttitudeLaw,
    Expression,
];

struct ConstantTorque;

impl TorqueModel for ConstantTorque {
    const KEYS: TorqueKeys = TorqueKeys {
        name: "constant",
        help: "a torque with fixed components",
        keys: &[
            optional(key("body", VECTOR, "[0.0, 0.0, 0.1]", "in body axes")),
            optional(key("space", VECTOR, "[0.0, 0.0, 0.1]", "in space axes")),
        ],
    };

    fn read<R: Real<Mask = bool>>(keys: &TorqueNode<'_>) -> Result<TorqueTerm<R>, Diagnostic> {
        match (keys.get("body"), keys.get("space")) {
            (Some(_), None) => {
                model(torque::ConstantInBody(keys.in_body("body", Dimension::TORQUE)))
            }
            (None, Some(_)) => {
                model(torque::ConstantInSpace(keys.in_space("space", Dimension::TORQUE)))
            }
            _ => keys.wrong(
                "must say `body` or `space`, and not both",
                "write for example body = [0.0, 0.0, 0.1]",
            ),
        }
    }
}

struct UniformField;

impl TorqueModel for UniformField {
    const KEYS: TorqueKeys = TorqueKeys {
        name: "uniform-field",
        help: "gravity on a top: V = strength (R arm).direction",
        keys: &[
            key("strength", ValueKind::Number, "20.0", "force of the field: mass times g"),
            key(
                "arm",
                VECTOR,
                "[0.0, 0.0, 1.0]",
                "from the fixed point to where the force acts, in body axes",
            ),
            key("direction", VECTOR, "[0.0, 0.0, 1.0]", "up, in space axes, of any length"),
        ],
    };

    fn read<R: Real<Mask = bool>>(keys: &TorqueNode<'_>) -> Result<TorqueTerm<R>, Diagnostic> {
        let strength = keys.in_run(keys.number("strength", 0.0), Dimension::TORQUE);
        keys.made(torque::UniformField::new(strength, keys.body("arm"), keys.space("direction")))
    }
}

struct GravityGradient;

impl TorqueModel for GravityGradient {
    const KEYS: TorqueKeys = TorqueKeys {
        name: "gravity-gradient",
        help: "a distant mass: T = 3 rate_squared n x I n with n = R^T direction",
        keys: &[
            key("rate_squared", ValueKind::Number, "1.2e-6", "GM/r^3"),
            key(
                "direction",
                VECTOR,
                "[1.0, 0.0, 0.0]",
                "to the mass at time 0, in space axes, of any length",
            ),
            optional(key(
                "axis",
                VECTOR,
                "[0.0, 0.0, 1.0]",
                "about which the direction turns, in space axes",
            )),
            optional(key(
                "rate",
                ValueKind::Number,
                "0.0011",
                "how fast the direction turns, rad per unit of time",
            )),
        ],
    };

    fn read<R: Real<Mask = bool>>(keys: &TorqueNode<'_>) -> Result<TorqueTerm<R>, Diagnostic> {
        let rate_squared = keys.in_run(keys.number("rate_squared", 0.0), Dimension::RATE_SQUARED);
        let resting = torque::GravityGradient::new(rate_squared, keys.space("direction"))
            .map_err(|error| keys.refused(&error))?;
        let direction = keys.turning("direction", resting.direction.at(R::zero()))?;
        model(torque::GravityGradient { direction, ..resting })
    }
}

struct KeplerGravityGradient;

impl TorqueModel for KeplerGravityGradient {
    const KEYS: TorqueKeys = TorqueKeys {
        name: "kepler-gravity-gradient",
        help: "the gravity gradient on a body in an orbit",
        keys: &[
            key(
                "gm",
                ValueKind::Number,
                "3.986004418e14",
                "gravity constant times the mass that attracts",
            ),
            key("semi_major_axis", ValueKind::Number, "6.878e6", "half the long axis of the orbit"),
            optional(key(
                "eccentricity",
                ValueKind::Number,
                "0.001",
                "from 0 (if not said) to less than 1",
            )),
            optional(key(
                "inclination",
                ValueKind::Number,
                "0.9",
                "between the orbit and the plane of x and y",
            )),
            optional(key("node", ValueKind::Number, "0.0", "from x to the ascending node")),
            optional(key(
                "periapsis",
                ValueKind::Number,
                "0.0",
                "from the node to the nearest point",
            )),
            optional(key("mean_anomaly", ValueKind::Number, "0.0", "at time 0")),
            optional(key("unit", ANGLE_UNITS, "\"deg\"", "unit of the angles; default: rad")),
        ],
    };

    fn read<R: Real<Mask = bool>>(keys: &TorqueNode<'_>) -> Result<TorqueTerm<R>, Diagnostic> {
        let degrees = keys.get("unit").is_some_and(|unit| unit.text() == "deg");
        let angle = |key| {
            let angle = keys.number(key, 0.0);
            if degrees { angle.to_radians() } else { angle }
        };
        // GM and a^3 may be too large for single precision; only GM/a^3 matters.
        let (gm, a) = (keys.number("gm", 0.0), keys.number("semi_major_axis", 0.0));
        let (gm, a) = if gm > 0.0 && a > 0.0 { (gm / (a * a * a), 1.0) } else { (gm, a) };
        let mean_anomaly = late::mean_anomaly(angle("mean_anomaly"), gm, keys.scope.epoch);
        keys.made(torque::KeplerGravityGradient::new(KeplerOrbit {
            gm: keys.in_run(gm, Dimension::RATE_SQUARED),
            semi_major_axis: R::from_f64(a),
            eccentricity: R::from_f64(keys.number("eccentricity", 0.0)),
            inclination: R::from_f64(angle("inclination")),
            node: R::from_f64(angle("node")),
            periapsis: R::from_f64(angle("periapsis")),
            mean_anomaly: R::from_f64(mean_anomaly),
        }))
    }
}

struct SoftWall;

impl TorqueModel for SoftWall {
    const KEYS: TorqueKeys = TorqueKeys {
        name: "soft-wall",
        help: "Krysl's wall below the tip of the third axis",
        keys: &[
            optional(key(
                "sign",
                ValueKind::Choice(&["printed", "physical"]),
                "\"physical\"",
                "Krysl's wall with the sign of his formula or of his text; or give the three numbers",
            )),
            optional(key(
                "strength",
                ValueKind::Number,
                "1.0",
                "of the Coulomb force: positive repels",
            )),
            optional(key("offset", ValueKind::Number, "1.1", "distance of the wall, more than 1")),
            optional(key("core", ValueKind::Number, "0.001", "weight of the hard core")),
        ],
    };

    fn read<R: Real<Mask = bool>>(keys: &TorqueNode<'_>) -> Result<TorqueTerm<R>, Diagnostic> {
        if keys.axes != Rotation::identity() {
            return keys.wrong(
                "acts on the third axis of the body, which must be a principal one",
                "give the inertia as three principal moments",
            );
        }
        let numbers = ["strength", "offset", "core"].map(|key| keys.get(key).map(Node::number));
        match (keys.get("sign"), numbers) {
            (Some(sign), [None, None, None]) => {
                let wall = if sign.text() == "physical" {
                    torque::SoftWall::physical()
                } else {
                    torque::SoftWall::printed()
                };
                let torque::SoftWall { strength, offset, core } = wall;
                model(torque::SoftWall {
                    strength: strength * keys.in_run(1.0, Dimension::TORQUE),
                    offset,
                    core,
                })
            }
            (None, [Some(strength), Some(offset), Some(core)]) => {
                let strength = keys.in_run(strength, Dimension::TORQUE);
                keys.made(torque::SoftWall::new(strength, R::from_f64(offset), R::from_f64(core)))
            }
            _ => keys.wrong(
                "must have either `sign`, or `strength`, `offset` and `core`",
                "write for example sign = \"physical\"",
            ),
        }
    }
}

struct MagneticDipole;

impl TorqueModel for MagneticDipole {
    const KEYS: TorqueKeys = TorqueKeys {
        name: "magnetic-dipole",
        help: "a dipole of the body in a field: T = moment x R^T field",
        keys: &[
            key("moment", VECTOR, "[0.0, 0.0, 0.1]", "the dipole, in body axes"),
            key("field", VECTOR, "[0.0, 0.0, 3e-5]", "the field at time 0, in space axes"),
            optional(key(
                "axis",
                VECTOR,
                "[1.0, 0.0, 0.0]",
                "about which the field turns, in space axes",
            )),
            optional(key(
                "rate",
                ValueKind::Number,
                "0.0022",
                "how fast the field turns, rad per unit of time",
            )),
        ],
    };

    fn read<R: Real<Mask = bool>>(keys: &TorqueNode<'_>) -> Result<TorqueTerm<R>, Diagnostic> {
        let field = keys.turning("field", keys.space("field"))?;
        model(torque::MagneticDipole { moment: keys.in_body("moment", Dimension::TORQUE), field })
    }
}

const HARMONICS: &[ScenarioKey] = &[
    optional(key("constant", VECTOR, "[0.0, 0.0, 0.1]", "the part that does not change")),
    optional(key("slope", VECTOR, "[0.0, 0.0, 0.01]", "the part that grows with time")),
    optional(key(
        "oscillations",
        ValueKind::Tables(&[
            key("frequency", ValueKind::Number, "1.3", "rad per unit of time"),
            optional(key("sin", VECTOR, "[0.1, 0.0, 0.0]", "times sin(frequency t)")),
            optional(key("cos", VECTOR, "[0.0, 0.1, 0.0]", "times cos(frequency t)")),
        ]),
        "[{ frequency = 1.3, sin = [0.1, 0.0, 0.0] }]",
        "at most four",
    )),
];

struct PrescribedTorque;

impl TorqueModel for PrescribedTorque {
    const KEYS: TorqueKeys = TorqueKeys {
        name: "prescribed-torque",
        help: "a torque as a function of time, in space axes",
        keys: HARMONICS,
    };

    fn read<R: Real<Mask = bool>>(keys: &TorqueNode<'_>) -> Result<TorqueTerm<R>, Diagnostic> {
        model(torque::PrescribedTorque(keys.harmonics(Dimension::TORQUE)?))
    }
}

struct PrescribedMomentum;

impl TorqueModel for PrescribedMomentum {
    const KEYS: TorqueKeys = TorqueKeys {
        name: "prescribed-momentum",
        help: "the torque that makes the spatial momentum this function of time",
        keys: HARMONICS,
    };

    fn read<R: Real<Mask = bool>>(keys: &TorqueNode<'_>) -> Result<TorqueTerm<R>, Diagnostic> {
        model(torque::PrescribedMomentum(keys.harmonics(Dimension::MOMENTUM)?))
    }
}

const INTERPOLATIONS: ValueKind = ValueKind::Choice(&["hold", "linear", "cubic"]);

struct TorqueTable;

impl TorqueModel for TorqueTable {
    const KEYS: TorqueKeys = TorqueKeys {
        name: "table",
        help: "a torque through given values, interpolated in time",
        keys: &[
            optional(key("frame", FRAMES, "\"body\"", "axes of the torques; default: body")),
            optional(key(
                "interpolation",
                INTERPOLATIONS,
                "\"linear\"",
                "`hold` (the last value), `linear`, or `cubic` (natural spline; a warning if it overshoots by more than 10 %); default: linear",
            )),
            optional(key("times", ValueKind::List, "[0.0, 1.0, 2.0]", "ascending times")),
            optional(key(
                "torques",
                ValueKind::Rows(0),
                "[[0.0, 0.0, 0.0], [0.0, 0.0, 0.1], [0.0, 0.0, 0.0]]",
                "the torque at each of them",
            )),
            optional(key(
                "file",
                ValueKind::Text,
                "\"thrust.csv\"",
                "in place of both: a CSV, Parquet, NPY or NPZ file, from the folder of the scenario file",
            )),
            optional(key(
                "columns",
                ValueKind::Texts(4),
                "[\"time\", \"tx\", \"ty\", \"tz\"]",
                "the columns of the file: time and torque about x, y, z; default: time, torque_x, torque_y, torque_z",
            )),
        ],
    };

    fn read<R: Real<Mask = bool>>(keys: &TorqueNode<'_>) -> Result<TorqueTerm<R>, Diagnostic> {
        let torque = |torque: Vec3<f64>| match frame(keys.node) {
            Frame::Body => keys.axes.apply_inverse(torque),
            Frame::Space => torque,
        };
        let in_run = |v: Vec3<f64>| torque(v).map(|x| keys.in_run(x, Dimension::TORQUE));
        model(table(keys.node, |time| keys.time(time), in_run)?)
    }
}

/// Returns the table of a node that has times and torques, each changed by a function.
pub(super) fn table<R: Real<Mask = bool>>(
    node: &Node,
    time: impl Fn(f64) -> R,
    torque: impl Fn(Vec3<f64>) -> Vec3<R>,
) -> Result<torque::Table<R>, Diagnostic> {
    let times = node.get("times").map_or(&[][..], Node::items);
    let torques = node.get("torques").map_or(Vec::new(), Node::rows::<3>);
    if times.len() != torques.len() {
        let message =
            format!("`torque.table` has {} times and {} torques", times.len(), torques.len());
        return Err(Diagnostic::at(node.span.clone(), message, "give one torque for each time"));
    }
    let points =
        times.iter().zip(torques).map(|(at, value)| (time(at.number()), torque(value.into())));
    let asked = node.get("interpolation").map(Node::text);
    let interpolation = Interpolation::ALL.into_iter().find(|one| asked == Some(one.name()));
    torque::Table::new(frame(node), interpolation.unwrap_or_default(), points)
        .map_err(|error| library(&node.span, &error))
}

struct Impulses;

impl TorqueModel for Impulses {
    const KEYS: TorqueKeys = TorqueKeys {
        name: "impulses",
        help: "sudden changes of the momentum",
        keys: &[key(
            "list",
            ValueKind::Tables(&[
                key("time", ValueKind::Number, "1.0", "when"),
                key("momentum", VECTOR, "[0.0, 0.0, 0.1]", "what the momentum gains"),
                optional(key("frame", FRAMES, "\"body\"", "in which axes; default: body")),
            ]),
            "[{ time = 1.0, momentum = [0.0, 0.0, 0.1] }]",
            "the changes, in any order",
        )],
    };

    fn read<R: Real<Mask = bool>>(keys: &TorqueNode<'_>) -> Result<TorqueTerm<R>, Diagnostic> {
        let list = keys.get("list").map_or(&[][..], Node::items).iter().map(|node| {
            let keys = TorqueNode { node, ..*keys };
            let frame = keys.frame();
            let momentum = match frame {
                Frame::Body => keys.in_body("momentum", Dimension::MOMENTUM),
                Frame::Space => keys.in_space("momentum", Dimension::MOMENTUM),
            };
            Impulse { time: keys.time(keys.number("time", 0.0)), momentum, frame }
        });
        keys.made(torque::Impulses::new(list))
    }
}

struct Damping;

impl TorqueModel for Damping {
    const KEYS: TorqueKeys = TorqueKeys {
        name: "damping",
        help: "against the rates: T = -C omega",
        keys: &[key(
            "coefficient",
            ValueKind::Either(&[ValueKind::Number, VECTOR, ValueKind::Rows(3)]),
            "0.01",
            "C: a number, one for each body axis, or a matrix in body axes",
        )],
    };

    fn read<R: Real<Mask = bool>>(keys: &TorqueNode<'_>) -> Result<TorqueTerm<R>, Diagnostic> {
        let Some(node) = keys.get("coefficient") else {
            return keys.wrong("does not say its `coefficient`", "");
        };
        let items = node.items();
        if matches!(node.value, Value::Number { .. }) {
            return keys.made(torque::LinearDamping::uniform(
                keys.in_run(node.number(), Dimension::MOMENTUM),
            ));
        }
        let is_matrix = items.iter().any(|item| !item.items().is_empty());
        if !is_matrix && keys.axes == Rotation::identity() {
            let diagonal = keys.in_space("coefficient", Dimension::MOMENTUM);
            return keys.made(torque::LinearDamping::diagonal(diagonal));
        }
        let rows: [[f64; 3]; 3] = std::array::from_fn(|i| {
            if is_matrix {
                items.get(i).map_or([f64::NAN; 3], Node::numbers)
            } else {
                let mut row = [0.0; 3];
                row[i] = items.get(i).map_or(f64::NAN, Node::number);
                row
            }
        });
        // P^T C P takes it to principal axes.
        let p = keys.axes.to_matrix();
        let matrix = p.transpose() * (Mat3::from_f64(rows) * p);
        let in_run = |row: Vec3<f64>| row.map(|x| keys.in_run(x, Dimension::MOMENTUM));
        keys.made(torque::LinearDamping::full(matrix.map_rows(in_run)))
    }
}

struct Rotor;

impl TorqueModel for Rotor {
    const KEYS: TorqueKeys = TorqueKeys {
        name: "rotor",
        help: "a wheel inside of the body that spins at a constant rate: T = momentum x omega",
        keys: &[key(
            "momentum",
            VECTOR,
            "[0.0, 0.0, 2.0]",
            "momentum of the wheel relative to the body, in body axes",
        )],
    };

    fn read<R: Real<Mask = bool>>(keys: &TorqueNode<'_>) -> Result<TorqueTerm<R>, Diagnostic> {
        model(torque::Rotor { momentum: keys.in_body("momentum", Dimension::MOMENTUM) })
    }
}

struct AttitudeLaw;

impl TorqueModel for AttitudeLaw {
    const KEYS: TorqueKeys = TorqueKeys {
        name: "attitude-law",
        help: "a controller that holds an attitude: T = -stiffness sign(w) v - damping omega",
        keys: &[
            key(
                "target",
                ATTITUDE,
                "[1.0, 0.0, 0.0, 0.0]",
                "the attitude to hold, written as in [initial]",
            ),
            key(
                "stiffness",
                ValueKind::Either(&[ValueKind::Number, VECTOR]),
                "4.0",
                "torque per sine of half the angle, for all or for each body axis",
            ),
            optional(key(
                "damping",
                ValueKind::Either(&[ValueKind::Number, VECTOR]),
                "1.0",
                "torque per rate, for all or for each body axis; default: 0",
            )),
        ],
    };

    fn read<R: Real<Mask = bool>>(keys: &TorqueNode<'_>) -> Result<TorqueTerm<R>, Diagnostic> {
        let gains = |key: &str, of: Dimension| -> Result<Vec3<R>, Diagnostic> {
            let Some(node) = keys.get(key) else { return Ok(Vec3::zero()) };
            let uniform = matches!(node.value, Value::Number { .. });
            if !uniform && keys.axes != Rotation::identity() {
                return keys.wrong(
                    &format!("has a `{key}` for each axis; they must be principal axes"),
                    "give one number, or the inertia as three principal moments",
                );
            }
            let gains = if uniform { [node.number(); 3] } else { node.numbers() };
            Ok(Vec3::from(gains).map(|gain| keys.in_run(gain, of)))
        };
        let Some(target) = keys.get("target") else {
            return keys.wrong("does not say its `target`", "");
        };
        let target = initial::attitude(target, "torque.attitude-law.target", &mut Vec::new())?;
        let Rotation { w, x, y, z } = target * keys.axes;
        let target =
            Rotation { w: R::from_f64(w), x: R::from_f64(x), y: R::from_f64(y), z: R::from_f64(z) };
        keys.made(torque::AttitudeLaw::new(
            target,
            gains("stiffness", Dimension::TORQUE)?,
            gains("damping", Dimension::MOMENTUM)?,
        ))
    }
}

struct Expression;

impl TorqueModel for Expression {
    const KEYS: TorqueKeys = TorqueKeys {
        name: "expression",
        help: "a formula of yours in t, qw qx qy qz, r11..r33, wx wy wz, lx ly lz (body frame)",
        keys: &[
            optional(key(
                "frame",
                FRAMES,
                "\"body\"",
                "in which axes the components are; default: body",
            )),
            key(
                "components",
                ValueKind::Texts(3),
                "[\"0.7*sin(1.3*t)\", \"0\", \"-0.1*wz\"]",
                "the torque about x, y, z",
            ),
            optional(key(
                "potential",
                ValueKind::Text,
                "\"20*r33\"",
                "the potential energy that the torque comes from, if it does",
            )),
            optional(key(
                "parameters",
                ValueKind::Named,
                "{ k = 20.0 }",
                "names with numbers, to use in the formulas",
            )),
        ],
    };

    fn read<R: Real<Mask = bool>>(keys: &TorqueNode<'_>) -> Result<TorqueTerm<R>, Diagnostic> {
        expression::read(keys.node, keys.shape, keys.scope).map(Into::into)
    }
}
