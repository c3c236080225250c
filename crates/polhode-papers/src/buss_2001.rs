//! Buss 2001: Taylor series in the Lie algebra, and the energy by a tilt.

pub(super) mod algorithms;
mod beyond;
pub(super) mod costs;
mod energies;
mod free_algebra;
mod given_momentum;
mod historical;
pub(super) mod lie_series;
mod long_run;
mod open_question;
mod orders;
mod poinsot;
pub(super) mod prism;
mod rolling_disk;
pub(super) mod steps;
pub(super) mod torque;

use super::{Experiment, Paper};

/// The paper.
pub static PAPER: Paper = Paper {
    key: "buss-2001",
    citation: "S. R. Buss, Accurate and Efficient Simulation of Rigid Body Rotations, University of \
               California, San Diego, October 30, 2001; J. Comput. Phys. 164 (2000)",
    about: "Each step is one turn by a Taylor series with brackets, of orders 1 to 6. A tilt at right \
            angles to the motion restores the energy. Compared with Simo-Wong, McLachlan-Reich, \
            Runge-Kutta and Adams-Bashforth-Moulton.",
};

/// Its experiments, and at the end what goes beyond it.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        paper: &PAPER,
        name: "figure-1",
        figure: "Figure 1",
        shows: "Poinsot's construction: the inertia ellipsoid rolls on the invariable plane, the \
                polhode on the herpolhode.",
        parameters: "the body of section 6 for 0.2 s in steps of 1e-5, drawn for J = (1, 1.9, 2.6), \
                     L_bd = (1, 0.5, 1); by the closed form",
        tolerance: "identities to rounding; lengths of curves, which are polygons here, to 1e-4",
        run: poinsot::run,
    },
    Experiment {
        paper: &PAPER,
        name: "figure-2",
        figure: "Figure 2",
        shows: "Why a bracket is needed: a rolling disk could have turned about a point above the line.",
        parameters: "r = 1, phi = 0.1 to 2.4, as 1024 and 2048 turns about points of contact",
        tolerance: "the exact formula to rounding, the order of its approximation to 0.1",
        run: rolling_disk::run,
    },
    Experiment {
        paper: &PAPER,
        name: "figure-3",
        figure: "Figure 3",
        shows: "What a step costs, in units of the third order with energy preservation.",
        parameters: "the body of section 6, attitude as a matrix, the least of many blocks of 1000 \
                     steps; and the paper's own counts: a sine 8 multiplications, a root 5, a \
                     division 3",
        tolerance: "times are reported and not judged; ratios of counts to 0.01, since it is not \
                    said how they were rounded",
        run: costs::run,
    },
    Experiment {
        paper: &PAPER,
        name: "figure-4",
        figure: "Figures 4 and 5",
        shows: "The energy after many small and after few large steps.",
        parameters: "free body with J = (95, 9, 94)/300, momentum (3, 3, 0)/sqrt 2 in the body, \
                     E = 82.1053; N - 1 steps, as the paper did (it says N). Third order with the \
                     h^3/36 term; Runge-Kutta averages vectors; Simo-Wong without the division by h \
                     and AB-AM in two frames, as its program must have had them",
        tolerance: "every printed digit: the same steps in the same precision",
        run: energies::run,
    },
    Experiment {
        paper: &PAPER,
        name: "long-run",
        figure: "200,000,000 steps (text on Figure 5)",
        shows: "McLachlan-Reich's energy over 200,000,000 steps of 81 degrees.",
        parameters: "as Figure 5, h = 0.02; the energy is looked at after every step",
        tolerance: "energies at the end to 0.02: where the oscillation is after so many steps depends \
                    on rounding",
        run: long_run::run,
    },
    Experiment {
        paper: &PAPER,
        name: "figure-6",
        figure: "Figures 6 and 7",
        shows: "How many steps an accuracy of the attitude needs, with and without energy preservation.",
        parameters: "the body of Figure 4; h = T/N. From the cap (20480; in Figure 7 40960, 40960, \
                     163840) N is halved while the error is at most epsilon, then bisected; for \
                     N < 400 every n from N to 2N must pass. Truth: Taylor series of degree 28 in \
                     double-double",
        tolerance: "1 % of N: at 1e-6 the rounding of the original program shows, most are the \
                    printed integers; mean rotations to one unit of the last digit, to 0.7 % below 40 \
                    steps, since it is not said how the mean was taken",
        run: steps::run,
    },
    Experiment {
        paper: &PAPER,
        name: "orders",
        figure: "Orders (text of section 6)",
        shows: "Which order the methods show on the body of the experiments.",
        parameters: "the body of Figure 4, T = 4, N = 500 to 128000; exponents are fitted where the \
                     error is between 1e-10 and 2e-4",
        tolerance: "0.2 in the exponent",
        run: orders::run,
    },
    Experiment {
        paper: &PAPER,
        name: "section-5",
        figure: "Section 5",
        shows: "The series of the net rotation through the sixth order.",
        parameters: "polynomials in letters that do not commute, with fractions of whole numbers",
        tolerance: "the printed fraction",
        run: lie_series::run,
    },
    Experiment {
        paper: &PAPER,
        name: "torque",
        figure: "With torque (section 7)",
        shows: "The orders of all methods under a torque, which the paper expects and does not test.",
        parameters: "J = (1, 2, 3.5), q = (0.9, 0.1, -0.3, 0.2) normalised, T = 4, \
                     L(t) = (1 + 0.3t, 2 - 0.2t, -0.5 + 0.1t) + (s, c, s/2 - c), s = 0.7 sin 1.3t, \
                     c = 0.5 cos 0.9t",
        tolerance: "0.1 in the order between the last two numbers of steps above rounding; 0.2 for \
                    the sixth order",
        run: torque::run,
    },
    Experiment {
        paper: &PAPER,
        name: "beyond-open-question",
        figure: "Beyond: why third order with EP acts like fourth",
        shows: "An answer to the paper's open question, and how errors grow on another body.",
        parameters: "the body of Figure 4, T = 4; and J = (1, 2, 3.5), momentum (1, 3, 1.7), \
                     h = 0.0125, to T = 1280",
        tolerance: "0.05 in the exponents of the energy drift, 0.15 in those of the error with EP, \
                    where the bounded wobble of odd orders is still seen",
        run: open_question::run,
    },
    Experiment {
        paper: &PAPER,
        name: "beyond-figure-4",
        figure: "Beyond: Figures 4 and 5 with other methods",
        shows: "The energies of the third order without h^3/36, fifth and sixth order, MR of fourth \
                order and the closed form.",
        parameters: "as Figures 4 and 5",
        tolerance: "nothing is printed to compare with",
        run: beyond::figures_4_and_5,
    },
    Experiment {
        paper: &PAPER,
        name: "beyond-figure-6",
        figure: "Beyond: Figures 6 and 7 with other methods",
        shows: "What the same search finds for the third order without h^3/36, fifth and sixth order, \
                better Runge-Kutta methods, Cayley transforms and the closed form.",
        parameters: "as Figures 6 and 7, with the same caps",
        tolerance: "bounds near what is measured",
        run: beyond::figures_6_and_7,
    },
];
