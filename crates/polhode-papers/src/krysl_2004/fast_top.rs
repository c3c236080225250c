//! Figure 9: the fast top.

use super::convergence::{Asked, Study, orders};
use super::curves::{AKW, E, E1, E2, EA, I, NMB, PUSHED, PaperMethod, SW};
use super::problems::PaperProblem::Fast;
use crate::Effort;
use crate::outcome::{Claim, Outcome};
use polhode_lab::listed::Listed;

pub(super) fn convergence(effort: &Effort) -> Outcome {
    // h = 1/20 to 1/10240
    let steps: Vec<u64> = [200, 400].into_iter().chain((0..=7).map(|k| 800 << k)).listed();
    let study = Study::new(effort, Fast, &PUSHED, &steps);
    let mut asked: Vec<Asked> =
        [AKW, SW, NMB, I, E, EA].map(|curve| (curve, [51_200, 102_400], None)).to_vec();
    asked.extend([E1, E2].map(|curve| (curve, [409_600, 819_200], None)));
    let orders = orders(effort, Fast, &asked);
    let reference = Fast.errors(EA.method, 2_000_000);
    Outcome {
        tables: vec![study.table(&[200, 800, 3200, 12_800]), orders],
        claims: claims(&study, &steps),
        figures: vec![study.figure(
            "Figure 9",
            "The fast top: errors at t = 10 over the step, momentum left and attitude right.",
        )],
        notes: vec![format!(
            "The paper takes a run with h = 0.000005 for the truth; LIEMID[EA] with that step errs by \
             {:.1e} and {:.1e}.",
            reference.attitude, reference.momentum
        )],
        ..Outcome::default()
    }
}

fn claims(study: &Study, steps: &[u64]) -> Vec<Claim> {
    let others = [AKW, SW, NMB, I, E, E1, E2];
    let best = |n: u64| {
        let ea = study.at(EA, n);
        others.iter().all(|other| {
            let other = study.at(*other, n);
            ea.attitude < other.attitude && ea.momentum < other.momentum
        })
    };
    let below = steps.iter().copied().filter(|n| *n >= 800);
    let losing: Vec<String> =
        below.clone().filter(|n| !best(*n)).map(|n| format!("1/{}", n / 10)).listed();
    let ratio = |curve: PaperMethod, n: u64| study.at(curve, n).attitude / study.at(EA, n).attitude;
    let excess = |n: u64| [E1, E2].map(|curve| ratio(curve, n));
    let (coarse, fine) = (excess(800), excess(12_800));
    vec![
        Claim::new(
            "LIEMID[EA] is the best performer, even compared with LIEMID[I]",
            losing.is_empty(),
            format!(
                "for h from 1/80 to 1/10240 it has the least errors of all in attitude and momentum; \
                 at h = 1/1280 the attitude errors of I, NMB and AKW are {:.1}, {:.0} and {:.0} times \
                 its own. At h = 1/20 that of I is {:.2} times it{}",
                ratio(I, 12_800),
                ratio(NMB, 12_800),
                ratio(AKW, 12_800),
                ratio(I, 200),
                if losing.is_empty() {
                    String::new()
                } else {
                    format!("; not at {}", losing.join(", "))
                }
            ),
        ),
        Claim::new(
            "The first-order variants have errors comparable to those of the best quadratic method",
            coarse.iter().all(|excess| *excess < 5.0),
            format!(
                "at h = 1/80 the attitude errors of E1 and E2 are {:.1} and {:.1} times that of EA, \
                 {:.1} and {:.1} times that of I",
                coarse[0],
                coarse[1],
                coarse[0] / ratio(I, 800),
                coarse[1] / ratio(I, 800)
            ),
        ),
        Claim::new(
            "They have so for smaller time steps",
            fine.iter().all(|excess| *excess < 5.0),
            format!("at h = 1/1280 they are {:.1} and {:.1} times that of EA", fine[0], fine[1]),
        )
        .refuted("for larger time steps: below them the first order shows"),
    ]
}
