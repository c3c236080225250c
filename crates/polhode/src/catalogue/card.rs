//! What is known about a method.

use super::cards;
use super::options::Key;
use crate::geometry::TurnRule;
use crate::method::Composition;
use alloc::string::{String, ToString};
use core::fmt::Write;

/// Where a method comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The name of its file in docs/papers.
    pub key: &'static str,
    /// Author and year.
    pub cite: &'static str,
}

impl Citation {
    /// Buss, Accurate and efficient simulation of rigid-body rotations, 2000/2001.
    pub const BUSS: Self = Self { key: "buss-2001", cite: "Buss 2001" };
    /// Celledoni and Safstrom, Efficient time-symmetric simulation of torqued rigid
    /// bodies using Jacobi elliptic functions, 2006.
    pub const CELLEDONI_SAFSTROM: Self =
        Self { key: "celledoni-safstrom-2006", cite: "Celledoni and Safstrom 2006" };
    /// Krysl, Explicit momentum-conserving integrator for dynamics of rigid bodies
    /// approximating the midpoint Lie algorithm, 2004.
    pub const KRYSL: Self = Self { key: "krysl-2004", cite: "Krysl 2004" };
    /// Wisdom, Holman and Touma, Symplectic correctors, 1996.
    pub const CORRECTORS: Self = Self { key: "splittings", cite: "Wisdom, Holman and Touma 1996" };
    /// Fukushima, Better symplectic integration of rigid body rotation, 2012.
    pub const FUKUSHIMA: Self = Self { key: "fukushima-2012", cite: "Fukushima 2012" };
    /// What is in every textbook.
    pub const CLASSICAL: Self = Self { key: "classical", cite: "textbooks" };
    /// Munthe-Kaas, High order Runge-Kutta methods on manifolds, 1999.
    pub const MUNTHE_KAAS: Self = Self { key: "classical", cite: "Munthe-Kaas 1999" };
    /// Crouch and Grossman, Numerical integration of ordinary differential equations
    /// on manifolds, 1993.
    pub const CROUCH_GROSSMAN: Self = Self { key: "classical", cite: "Crouch and Grossman 1993" };
    /// Jackiewicz, Marthinsen and Owren, Construction of Runge-Kutta methods of
    /// Crouch-Grossman type of high order, 2000.
    pub const JACKIEWICZ: Self =
        Self { key: "classical", cite: "Jackiewicz, Marthinsen and Owren 2000" };
    /// Celledoni, Marthinsen and Owren, Commutator-free Lie group methods, 2003.
    pub const COMMUTATOR_FREE: Self =
        Self { key: "classical", cite: "Celledoni, Marthinsen and Owren 2003" };
    /// Iserles and Norsett, On the solution of linear differential equations in Lie
    /// groups, 1999.
    pub const ISERLES_NORSETT: Self = Self { key: "classical", cite: "Iserles and Norsett 1999" };
    /// Simo and Wong, Unconditionally stable algorithms for rigid body dynamics that
    /// exactly preserve energy and momentum, 1991.
    pub const SIMO_WONG: Self = Self { key: "classical", cite: "Simo and Wong 1991" };
    /// McLachlan and Zanna, The discrete Moser-Veselov algorithm for the free rigid
    /// body, revisited, 2005.
    pub const MCLACHLAN_ZANNA: Self =
        Self { key: "celledoni-safstrom-2006", cite: "McLachlan and Zanna 2005" };
    /// Jorba and Zou, A software package for the numerical integration of ODEs by means of
    /// high-order Taylor methods, 2005.
    pub const JORBA_ZOU: Self = Self { key: "classical", cite: "Jorba and Zou 2005" };
    /// Krysl and Endres, Explicit Newmark/Verlet algorithm for time integration of the
    /// rotational dynamics of rigid bodies, 2005.
    pub const KRYSL_ENDRES: Self = Self { key: "classical", cite: "Krysl and Endres 2005" };
}

/// A row of the catalogue: what a method is and what it claims. Every claim is
/// tested, both ways: what is not claimed is seen to fail.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Card {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// When to take it.
    pub take: &'static str,
    /// When not to.
    pub leave: &'static str,
    /// Where it is described.
    pub paper: Citation,
    /// The section or equation there.
    pub section: &'static str,
    /// Order of attitude and momentum for a free body; `None` is the solution
    /// itself.
    pub order_free: Option<u8>,
    /// Order of the momentum alone for a free body, where it is higher.
    pub order_momentum: Option<u8>,
    /// Order under torques of attitude, of time and of rate; `None` takes no torque.
    pub order_torqued: Option<u8>,
    /// A step of h and a step of -h cancel.
    pub symmetric: bool,
    /// Keeps the symplectic form.
    pub symplectic: bool,
    /// Keeps the kinetic energy of a free body to rounding.
    pub conserves_energy: bool,
    /// Keeps the spatial momentum of a free body to rounding.
    pub conserves_momentum: bool,
    /// Evaluations of the torque per step, as a jet where derivatives are needed. A
    /// torque that depends on the momentum takes more, to solve for the kicks. Of a
    /// collocation method: per sweep of its iteration. 0 of a method that takes
    /// torques: as many as it takes to solve for the torque. Of `taylor`: at most, since a
    /// formula that does not look at values is written down once for all steps.
    pub torque_evaluations: u32,
    /// Rotations of the body per step.
    pub rotations: u32,
    /// Divides the quaternion by its norm in each step: it leaves the sphere of unit
    /// quaternions by more than rounding, and is put back. The other methods turn by
    /// rotations and never do.
    pub renormalizes: bool,
    /// Needs derivatives of the torque.
    pub needs_torque_derivatives: bool,
    /// Takes no torques that depend on the rates.
    pub refuses_rates: bool,
    /// Its drifts and kicks can be told apart, so that `compose` takes splittings too.
    pub splits: bool,
    /// The options it takes.
    pub keys: &'static [Key],
    /// How it turns about an axis if not told.
    pub rotation: TurnRule,
    /// The composition that `order=4` is short for.
    pub fourth: Composition,
}

/// The catalogue as a Markdown table, as the README shows it.
#[must_use]
pub fn table() -> String {
    let mut text = String::from(
        "| method | order | pushed | symmetric | symplectic | rotations | torques | what it does | source |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    let yes = |claim: bool| if claim { "yes" } else { "no" };
    for card in cards() {
        let mut order = card.order_free.map_or(String::from("exact"), |order| order.to_string());
        if let Some(momentum) = card.order_momentum {
            let _ = write!(order, ", momentum {momentum}");
        }
        let pushed = card.order_torqued.map_or(String::from("-"), |order| order.to_string());
        let torques = match (card.order_torqued, card.needs_torque_derivatives) {
            (None, _) => "none",
            (Some(_), _) if card.refuses_rates => "of attitude and time",
            (Some(_), true) => "with derivatives",
            (Some(_), false) => "any",
        };
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {} | {} | {} | {} | [{}](docs/papers/{}.md), {} |",
            card.name,
            order,
            pushed,
            yes(card.symmetric),
            yes(card.symplectic),
            card.rotations,
            torques,
            card.summary,
            card.paper.cite,
            card.paper.key,
            card.section,
        );
    }
    text
}
