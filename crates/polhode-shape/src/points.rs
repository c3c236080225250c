//! Masses without extent.

use crate::elements::atomic_weight;
use crate::error::{Error, positive};
use crate::lines::{Line, lines, shown, telling};
use crate::moments::Moments;
use crate::properties::MassProperties;
use polhode::Vec3;
use polhode::real::DoubleDouble;

/// Masses and where they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointMasses {
    points: Vec<(f64, Vec3<f64>)>,
}

impl PointMasses {
    /// From masses with their places.
    ///
    /// # Errors
    /// [`Error::NotPositive`] for what is no mass; [`Error::Text`] without any point, or where a
    /// coordinate is not finite.
    pub fn new(points: Vec<(f64, Vec3<f64>)>) -> Result<Self, Error> {
        if points.is_empty() {
            let (problem, remedy) = ("there are no point masses".into(), "give at least three");
            return Err(Error::Text { line: 0, problem, remedy });
        }
        for (i, (mass, place)) in points.iter().enumerate() {
            positive("a mass", *mass)?;
            if !place.to_array().into_iter().all(f64::is_finite) {
                let problem = format!("a coordinate of point {} is not finite", i + 1);
                return Err(Error::Text { line: 0, problem, remedy: "check what computed it" });
            }
        }
        Ok(Self { points })
    }

    /// From a table with a row of mass, x, y, z for each. The first row may have names in place
    /// of numbers; # begins a comment.
    ///
    /// # Errors
    /// [`Error::Text`] with the line; else as [`new`](Self::new).
    pub fn from_csv(bytes: &[u8]) -> Result<Self, Error> {
        let mut points = Vec::new();
        for (i, line) in telling(bytes).enumerate() {
            let cells = line.cells();
            if i == 0 && cells.iter().all(|cell| cell.parse::<f64>().is_err()) {
                continue;
            }
            let [mass, place @ ..] = &cells[..] else { continue };
            if place.len() != 3 {
                let problem = format!("{} has {} numbers, not 4", line.shown(), cells.len());
                return Err(line.error(problem, "each row is mass, x, y, z"));
            }
            points.push((mass_of(&line, mass)?, line.coordinates(place)?.into()));
        }
        Self::new(points)
    }

    /// A molecule from an XYZ file: the number of atoms, a line of any content, then for each
    /// atom its symbol and x, y, z. Masses are the standard atomic weights in u; what stands
    /// behind the coordinates is ignored.
    ///
    /// # Errors
    /// [`Error::Text`] with the line; else as [`new`](Self::new).
    pub fn from_xyz(bytes: &[u8]) -> Result<Self, Error> {
        let mut lines = lines(bytes);
        let first = lines.next().filter(|line| line.words().len() == 1).ok_or_else(|| {
            let problem = "an XYZ file begins with the number of its atoms alone".into();
            Error::Text {
                line: 1,
                problem,
                remedy: "the second line is a comment, then come the atoms",
            }
        })?;
        let count = first.count(first.words()[0])?;
        lines.next();
        let mut points = Vec::new();
        for line in lines.filter(|line| !line.words().is_empty()) {
            if points.len() == count {
                let problem = format!("{} stands behind the last of {count} atoms", line.shown());
                return Err(line.error(problem, "correct the number of atoms, or keep one frame"));
            }
            points.push(atom(&line)?);
        }
        if points.len() < count {
            let problem = format!("there are {} atoms of {count}", points.len());
            return Err(first.error(problem, "correct the number of atoms"));
        }
        Self::new(points)
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.points.len()
    }

    /// Their mass properties.
    ///
    /// # Errors
    /// [`Error::Overflow`].
    pub fn properties(&self) -> Result<MassProperties, Error> {
        let place = self.points.first().map_or(Vec3::zero(), |&(_, place)| place);
        let origin = place.map(DoubleDouble::from);
        let mut moments = Moments::none();
        for &(mass, x) in &self.points {
            moments.add_point(mass.into(), x.map(DoubleDouble::from) - origin);
        }
        moments.mass_properties_of_points(place)
    }
}

fn mass_of(line: &Line<'_>, word: &str) -> Result<f64, Error> {
    let mass = line.number(word)?;
    if mass > 0.0 {
        return Ok(mass);
    }
    Err(line.error(format!("the mass {mass:?} must be positive"), "leave points without mass out"))
}

fn atom(line: &Line<'_>) -> Result<(f64, Vec3<f64>), Error> {
    let words = line.words();
    let [atom, x, y, z, ..] = words[..] else {
        let problem = format!("{} is no atom", line.shown());
        return Err(line.error(problem, "write its symbol and x, y, z, as in `O 0.0 0.0 0.117`"));
    };
    let weight = atomic_weight(atom).ok_or_else(|| {
        let problem = format!("{} is no element with a standard atomic weight", shown(atom));
        line.error(problem, "write its symbol, or give masses yourself in a table of points")
    })?;
    Ok((weight, line.coordinates(&[x, y, z])?.into()))
}
