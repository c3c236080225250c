//! The steps, in registers of bodies side by side.

use super::super::block;
use super::super::leapfrog::{AXES, WIDTH};
use super::bodies::{Bodies, ONE, load_three, store_three};
use super::kick::{Kick, NoKick};
use crate::geometry::{Mat3, Plane, ShortShears, Vec3};
use crate::method::Composition;
use crate::real::{Mask, Real, Single, SingleKernel, Whole};

/// The longest row or momentum, in units of 2^30. Half way through a turn of 1.5 a vector is longer
/// by sqrt(1 + tan(0.75)^2) = 1.37, and 1.3 * 1.37 = 1.78 is below the 2 of an `i32`.
const LONGEST: f64 = 1.3;
/// Turns that are not longer can be done by shears without taking half a turn away.
const LONGEST_TURN: f64 = 1.5;
/// So many stages are done before lengths are looked at again. A turn changes a length by less than
/// 1e-6 of it, however all roundings fall: it could be 0.5 % in between.
const STAGES_UNSEEN: usize = 1024;

/// All steps of all bodies.
pub(super) struct Steps<'a, K, const TERMS: u8> {
    pub(super) bodies: &'a mut Bodies,
    pub(super) composition: Composition,
    pub(super) kick: K,
    /// Size of a step.
    pub(super) h: f64,
    /// How many.
    pub(super) steps: u64,
}

impl<'a, const TERMS: u8> Steps<'a, NoKick, TERMS> {
    /// With torques.
    pub(super) fn kicked_by<K: Kick>(self, kick: K) -> Steps<'a, K, TERMS> {
        let Self { bodies, composition, h, steps, .. } = self;
        Steps { bodies, composition, kick, h, steps }
    }
}

impl<K: Kick, const TERMS: u8> SingleKernel for Steps<'_, K, TERMS> {
    #[inline(always)]
    fn run<R: Single>(mut self) {
        let mut first = 0;
        while first < self.bodies.len() && self.steps > 0 {
            self.tile::<R>(first);
            first += WIDTH * R::COUNT;
        }
    }
}

impl<K: Kick, const TERMS: u8> Steps<'_, K, TERMS> {
    /// All steps of `WIDTH` registers of bodies.
    #[inline(always)]
    fn tile<R: Single>(&mut self, first: usize) {
        let firsts: [usize; WIDTH] =
            core::array::from_fn(|v| (first + v * R::COUNT).min(self.bodies.len() - 1));
        let mut tile: [Register<R, K>; WIDTH] = firsts.map(|first| self.load(first));
        let stages = self.composition.stages();
        let at_once = (STAGES_UNSEEN / stages.max(1)).max(1) as u64;
        let mut left = self.steps;
        while left > 0 {
            let now = left.min(at_once);
            for register in &mut tile {
                register.look();
            }
            for _ in 0..now {
                for stage in 0..stages {
                    self.stage(&mut tile, R::from_f64(self.stage_size(stage)));
                }
            }
            left -= now;
        }
        for v in 0..WIDTH {
            if first + v * R::COUNT < self.bodies.len() {
                self.store(&tile[v], firsts[v]);
            }
        }
    }

    /// Half a kick, the turns, half a kick.
    #[inline(always)]
    fn stage<R: Single>(&self, tile: &mut [Register<R, K>; WIDTH], h: R) {
        if !K::NONE {
            for register in tile.iter_mut() {
                register.kicked(h.half());
            }
        }
        turned::<R, K, TERMS>(tile, h);
        if !K::NONE {
            for register in tile.iter_mut() {
                // The next half kick has the same attitude, and the same torque.
                register.pushed(self.kick, self.bodies);
                register.kicked(h.half());
            }
        }
    }
    #[inline(always)]
    fn stage_size(&self, stage: usize) -> f64 {
        self.h * f64::constant(self.composition.weight(stage))
    }
    /// Of the longest stage, whatever its direction.
    #[inline(always)]
    fn longest_stage(&self) -> f64 {
        let mut longest = 0.0;
        for stage in 0..self.composition.stages() {
            longest = Real::max(Real::abs(self.stage_size(stage)), longest);
        }
        longest
    }

    #[inline(always)]
    fn load<R: Single>(&self, first: usize) -> Register<R, K> {
        let bodies = &*self.bodies;
        let rates = block::load_vector(&bodies.rates, first);
        let fastest = rates.max_abs() * R::from_f64(self.longest_stage());
        let limit = (R::from_f64(LONGEST_TURN) / fastest).min(R::from_f64(LONGEST * ONE));
        let last = bodies.len() - 1;
        let outside = R::from_lanes(|i| f32::from(bodies.outside[(first + i).min(last)]));
        let row = |i: usize| load_three::<R>(&bodies.attitude[i..i + 3], first);
        let mut register = Register {
            rates,
            units: block::load(&bodies.units, first),
            limit: limit.squared(),
            inside: outside.equals(R::zero()) & fastest.is_finite(),
            rows: [row(0), row(3), row(6)],
            momentum: load_three::<R>(&bodies.momentum, first),
            known: self.kick.know(bodies, first),
            torque: Vec3::zero(),
        };
        register.pushed(self.kick, bodies);
        register
    }

    #[inline(always)]
    fn store<R: Single>(&mut self, register: &Register<R, K>, first: usize) {
        let Bodies { attitude, momentum, outside, .. } = &mut *self.bodies;
        let all_inside = register.inside.all();
        if !all_inside {
            let inside = R::select(register.inside, R::one(), R::zero());
            let flags = outside.iter_mut().skip(first).take(R::COUNT).enumerate();
            flags.for_each(|(i, outside)| *outside = inside.lane(i) == 0.0);
        }
        store_three::<R>(register.rows[0], &mut attitude[..3], first, outside, all_inside);
        store_three::<R>(register.rows[1], &mut attitude[3..6], first, outside, all_inside);
        store_three::<R>(register.rows[2], &mut attitude[6..], first, outside, all_inside);
        store_three::<R>(register.momentum, momentum, first, outside, all_inside);
    }
}

/// The momenta of all, which give the angles; then the rows, as in `leapfrog`.
#[inline(always)]
fn turned<R: Single, K: Kick, const TERMS: u8>(tile: &mut [Register<R, K>; WIDTH], h: R) {
    let mut turns = [[RoundedShears(ShortShears { tau: h, sigma: h }); 5]; WIDTH];
    for k in 0..5 {
        let part = if k == 2 { h } else { h.half() };
        for v in 0..WIDTH {
            let register = &mut tile[v];
            // The factor first: it does not wait for the momentum.
            let factor = register.rates[AXES[k]] * part;
            let theta = R::from_whole(register.momentum[AXES[k]]) * factor;
            let turn = RoundedShears(ShortShears::tangent::<TERMS>(theta));
            register.momentum = register.momentum.seen_after(AXES[k], turn);
            turns[v][k] = turn;
        }
    }
    for row in 0..3 {
        for k in 0..5 {
            for v in 0..WIDTH {
                let rows = &mut tile[v].rows;
                rows[row] = rows[row].seen_after(AXES[k], turns[v][k]);
            }
        }
    }
}

/// Three shears of integers. What they add is rounded; the opposite turn takes the same away.
#[derive(Clone, Copy, Debug)]
struct RoundedShears<R>(ShortShears<R>);

impl<R: Single> Plane<R::Whole> for RoundedShears<R> {
    #[inline(always)]
    fn rotate(self, u: R::Whole, v: R::Whole) -> (R::Whole, R::Whole) {
        let ShortShears { tau, sigma } = self.0;
        let v = v.plus((tau * R::from_whole(u)).nearest());
        let u = u.minus((sigma * R::from_whole(v)).nearest());
        (u, v.plus((tau * R::from_whole(u)).nearest()))
    }
}

/// Bodies on their way.
#[derive(Clone, Copy)]
struct Register<R: Single, K: Kick> {
    /// For a unit of the momentum.
    rates: Vec3<R>,
    /// Of the momentum, for an angular momentum of 1.
    units: R,
    /// The square of the longest momentum, in units.
    limit: R,
    /// Have they been, all the time?
    inside: R::Mask,
    /// Of the matrix.
    rows: [Vec3<R::Whole>; 3],
    momentum: Vec3<R::Whole>,
    known: K::Known<R>,
    /// In units a time.
    torque: Vec3<R>,
}

impl<R: Single, K: Kick> Register<R, K> {
    /// Are lengths such that nothing overflows for a while?
    #[inline(always)]
    fn look(&mut self) {
        let longest = R::from_f64(LONGEST * ONE).squared();
        let [x, y, z] = self.rows;
        self.inside = self.inside
            & singles::<R>(x).norm_squared().le(longest)
            & singles::<R>(y).norm_squared().le(longest)
            & singles::<R>(z).norm_squared().le(longest)
            & singles::<R>(self.momentum).norm_squared().le(self.limit);
    }
    /// The torque at this attitude.
    #[inline(always)]
    fn pushed(&mut self, kick: K, bodies: &Bodies) {
        if K::NONE {
            return;
        }
        let unit = R::from_f64(1.0 / ONE);
        let [x, y, z] = self.rows;
        let attitude = Mat3 {
            x: singles::<R>(x) * unit,
            y: singles::<R>(y) * unit,
            z: singles::<R>(z) * unit,
        };
        self.torque = kick.torque(bodies, self.known, attitude) * self.units;
    }
    /// The torque acts for the time h.
    #[inline(always)]
    fn kicked(&mut self, h: R) {
        let kick = self.torque * h;
        // Looked at before it is rounded: what is no number, or too large, has no integer.
        let after = singles::<R>(self.momentum) + kick;
        self.inside = self.inside & after.norm_squared().le(self.limit);
        let Vec3 { x, y, z } = self.momentum;
        self.momentum = Vec3 {
            x: x.plus(kick.x.nearest()),
            y: y.plus(kick.y.nearest()),
            z: z.plus(kick.z.nearest()),
        };
    }
}

#[inline(always)]
fn singles<R: Single>(units: Vec3<R::Whole>) -> Vec3<R> {
    Vec3 { x: R::from_whole(units.x), y: R::from_whole(units.y), z: R::from_whole(units.z) }
}
