//! What experiments are made of: named methods on bodies, all cores, fitted exponents.

use polhode::catalogue::{MethodName, NameError};
use polhode::real::Real;
use polhode::torque::Model;
use polhode::{Body, Error, Inertia, Run, State};
use polhode_bound::{Bind, Torques};
use polhode_lab::listed::Listed;
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

use super::Effort;

/// A run of a free body by the name of its method. Names in experiments are fixed, so what is wrong
/// with one is a mistake of the programmer, said at once.
///
/// # Panics
/// Where there is no such method.
#[must_use]
pub fn free<R: Bind>(method: &str, moments: [f64; 3], start: State<R>) -> Box<dyn Run<R>> {
    named(method, |name| R::bind_free(name, inertia(moments), start))
}

/// A run of a pushed body by the name of its method.
///
/// # Panics
/// Where there is no such method, or it cannot take the torque.
#[must_use]
pub fn pushed(
    method: &str,
    moments: [f64; 3],
    torque: impl Into<Model<f64>>,
    start: State<f64>,
) -> Box<dyn Run<f64>> {
    pushed_by(method, moments, Torques::new([torque.into().into()]), start)
}

/// The same of a sum of torques, which counts how often it is asked.
///
/// # Panics
/// As [`pushed`].
#[must_use]
pub fn pushed_by(
    method: &str,
    moments: [f64; 3],
    torque: Torques<f64>,
    start: State<f64>,
) -> Box<dyn Run<f64>> {
    let body = Body { inertia: inertia(moments), torque };
    named(method, |name| f64::bind_pushed(name, body, start))
}

fn named<T>(method: &str, bind: impl FnOnce(&MethodName) -> Result<T, Error>) -> T {
    let name = method.parse().map_err(|error: NameError| error.to_string());
    let run = name.and_then(|name| bind(&name).map_err(|error| error.to_string()));
    run.unwrap_or_else(|error| panic!("{method}: {error}"))
}

/// Moments, whether or not a body can have them.
///
/// # Panics
/// Where one is not positive.
#[must_use]
pub fn inertia<R: Real<Mask = bool>>(moments: [f64; 3]) -> Inertia<R> {
    Inertia::new_without_triangle_check(moments.map(R::from_f64))
        .unwrap_or_else(|error| panic!("{moments:?}: {error}"))
}

/// Does the same with all, on all cores; the order is kept, and each is told.
pub fn each<T: Sync, O: Send>(effort: &Effort, all: &[T], act: impl Fn(&T) -> O + Sync) -> Vec<O> {
    let outputs = Mutex::new(all.iter().map(|_| None).listed());
    on_all_cores(effort, all.len(), &|index| {
        let output = act(&all[index]);
        outputs.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(output);
    });
    outputs.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().listed()
}

/// Not generic: how work is shared among threads is much to compile, and a hundred experiments do
/// it.
fn on_all_cores(effort: &Effort, count: usize, act: &(dyn Fn(usize) + Sync)) {
    effort.expect(count);
    (0..count).into_par_iter().for_each(|index| {
        act(index);
        effort.one_done();
    });
}

/// The exponent p of y = c x^p that fits best in logarithms.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "points are few")]
pub fn exponent(points: &[(f64, f64)]) -> f64 {
    let logarithms: Vec<(f64, f64)> =
        points.iter().filter(|(x, y)| *x > 0.0 && *y > 0.0).map(|(x, y)| (x.ln(), y.ln())).listed();
    let n = logarithms.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logarithms.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| logarithms.iter().map(of).sum::<f64>();
    sum(&|p| (p.0 - x) * (p.1 - y)) / sum(&|p| (p.0 - x) * (p.0 - x))
}
