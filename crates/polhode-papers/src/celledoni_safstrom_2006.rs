//! Celledoni and Safstrom 2006: Jacobi's functions for the momentum, a Magnus series for the attitude.

mod axes;
mod beyond;
mod closed_form;
mod free_body;
mod paths;
mod problems;
mod satellite;
mod sweeps;
mod symmetry;
mod top_paths;
mod top_work;
mod work;

use super::{Experiment, Paper};

/// The paper.
pub static PAPER: Paper = Paper {
    key: "celledoni-safstrom-2006",
    citation: "E. Celledoni and N. Safstrom, Efficient time-symmetric simulation of torqued rigid \
               bodies using Jacobi elliptic functions, J. Phys. A: Math. Gen. 39 (2006) 5463",
    about: "The momentum of a free body exactly, by Jacobi's functions, its attitude by a Magnus \
            series (JEM); with kicks around it a symmetric splitting for pushed bodies (SEJ), \
            compared with the symplectic splitting in three turns (MR).",
};

/// Where there is nothing but a plot.
const CLAIMS: &str = "the paper prints a plot; claims of its text hold within bounds near what was \
                      measured, times are told and not judged";

/// Its experiments.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        paper: &PAPER,
        name: "section-2",
        figure: "Section 2",
        shows: "The splitting of exact momentum, Magnus series and kicks is symmetric in time.",
        parameters: "Heavy top and satellite of section 4; 100 steps of 0.05 forth and back.",
        tolerance: "back to 1e-12, where a method that is not symmetric misses by more than 1.",
        run: symmetry::run,
    },
    Experiment {
        paper: &PAPER,
        name: "section-3",
        figure: "Section 3, (12) to (17)",
        shows: "The closed form of the momentum, as printed and as it must be.",
        parameters: "Moments 1, 2, 3, omega = (1, 2, 3), and the body of section 4.1; t = 1.",
        tolerance: "omega is right to 1e-14, against a Taylor series with 31 digits.",
        run: closed_form::run,
    },
    Experiment {
        paper: &PAPER,
        name: "figure-1",
        figure: "Figure 1",
        shows: "Euler's equations: error of the momentum against time for MR, discrete \
                Moser-Veselov (DMV) and Jacobi's functions (JE).",
        parameters: "Moments 5, 4, 3; pi0 = (-1, 0, 2); [0, 1]; h = 1/4, ..., 1/64; 200 experiments. \
                     The truth is a Taylor series of degree 28 with 31 digits.",
        tolerance: CLAIMS,
        run: free_body::figure_1,
    },
    Experiment {
        paper: &PAPER,
        name: "section-4-1-energy",
        figure: "Section 4.1, energy",
        shows: "How far the energy of the free body is from that of the start.",
        parameters: "Moments 5, 4, 3; pi0 = (-1, 0, 2); [0, 400]; h = 0.4.",
        tolerance: "the paper says \"about\" and prints powers of ten: within a factor of ten.",
        run: free_body::energies,
    },
    Experiment {
        paper: &PAPER,
        name: "figure-2",
        figure: "Figure 2",
        shows: "The free body with its attitude: MR beside JEM, exact momentum with Magnus series.",
        parameters: "As figure 1, Q0 = 1.",
        tolerance: CLAIMS,
        run: free_body::figure_2,
    },
    Experiment {
        paper: &PAPER,
        name: "figure-3",
        figure: "Figure 3",
        shows: "The heavy top: error against time for MR, SEJ and SEJ4.",
        parameters: "Moments 1000, 5000, 6000; omega0 = (10, 10, 10); u0 = (0, 0, 1); V = e3 . u; \
                     [0, 1]; h = 1/64, ..., 1/8192.",
        tolerance: CLAIMS,
        run: top_work::run,
    },
    Experiment {
        paper: &PAPER,
        name: "figures-4-5",
        figure: "Figures 4 and 5",
        shows: "The heavy top's centre of mass and energy error by SEJ and MR at three steps.",
        parameters: "As figure 3; [0, 100]; h = 0.1, 0.05, 0.01.",
        tolerance: "the paper prints two powers of ten: within half a decade; its claims hold within \
                    bounds near what was measured.",
        run: top_paths::run,
    },
    Experiment {
        paper: &PAPER,
        name: "figure-6",
        figure: "Figure 6",
        shows: "The mean energy error of the heavy top for faster and for heavier bodies.",
        parameters: "Moments (1, 2, 3), omega0 = alpha (1, 2, 3), and the other way round; \
                     u0 = (0, 0, 1); [0, 10]; h = 0.01.",
        tolerance: CLAIMS,
        run: sweeps::run,
    },
    Experiment {
        paper: &PAPER,
        name: "figures-7-8",
        figure: "Figures 7 and 8",
        shows: "A satellite under the gravity gradient: path of Q e3 and energy error by MR, SEJ and \
                SEJ4.",
        parameters: "Moments 1.7e4, 3.7e4, 5.4e4; omega0 = (15, -15, 15); Q0 = 1; V = (3 mu/2 r^3) \
                     w . T w, w = Q e3, mu = 3.986e14, r = 1.5e5; [0, 400]; h = 0.1, 0.05 (and 0.01).",
        tolerance: CLAIMS,
        run: satellite::run,
    },
    Experiment {
        paper: &PAPER,
        name: "section-4-3-axes",
        figure: "Section 4.3, order of the axes",
        shows: "MR with its axes in other orders.",
        parameters: "Free body of figure 1 and section 4.1; heavy top on [0, 100] and satellite on \
                     [0, 400], h = 0.01.",
        tolerance: "no significant difference would be a factor of 3 at most.",
        run: axes::run,
    },
    Experiment {
        paper: &PAPER,
        name: "beyond-splittings",
        figure: "Beyond: exact drift, its tables, corrected kicks, Taylor series",
        shows: "What methods of other papers make of the satellite and the top at equal cost.",
        parameters: "Satellite on [0, 8] with its torque and a thousandth of it; heavy top on [0, 1].",
        tolerance: "our own statements, with bounds near what was measured; times are told.",
        run: beyond::run,
    },
];
