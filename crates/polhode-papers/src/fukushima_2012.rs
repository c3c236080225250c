//! Fukushima 2012: rotations as three shears, and single precision without drift.

mod beyond;
mod conserved;
mod cycles;
mod drift;
mod growth;
mod ida;
mod long;
mod molecules;
mod orders;
mod plane;
mod pulled;
mod setting;
mod splittings;
mod tables;
mod turning;

use super::{Experiment, Paper};

/// The paper.
pub static PAPER: Paper = Paper {
    key: "fukushima-2012",
    citation: "T. Fukushima, Better symplectic integration of rigid body rotation, National \
               Astronomical Observatory of Japan, Mitaka; undated, its latest references are of \
               2012",
    about: "A turn of the body about one of its axes, written as three shears, is a leap-frog \
    whose \
            determinant no rounding changes. So rounding errors walk at random where they used to \
            drift, and single precision becomes good enough for long runs.",
};

/// When a statement about growth counts as borne out.
const GROWTH: &str = "The figures have no readable numbers. A statement about growth holds if the \
                      exponent that is fitted to the later part is near 1 (a drift) or 1/2 (a \
                      random \
                      walk), or if a mean over starts is within 3.5 of its standard errors of 0.";

const WATER: &str = "Water, A/C = 0.345, B/C = 0.653, C = 1; |omega| = 1, all directions and \
attitudes \
                     alike; attitude as a matrix; P_0 = 2 pi.";

const QUATERNIONS: &str = "As Figure 1, with quaternions.";

const REGULAR: &str =
    "Water from omega = (0.5, 0, 0.87), q = (0.5, -0.2, -0.3, 0.79), (21) and (22).";

const NONE: Experiment = Experiment {
    paper: &PAPER,
    name: "",
    figure: "",
    shows: "",
    parameters: WATER,
    tolerance: GROWTH,
    run: drift::run,
};

/// Its experiments.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "figures-1-2",
        figure: "Figures 1 and 2",
        shows: "The energy of free water in single precision: lost linearly in the standard form \
        with \
                rational cosines and sines, kept in the leap-frog form.",
        run: drift::run,
        ..NONE
    },
    Experiment {
        name: "section-1-2",
        figure: "Section 1.2",
        shows: "3R, SR and RS with the axes in every order: 3R with 1-2-3-2-1 is the best for \
        water.",
        parameters: QUATERNIONS,
        tolerance: "The text has no numbers; the best must be best by a factor.",
        run: splittings::run,
        ..NONE
    },
    Experiment {
        name: "figure-3",
        figure: "Figure 3",
        shows: "The radius of a point that is turned again and again by the same angle.",
        parameters: "theta = 0.1, from (1, 0); in double precision and leap-frog form from eight \
        points.",
        tolerance: "Stationary values are read off a logarithmic figure by the paper itself: a \
        factor \
                    of 3. Exponents: 1, or 1/2.",
        run: plane::run,
        ..NONE
    },
    Experiment {
        name: "figures-4-5",
        figure: "Figures 4 and 5",
        shows: "For every angle the errors become stationary, because the map falls into a cycle.",
        parameters: "theta = 1, 0.1, 0.01, 0.001, 0.0001, single precision, from (1, 0).",
        tolerance: "A cycle is found exactly, bit by bit.",
        run: cycles::run,
        ..NONE
    },
    Experiment {
        name: "section-3",
        figure: "Section 3",
        shows: "What a step costs: the leap-frog form is said to be slightly faster.",
        parameters: "Free water, one body at a time, attitude as a matrix.",
        tolerance: "Times are told and not judged.",
        run: splittings::speed,
        ..NONE
    },
    Experiment {
        name: "figures-6-7",
        figure: "Figures 6 and 7",
        shows: "Energy, size of the matrix and spatial momentum of free water in single precision.",
        run: conserved::single,
        ..NONE
    },
    Experiment {
        name: "equations-14-18",
        figure: "Equations (14) and (18)",
        shows: "Torque and potential as printed do not belong together.",
        parameters: REGULAR,
        tolerance: "The energy must vary by less than 1e-6.",
        run: pulled::equations,
        ..NONE
    },
    Experiment {
        name: "figures-8-9",
        figure: "Figures 8 and 9",
        shows: "Water under a strong torque in single precision.",
        parameters: "As Figure 1, with the torque 3 lambda n x (I n), n = e_Z, lambda = omega_0^2.",
        run: pulled::figures_8_9,
        ..NONE
    },
    Experiment {
        name: "figures-10-12",
        figure: "Figures 10, 11 and 12",
        shows: "Figures 6 and 7 in double precision: little is left of the drift.",
        run: conserved::double,
        ..NONE
    },
    Experiment {
        name: "tables-1-3",
        figure: "Tables 1, 2 and 3",
        shows: "Weights of the compositions of order 4, 6 and 8, and the order that they give.",
        parameters: REGULAR,
        tolerance: "Weights to 1.5e-16, which is the last printed digit; orders to 0.25.",
        run: tables::run,
        ..NONE
    },
    Experiment {
        name: "figure-13",
        figure: "Figure 13",
        shows: "Higher orders in single precision: a larger drift in the standard form, none in \
        the \
                leap-frog form.",
        run: orders::figure_13,
        ..NONE
    },
    Experiment {
        name: "figure-14",
        figure: "Figure 14",
        shows: "Higher orders in double precision: a drift at order 8 in the standard form only.",
        run: orders::figure_14,
        ..NONE
    },
    Experiment {
        name: "figures-15-16",
        figure: "Figures 15 and 16",
        shows: "One molecule for a long time in single precision.",
        parameters: REGULAR,
        run: long::figures_15_16,
        ..NONE
    },
    Experiment {
        name: "figures-17-19",
        figure: "Figures 17, 18 and 19",
        shows: "One molecule under a strong torque for a long time, order 8, double precision.",
        parameters: REGULAR,
        run: long::figures_17_19,
        ..NONE
    },
    Experiment {
        name: "figure-20",
        figure: "Figure 20",
        shows: "The asteroid Ida under the Sun's tide on a Kepler orbit, order 8, double \
        precision.",
        parameters: "A/C = 0.23480, B/C = 0.92912, period 0.193 d, a = 2.862 AU, e = 0.0452, I = \
        1.138, \
                     node 324.218, perihelion 108.754, M_0 = 191.869 degrees; h = P/64; four \
                     attitudes, \
                     omega 0.05 rad from C towards A.",
        run: ida::figure_20,
        ..NONE
    },
    Experiment {
        name: "beyond-terms",
        figure: "Beyond: equation (7)",
        shows: "How many terms of the tangent's series order 8 needs.",
        parameters: REGULAR,
        tolerance: "Orders to 0.1.",
        run: beyond::terms,
        ..NONE
    },
    Experiment {
        name: "beyond-plateau",
        figure: "Beyond: the plateau",
        shows: "Why errors become stationary, and at which value.",
        parameters: "theta = 0.1, numbers of 8 to 26 bits, eight starts.",
        tolerance: "The exponent of u to 0.1; the extrapolated value to a factor of about 2.",
        run: beyond::plateau,
        ..NONE
    },
    Experiment {
        name: "beyond-methods",
        figure: "Beyond: other methods",
        shows: "What other methods do with the molecules of Figure 7.",
        parameters: QUATERNIONS,
        tolerance: "Ours; bounds near what is measured.",
        run: beyond::methods,
        ..NONE
    },
];
