//! Figure 14: convergence at the soft wall.

use super::convergence::{Asked, Study, orders};
use super::curves::{AKW, E, E1, E2, EA, I, NMB, PUSHED, SW};
use super::problems::EndErrors;
use super::problems::PaperProblem::{Physical, Printed};
use crate::Effort;
use crate::outcome::{Claim, Outcome};
use polhode::State;
use polhode::method::Kicked;
use polhode::methods::liemid::LieMidpoint;
use polhode::torque::SoftWall;
use polhode::{Body, Motion};
use polhode_lab::listed::Listed;

pub(super) fn convergence(effort: &Effort) -> Outcome {
    // h = 1/2 to 2^-10
    let steps: Vec<u64> = (1..=10).map(|k| 20 << k).listed();
    let study = Study::new(effort, Printed, &PUSHED, &steps);
    let mut asked: Vec<Asked> =
        [AKW, SW, NMB, I, E, EA].map(|curve| (curve, [20_480, 40_960], None)).to_vec();
    // "they maintain second order rate in the representation of the attitude matrix"
    asked.extend([E1, E2].map(|curve| (curve, [20_480, 40_960], Some(2))));
    let printed = orders(effort, Printed, &asked);
    // h = 1/32 to 2^-12
    let late: Vec<u64> = (5..=12).map(|k| 20 << k).listed();
    let described = Study::new(effort, Physical, &PUSHED, &late);
    Outcome {
        tables: vec![
            study.table(&[40, 80, 160, 640, 2560]),
            printed,
            described.table(&[640, 2560, 20_480]),
        ],
        claims: claims(&study),
        figures: vec![
            study.figure(
                "Figure 14",
                "The soft wall with the sign of the printed torque: errors at t = 20 over the step, \
                 momentum left and attitude right.",
            ),
            described.figure(
                "Figure 14 with a wall that repels",
                "The same with the other sign, which the text describes. Steps above 1/16 fail.",
            ),
        ],
        notes: vec![
            "The torque is that of the printed formula. The text describes the opposite sign: \
             attraction and a wall that repels. With that every method blows up at the steps of \
             Figures 15 and 16, so the formula must have been run."
                .into(),
            "The paper does not say when the errors are taken; t = 20 is likely from the ranking.".into(),
        ],
        ..Outcome::default()
    }
}

fn claims(study: &Study) -> Vec<Claim> {
    let largest = 40; // h = 1/2
    let error = |curve| study.at(curve, largest).momentum;
    let worse = error(E1).max(error(E2));
    let others = [I, AKW, SW, NMB].map(error);
    let measured = format!(
        "momentum errors at h = 1/2: E1 {:.3}, E2 {:.3}; I {:.2}, AKW {:.2}, NMB {:.2}, SW {}; EA {:.3}",
        error(E1),
        error(E2),
        error(I),
        error(AKW),
        error(NMB),
        if error(SW) < 1e3 { format!("{:.2}", error(SW)) } else { "fails".into() },
        error(EA)
    );
    let (same, conjugate) = (same_attitude(), conjugacy());
    let flown: Vec<String> = [40, 80, 160, 320, 640]
        .into_iter()
        .filter(|n| study.at(E, *n) == EndErrors::LOST)
        .map(|n| format!("1/{}", n / 20))
        .listed();
    let all = [AKW, NMB, I].map(|curve| study.at(curve, 640));
    let ea = study.at(EA, 640);
    vec![
        Claim::new(
            "E1 and E2 outperform the methods of second order in the momentum for larger steps: all \
             but EA",
            others.iter().all(|other| worse < *other),
            measured.clone(),
        ),
        Claim::new(
            "They outperform all of second order: EA too",
            worse < error(EA),
            measured,
        )
        .refuted("EA is the best of all at this step"),
        Claim::new(
            "By some lucky cancellation of errors",
            !(same && conjugate < 1e-12),
            format!(
                "E1 and E2 have the same attitude, bit for bit: {same}; E1 is K/2 (K/2 D K/2)^n (K/2)^-1 to \
                 {conjugate:.0e}"
            ),
        )
        .refuted(
            "no luck: E1 and E2 are the symmetric kick-drift-kick of second order but for half a kick \
             at both ends, and the torque of this start is zero",
        ),
        Claim::new(
            "LIEMID[E] is only conditionally stable (section 3.2)",
            !flown.is_empty()
                && study.at(E, 640) != EndErrors::LOST
                && [AKW, NMB, I, E1, E2, EA].iter().all(|curve| study.at(*curve, 40) != EndErrors::LOST),
            format!(
                "it flies off with h = {}, where AKW, NMB, I, E1, E2 and EA do not",
                flown.join(", ")
            ),
        ),
        Claim::new(
            "LIEMID[EA] performs very well",
            all.iter().all(|other| ea.attitude < other.attitude && ea.momentum < other.momentum),
            format!(
                "at h = 1/32 its errors are {:.1e} and {:.1e}; I {:.1e} and {:.1e}, NMB {:.1e} and \
                 {:.1e}, AKW {:.1e} and {:.1e}",
                ea.attitude,
                ea.momentum,
                all[2].attitude,
                all[2].momentum,
                all[1].attitude,
                all[1].momentum,
                all[0].attitude,
                all[0].momentum
            ),
        ),
    ]
}

/// Do E1 and E2 turn the body by the same bits?
fn same_attitude() -> bool {
    let end = |method: &str| {
        let mut run = Printed.run(method);
        run.advance(1.0 / 32.0, 640).map(|()| run.state().attitude)
    };
    end(E1.method) == end(E2.method)
}

/// How far E1 is from kick-drift-kick between half kicks, from a start with a torque.
fn conjugacy() -> f64 {
    let (h, n) = (1.0 / 32.0, 64);
    let body =
        Body { inertia: crate::laboratory::inertia([2.0, 3.0, 4.5]), torque: SoftWall::physical() };
    let start = super::structure::generic();
    let kick = |state: State<f64>, h: f64| State {
        momentum: state.momentum + body.torque_at(&state) * h,
        ..state
    };
    let mut direct = Physical.run_from(E1.method, start);
    let kicked = Motion::new(Kicked(LieMidpoint), body, kick(start, -h / 2.0));
    let (Ok(()), Ok(mut kicked)) = (direct.advance(h, n), kicked) else { return f64::INFINITY };
    if kicked.advance(h, n).is_err() {
        return f64::INFINITY;
    }
    let (one, other) = (direct.state(), kick(*kicked.state(), h / 2.0));
    one.attitude.angle_to(other.attitude).max((one.momentum - other.momentum).norm())
}
