//! Krysl 2004: the midpoint Lie family, explicit in the torque.

mod beyond;
mod chaos;
mod convergence;
mod curves;
mod fast_top;
mod free_body;
mod hamiltonians;
mod history;
mod large_steps;
mod problems;
mod ranking;
mod scaled;
mod slow_top;
mod soft_wall;
mod structure;
mod torques;

use super::{Effort, Experiment, Outcome, Paper};

/// The paper.
pub static PAPER: Paper = Paper {
    key: "krysl-2004",
    citation: "P. Krysl, Explicit Momentum-conserving Integrator for Dynamics of Rigid Bodies \
               Approximating the Midpoint Lie Algorithm, manuscript, May 4, 2004; Int. J. Numer. Meth. \
               Engng. 63 (2005)",
    about: "A midpoint rule in the Lie algebra, LIEMID, and variants of it that ask for the torque once \
            per step: impulses at the end (E1), at the start (E2), and both for half a step each (EA). \
            Compared with AKW, SW, NMB and DMV on a free body, two tops and a soft wall. The paper has \
            curves and no numbers: its orders and claims are tried here.",
};

const BY_CLAIMS: &str = "claims by bounds near what is measured";
const BY_ORDERS: &str = "orders within 0.1 of those the text gives, at steps small enough that they show; \
                         claims by bounds near what is measured";
const SLOW: &str = "I = (5, 5, 1), t = -20 R e3 x e3, R = exp(0.05, 0, 0), Omega = (0, 0, 5)";
const FAST: &str = "I = (5, 5, 1), t = -20 R e3 x e3, R = exp(0.3, 0, 0), Omega = (0, 0, 50)";
const WALL: &str = "I = (2, 3, 4.5), t = (-(1.1 + R33)^-2 + 0.01 (1.1 + R33)^-11) (-R23, R13, 0), R = 1, \
                    pi = (2, 2, 2)";

const fn experiment(
    name: &'static str,
    figure: &'static str,
    shows: &'static str,
    parameters: &'static str,
    tolerance: &'static str,
    run: fn(&Effort) -> Outcome,
) -> Experiment {
    Experiment { paper: &PAPER, name, figure, shows, parameters, tolerance, run }
}

/// Its experiments, and at the end what goes beyond it.
pub const EXPERIMENTS: &[Experiment] = &[
    experiment(
        "figure-1",
        "Figures 1, 2 and 3",
        "Large steps of LIEMID on a free body: kinetic energy, turn of a step, body rates.",
        "I = (0.9144, 1.098, 1.66), Omega = (0.45549, 0.82623, 0.03476), R = 1; h = 4, 2, 1 and 1/16",
        BY_CLAIMS,
        free_body::large_steps,
    ),
    experiment(
        "figure-4",
        "Figure 4",
        "Convergence in momentum and attitude on the free body.",
        "the free body until t = 100; h = 4 to 2^-8 (the 2^3 of the caption does not divide 100)",
        BY_ORDERS,
        free_body::convergence,
    ),
    experiment(
        "figure-5",
        "Figure 5",
        "The spatial momentum of the slow top.",
        SLOW,
        BY_CLAIMS,
        slow_top::momenta,
    ),
    experiment(
        "figure-6",
        "Figures 6 and 11",
        "Convergence in momentum and attitude on the slow top.",
        SLOW,
        BY_ORDERS,
        slow_top::convergence,
    ),
    experiment(
        "figure-7",
        "Figures 7 and 12",
        "The Hamiltonian of the slow top with large steps: the errors of E1 and E2 cancel.",
        SLOW,
        BY_CLAIMS,
        hamiltonians::slow,
    ),
    experiment(
        "figure-8",
        "Figure 8",
        "The Hamiltonian of the fast top.",
        FAST,
        BY_CLAIMS,
        hamiltonians::fast,
    ),
    experiment(
        "figure-9",
        "Figure 9",
        "Convergence in momentum and attitude on the fast top.",
        FAST,
        BY_ORDERS,
        fast_top::convergence,
    ),
    experiment(
        "figure-10",
        "Figure 10",
        "The scaled error of EA's Hamiltonian over 90 times the interval.",
        FAST,
        BY_CLAIMS,
        scaled::fast,
    ),
    experiment(
        "figure-13",
        "Figure 13",
        "The scaled error of EA's Hamiltonian for three steps.",
        SLOW,
        BY_CLAIMS,
        scaled::slow,
    ),
    experiment(
        "figure-14",
        "Figure 14",
        "Convergence in momentum and attitude at the soft wall.",
        WALL,
        BY_ORDERS,
        soft_wall::convergence,
    ),
    experiment(
        "figure-15",
        "Figure 15",
        "A component of the momentum that is not conserved, with very large steps.",
        WALL,
        BY_CLAIMS,
        large_steps::momenta,
    ),
    experiment(
        "figure-16",
        "Figure 16",
        "The Hamiltonian at the soft wall with large steps.",
        WALL,
        BY_CLAIMS,
        large_steps::hamiltonian,
    ),
    experiment(
        "figure-17",
        "Figure 17",
        "The projection of the momentum that is conserved.",
        WALL,
        BY_CLAIMS,
        large_steps::projection,
    ),
    experiment(
        "structure",
        "Section 3.4 and conclusions",
        "Which of the methods are adjoint, symmetric, symplectic.",
        "one step from R = exp(0.3, 0.5, -0.2), Pi = (2.7, 1.6, 2.3) at the wall that repels; derivatives \
         by differences of order 6, whose noise is about 1e-12",
        BY_CLAIMS,
        structure::properties,
    ),
    experiment(
        "torques",
        "Introduction: torques per step",
        "How often the methods ask for the torque.",
        WALL,
        "every count",
        torques::evaluations,
    ),
    experiment(
        "conclusions",
        "Conclusions: the ranking",
        "LIEMID[EA] among the methods of the paper, on all problems.",
        "the problems above; steps of 1/128 (free), 1/1024 (slow), 1/1280 (fast), 1/128 and 1/1024 (wall)",
        BY_CLAIMS,
        ranking::all,
    ),
    experiment(
        "beyond-exact-drift",
        "Beyond: the exact rotation between the kicks",
        "What LIEMID[EA] loses by an approximate drift.",
        "the tops and walls above; kicks around the closed form of the free rotation",
        BY_CLAIMS,
        beyond::exact_drift,
    ),
    experiment(
        "beyond-splittings",
        "Beyond: accuracy per torque",
        "Compositions of LIEMID[EA], and splittings of high order around the exact rotation.",
        "the tops, and the wall that repels; each method takes as many steps as the torques allow",
        BY_CLAIMS,
        beyond::splittings,
    ),
    experiment(
        "beyond-chaos",
        "Beyond: a chaotic top",
        "What it means that the midpoint Lie family is not symplectic.",
        "I = (1, 2, 2.9), V = 5 R33, R = exp(0.05, 0.02, 0), Pi = (0.3, 3, 0.2)",
        BY_CLAIMS,
        chaos::energies,
    ),
];
