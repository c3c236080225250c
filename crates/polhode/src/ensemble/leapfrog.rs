//! Fukushima's leap-frog steps at the limit of the machine.
//!
//! A step of one body is a chain: an angle, a series, a division, three shears, five times over.
//! So several registers of bodies go side by side, and in two phases: first the momenta of all of
//! them, which give the angles; then the matrices, whose nine numbers would not fit into the
//! registers beside them.

use super::Block;
use super::block::{load_matrix, load_vector, store_matrix, store_vector};
use crate::axes::AxisOrder;
use crate::geometry::{Axis, LeapFrog, Mat3, Plane, ShortShears, TurnForm, TurnRule, Vec3};
use crate::real::{LaneKernel, Lanes, Mask, Real, Scalar};

/// Registers of bodies that go side by side.
const WIDTH: usize = 4;
/// The axes of a step.
const AXES: [Axis; 5] = [Axis::X, Axis::Y, Axis::Z, Axis::Y, Axis::X];

/// Free bodies in matrix form by `leapfrog:rotation=tangent-K`.
#[derive(Debug)]
pub struct LeapFrogSteps<'a, S, const K: u8> {
    /// The bodies.
    pub block: Block<'a, S, 9>,
    /// The order of the axes.
    pub axes: AxisOrder,
    /// Size of a step.
    pub h: S,
    /// How many.
    pub steps: u64,
}

impl<S: Scalar, const K: u8> LaneKernel<S> for LeapFrogSteps<'_, S, K> {
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

impl<S: Scalar, const K: u8> LeapFrogSteps<'_, S, K> {
    /// All steps of `WIDTH` registers of bodies.
    #[inline(always)]
    fn tile<R: Lanes<Scalar = S>>(&mut self, first: usize) {
        let zero = Vec3::<R>::zero();
        let mut tile = Tile {
            angles: [[zero; 2]; WIDTH],
            momenta: [zero; WIDTH],
            matrices: [Mat3 { x: zero, y: zero, z: zero }; WIDTH],
        };
        for v in 0..WIDTH {
            self.load(&mut tile, v, first + v * R::COUNT);
        }
        if tile.is_short() {
            for _ in 0..self.steps {
                tile.step::<K>();
            }
        } else {
            for _ in 0..self.steps {
                tile.long_step::<K>();
            }
        }
        for v in 0..WIDTH {
            self.store(&tile, v, first + v * R::COUNT);
        }
    }

    #[inline(always)]
    fn load<R: Lanes<Scalar = S>>(&self, tile: &mut Tile<R>, v: usize, first: usize) {
        let Block { moments, attitude, momentum } = &self.block;
        let first = first.min(moments[0].len() - 1);
        let moments = load_vector::<R, _>(moments, first);
        let names = self.axes.renaming_of(moments);
        let whole = names.reorder(moments.map(R::recip)) * R::from_lanes(|_| self.h);
        tile.angles[v] = [whole.map(R::half), whole];
        tile.momenta[v] = names.apply(load_vector(momentum, first));
        let Mat3 { x, y, z } = load_matrix(attitude, first);
        tile.matrices[v] = Mat3 { x: names.apply(x), y: names.apply(y), z: names.apply(z) };
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
    /// Will all angles be short? The momentum keeps its length up to rounding.
    #[inline(always)]
    fn is_short(&self) -> bool {
        let mut short = R::Mask::splat(true);
        for v in 0..WIDTH {
            let most = self.angles[v][1].max_abs() * self.momenta[v].norm();
            short = short & ShortShears::is_short(most * R::of(1.001));
        }
        short.all()
    }
    /// The momenta of all, then the matrices.
    #[expect(
        clippy::needless_range_loop,
        reason = "iterators are closures, which may not be inlined"
    )]
    #[inline(always)]
    fn step<const K: u8>(&mut self) {
        let none = ShortShears { tau: R::zero(), sigma: R::zero() };
        let mut turns = [[none; 5]; WIDTH];
        for k in 0..5 {
            for v in 0..WIDTH {
                let turn = ShortShears::tangent::<K>(self.angle(v, k));
                self.momenta[v] = self.momenta[v].seen_after(AXES[k], turn);
                turns[v][k] = turn;
            }
        }
        for v in 0..WIDTH {
            for k in 0..5 {
                self.turn(v, k, turns[v][k]);
            }
        }
    }
    /// With angles of any size.
    #[expect(clippy::needless_range_loop, reason = "as in a short step")]
    #[inline(always)]
    fn long_step<const K: u8>(&mut self) {
        for v in 0..WIDTH {
            for k in 0..5 {
                let turn = LeapFrog::full(TurnRule::Tangent(K), self.angle(v, k));
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
}
