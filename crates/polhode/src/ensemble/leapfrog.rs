//! Fukushima's leap-frog steps at the limit of the machine.
//!
//! A step of one body is a chain: an angle, a series, a division, three shears, five times over.
//! So several registers of bodies go side by side, and in two phases: first the momenta of all of
//! them, which give the angles; then the matrices, whose nine numbers would not fit into the
//! registers beside them.

use super::Block;
use super::block::{ask_for_columns, load_matrix, load_vector, store_matrix, store_vector};
use super::push::{Kick, Pulled, Pulls};
use crate::axes::AxisOrder;
use crate::geometry::{Axis, LeapFrog, Mat3, Plane, ShortShears, TurnForm, TurnRule, Vec3};
use crate::inertia::Inertia;
use crate::real::{LaneKernel, Lanes, Mask, Real, Scalar};
use crate::torque::{Free, Pull};

/// Registers of bodies that go side by side.
pub(super) const WIDTH: usize = 4;
/// Tiles between that at work and that which memory is asked for.
const AHEAD: usize = 2;
/// The axes of a step.
pub(super) const AXES: [Axis; 5] = [Axis::X, Axis::Y, Axis::Z, Axis::Y, Axis::X];

/// Bodies in matrix form by `leapfrog:rotation=tangent-n`: fast where n is K, else slower.
///
/// A torque is taken from the matrix; a single [`Motion`](crate::Motion) takes it from a
/// quaternion, so that the two agree to rounding.
#[derive(Debug)]
pub struct LeapFrogSteps<'a, S, P, const K: u8> {
    /// The bodies.
    pub block: Block<'a, S, 9>,
    /// What pushes them within the steps.
    pub pulls: P,
    /// What pushes them before.
    pub kick: Option<Kick<'a, S>>,
    /// Terms of the tangent.
    pub terms: u8,
    /// The order of the axes.
    pub axes: AxisOrder,
    /// Steps are counted from here.
    pub origin: S,
    /// How many were taken since.
    pub taken: u64,
    /// Size of a step.
    pub h: S,
    /// How many.
    pub steps: u64,
}

impl<'a, S: Scalar, const K: u8> LeapFrogSteps<'a, S, Free, K> {
    /// Free bodies.
    #[must_use]
    pub fn free(block: Block<'a, S, 9>, axes: AxisOrder, h: S, steps: u64) -> Self {
        let (origin, terms) = (S::zero(), K);
        Self { block, pulls: Free, kick: None, terms, axes, origin, taken: 0, h, steps }
    }
}

impl<S: Scalar, P: Pulls<S>, const K: u8> LaneKernel<S> for LeapFrogSteps<'_, S, P, K> {
    type Output = ();
    #[inline(always)]
    fn run<R: Lanes<Scalar = S>>(mut self) {
        let mut first = 0;
        while first < self.block.len() {
            self.tile::<R>(first);
            first += WIDTH * R::COUNT;
        }
    }
}

impl<S: Scalar, P: Pulls<S>, const K: u8> LeapFrogSteps<'_, S, P, K> {
    /// All steps of `WIDTH` registers of bodies.
    #[inline(always)]
    fn tile<R: Lanes<Scalar = S>>(&mut self, first: usize) {
        let zero = Vec3::<R>::zero();
        let none = Pull { vector: zero, turning_rate: zero, couplings: zero, arm: zero };
        let mut tile = Tile {
            angles: [[zero; 2]; WIDTH],
            momenta: [zero; WIDTH],
            matrices: [Mat3 { x: zero, y: zero, z: zero }; WIDTH],
        };
        let names = self.axes.renaming_of(zero);
        let mut pulled = [Pulled::new(none, &names); WIDTH];
        ask_for_columns::<R, _, 9>(&self.block, first + AHEAD * WIDTH * R::COUNT, WIDTH);
        for v in 0..WIDTH {
            self.load(&mut tile, &mut pulled, v, first + v * R::COUNT);
        }
        if P::NONE {
            self.free_steps(&mut tile);
        } else {
            self.pulled_steps(&mut tile, &pulled);
        }
        for v in 0..WIDTH {
            self.store(&tile, v, first + v * R::COUNT);
        }
    }

    #[inline(always)]
    fn free_steps<R: Lanes<Scalar = S>>(&self, tile: &mut Tile<R>) {
        // The momentum keeps its length up to rounding.
        if self.terms == K && tile.is_short() {
            for _ in 0..self.steps {
                tile.step::<K>();
            }
        } else {
            for _ in 0..self.steps {
                tile.long_step(self.terms);
            }
        }
    }

    /// Half a kick, a free step, half a kick.
    #[inline(always)]
    fn pulled_steps<R: Lanes<Scalar = S>>(&self, tile: &mut Tile<R>, pulled: &[Pulled<R>; WIDTH]) {
        let half = R::from_lanes(|_| self.h.half());
        let mut torques = tile.torques(pulled, self.time(0));
        for step in 1..=self.steps {
            tile.kick(&torques, half);
            if self.terms == K && tile.is_short() {
                tile.step::<K>();
            } else {
                tile.long_step(self.terms);
            }
            torques = tile.torques(pulled, self.time(step));
            tile.kick(&torques, half);
        }
    }

    #[inline(always)]
    #[expect(clippy::cast_precision_loss, reason = "2^53 steps take a person's lifetime")]
    fn time<R: Lanes<Scalar = S>>(&self, step: u64) -> R {
        let time = S::from_f64((self.taken + step) as f64).times_plus(self.h, self.origin);
        R::from_lanes(|_| time)
    }

    #[inline(always)]
    fn load<R: Lanes<Scalar = S>>(
        &self,
        tile: &mut Tile<R>,
        pulled: &mut [Pulled<R>; WIDTH],
        v: usize,
        first: usize,
    ) {
        let Block { moments, attitude, momentum } = &self.block;
        let first = first.min(moments[0].len() - 1);
        let moments = load_vector::<R, _>(moments, first);
        let names = self.axes.renaming_of(moments);
        let whole = names.reorder(moments.map(R::recip)) * R::from_lanes(|_| self.h);
        let mut momentum = load_vector(momentum, first);
        if let Some(kick) = &self.kick {
            momentum += kick.change(first);
        }
        tile.angles[v] = [whole.map(R::half), whole];
        tile.momenta[v] = names.apply(momentum);
        let Mat3 { x, y, z } = load_matrix(attitude, first);
        tile.matrices[v] = Mat3 { x: names.apply(x), y: names.apply(y), z: names.apply(z) };
        if !P::NONE {
            pulled[v] =
                Pulled::new(self.pulls.pull(&Inertia::from_moments(moments), first), &names);
        }
    }

    #[inline(always)]
    fn store<R: Lanes<Scalar = S>>(&mut self, tile: &Tile<R>, v: usize, first: usize) {
        let Block { moments, attitude, momentum } = &mut self.block;
        if first >= moments[0].len() {
            return;
        }
        let names = self.axes.renaming_of(load_vector::<R, _>(moments, first));
        store_vector(names.undo(tile.momenta[v]), momentum, first);
        let Mat3 { x, y, z } = tile.matrices[v];
        let matrix = Mat3 { x: names.undo(x), y: names.undo(y), z: names.undo(z) };
        store_matrix(matrix, attitude, first);
    }
}

/// Bodies on their way, their axes in order.
struct Tile<R> {
    /// The angles of half a step and of a whole one, for a momentum of one.
    angles: [[Vec3<R>; 2]; WIDTH],
    momenta: [Vec3<R>; WIDTH],
    matrices: [Mat3<R>; WIDTH],
}

impl<R: Real> Tile<R> {
    /// Will all angles of a free step be short?
    #[inline(always)]
    fn is_short(&self) -> bool {
        let mut short = R::Mask::splat(true);
        for v in 0..WIDTH {
            let most = self.angles[v][1].max_abs() * self.momenta[v].norm();
            short = short & ShortShears::is_short(most * R::from_f64(1.001));
        }
        short.all()
    }
    /// The momenta of all, then the matrices. Axis by axis as it is written here, so that each is
    /// known where it is compiled.
    #[expect(clippy::needless_range_loop, reason = "closures may not be inlined")]
    #[inline(always)]
    fn step<const K: u8>(&mut self) {
        let turns = [
            self.turn_momenta::<K>(0),
            self.turn_momenta::<K>(1),
            self.turn_momenta::<K>(2),
            self.turn_momenta::<K>(3),
            self.turn_momenta::<K>(4),
        ];
        for v in 0..WIDTH {
            self.turn(v, 0, turns[0][v]);
            self.turn(v, 1, turns[1][v]);
            self.turn(v, 2, turns[2][v]);
            self.turn(v, 3, turns[3][v]);
            self.turn(v, 4, turns[4][v]);
        }
    }
    #[expect(clippy::needless_range_loop, reason = "closures may not be inlined")]
    #[inline(always)]
    fn turn_momenta<const K: u8>(&mut self, k: usize) -> [ShortShears<R>; WIDTH] {
        let mut turns = [ShortShears { tau: R::zero(), sigma: R::zero() }; WIDTH];
        for v in 0..WIDTH {
            turns[v] = ShortShears::tangent::<K>(self.angle(v, k));
            self.momenta[v] = self.momenta[v].seen_after(AXES[k], turns[v]);
        }
        turns
    }
    /// With angles of any size.
    #[expect(clippy::needless_range_loop, reason = "as in a short step")]
    #[inline(always)]
    fn long_step(&mut self, terms: u8) {
        for v in 0..WIDTH {
            for k in 0..5 {
                let turn = LeapFrog::full(TurnRule::Tangent(terms), self.angle(v, k));
                self.momenta[v] = self.momenta[v].seen_after(AXES[k], turn);
                self.turn(v, k, turn);
            }
        }
    }
    #[inline(always)]
    fn angle(&self, v: usize, k: usize) -> R {
        let [half, whole] = self.angles[v];
        let axis = AXES[k];
        self.momenta[v][axis] * if k == 2 { whole[axis] } else { half[axis] }
    }
    #[inline(always)]
    fn turn(&mut self, v: usize, k: usize, turn: impl Plane<R>) {
        let Mat3 { x, y, z } = self.matrices[v];
        self.matrices[v] = Mat3 {
            x: x.seen_after(AXES[k], turn),
            y: y.seen_after(AXES[k], turn),
            z: z.seen_after(AXES[k], turn),
        };
    }
    #[inline(always)]
    fn torques(&self, pulled: &[Pulled<R>; WIDTH], time: R) -> [Vec3<R>; WIDTH] {
        let mut torques = [Vec3::zero(); WIDTH];
        for v in 0..WIDTH {
            torques[v] = pulled[v].torque(time, &self.matrices[v]);
        }
        torques
    }
    #[expect(clippy::needless_range_loop, reason = "as in a short step")]
    #[inline(always)]
    fn kick(&mut self, torques: &[Vec3<R>; WIDTH], h: R) {
        for v in 0..WIDTH {
            self.momenta[v] += torques[v] * h;
        }
    }
}
