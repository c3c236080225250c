//! Sums of torques that switch: shared switching functions, and motion on their surfaces.

use super::{TorqueTerm, Torques};
use polhode::geometry::Vec3;
use polhode::real::{Over, Real};
use polhode::torque::{SLIDING, Switch, SwitchKind, TorqueInput};
use polhode_formula::{Formula, FormulaSwitch};
use std::sync::Arc;

/// The switching functions of three formulas, each once, and the place of each of theirs.
pub(super) fn shared_switches(
    components: &[Formula; 3],
) -> (Arc<[FormulaSwitch]>, [Arc<[u16]>; 3]) {
    let mut shared: Vec<FormulaSwitch> = Vec::new();
    let places = components.each_ref().map(|formula| {
        let place = |switch: &FormulaSwitch| {
            let known = shared.iter().position(|other| other.same_function(switch));
            let place = known.unwrap_or_else(|| {
                shared.push(switch.clone());
                shared.len() - 1
            });
            u16::try_from(place).unwrap_or(u16::MAX)
        };
        formula.switches().iter().map(place).collect()
    });
    (shared.into(), places)
}

/// Motion on the surfaces of some switching functions: the torque, and the branch of each of them between
/// -1 and 1 that keeps the body there.
pub(super) struct Equivalent<S> {
    pub(super) torque: Vec3<S>,
    pub(super) branches: Vec<S>,
}

/// Parts of a sum as they are on the branches of a run: none has switching functions.
#[derive(Debug)]
pub(super) struct TorquesOnBranches<R> {
    pub(super) branches: Box<[f64]>,
    pub(super) parts: Box<[TorqueTerm<R>]>,
}

impl<R: Real<Mask = bool>> Torques<R> {
    /// The parts on these branches, if each of them is then without switching functions.
    pub(super) fn on_branches(&self, branches: &[f64]) -> Option<TorquesOnBranches<R>> {
        if branches.len() != self.switch_list.len() || branches.is_empty() {
            return None;
        }
        let mut rest = branches;
        let parts = self.parts.iter().zip(&*self.switches).map(|(part, &count)| {
            let own;
            (own, rest) = rest.split_at(count.into());
            match part {
                _ if count == 0 => Some(part.clone()),
                TorqueTerm::Written(written) => Some(written.simplified(own)?.into()),
                TorqueTerm::Model(_) | TorqueTerm::Function(_) => None,
            }
        });
        Some(TorquesOnBranches { parts: parts.collect::<Option<_>>()?, branches: branches.into() })
    }
    /// Whether the body slides on the surface of a switching function.
    pub(super) fn slides(&self, branches: &[f64]) -> bool {
        branches.iter().zip(&*self.switch_list).any(|(&branch, switch)| is_sliding(branch, *switch))
    }
    /// The indices of the switching functions on whose surfaces the body slides.
    pub(super) fn sliding(&self, branches: &[f64]) -> Vec<usize> {
        let switches = branches.iter().zip(&*self.switch_list).enumerate();
        let sliding = switches.filter(|(_, (branch, switch))| is_sliding(**branch, **switch));
        sliding.map(|(index, _)| index).collect()
    }

    /// The torque on the surfaces v = 0 of these switching functions, after Filippov and Utkin: with the
    /// torque T = T0 + sum b_j D_j between the branches b_j = -1 and 1, the b_j for which every v' = 0.
    #[cold]
    #[inline(never)]
    pub(super) fn equivalent<S: Over<R>>(
        &self,
        at: &TorqueInput<'_, R, S>,
        sliding: &[usize],
    ) -> Equivalent<S> {
        let mut values = at.branches.to_vec();
        let mean = self.torque_on_branches(at);
        let mut directions = Vec::with_capacity(sliding.len());
        for &index in sliding {
            let mut side = |branch: f64| {
                values[index] = branch;
                let torque = self.torque_on_branches(&TorqueInput { branches: &values, ..*at });
                values[index] = SLIDING;
                torque
            };
            directions.push((side(1.0) - side(-1.0)).map(S::half));
        }
        let drift = at.momentum.cross(at.rates()) + mean;
        let rates = |momentum_rate: Vec3<S>, moves: bool| {
            let all = self.switching_rates(at, momentum_rate, moves);
            sliding.iter().map(|&index| all[index]).collect::<Vec<_>>()
        };
        let against = rates(drift, true).into_iter().map(|rate| -rate).collect();
        let columns = directions.iter().map(|&direction| rates(direction, false)).collect();
        let branches = solved(columns, against);
        let torque = directions
            .iter()
            .zip(&branches)
            .fold(mean, |sum, (&direction, &branch)| sum + direction * branch);
        Equivalent { torque, branches }
    }

    /// The rates of all switching functions where the momentum changes at this rate; zero of those that
    /// do not slide.
    fn switching_rates<S: Over<R>>(
        &self,
        at: &TorqueInput<'_, R, S>,
        momentum_rate: Vec3<S>,
        moves: bool,
    ) -> Vec<S> {
        let mut rates = Vec::with_capacity(at.branches.len());
        for (_, part, at) in self.inputs(at) {
            if let TorqueTerm::Written(written) = part {
                written.switching_rates(&at, momentum_rate, moves, &mut rates);
            } else {
                rates.resize(rates.len() + at.branches.len(), S::zero());
            }
        }
        rates
    }
}

fn is_sliding(branch: f64, switch: Switch) -> bool {
    branch == SLIDING && switch.kind == SwitchKind::Sign
}

/// The solution of a small linear system, given by its columns, by elimination. No choice by values: a
/// scalar type that records sees the same operations everywhere.
fn solved<S: Real>(mut columns: Vec<Vec<S>>, mut right: Vec<S>) -> Vec<S> {
    let n = right.len();
    for k in 0..n {
        for i in k + 1..n {
            let factor = columns[k][i] / columns[k][k];
            for column in &mut columns[k..] {
                let above = column[k];
                column[i] -= factor * above;
            }
            let above = right[k];
            right[i] -= factor * above;
        }
    }
    for k in (0..n).rev() {
        let rest = (k + 1..n).fold(right[k], |rest, j| rest - columns[j][k] * right[j]);
        right[k] = rest / columns[k][k];
    }
    right
}
