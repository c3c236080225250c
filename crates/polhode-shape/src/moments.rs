//! Integrals of 1, x and x x^T over a body, and what follows from them.

use crate::error::Error;
use crate::properties::{Amount, MassProperties};
use polhode::real::DoubleDouble;
use polhode::{Mat3, Real, Vec3};

/// Integrals, or sums over masses, of 1, x and x x^T, with x from a place of the body.
///
/// In double-doubles: a slim body far from the place loses digits by the theorem of parallel
/// axes, and a mesh of a million triangles by summing them. The centre and the tensor are
/// rounded once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moments<R> {
    zeroth: R,
    first: Vec3<R>,
    /// xx, yy, zz
    squares: Vec3<R>,
    /// yz, zx, xy
    products: Vec3<R>,
}

impl<R: Real> Moments<R> {
    pub(crate) fn none() -> Self {
        let null = Vec3::zero();
        Self { zeroth: R::zero(), first: null, squares: null, products: null }
    }

    /// Adds a point.
    pub(crate) fn add_point(&mut self, mass: R, x: Vec3<R>) {
        self.zeroth += mass;
        self.first += x * mass;
        self.add_second(mass, x);
    }

    fn add_second(&mut self, factor: R, x: Vec3<R>) {
        self.squares += x.component_mul(x) * factor;
        self.products += cyclic(x).component_mul(cyclic(cyclic(x))) * factor;
    }

    /// Adds the tetrahedron between the place from which x is counted and a triangle that is
    /// seen counter-clockwise from outside, its volume negative where it is seen clockwise.
    ///
    /// With barycentric coordinates u the mean of u_i u_j over a tetrahedron is 1/20, that of
    /// u_i^2 is 1/10. So the integral of x is V/4 s with s = a + b + c, and that of x x^T is
    /// V/20 (s s^T + a a^T + b b^T + c c^T).
    pub(crate) fn add_tetrahedron(&mut self, [a, b, c]: [Vec3<R>; 3]) {
        let volume = volume_of_tetrahedron([a, b, c]);
        let s = a + b + c;
        self.zeroth += volume;
        self.first += s * (volume / R::from_f64(4.0));
        for x in [s, a, b, c] {
            self.add_second(volume / R::from_f64(20.0), x);
        }
    }
}

/// Between the origin and a triangle.
pub(crate) fn volume_of_tetrahedron<R: Real>([a, b, c]: [Vec3<R>; 3]) -> R {
    a.dot(b.cross(c)) / R::from_f64(6.0)
}

/// (x, y, z) to (y, z, x).
fn cyclic<R: Real>(v: Vec3<R>) -> Vec3<R> {
    Vec3::new(v.y, v.z, v.x)
}

impl Moments<DoubleDouble> {
    /// Of point masses.
    pub(crate) fn mass_properties_of_points(
        &self,
        place: Vec3<f64>,
    ) -> Result<MassProperties, Error> {
        self.about_centre(place, self.zeroth.hi, None)
    }

    /// Of a homogeneous body.
    pub(crate) fn mass_properties(
        &self,
        place: Vec3<f64>,
        amount: Amount,
    ) -> Result<MassProperties, Error> {
        let volume = self.zeroth.hi;
        self.about_centre(place, amount.mass(volume)?, Some(volume))
    }

    fn about_centre(
        &self,
        place: Vec3<f64>,
        mass: f64,
        volume: Option<f64>,
    ) -> Result<MassProperties, Error> {
        let density = DoubleDouble::from(mass) / self.zeroth;
        let c = self.first / self.zeroth;
        // The theorem of parallel axes for the integrals of x x^T.
        let s = (self.squares - c.component_mul(self.first)) * density;
        let p = (self.products - cyclic(c).component_mul(cyclic(cyclic(self.first)))) * density;
        let centre = place.map(DoubleDouble::from) + c;
        let centre = centre.zip(place, rounded);
        let tensor = Mat3::from_rows(
            Vec3::new(s.y + s.z, -p.z, -p.y),
            Vec3::new(-p.z, s.z + s.x, -p.x),
            Vec3::new(-p.y, -p.x, s.x + s.y),
        );
        let scale = (self.squares * density).max_abs().hi;
        let tensor = tensor.map_rows(|row| row.map(|x| rounded(x, scale)));
        MassProperties { mass, volume, centre, tensor }.checked()
    }
}

/// The nearest double; zero, without a sign, where only the rounding of double-doubles is left
/// of numbers of this size.
fn rounded(x: DoubleDouble, size: f64) -> f64 {
    if x.hi.abs() <= 1e-29 * size.abs() { 0.0 } else { x.hi }
}
