//! Every refusal says value, rule and remedy.

use super::samples::orbit;
use polhode::geometry::Mat3;
use polhode::torque::{
    AttitudeLaw, Frame, GravityGradient, Harmonics, Impulse, Impulses, Interpolation,
    KeplerGravityGradient, KeplerOrbit, LinearDamping, MagneticField, SoftWall, Table,
};
use polhode::{Error, Rotation, Vec3};

fn message<T: core::fmt::Debug>(result: Result<T, Error>) -> String {
    result.expect_err("should have been refused").to_string()
}
fn kepler(change: impl Fn(&mut KeplerOrbit<f64>)) -> String {
    let mut orbit = orbit(0.5);
    change(&mut orbit);
    message(KeplerGravityGradient::new(orbit))
}

#[test]
fn orbits_are_ellipses_of_positive_size() {
    assert_eq!(
        kepler(|o| o.eccentricity = 1.0),
        "the eccentricity is 1.0; it must be at least 0 and less than 1; give the torque of an \
         open orbit as a table"
    );
    assert!(kepler(|o| o.eccentricity = -1e-9).starts_with("the eccentricity is -1e-9;"));
    assert!(kepler(|o| o.eccentricity = f64::NAN).starts_with("the eccentricity is NaN;"));
    assert_eq!(
        kepler(|o| o.semi_major_axis = -2.0),
        "the semi-major axis is -2.0; it must be positive and finite; an open orbit has none: \
         give the torque as a table"
    );
    assert_eq!(
        kepler(|o| o.gm = 0.0),
        "GM of the attracting body is 0.0; it must be positive and finite; repulsion has no orbit"
    );
    assert_eq!(
        kepler(|o| o.node = f64::INFINITY),
        "the longitude of the node is inf; it must be finite; check what computed it"
    );
}

#[test]
fn directions_have_a_length() {
    let zero = Vec3::<f64>::zero();
    let remedy = "has no length, or is not finite; give a vector other than zero";
    assert_eq!(
        message(GravityGradient::new(1.0, zero)),
        format!("the direction of a gravity gradient {remedy}")
    );
    assert_eq!(
        message(MagneticField::turning(zero, zero, 1.0)),
        format!("the axis of a turning vector {remedy}")
    );
    let null = Rotation { w: 0.0, x: 0.0, y: 0.0, z: 0.0 };
    assert_eq!(
        message(AttitudeLaw::new(null, zero, zero)),
        format!("the quaternion of the target attitude {remedy}")
    );
}

#[test]
fn a_wall_is_out_of_reach() {
    assert_eq!(
        message(SoftWall::new(1.0, 1.0, 0.001)),
        "the offset of a soft wall is 1.0; it must exceed 1 and be finite; else the tip, at \
         height -1 to 1, goes through it"
    );
}

#[test]
fn damping_does_not_drive() {
    assert_eq!(
        message(LinearDamping::uniform(-0.5)),
        "the damping is -0.5; it must be finite and not negative; a torque along the rates \
         drives the body: change the sign"
    );
    let y = LinearDamping::diagonal(Vec3::new(0.0, -1.0, 1.0));
    assert!(message(y).starts_with("the damping about y is -1.0;"));
    assert_eq!(
        message(LinearDamping::<f64>::full(Mat3::from_f64([
            [1.0, 2.0, 0.0],
            [2.0, 1.0, 0.0],
            [0.0, 0.0, 1.0]
        ]))),
        "the symmetric part of the damping matrix has the principal minor xy = -3.0; no \
         principal minor may be negative, else the torque drives the body in some direction; \
         check the signs of the entries (the torque is minus the matrix times the rates)"
    );
    // All minors of two are positive, the determinant is not.
    let three = Mat3::from_f64([[1.0, 0.9, 0.9], [0.9, 1.0, -0.9], [0.9, -0.9, 1.0]]);
    assert!(matches!(
        LinearDamping::<f64>::full(three),
        Err(Error::DampingDrives { minor: "xyz", .. })
    ));
    // An antisymmetric part does no work, however large.
    assert!(LinearDamping::<f64>::full(Mat3::hat(Vec3::from_f64([9.0, -7.0, 5.0]))).is_ok());
    let entry = Mat3::from_f64([[1.0, f64::NAN, 0.0], [0.0; 3], [0.0; 3]]);
    assert!(
        message(LinearDamping::<f64>::full(entry))
            .starts_with("an entry of the damping matrix is NaN;")
    );
}

#[test]
fn tables_have_points_in_order() {
    let v = Vec3::<f64>::zero();
    assert_eq!(
        message(Table::<f64>::new(Frame::Body, Interpolation::Cubic, [])),
        "the table has 0 points; it must have at least 1; give pairs of time and torque"
    );
    assert_eq!(
        message(Table::new(Frame::Body, Interpolation::Cubic, [(0.0, v), (2.0, v), (2.0, v)])),
        "time 3 of the table is 2.0 after 2.0; times must ascend, each later than the one \
         before; sort the points and give each time once"
    );
    assert_eq!(
        message(Table::new(Frame::Body, Interpolation::Cubic, [(f64::NAN, v)])),
        "a time of the table is NaN; it must be finite; check what computed it"
    );
}

#[test]
fn impulses_and_oscillations_have_their_limits() {
    let v = Vec3::new(1.0, 0.0, 0.0);
    let pulse = |time| Impulse { time, momentum: v, frame: Frame::Body };
    assert_eq!(
        message(Impulses::new([pulse(f64::NEG_INFINITY)])),
        "the time of an impulse is -inf; it must be finite; check what computed it"
    );
    let four = (0..4).try_fold(Harmonics::default(), |f, i| f.with(f64::from(i), v, v)).unwrap();
    assert_eq!(
        message(four.with(9.0, v, v)),
        "a time function holds at most 4 oscillations, and this is one more; merge those of \
         equal frequency, or implement the trait TimeFunction for a type of yours"
    );
}
