//! The rows.

use super::bind::{Visit, alone, series as taylor_series, splittable, wrappable};
use super::card::{Card, Citation};
use super::options::{Key, Options};
use crate::geometry::TurnRule;
use crate::method::{Composition, Kicked, Split};
use crate::methods::buss::Buss;
use crate::methods::classical::{AdamsBashforthMoulton4, RungeKutta4};
use crate::methods::energy_momentum::{Akw, EnergyMomentum, MoserVeselov};
use crate::methods::exact::{Exact, FreeOnly, JacobiMagnus};
use crate::methods::lie_runge_kutta::{Exponentials, MuntheKaas4};
use crate::methods::liemid::{LieMidpoint, PushedLieMidpoint, Twice};
use crate::methods::magnus::Magnus;
use crate::methods::mclachlan_reich::{FukushimaLeapFrog, McLachlanReich};
use crate::methods::newmark::{NewmarkBody, SimoWong};
use crate::methods::simo_wong::SimoWongImplicit;
use crate::methods::symmetric_top::{EnergyPart, SymmetricTop};
use crate::methods::taylor::Taylor;

/// Each row: how the method is made from its options, what may be wrapped around
/// it, and its card. Expands to the list of cards and to the one function in
/// which a name becomes a type.
macro_rules! catalogue {
    ($($wrap:ident($build:expr) => $card:expr;)*) => {
        /// Every method, in the order in which one would read about them.
        pub static CATALOGUE: &[Card] = &[$($card),*];

        /// Shows the row's method, wrapped as the options say, to a visitor.
        pub(super) fn visit_row<V: Visit>(card: &Card, options: &Options, visitor: V) -> V::Output {
            $(
                if card.name == const { $card.name } {
                    let build: fn(&Card, &Options) -> _ = $build;
                    return $wrap(build(card, options), card, options, visitor);
                }
            )*
            unreachable!("{} has no row", card.name)
        }
    };
}

/// What the splittings have in common.
const SPLITTING: Card = Card {
    name: "",
    summary: "",
    take: "",
    leave: "",
    paper: Citation::BUSS,
    section: "",
    order_free: Some(2),
    order_momentum: None,
    order_torqued: Some(2),
    symmetric: true,
    symplectic: true,
    conserves_energy: false,
    conserves_momentum: true,
    torque_evaluations: 1,
    rotations: 5,
    renormalizes: false,
    needs_torque_derivatives: false,
    refuses_rates: false,
    splits: false,
    keys: &[Key::Axes, Key::Compose, Key::Order, Key::Reversible, Key::Energy],
    rotation: TurnRule::Exact,
    fourth: Composition::YOSHIDA_4,
};

/// What the methods of Celledoni and Safstrom have in common.
const MAGNUS: Card = Card {
    paper: Citation::CELLEDONI_SAFSTROM,
    section: "section 3",
    symplectic: false,
    conserves_energy: true,
    conserves_momentum: false,
    rotations: 1,
    keys: &[Key::Magnus, Key::Compose, Key::Order, Key::Reversible, Key::Energy],
    ..SPLITTING
};

/// What the midpoint Lie methods have in common.
const LIEMID: Card = Card {
    paper: Citation::KRYSL,
    section: "section 3",
    symplectic: false,
    rotations: 1,
    keys: &[Key::Compose, Key::Order, Key::Reversible, Key::Energy],
    ..SPLITTING
};

/// Its variants of order 1.
const LIEMID_1: Card =
    Card { order_torqued: Some(1), symmetric: false, keys: &[Key::Energy], ..LIEMID };

/// What rotations by Cayley's transform have in common.
const CAYLEY: Card = Card { conserves_energy: true, section: "appendix", ..LIEMID };

/// What Buss's methods have in common: a jet of the torque for each order.
const fn series(order: u8) -> Card {
    Card {
        paper: Citation::BUSS,
        section: "section 3",
        order_free: Some(order),
        order_torqued: Some(order),
        symmetric: false,
        symplectic: false,
        torque_evaluations: order as u32,
        rotations: 1,
        needs_torque_derivatives: true,
        keys: &[Key::Energy],
        ..SPLITTING
    }
}

/// What the Runge-Kutta methods and their relatives have in common: torques without
/// derivatives, and the spatial momentum of a free body.
const fn classical(paper: Citation, order: u8, torque_evaluations: u32, rotations: u32) -> Card {
    Card {
        paper,
        order_free: Some(order),
        order_torqued: Some(order),
        symmetric: false,
        symplectic: false,
        torque_evaluations,
        rotations,
        keys: &[Key::Energy],
        ..SPLITTING
    }
}

catalogue! {
    splittable(|_, _| (Exact, Exact)) => Card {
        name: "exact",
        summary: "the solution in closed form; kicks around it under a torque",
        take: "free bodies, always; weak torques, where the error is the torque's alone",
        leave: "strong torques at low accuracy, where a cheaper turn errs no more",
        paper: Citation::CELLEDONI_SAFSTROM,
        section: "section 2, with the attitude added",
        order_free: None,
        conserves_energy: true,
        rotations: 3,
        splits: true,
        keys: &[Key::Compose, Key::Order, Key::Reversible, Key::Energy],
        ..SPLITTING
    };
    alone(|_, options| Split { drift: Exact, splitting: options.corrected(), merge: true }) => Card {
        name: "corrected",
        summary: "kicks around the closed form, the states corrected at the start and when shown",
        take: "weak torques over long spans: one kick a step, and an error that the torque alone makes",
        leave: "steps of more than a radian, states wanted at every step, strong torques",
        paper: Citation::CORRECTORS,
        section: "section on `corrected`",
        order_free: None,
        conserves_energy: true,
        rotations: 3,
        keys: &[Key::Kick, Key::Corrector],
        ..SPLITTING
    };
    wrappable(|_, options| FreeOnly(JacobiMagnus { fourth: options.magnus == Some(4) })) => Card {
        name: "jem",
        summary: "exact momentum, attitude by a Magnus series",
        take: "comparison: the exact rotation costs less",
        leave: "everything else",
        order_torqued: None,
        torque_evaluations: 0,
        keys: &[Key::Magnus, Key::Compose, Key::Order],
        ..MAGNUS
    };
    wrappable(|_, options| Kicked(JacobiMagnus { fourth: options.magnus == Some(4) })) => Card {
        name: "sej",
        summary: "kicks around exact momentum and a Magnus series",
        take: "comparison: kicks around the exact rotation cost less",
        leave: "everything else",
        ..MAGNUS
    };
    wrappable(|card, options| Kicked(McLachlanReich::new(options.axes, options.rotation.unwrap_or(card.rotation)))) => Card {
        name: "mclachlan-reich",
        summary: "five turns about the body's axes, symmetrically",
        take: "long runs that must keep their character: the energy oscillates and does not drift",
        leave: "high accuracy per step; a body whose moments differ a lot wants small steps",
        section: "section 3",
        keys: &[Key::Axes, Key::Rotation, Key::Compose, Key::Order, Key::Reversible, Key::Energy],
        ..SPLITTING
    };
    wrappable(|card, options| Kicked(FukushimaLeapFrog::new(options.axes, options.rotation.unwrap_or(card.rotation)))) => Card {
        name: "leapfrog",
        summary: "the same five turns, each as three shears",
        take: "single precision and very long runs: rounding errors do not drift either",
        leave: "turns of more than a quarter circle per step, unless with rotation=exact",
        paper: Citation::FUKUSHIMA,
        section: "section 2",
        keys: &[Key::Axes, Key::Rotation, Key::Compose, Key::Order, Key::Reversible, Key::Energy],
        rotation: TurnRule::Tangent(2),
        fourth: Composition::OMELYAN_4,
        ..SPLITTING
    };
    wrappable(|_, options| Kicked(SymmetricTop { axes: options.axes, outer: EnergyPart::Top })) => Card {
        name: "sr",
        summary: "half a symmetric top, one turn, half a symmetric top",
        take: "bodies that are nearly symmetric: its error vanishes with the asymmetry",
        leave: "single precision; most other bodies are served better by mclachlan-reich",
        paper: Citation::FUKUSHIMA,
        section: "section 2, after Fasso 2003",
        ..SPLITTING
    };
    wrappable(|_, options| Kicked(SymmetricTop { axes: options.axes, outer: EnergyPart::Rotation })) => Card {
        name: "rs",
        summary: "half a turn, one symmetric top, half a turn",
        take: "as sr, with fewer operations",
        leave: "as sr",
        paper: Citation::FUKUSHIMA,
        section: "section 2, after Fasso 2003",
        rotations: 4,
        ..SPLITTING
    };
    wrappable(|_, _| Buss::First) => Card {
        name: "buss-1",
        summary: "turns by the angular velocity at the start",
        take: "comparison; it is what many programs do without saying so",
        leave: "everything else: the energy grows without bound",
        ..series(1)
    };
    wrappable(|_, _| Buss::Second) => Card {
        name: "buss-2",
        summary: "adds the angular acceleration",
        take: "short runs at low accuracy",
        leave: "long runs without energy: the energy grows",
        ..series(2)
    };
    wrappable(|_, _| Buss::ThirdFalse) => Card {
        name: "buss-3-false",
        summary: "adds the second derivative, not its bracket",
        take: "comparison: it shows why brackets are needed",
        leave: "everything else",
        torque_evaluations: 3,
        ..series(2)
    };
    wrappable(|_, _| Buss::SecondAugmented) => Card {
        name: "buss-2-augmented",
        summary: "second order and the first bracket",
        take: "free bodies at low accuracy: its error is nearly all in the energy",
        leave: "pushed bodies, where plain buss-2 is better",
        ..series(2)
    };
    wrappable(|_, _| Buss::Third) => Card {
        name: "buss-3",
        summary: "all terms of order 3",
        take: "with energy: behaves like order 4 over long spans",
        leave: "long runs without energy",
        ..series(3)
    };
    wrappable(|_, _| Buss::ThirdH36) => Card {
        name: "buss-3-h36",
        summary: "third order with a term of order 4, the variant of the paper's tables",
        take: "comparison with the paper",
        leave: "with energy, where plain buss-3 is better",
        ..series(3)
    };
    wrappable(|_, _| Buss::Fourth) => Card {
        name: "buss-4",
        summary: "all terms of order 4",
        take: "short runs at medium accuracy",
        leave: "long runs, where buss-5 with energy costs less",
        ..series(4)
    };
    wrappable(|_, _| Buss::Fifth) => Card {
        name: "buss-5",
        summary: "all terms of order 5",
        take: "with energy: the cheapest of this family at any accuracy",
        leave: "rough angular velocities, where the derivatives mean little",
        section: "section 5",
        ..series(5)
    };
    wrappable(|_, _| Buss::Sixth) => Card {
        name: "buss-6",
        summary: "all terms of order 6",
        take: "high accuracy without energy correction",
        leave: "rough angular velocities, where the derivatives mean little",
        section: "section 5",
        ..series(6)
    };
    taylor_series(|_, options| Taylor { degree: options.degree.unwrap_or(Taylor::HIGHEST) }) => Card {
        name: "taylor",
        summary: "series of any degree, steps as long as a tolerance allows",
        take: "high accuracy under any smooth torque; states at any time on the way",
        leave: "low accuracy, long runs that must keep their character, torques that jump",
        paper: Citation::JORBA_ZOU,
        section: "the torque by a tape",
        torque_evaluations: 2,
        renormalizes: true,
        conserves_momentum: false,
        keys: &[Key::Degree, Key::Tolerance],
        ..series(25)
    };
    wrappable(|_, _| FreeOnly(LieMidpoint)) => Card {
        name: "liemid",
        summary: "turns by the rates in the middle of the step, which are solved for",
        take: "long steps: two radians and more are no trouble",
        leave: "cheap steps, and pushed bodies",
        section: "section 2",
        order_torqued: None,
        torque_evaluations: 0,
        keys: &[Key::Compose, Key::Order],
        ..LIEMID
    };
    splittable(|_, _| (Kicked(Twice(LieMidpoint)), LieMidpoint)) => Card {
        name: "liemid-ea",
        summary: "kicks around two midpoint Lie steps",
        take: "comparison with the paper; kicks around the exact rotation err and cost less",
        leave: "long runs of chaotic motions: it is not symplectic, and the energy wanders",
        section: "section 3.4",
        rotations: 2,
        splits: true,
        ..LIEMID
    };
    wrappable(|_, _| PushedLieMidpoint::Implicit) => Card {
        name: "liemid-i",
        summary: "midpoint Lie with the torque in the middle, which is solved for",
        take: "stiff torques that are cheap: the largest stable steps of this family",
        leave: "expensive torques: it takes four to thirteen a step",
        section: "section 3.1",
        torque_evaluations: 0,
        ..LIEMID
    };
    wrappable(|_, _| PushedLieMidpoint::Explicit) => Card {
        name: "liemid-e",
        summary: "midpoint Lie with the torque at the start",
        take: "comparison",
        leave: "everything else: the energy grows",
        section: "section 3.2",
        ..LIEMID_1
    };
    wrappable(|_, _| PushedLieMidpoint::KickLast) => Card {
        name: "liemid-e1",
        summary: "a midpoint Lie step, then a kick",
        take: "comparison: started and ended with half a kick it would be of order 2",
        leave: "everything else",
        section: "section 3.2",
        ..LIEMID_1
    };
    wrappable(|_, _| PushedLieMidpoint::KickFirst) => Card {
        name: "liemid-e2",
        summary: "a kick, then a midpoint Lie step",
        take: "comparison: it is the adjoint of liemid-e1",
        leave: "everything else",
        section: "section 3.2",
        ..LIEMID_1
    };
    wrappable(|_, _| Akw) => Card {
        name: "akw",
        summary: "the midpoint rule of Austin, Krishnaprasad and Wang",
        take: "stiff torques that are cheap; bodies whose energy matters more than their phase",
        leave: "accuracy of the attitude: its error is the largest of the second order",
        torque_evaluations: 0,
        ..CAYLEY
    };
    wrappable(|_, options| Kicked(MoserVeselov { order: options.correction.unwrap_or(2), time_only: false })) => Card {
        name: "dmv",
        summary: "discrete Moser-Veselov, the moments of inertia corrected for a higher order",
        take: "structure above all: everything that a free body keeps is kept",
        leave: "steps of about a radian and more, for which it has no solution",
        section: "figure 4, in the form of Hairer and Vilmart 2006",
        symplectic: true,
        keys: &[Key::Correction, Key::Compose, Key::Order, Key::Reversible, Key::Energy],
        ..CAYLEY
    };
    wrappable(|_, options| Kicked(MoserVeselov { order: options.momentum.unwrap_or(4), time_only: true })) => Card {
        name: "mclachlan-zanna",
        summary: "discrete Moser-Veselov, its time rescaled for a momentum of higher order",
        take: "comparison: dmv with a correction has the attitude right too, at the same cost",
        leave: "everything else: the attitude is of order 2",
        paper: Citation::MCLACHLAN_ZANNA,
        section: "in the form of Hairer and Vilmart 2006",
        order_momentum: Some(4),
        keys: &[Key::Momentum, Key::Compose, Key::Order, Key::Reversible, Key::Energy],
        ..CAYLEY
    };
    wrappable(|_, options| Kicked(EnergyMomentum { sigma: options.s.unwrap_or(0.0) })) => Card {
        name: "energy-momentum",
        summary: "the family of Cayley rotations that keep energy and momentum, s to be given",
        take: "comparison; the choice of s that Lewis and Simo made is not known",
        leave: "everything else",
        section: "figure 4, after Lewis and Simo 1994",
        keys: &[Key::S, Key::Compose, Key::Order, Key::Reversible, Key::Energy],
        ..CAYLEY
    };
    wrappable(|_, _| RungeKutta4) => Card {
        name: "rk4",
        summary: "Runge and Kutta's method on the quaternion, which it renormalises",
        take: "comparison; it is what most programs do",
        leave: "everything else: the quaternion leaves its sphere and has to be put back",
        section: "quaternion and spatial momentum",
        renormalizes: true,
        ..classical(Citation::CLASSICAL, 4, 4, 1)
    };
    wrappable(|_, _| AdamsBashforthMoulton4) => Card {
        name: "abm4",
        summary: "Adams, Bashforth and Moulton's method on the quaternion, which it renormalises",
        take: "smooth torques that are dear: two evaluations a step",
        leave: "steps of changing size and torques that jump: it starts anew at each",
        section: "quaternion and spatial momentum",
        renormalizes: true,
        keys: &[],
        ..classical(Citation::CLASSICAL, 4, 2, 1)
    };
    wrappable(|_, _| Exponentials::AVERAGE) => Card {
        name: "rk4-average",
        summary: "one turn by the Runge-Kutta average of spatial rates",
        take: "comparison: it shows why brackets are needed",
        leave: "everything else: four evaluations for order 2",
        section: "section 3",
        ..classical(Citation::BUSS, 2, 4, 4)
    };
    wrappable(|_, _| MuntheKaas4) => Card {
        name: "rkmk4",
        summary: "Runge and Kutta's method in the Lie algebra, with two brackets",
        take: "short runs at medium accuracy, torques without derivatives",
        leave: "long runs without energy: the energy drifts",
        section: "order 4",
        ..classical(Citation::MUNTHE_KAAS, 4, 4, 4)
    };
    wrappable(|_, _| Exponentials::CROUCH_GROSSMAN_3) => Card {
        name: "crouch-grossman-3",
        summary: "three stages, one turn for each weight",
        take: "comparison",
        leave: "everything else: commutator-free-4 turns less often",
        section: "order 3",
        ..classical(Citation::CROUCH_GROSSMAN, 3, 3, 6)
    };
    wrappable(|_, _| Exponentials::CROUCH_GROSSMAN_4) => Card {
        name: "crouch-grossman-4",
        summary: "five stages, one turn for each weight",
        take: "comparison",
        leave: "everything else: commutator-free-4 turns less often",
        section: "order 4",
        ..classical(Citation::JACKIEWICZ, 4, 5, 15)
    };
    wrappable(|_, _| Exponentials::COMMUTATOR_FREE_4) => Card {
        name: "commutator-free-4",
        summary: "four stages, two turns by averages of the rates",
        take: "short runs at medium accuracy, torques without derivatives",
        leave: "long runs without energy: the energy drifts",
        section: "order 4",
        ..classical(Citation::COMMUTATOR_FREE, 4, 4, 6)
    };
    wrappable(|_, _| Magnus::Fourth) => Card {
        name: "magnus-4",
        summary: "one turn by a Magnus series through the rates at two Gauss points",
        take: "comparison; torques without derivatives, cheap to evaluate",
        leave: "dear torques: the points are found by iteration",
        section: "order 4, as a collocation method",
        ..classical(Citation::ISERLES_NORSETT, 4, 2, 3)
    };
    wrappable(|_, _| Magnus::Sixth) => Card {
        name: "magnus-6",
        summary: "one turn by a Magnus series through the rates at three Gauss points",
        take: "high accuracy under torques without derivatives",
        leave: "dear torques: the points are found by iteration",
        section: "order 6, as a collocation method",
        ..classical(Citation::ISERLES_NORSETT, 6, 3, 4)
    };
    wrappable(|_, _| SimoWong) => Card {
        name: "simo-wong",
        summary: "turns by rates and the last difference of rates; trapezoidal momentum",
        take: "comparison",
        leave: "everything else: the energy grows",
        section: "explicit, gamma = 1, beta = 0; Buss 2001, section 3",
        ..classical(Citation::SIMO_WONG, 2, 1, 1)
    };
    wrappable(|_, _| SimoWongImplicit) => Card {
        name: "simo-wong-implicit",
        summary: "turns by the mean of the rates at both ends, which are solved for",
        take: "stiff torques that are cheap; free bodies whose energy matters more than their phase",
        leave: "accuracy, and steps of more than two radians, of which many have no solution",
        paper: Citation::SIMO_WONG,
        section: "conserving, gamma = 1, beta = 1/2",
        torque_evaluations: 0,
        ..CAYLEY
    };
    wrappable(|_, _| NewmarkBody) => Card {
        name: "newmark",
        summary: "Newmark's method on rates and acceleration of the body",
        take: "comparison",
        leave: "everything else: it keeps neither energy nor momentum",
        section: "body frame, gamma = 1/2, beta = 0",
        symmetric: true,
        conserves_momentum: false,
        keys: &[Key::Compose, Key::Order, Key::Reversible],
        ..classical(Citation::KRYSL_ENDRES, 2, 1, 1)
    };
}
