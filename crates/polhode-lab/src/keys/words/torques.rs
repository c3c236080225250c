//! Those of torques.

use super::super::{Key, Kind};
use super::{ANGLE_UNITS, ATTITUDE, FRAMES, VECTOR, key, optional};

/// The keys of a torque model.
#[derive(Clone, Copy, Debug)]
pub struct TorqueKeys {
    /// What the key `model` says.
    pub name: &'static str,
    /// What pushes, with the formula.
    pub help: &'static str,
    /// Its further keys.
    pub keys: &'static [Key],
}

const INTERPOLATIONS: Kind = Kind::Choice(&["hold", "linear", "cubic"]);
const MODEL: Key = key("model", Kind::Text, "\"uniform-field\"", "what pushes");

pub(in super::super) fn with_model(
    keys: &'static [Key],
) -> impl Iterator<Item = &'static Key> + Clone {
    std::iter::once(&MODEL).chain(keys)
}

/// The torque models; docs/torques.md has their formulas.
pub const TORQUES: &[TorqueKeys] = &[
    TorqueKeys {
        name: "constant",
        help: "a torque with fixed components",
        keys: &[
            optional(key("body", VECTOR, "[0.0, 0.0, 0.1]", "in body axes")),
            optional(key("space", VECTOR, "[0.0, 0.0, 0.1]", "in space axes")),
        ],
    },
    TorqueKeys {
        name: "uniform-field",
        help: "gravity on a top: V = strength (R arm).direction",
        keys: &[
            key("strength", Kind::Number, "20.0", "force of the field: mass times g"),
            key(
                "arm",
                VECTOR,
                "[0.0, 0.0, 1.0]",
                "from the fixed point to where the force acts, in body axes",
            ),
            key("direction", VECTOR, "[0.0, 0.0, 1.0]", "up, in space axes, of any length"),
        ],
    },
    TorqueKeys {
        name: "gravity-gradient",
        help: "a distant mass: T = 3 rate_squared n x I n with n = R^T direction",
        keys: &[
            key("rate_squared", Kind::Number, "1.2e-6", "GM/r^3"),
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
                Kind::Number,
                "0.0011",
                "how fast the direction turns, rad per unit of time",
            )),
        ],
    },
    TorqueKeys {
        name: "kepler-gravity-gradient",
        help: "the gravity gradient on a body in an orbit",
        keys: &[
            key(
                "gm",
                Kind::Number,
                "3.986004418e14",
                "gravity constant times the mass that attracts",
            ),
            key("semi_major_axis", Kind::Number, "6.878e6", "half the long axis of the orbit"),
            optional(key(
                "eccentricity",
                Kind::Number,
                "0.001",
                "from 0 (if not said) to less than 1",
            )),
            optional(key(
                "inclination",
                Kind::Number,
                "0.9",
                "between the orbit and the plane of x and y",
            )),
            optional(key("node", Kind::Number, "0.0", "from x to the ascending node")),
            optional(key("periapsis", Kind::Number, "0.0", "from the node to the nearest point")),
            optional(key("mean_anomaly", Kind::Number, "0.0", "at time 0")),
            optional(key("unit", ANGLE_UNITS, "\"deg\"", "unit of the angles; rad if not said")),
        ],
    },
    TorqueKeys {
        name: "soft-wall",
        help: "Krysl's wall below the tip of the third axis",
        keys: &[
            optional(key(
                "sign",
                Kind::Choice(&["printed", "physical"]),
                "\"physical\"",
                "Krysl's wall with the sign of his formula or of his text; or give the three numbers",
            )),
            optional(key("strength", Kind::Number, "1.0", "of the Coulomb force: positive repels")),
            optional(key("offset", Kind::Number, "1.1", "distance of the wall, more than 1")),
            optional(key("core", Kind::Number, "0.001", "weight of the hard core")),
        ],
    },
    TorqueKeys {
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
                Kind::Number,
                "0.0022",
                "how fast the field turns, rad per unit of time",
            )),
        ],
    },
    TorqueKeys {
        name: "prescribed-torque",
        help: "a torque as a function of time, in space axes",
        keys: HARMONICS,
    },
    TorqueKeys {
        name: "prescribed-momentum",
        help: "the torque that makes the spatial momentum this function of time",
        keys: HARMONICS,
    },
    TorqueKeys {
        name: "table",
        help: "a torque through given values, interpolated in time",
        keys: &[
            optional(key("frame", FRAMES, "\"body\"", "axes of the torques; default: body")),
            optional(key(
                "interpolation",
                INTERPOLATIONS,
                "\"linear\"",
                "`hold` (the last value), `linear`, or `cubic` (natural spline, overshoots beside steep flanks); default: linear",
            )),
            key("times", Kind::List, "[0.0, 1.0, 2.0]", "ascending times"),
            key(
                "torques",
                Kind::Rows(0),
                "[[0.0, 0.0, 0.0], [0.0, 0.0, 0.1], [0.0, 0.0, 0.0]]",
                "the torque at each of them",
            ),
        ],
    },
    TorqueKeys {
        name: "impulses",
        help: "sudden changes of the momentum",
        keys: &[key(
            "list",
            Kind::Tables(&[
                key("time", Kind::Number, "1.0", "when"),
                key("momentum", VECTOR, "[0.0, 0.0, 0.1]", "what the momentum gains"),
                optional(key("frame", FRAMES, "\"body\"", "in which axes; body if not said")),
            ]),
            "[{ time = 1.0, momentum = [0.0, 0.0, 0.1] }]",
            "the changes, in any order",
        )],
    },
    TorqueKeys {
        name: "damping",
        help: "against the rates: T = -C omega",
        keys: &[key(
            "coefficient",
            Kind::Either(&[Kind::Number, VECTOR, Kind::Rows(3)]),
            "0.01",
            "C: a number, one for each body axis, or a matrix in body axes",
        )],
    },
    TorqueKeys {
        name: "rotor",
        help: "a wheel inside of the body that spins at a constant rate: T = momentum x omega",
        keys: &[key(
            "momentum",
            VECTOR,
            "[0.0, 0.0, 2.0]",
            "momentum of the wheel relative to the body, in body axes",
        )],
    },
    TorqueKeys {
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
                Kind::Either(&[Kind::Number, VECTOR]),
                "4.0",
                "torque per sine of half the angle, for all or for each body axis",
            ),
            optional(key(
                "damping",
                Kind::Either(&[Kind::Number, VECTOR]),
                "1.0",
                "torque per rate, for all or for each body axis; 0 if not said",
            )),
        ],
    },
    TorqueKeys {
        name: "expression",
        help: "a formula of yours in t, qw qx qy qz, r11..r33, wx wy wz, lx ly lz (body frame)",
        keys: &[
            optional(key(
                "frame",
                FRAMES,
                "\"body\"",
                "in which axes the components are; body if not said",
            )),
            key(
                "components",
                Kind::Texts(3),
                "[\"0.7*sin(1.3*t)\", \"0\", \"-0.1*wz\"]",
                "the torque about x, y, z",
            ),
            optional(key(
                "potential",
                Kind::Text,
                "\"20*r33\"",
                "the potential energy that the torque comes from, if it does",
            )),
            optional(key(
                "parameters",
                Kind::Named,
                "{ k = 20.0 }",
                "names with numbers, to use in the formulas",
            )),
        ],
    },
];

const HARMONICS: &[Key] = &[
    optional(key("constant", VECTOR, "[0.0, 0.0, 0.1]", "the part that does not change")),
    optional(key("slope", VECTOR, "[0.0, 0.0, 0.01]", "the part that grows with time")),
    optional(key(
        "oscillations",
        Kind::Tables(&[
            key("frequency", Kind::Number, "1.3", "rad per unit of time"),
            optional(key("sin", VECTOR, "[0.1, 0.0, 0.0]", "times sin(frequency t)")),
            optional(key("cos", VECTOR, "[0.0, 0.1, 0.0]", "times cos(frequency t)")),
        ]),
        "[{ frequency = 1.3, sin = [0.1, 0.0, 0.0] }]",
        "at most four",
    )),
];
