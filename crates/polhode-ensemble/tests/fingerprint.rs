//! A fingerprint of the trajectories of ensembles: every method of fixed steps, free and under
//! torques, in both precisions, as quaternions and as matrices.
//!
//! It is a change detector, as that of `polhode-bound` is for single bodies: where a change is
//! meant, renew `fingerprint.txt` with POLHODE_BLESS=1 and write a `Numerics:` line in CHANGELOG.md.

use polhode::catalogue::{MethodName, variants};
use polhode::torque::{
    GravityGradient, Harmonics, LinearDamping, Model, PrescribedTorque, Rotor, UniformField,
};
use polhode::{Inertia, Rotation, State, Vec3};
use polhode_ensemble::{Bodies, Ensemble, EnsembleTorques, Number};
use std::fmt::Write;
use std::path::Path;

/// Not a multiple of the lanes.
const BODIES: usize = 11;

/// FNV-1a.
struct Hash(u64);

impl Hash {
    fn add(&mut self, bits: u64) {
        for byte in bits.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    fn text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.add(byte.into()));
    }
}

fn bodies<S: Number>() -> Bodies<S> {
    let kinds = [[1.0, 1.9, 2.9], [2.7, 1.2, 2.7], [1.0, 1.0, 1.0], [2.0, 2.0, 1.1]];
    Bodies::new((0..BODIES).map(|i| {
        let k = i as f64;
        let moments = kinds[i % kinds.len()].map(|moment| S::from_f64(moment * (1.0 + 0.01 * k)));
        let turn = [(0.7 * k).sin(), (1.3 * k).cos(), (2.1 * k).sin()];
        let momentum = [(1.1 * k).cos(), (0.9 * k).sin(), (1.7 * k).cos()];
        let state = State::new(Rotation::exp(Vec3::from_f64(turn)), Vec3::from_f64(momentum));
        (Inertia::new_without_triangle_check(moments).unwrap(), state)
    }))
}

/// EnsembleTorques on a body: none, one that kernels know, sums with and without a potential, of the rates.
fn models<S: Number>(body: usize) -> [Vec<Model<S>>; 6] {
    let own = S::from_f64(0.2 + 0.01 * body as f64);
    let v = Vec3::<S>::from_f64;
    let field: Model<S> =
        UniformField::new(own, v([0.1, -0.2, 0.3]), v([0.0, 0.0, 1.0])).unwrap().into();
    let gradient: Model<S> =
        GravityGradient::turning(own, v([1.0, 2.0, 2.0]), v([0.0, 0.1, 1.0]), own).unwrap().into();
    let wave = Harmonics::new(v([0.1, 0.0, -0.2]), v([0.0, 0.05, 0.0]));
    let wave = wave.with(own, v([0.3, 0.1, 0.0]), v([0.0, 0.2, 0.1])).unwrap();
    [
        vec![],
        vec![field.clone()],
        vec![gradient.clone()],
        vec![field.clone(), gradient, PrescribedTorque(wave).into()],
        vec![LinearDamping::uniform(own).unwrap().into()],
        vec![field, Rotor { momentum: v([0.3, -0.2, 0.5]) }.into()],
    ]
}

fn show<S: Number + Into<f64>>(ensemble: &Ensemble<S>, hash: &mut Hash) {
    for body in 0..ensemble.len() {
        let state = ensemble.state(body).unwrap();
        let ([w, x, y, z], m) = (state.attitude.to_wxyz(), state.momentum);
        for number in [state.time, w, x, y, z, m.x, m.y, m.z] {
            hash.add(Into::<f64>::into(number).to_bits());
        }
    }
    for failed in ensemble.failed() {
        hash.text(&format!("{:?}", failed.stopped.failure));
        hash.add(failed.body as u64);
    }
}

fn advance<S: Number + Into<f64>>(mut ensemble: Ensemble<S>, hash: &mut Hash) {
    for (h, steps) in [(0.07, 3), (0.07, 4), (-0.11, 2)] {
        ensemble.advance(S::from_f64(h), steps).unwrap();
        show(&ensemble, hash);
    }
}

fn all<S: Number + Into<f64>>(name: &MethodName) -> u64 {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for kind in 0..models::<S>(0).len() {
        let each: Vec<_> = (0..BODIES).map(|body| models::<S>(body)[kind].clone()).collect();
        let torques = EnsembleTorques::from_bodies(each.iter().map(Vec::as_slice)).unwrap();
        let made =
            Ensemble::new(name, bodies::<S>()).and_then(|ensemble| ensemble.pushed_by(torques));
        match made {
            // That the ensemble is refused, not in which words.
            Err(_) => hash.add(u64::MAX),
            Ok(ensemble) => {
                if ensemble.has_matrices() {
                    advance(ensemble.clone().as_matrices().unwrap(), &mut hash);
                }
                advance(ensemble, &mut hash);
            }
        }
    }
    hash.0
}

#[test]
fn trajectories_of_ensembles_have_the_bits_they_had() {
    let mut text = String::new();
    for name in variants() {
        let _ = writeln!(text, "{name} {:016x} {:016x}", all::<f32>(&name), all::<f64>(&name));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fingerprint.txt");
    if std::env::var_os("POLHODE_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let changed: Vec<_> =
        text.lines().filter(|line| !kept.lines().any(|old| old == *line)).collect();
    assert!(kept == text, "these methods have other bits:\n{}", changed.join("\n"));
}
