//! Section 3.4 and the conclusions: adjoint, symmetric, symplectic.

use super::curves::{AKW, Curve, DMV, E, E1, E2, EA, EXACT, I, NMB, SW};
use super::problems::Problem::Physical;
use crate::Effort;
use crate::laboratory::{each, exponent, free};
use crate::outcome::{Cell, Claim, Outcome, Row, Table, Value};
use polhode::geometry::{dexp, dexp_inverse};
use polhode::{Rotation, Run, State, Vec3};
use polhode_lab::listed::Listed;

const STEPS: [f64; 3] = [0.2, 0.1, 0.05];
pub(super) const MOMENTS: [f64; 3] = [2.0, 3.0, 4.5];

/// A state of the body at the wall without symmetry.
pub(super) fn generic() -> State<f64> {
    State::new(Rotation::exp(Vec3::from_f64([0.3, 0.5, -0.2])), Vec3::from_f64([2.7, 1.6, 2.3]))
}

/// Where one step leads.
fn after(mut run: Box<dyn Run<f64>>, h: f64) -> Option<State<f64>> {
    run.advance(h, 1).ok().map(|()| *run.state())
}

fn apart(a: &State<f64>, b: &State<f64>) -> f64 {
    a.attitude.angle_to(b.attitude).max((a.momentum - b.momentum).norm())
}

/// How far a step there by one method and back by another is from the start.
fn return_error(there: Curve, back: Curve, h: f64) -> f64 {
    let start = generic();
    let returned = after(Physical.run_from(there.method, start), h)
        .and_then(|state| after(Physical.run_from(back.method, State { time: 0.0, ..state }), -h));
    returned.map_or(f64::INFINITY, |end| apart(&start, &end))
}

/// max |M^T J(Pi1) M - J(Pi0)|, M the Jacobian of a step in variations (xi, mu) on the left, by
/// differences of order 6; J is the form xi.mu' - mu.xi' - xi.(Pi x xi').
fn symplectic_defect(step: impl Fn(State<f64>) -> Option<State<f64>>) -> Option<f64> {
    let start = generic();
    let end = step(start)?;
    let image = |direction: usize, size: f64| -> Option<[f64; 6]> {
        let mut v = [0.0; 6];
        v[direction] = size;
        let to = step(State {
            attitude: start.attitude * Rotation::exp(Vec3::new(v[0], v[1], v[2])),
            momentum: start.momentum + Vec3::new(v[3], v[4], v[5]),
            ..start
        })?;
        let xi = (end.attitude.inverse() * to.attitude).log();
        let mu = to.momentum - end.momentum;
        Some([xi.x, xi.y, xi.z, mu.x, mu.y, mu.z])
    };
    let size = 2f64.powi(-9); // its multiples are exact
    let mut columns = [[0.0; 6]; 6];
    for (i, column) in columns.iter_mut().enumerate() {
        for (k, weight) in [(1.0, 45.0), (2.0, -9.0), (3.0, 1.0)] {
            let (plus, minus) = (image(i, k * size)?, image(i, -k * size)?);
            for j in 0..6 {
                column[j] += weight * (plus[j] - minus[j]) / (60.0 * size);
            }
        }
    }
    let form = |m: Vec3<f64>, u: &[f64; 6], v: &[f64; 6]| {
        let [ux, um, vx, vm] =
            [(u, 0), (u, 3), (v, 0), (v, 3)].map(|(w, i)| Vec3::new(w[i], w[i + 1], w[i + 2]));
        ux.dot(vm) - um.dot(vx) - ux.dot(m.cross(vx))
    };
    let unit = |i: usize| std::array::from_fn::<f64, 6, _>(|j| f64::from(u8::from(i == j)));
    let pairs = (0..6).flat_map(|i| (0..6).map(move |j| (i, j)));
    let defects = pairs.map(|(i, j)| {
        form(end.momentum, &columns[i], &columns[j]) - form(start.momentum, &unit(i), &unit(j))
    });
    Some(defects.fold(0.0, |worst: f64, defect| worst.max(defect.abs())))
}

/// Defects of one step at the wall with each of the steps, and of the free body with the largest.
fn defects(curve: Curve) -> [f64; 4] {
    let at_wall =
        |h: f64| symplectic_defect(|state| after(Physical.run_from(curve.method, state), h));
    // The variants differ in the torque only.
    let family = [I, E, E1, E2].contains(&curve);
    let method = if family { "liemid" } else { curve.method };
    let alone = symplectic_defect(|state| after(free(method, MOMENTS, state), STEPS[1]));
    [at_wall(STEPS[0]), at_wall(STEPS[1]), at_wall(STEPS[2]), alone]
        .map(|defect| defect.unwrap_or(f64::INFINITY))
}

const ROWS: [Curve; 10] = [E1, E2, EA, I, E, AKW, NMB, SW, DMV, EXACT];

/// Adjoint, symmetric, symplectic.
pub(super) fn properties(effort: &Effort) -> Outcome {
    let measured =
        each(effort, &ROWS, |curve| (defects(*curve), return_error(*curve, *curve, 0.2)));
    let order = |defects: &[f64; 4]| {
        exponent(&[(STEPS[0], defects[0]), (STEPS[1], defects[1]), (STEPS[2], defects[2])])
    };
    let word = |text: String| Some(Cell::ours(Value::Word(text)));
    let rows = ROWS.iter().zip(&measured).map(|(curve, (defects, back))| {
        let order =
            if defects[0] > 1e-10 { format!("{:.2}", order(defects)) } else { "none".into() };
        let mut cells: Vec<_> = defects.iter().map(|defect| word(format!("{defect:.1e}"))).listed();
        cells.insert(3, word(order));
        cells.push(word(format!("{back:.0e}")));
        Row { name: curve.label.into(), cells }
    });
    let of = |curve: Curve| {
        ROWS.iter().position(|one| *one == curve).map_or(([f64::NAN; 4], f64::NAN), |k| measured[k])
    };
    let family = [E1, E2, EA, I].map(of);
    let orders = family.map(|(defects, _)| order(&defects));
    let symplectic = of(DMV).0[0].max(of(EXACT).0[0]);
    let adjoint = return_error(E1, E2, 0.2).max(return_error(E2, E1, 0.2));
    let (alone, halves) = free_maps();
    Outcome {
        tables: vec![
            Table {
                title: "One step at the wall that repels: symplectic defect, its order, that of the free \
                        body, and the error of a step there and back with 0.2"
                    .into(),
                corner: "method".into(),
                columns: ["h = 0.2", "h = 0.1", "h = 0.05", "order", "free, h = 0.1", "there and back"]
                    .map(String::from)
                    .to_vec(),
                rows: rows.listed(),
            },
        ],
        claims: vec![
            Claim::new(
                "E1 and E2 are mutually adjoint",
                adjoint < 1e-14,
                format!("a step of 0.2 by one and back by the other errs by {adjoint:.0e}"),
            ),
            Claim::new(
                "LIEMID[EA] is time-symmetric",
                of(EA).1 < 1e-14,
                format!("there and back errs by {:.0e}; E1 alone by {:.0e}", of(EA).1, of(E1).1),
            ),
            Claim::new(
                "E1, E2, EA (and apparently I) are symplectic",
                family.iter().all(|(defects, _)| defects[0] < 1e-10),
                format!(
                    "with h = 0.1 the form changes by {:.1e} (E1), {:.1e} (E2), {:.1e} (EA), {:.1e} \
                     (I), as h^{:.2}, h^{:.2}, h^{:.2}, h^{:.2}; kicks around DMV or the exact rotation \
                     change it by {symplectic:.0e}, which is the noise",
                    family[0].0[1],
                    family[1].0[1],
                    family[2].0[1],
                    family[3].0[1],
                    orders[0],
                    orders[1],
                    orders[2],
                    orders[3]
                ),
            )
            .refuted(
                "the midpoint Lie step of a free body is not symplectic: its defect is O(h^3), and kicks, \
                 which are, cannot mend it. It is symmetric, which keeps the energy on regular motions",
            ),
            Claim::new(
                "All are identical to the midpoint Lie method in the absence of forcing",
                alone < 1e-15 && halves < 1e-15,
                format!(
                    "I, E, E1 and E2 differ by {alone:.0e} from it, EA by {halves:.0e} from two half \
                     steps of it"
                ),
            ),
            differentials(),
        ],
        ..Outcome::default()
    }
}

/// Without a torque: how far the variants are from LIEMID, and EA from two half steps of it.
fn free_maps() -> (f64, f64) {
    let end = |method: &str, h: f64, steps: u64| {
        let mut run = free(method, MOMENTS, generic());
        run.advance(h, steps).map(|()| *run.state()).ok()
    };
    let differ = |a: Option<State<f64>>, b: Option<State<f64>>| {
        a.zip(b).map_or(f64::INFINITY, |(a, b)| apart(&a, &b))
    };
    let one = end("liemid", 0.5, 1);
    let alone = [I, E, E1, E2].map(|curve| differ(end(curve.method, 0.5, 1), one));
    let halves = differ(end(EA.method, 0.5, 1), end("liemid", 0.25, 2));
    (alone.into_iter().fold(0.0, f64::max), halves)
}

/// Equations (6), (9) and (11) to (12).
fn differentials() -> Claim {
    let psi = Vec3::from_f64([0.7, -1.1, 0.4]);
    let (forth, back) = (dexp(psi), dexp_inverse(psi));
    let columns = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from_f64);
    let inverse = columns.map(|e| (forth * (back * e) - e).norm()).into_iter().fold(0.0, f64::max);
    let own = (forth * psi - psi).norm();
    Claim::new(
        "dexpinv is the inverse of dexp, and dexp of a vector leaves that vector: (6), (9), (11), (12)",
        inverse < 1e-15 && own < 1e-15,
        format!("within {inverse:.0e} and {own:.0e} for a vector of 1.36 rad"),
    )
}
