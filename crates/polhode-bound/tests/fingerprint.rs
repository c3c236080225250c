//! A fingerprint of the trajectories of torqued bodies: every method, representative torques, all
//! scalar types, and everything that a run offers besides its steps.
//!
//! It is a change detector: it shows that bits have changed, not that they are wrong. The files in `fingerprint` have
//! a line for each method. Where a change is meant, renew them with POLHODE_BLESS=1 and write a
//! `Numerics:` line in CHANGELOG.md.

use polhode::catalogue::{MethodName, variants};
use polhode::real::{Dual, Real};
use polhode::torque::{
    Frame, GravityGradient, Harmonics, Impulse, Impulses, Interpolation, KeplerGravityGradient,
    KeplerOrbit, LinearDamping, MagneticDipole, Model, PrescribedTorque, Rotor, SoftWall,
    SpaceVector, Table, UniformField,
};
use polhode::{Body, Inertia, Rotation, Run, State, Vec3};
use polhode_bound::{Bind, RunUnits, TorqueTerm, Torques, Written};
use polhode_formula::Formula;
use std::fmt::Write;
use std::path::Path;

/// FNV-1a.
struct Hash(u64);

impl Hash {
    fn add(&mut self, bits: u64) {
        for byte in bits.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// A scalar type whose bits can be seen.
trait Seen: Bind {
    fn show(self, hash: &mut Hash);
}
impl Seen for f32 {
    fn show(self, hash: &mut Hash) {
        hash.add(u64::from(self.to_bits()));
    }
}
impl Seen for f64 {
    fn show(self, hash: &mut Hash) {
        hash.add(self.to_bits());
    }
}
impl Seen for Dual<f64, 2> {
    fn show(self, hash: &mut Hash) {
        let Self { value, slopes } = self;
        [value].into_iter().chain(slopes).for_each(|x| hash.add(x.to_bits()));
    }
}

fn show<R: Seen>(state: &State<R>, hash: &mut Hash) {
    let ([w, x, y, z], m) = (state.attitude.to_wxyz(), state.momentum);
    [state.time, w, x, y, z, m.x, m.y, m.z].into_iter().for_each(|number| number.show(hash));
}

fn formula<R: Real<Mask = bool>>(components: [&str; 3]) -> TorqueTerm<R> {
    let components = components.map(|text| Formula::new(text, &[]).unwrap());
    let axes = Rotation::identity();
    Written::new(Frame::Body, components, None, axes, RunUnits::FILE).into()
}

/// Torques of every kind, each with what no other has: frames, time, rates, kinks, impulses, sums.
fn torques<R: Real<Mask = bool>>() -> Vec<Torques<R>> {
    let v = Vec3::<R>::from_f64;
    let one = |model: Model<R>| Torques::new([TorqueTerm::Model(model)]);
    let wave = Harmonics::new(v([0.1, 0.0, -0.2]), v([0.0, 0.05, 0.0]));
    let wave = wave.with(R::from_f64(1.7), v([0.3, 0.1, 0.0]), v([0.0, 0.2, 0.1])).unwrap();
    let points = [(0.0, 0.1), (0.22, 0.7), (0.4, -0.3), (2.0, 0.2)];
    let points = points.map(|(time, x)| (R::from_f64(time), v([x, 0.3 * x, -x])));
    let orbit = KeplerOrbit {
        gm: R::from_f64(0.3),
        semi_major_axis: R::one(),
        eccentricity: R::from_f64(0.2),
        inclination: R::from_f64(0.3),
        node: R::from_f64(0.2),
        periapsis: R::from_f64(0.1),
        mean_anomaly: R::from_f64(0.4),
    };
    let hit =
        |time, frame| Impulse { time: R::from_f64(time), momentum: v([0.2, -0.1, 0.3]), frame };
    let field =
        UniformField::new(R::from_f64(1.3), v([0.1, 0.2, 0.9]), v([0.0, 0.0, 1.0])).unwrap();
    let turning = GravityGradient::turning(
        R::from_f64(0.7),
        v([1.0, 0.0, 0.0]),
        v([0.1, 0.2, 1.0]),
        R::from_f64(0.3),
    );
    vec![
        one(field.into()),
        one(turning.unwrap().into()),
        one(KeplerGravityGradient::new(orbit).unwrap().into()),
        one(MagneticDipole {
            moment: v([0.2, 0.1, -0.4]),
            field: SpaceVector::Fixed(v([0.3, 0.9, 0.1])),
        }
        .into()),
        one(SoftWall::physical().into()),
        one(PrescribedTorque(wave).into()),
        one(LinearDamping::uniform(R::from_f64(0.11)).unwrap().into()),
        one(Rotor { momentum: v([0.3, -0.2, 0.5]) }.into()),
        one(Table::new(Frame::Space, Interpolation::Linear, points).unwrap().into()),
        Torques::new([
            Model::from(field).into(),
            Model::from(Impulses::new([hit(0.0, Frame::Body), hit(0.17, Frame::Space)]).unwrap())
                .into(),
            formula(["0.1*sin(t)*r13", "-0.05*wx*wy", "0.2*exp(-t) - 0.1*lz"]),
        ]),
        Torques::new([formula(["0.1*r32", "abs(qx) - 0.2*r31", "tanh(t)*qz"])]),
    ]
}

/// Steps, states between them, a step that is watched, and a run that goes on from what the first remembered.
fn see<R: Seen>(mut run: Box<dyn Run<R>>, mut other: Box<dyn Run<R>>, h: R, hash: &mut Hash) {
    let steps = |run: &mut dyn Run<R>, count: u64, hash: &mut Hash| match run.advance(h, count) {
        Ok(()) => show(run.state(), hash),
        Err(stopped) => format!("{:?}", stopped.failure).bytes().for_each(|b| hash.add(b.into())),
    };
    steps(&mut *run, 5, hash);
    let now = run.state().time;
    for part in [-0.4, 0.3] {
        if let Ok(state) = run.state_near(now + h * R::from_f64(part)) {
            show(&state, hash);
        }
    }
    let seen = run.step_seen(h, &mut |interpolant| {
        let (from, to) = (interpolant.start().time, interpolant.end().time);
        show(interpolant.start(), hash);
        for part in [0.3, 0.8] {
            if let Some(state) = interpolant.at(from + (to - from) * R::from_f64(part)) {
                show(&state, hash);
            }
        }
    });
    hash.add(u64::from(seen.is_ok()));
    let mut memory = Vec::new();
    run.visit_memory(&mut |slot| memory.push(*slot));
    other.restore(*run.state(), h, 6);
    let mut slots = memory.into_iter();
    other.visit_memory(&mut |slot| *slot = slots.next().expect("as many slots"));
    steps(&mut *run, 4, hash);
    steps(&mut *other, 4, hash);
    let invariants = run.invariants();
    invariants.energy.show(hash);
    steps(&mut *run, 0, hash);
    if run.advance(-h, 3).is_ok() {
        show(run.state(), hash);
    }
}

fn all<R: Seen>(name: &MethodName, hash: &mut Hash) {
    let inertia = Inertia::new_without_triangle_check([1.3, 2.1, 2.9].map(R::from_f64)).unwrap();
    let start = State::new(
        Rotation::exp(Vec3::from_f64([0.4, -0.7, 0.3])),
        Vec3::<R>::from_f64([1.1, 0.7, -1.9]),
    );
    let h = R::from_f64(0.05);
    let free = || R::bind_free(name, inertia, start).unwrap();
    see(free(), free(), h, hash);
    // With derivatives everything takes several times as long.
    for torque in torques::<R>().into_iter().step_by(if R::VARIES { 3 } else { 1 }) {
        let torqued = || R::bind_pushed(name, Body { inertia, torque: torque.clone() }, start);
        match (torqued(), torqued()) {
            (Ok(run), Ok(other)) => see(run, other, h, hash),
            // That the method refuses the torque, not in which words.
            (Err(_), _) | (_, Err(_)) => hash.add(u64::MAX),
        }
    }
}

/// Compares each method with its line in the file of this scalar type.
fn has_the_bits_it_had<R: Seen>(scalar: &str) {
    let mut text = String::new();
    for name in variants() {
        let mut hash = Hash(0xcbf2_9ce4_8422_2325);
        all::<R>(&name, &mut hash);
        let _ = writeln!(text, "{name} {:016x}", hash.0);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fingerprint");
    let path = folder.join(format!("{scalar}.txt"));
    if std::env::var_os("POLHODE_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let changed: Vec<_> =
        text.lines().filter(|line| !kept.lines().any(|old| old == *line)).collect();
    assert!(kept == text, "{scalar}: these methods have other bits:\n{}", changed.join("\n"));
}

#[test]
fn trajectories_in_single_precision_have_the_bits_they_had() {
    has_the_bits_it_had::<f32>("f32");
}

#[test]
fn trajectories_in_double_precision_have_the_bits_they_had() {
    has_the_bits_it_had::<f64>("f64");
}

#[test]
fn trajectories_with_derivatives_have_the_bits_they_had() {
    has_the_bits_it_had::<Dual<f64, 2>>("dual");
}
