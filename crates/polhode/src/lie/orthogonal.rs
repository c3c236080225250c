//! SO(n): orthogonal matrices, and antisymmetric ones.

use super::{LieAlgebra, LieGroup};
use crate::real::{Mask, Real};
use core::array::from_fn;
use core::ops::{Add, Mul};

/// A rotation of N dimensions, by rows: body components to space components.
///
/// Products never orthogonalise, as those of [`Rotation`](crate::Rotation) never normalise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RotationN<R, const N: usize>(pub [[R; N]; N]);

/// A rotation vector, angular velocity or momentum of N dimensions: an antisymmetric matrix,
/// in the plane i, j the rate at which axis j turns to axis i.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skew<R, const N: usize>([[R; N]; N]);

#[inline]
fn product<R: Real, const N: usize>(a: &[[R; N]; N], b: &[[R; N]; N]) -> [[R; N]; N] {
    from_fn(|i| from_fn(|j| (0..N).fold(R::zero(), |sum, k| sum + a[i][k] * b[k][j])))
}

fn identity<R: Real, const N: usize>() -> [[R; N]; N] {
    from_fn(|i| from_fn(|j| if i == j { R::one() } else { R::zero() }))
}

impl<R: Real, const N: usize> RotationN<R, N> {
    /// The largest magnitude of an entry of g g^T - 1: how far from a rotation.
    #[must_use]
    pub fn orthogonality_error(&self) -> R {
        let defect = (*self * self.inverse()).0;
        let unit = identity::<R, N>();
        let entries = (0..N * N).map(|n| (defect[n / N][n % N] - unit[n / N][n % N]).abs());
        entries.fold(R::zero(), R::max)
    }
}

impl<R: Real, const N: usize> Skew<R, N> {
    /// From the entries above the diagonal, row by row, given by their place.
    #[must_use]
    #[expect(clippy::needless_range_loop, reason = "an entry and its mirror image at once")]
    pub fn from_planes(mut plane: impl FnMut(usize, usize) -> R) -> Self {
        let mut all = [[R::zero(); N]; N];
        for i in 0..N {
            for j in i + 1..N {
                all[i][j] = plane(i, j);
                all[j][i] = -all[i][j];
            }
        }
        Self(all)
    }
    /// The matrix.
    #[must_use]
    pub fn rows(&self) -> &[[R; N]; N] {
        &self.0
    }
    /// The sum of the products of components, one for each plane: of a velocity and a momentum twice
    /// the energy, if they belong to each other.
    #[must_use]
    pub fn dot(&self, other: &Self) -> R {
        let planes = (0..N).flat_map(|i| (i + 1..N).map(move |j| (i, j)));
        planes.fold(R::zero(), |sum, (i, j)| sum + self.0[i][j] * other.0[i][j])
    }
    /// The largest sum of magnitudes of a row: no angle of the turn is larger.
    fn norm(&self) -> R {
        let sum = |row: &[R; N]| row.iter().fold(R::zero(), |sum, entry| sum + entry.abs());
        self.0.iter().map(sum).fold(R::zero(), R::max)
    }
    /// g^T a g.
    fn seen_from(&self, g: &RotationN<R, N>) -> Self {
        let half = product(&self.0, &g.0);
        Self::from_planes(|i, j| (0..N).fold(R::zero(), |sum, k| sum + g.0[k][i] * half[k][j]))
    }
}

impl<R: Real, const N: usize> Add for Skew<R, N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(from_fn(|i| from_fn(|j| self.0[i][j] + other.0[i][j])))
    }
}
impl<R: Real, const N: usize> Mul<R> for Skew<R, N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: R) -> Self {
        Self(self.0.map(|row| row.map(|entry| entry * factor)))
    }
}
impl<R: Real, const N: usize> LieAlgebra<R> for Skew<R, N> {
    #[inline(always)]
    fn zero() -> Self {
        Self([[R::zero(); N]; N])
    }
    /// a b - b a, where b a is the transpose of a b.
    #[inline]
    fn bracket(&self, other: &Self) -> Self {
        let ab = product(&self.0, &other.0);
        Self::from_planes(|i, j| ab[i][j] - ab[j][i])
    }
}

/// First the right factor, then the left one.
impl<R: Real, const N: usize> Mul for RotationN<R, N> {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        Self(product(&self.0, &other.0))
    }
}

/// How often an angle is halved at most; beyond 2^60 radians nothing is known of it anyway.
const MOST: u32 = 60;

impl<R: Real, const N: usize> LieGroup<R> for RotationN<R, N> {
    type Algebra = Skew<R, N>;

    fn identity() -> Self {
        Self(identity())
    }
    #[inline(always)]
    fn inverse(self) -> Self {
        Self(from_fn(|i| from_fn(|j| self.0[j][i])))
    }
    /// The series of a part of at most half a radian, squared as often as that was halved.
    fn exp(velocity: Skew<R, N>) -> Self {
        let half = R::from_f64(0.5);
        let (mut part, mut size, mut halved) = (R::one(), velocity.norm(), R::zero());
        for _ in 0..MOST {
            let large = half.lt(size);
            if !large.any() {
                break;
            }
            part = R::select(large, part.half(), part);
            size = R::select(large, size.half(), size);
            halved = R::select(large, halved + R::one(), halved);
        }
        let mut g = series(&(velocity * part).0);
        while R::zero().lt(halved).any() {
            let again = R::zero().lt(halved);
            let square = product(&g, &g);
            g = from_fn(|i| from_fn(|j| R::select(again, square[i][j], g[i][j])));
            halved -= R::one();
        }
        Self(g)
    }
    fn adjoint(self, velocity: Skew<R, N>) -> Skew<R, N> {
        velocity.seen_from(&self.inverse())
    }
    #[inline]
    fn coadjoint(self, momentum: Skew<R, N>) -> Skew<R, N> {
        momentum.seen_from(&self)
    }
    #[inline]
    fn coadjoint_rate(velocity: Skew<R, N>, momentum: Skew<R, N>) -> Skew<R, N> {
        momentum.bracket(&velocity)
    }
}

/// 1 + a (1 + a/2 (1 + a/3 (...))) with as many terms as the number has digits, |a| <= 1/2.
fn series<R: Real, const N: usize>(a: &[[R; N]; N]) -> [[R; N]; N] {
    let (mut terms, mut last) = (0.0, 1.0);
    while last > R::EPSILON / 16.0 {
        terms += 1.0;
        last *= 0.5 / terms;
    }
    let unit = identity::<R, N>();
    let mut sum = unit;
    while terms >= 1.0 {
        let next = product(a, &sum);
        let scale = R::from_f64(terms).recip();
        sum = from_fn(|i| from_fn(|j| unit[i][j] + next[i][j] * scale));
        terms -= 1.0;
    }
    sum
}
