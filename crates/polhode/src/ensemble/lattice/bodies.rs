//! The columns, and the way into them and out.

use super::super::block::load_vector;
use crate::axes::{AxisOrder, Renaming};
use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::{Attitude, Axis, Mat3, Vec3};
use crate::real::{Lanes, Real, Scalar, Single, Whole};
use crate::torque::{Pull, Torque};
use alloc::vec::Vec;

/// So many units make 1.
pub(super) const ONE: f64 = 1_073_741_824.0;
/// What a matrix may be off from a rotation.
const OBLIQUE: f64 = 0.1;

/// Bodies side by side, each number in a column of its own, along axes that are in the order of
/// the steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Bodies {
    /// Rows of the matrix.
    pub(super) attitude: [Vec<i32>; 9],
    pub(super) momentum: [Vec<i32>; 3],
    /// Rates for a unit of the momentum.
    pub(super) rates: [Vec<f32>; 3],
    /// Units of the momentum for an angular momentum of 1.
    pub(super) units: Vec<f32>,
    /// Vector, couplings and arm.
    pub(super) pulls: [[Vec<f32>; 3]; 3],
    /// By any?
    pub(super) are_pulled: bool,
    pub(super) outside: Vec<bool>,
    /// The momentum of 2^30 units.
    largest: Vec<f64>,
    names: Vec<Renaming<f64>>,
}

impl Bodies {
    pub(super) fn len(&self) -> usize {
        self.outside.len()
    }
    pub(super) fn names(&self, body: usize) -> Renaming<f32> {
        self.names[body].retyped()
    }

    pub(super) fn push<S, A, T>(
        &mut self,
        axes: AxisOrder,
        body: &Body<S, T>,
        state: &State<S, A>,
        largest: S,
    ) -> Result<(), Error>
    where
        S: Scalar + Into<f64>,
        A: Attitude<S>,
        T: Torque<S>,
    {
        let largest = largest.into();
        let matrix = rotation(state.attitude)?;
        let momentum = state.momentum.map(S::into);
        has_room(largest, momentum)?;
        let pull = pull_of(body)?;
        let names = axes.renaming_of(body.inertia.moments().map(S::into));
        let rates = names.reorder(body.inertia.moments().map(|i| largest / ONE / i.into()));
        let units = ONE / largest;
        in_single_precision(rates, units)?;

        let rows = [matrix.x, matrix.y, matrix.z].map(|row| names.apply(row));
        for (columns, row) in self.attitude.chunks_mut(3).zip(rows) {
            append(columns, row.map(to_units));
        }
        append(&mut self.momentum, names.apply(momentum / largest).map(to_units));
        append(&mut self.rates, rates.map(f32::from_f64));
        self.units.push(f32::from_f64(units));
        let Pull { vector, couplings, arm, .. } = pull;
        let parts = [vector, names.apply(couplings), names.apply(arm)];
        for (columns, part) in self.pulls.iter_mut().zip(parts) {
            append(columns, part.map(f32::from_f64));
        }
        self.are_pulled |= !T::NONE;
        self.outside.push(false);
        self.largest.push(largest);
        self.names.push(names);
        Ok(())
    }

    pub(super) fn integers(&self, body: usize) -> Option<[i32; 12]> {
        let mut integers = [0; 12];
        let columns = self.attitude.iter().chain(&self.momentum);
        for (integer, column) in integers.iter_mut().zip(columns) {
            *integer = *column.get(body)?;
        }
        Some(integers)
    }
    pub(super) fn state(&self, body: usize) -> Option<State<f64, Mat3<f64>>> {
        let numbers = self.integers(body)?.map(|units| f64::from(units) / ONE);
        let vector =
            |i| self.names[body].undo(Vec3::new(numbers[i], numbers[i + 1], numbers[i + 2]));
        Some(State {
            time: 0.0,
            attitude: Mat3 { x: vector(0), y: vector(3), z: vector(6) },
            momentum: vector(9) * self.largest[body],
        })
    }

    /// What bodies are pulled by, from `first` on.
    #[inline(always)]
    pub(super) fn pulls<R: Lanes<Scalar = f32>>(&self, first: usize) -> Pull<R> {
        let [vector, couplings, arm] = &self.pulls;
        Pull {
            vector: load_vector(vector, first),
            turning_rate: Vec3::zero(),
            couplings: load_vector(couplings, first),
            arm: load_vector(arm, first),
        }
    }
}

/// Integers of a column from `first` on; where it has ended, its last one again.
#[inline(always)]
pub(super) fn load<R: Single>(column: &[i32], first: usize) -> R::Whole {
    match column.get(first..first + R::COUNT) {
        Some(lanes) => R::Whole::from_lanes(|i| lanes[i]),
        None => R::Whole::from_lanes(|i| column[(first + i).min(column.len() - 1)]),
    }
}

/// Three columns.
#[inline(always)]
pub(super) fn load_three<R: Single>(columns: &[Vec<i32>], first: usize) -> Vec3<R::Whole> {
    Vec3 {
        x: load::<R>(&columns[0], first),
        y: load::<R>(&columns[1], first),
        z: load::<R>(&columns[2], first),
    }
}

/// Into three columns, as far as they go, where a body is inside.
#[inline(always)]
pub(super) fn store_three<R: Single>(
    vector: Vec3<R::Whole>,
    columns: &mut [Vec<i32>],
    first: usize,
    outside: &[bool],
    all_inside: bool,
) {
    for (units, column) in [vector.x, vector.y, vector.z].into_iter().zip(columns) {
        match column.get_mut(first..first + R::COUNT) {
            Some(lanes) if all_inside => {
                lanes.iter_mut().enumerate().for_each(|(i, place)| *place = units.lane(i));
            }
            _ => {
                let places = column.iter_mut().zip(outside).skip(first).take(R::COUNT);
                for (i, (place, &outside)) in places.enumerate() {
                    *place = if outside { *place } else { units.lane(i) };
                }
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "at most 1 of a rotation, and rounded")]
fn to_units(number: f64) -> i32 {
    Real::round(number * ONE) as i32
}

fn append<N>(columns: &mut [Vec<N>], Vec3 { x, y, z }: Vec3<N>) {
    columns.iter_mut().zip([x, y, z]).for_each(|(column, number)| column.push(number));
}

/// Is there a unit in which this momentum is not too long?
fn has_room(largest: f64, momentum: Vec3<f64>) -> Result<(), Error> {
    // The length of a free body is given as it was computed.
    let enough = momentum.norm() <= largest * (1.0 + 1e-6);
    if largest.is_finite() && largest > 0.0 && enough {
        return Ok(());
    }
    Err(Error::Parameter {
        what: "the largest momentum of a body on a lattice",
        value: largest,
        rule: "be positive, finite and not below the momentum of the start, which must be finite",
        remedy: "give the length that the momentum may reach",
    })
}

/// The attitude as a matrix: what it does to the axes.
fn rotation<S: Scalar + Into<f64>, A: Attitude<S>>(attitude: A) -> Result<Mat3<f64>, Error> {
    let [x, y, z] = Axis::ALL.map(|axis| attitude.apply(Vec3::unit(axis)).map(S::into));
    // What is no number would else be lost: the largest of others is larger.
    let numbers = 0.0 * (x.norm_squared() + y.norm_squared() + z.norm_squared());
    let error = Mat3 { x, y, z }.orthogonality_error() + numbers;
    if error <= OBLIQUE {
        return Ok(Mat3 { x, y, z }.transpose());
    }
    Err(Error::Parameter {
        what: "the orthogonality error of an attitude on a lattice",
        value: error,
        rule: "be at most 0.1",
        remedy: "normalise the quaternion, or make the rows orthogonal",
    })
}

/// What pulls a body, if it is fixed in space.
fn pull_of<S: Scalar + Into<f64>, T: Torque<S>>(body: &Body<S, T>) -> Result<Pull<f64>, Error> {
    let none = Vec3::zero();
    if T::NONE {
        return Ok(Pull { vector: none, turning_rate: none, couplings: none, arm: none });
    }
    let refused = |why| Err(Error::NotOnLattice { why });
    if body.torque.properties().depends_on_momentum {
        return refused("it depends on the momentum, or is a closure, which may");
    }
    let Some(pull) = body.torque.pull(&body.inertia, S::zero()) else {
        return refused("it depends on time, or sees more of space than one vector");
    };
    if !pull.turning_rate.max_abs().equals(S::zero()) {
        return refused("the vector that it sees turns in space");
    }
    let [vector, couplings, arm] =
        [pull.vector, pull.couplings, pull.arm].map(|part| part.map(S::into));
    Ok(Pull { vector, turning_rate: none, couplings, arm })
}

/// Are the factors of a step among the normal numbers?
fn in_single_precision(rates: Vec3<f64>, units: f64) -> Result<(), Error> {
    let Vec3 { x, y, z } = rates;
    match [x, y, z, units].into_iter().find(|&factor| !f32::from_f64(factor).is_normal()) {
        None => Ok(()),
        Some(factor) => Err(Error::Parameter {
            what: "a factor of a body on a lattice (the rate of 2^-30 of its largest momentum, \
                   or the inverse of that momentum)",
            value: factor,
            rule: "be a normal number of single precision",
            remedy: "change the units of mass and time",
        }),
    }
}
