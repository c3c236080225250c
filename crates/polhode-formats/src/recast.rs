//! The columns of one table as those of another: other conventions, fewer columns.

use crate::convention::{CONVENTIONS, Convention, conjugated};
use crate::{Component, Error};

/// Where columns of these names are.
pub(crate) fn places<const N: usize>(
    columns: &[String],
    names: [&str; N],
) -> Result<[usize; N], Error> {
    let mut places = [0; N];
    for (place, name) in places.iter_mut().zip(names) {
        *place = columns.iter().position(|column| column == name).ok_or_else(|| {
            Error::input(format!("there is no column {name}"))
                .with_remedy(format!("there are {}", columns.join(", ")))
        })?;
    }
    Ok(places)
}

/// Makes rows of rows.
#[derive(Debug)]
pub(crate) struct Recast {
    /// The names of the numbers that come out.
    pub(crate) columns: Vec<String>,
    picks: Vec<Pick>,
    /// Where w, x, y, z are, and whether they are of the inverse.
    quaternion: Option<([usize; 4], bool)>,
}

#[derive(Clone, Copy, Debug)]
enum Pick {
    Column(usize),
    /// A part of polhode's quaternion, or of its inverse.
    Quaternion(Component, bool),
}

impl Recast {
    /// From a table with these columns. Which numbers are w, x, y and z is said by their
    /// names, and whose rotation they are too, unless `from` says otherwise.
    pub(crate) fn new(
        columns: &[String],
        from: Option<&Convention>,
        to: Option<&Convention>,
    ) -> Result<Self, Error> {
        let found = find(columns);
        let mut recast = Self { columns: Vec::new(), picks: Vec::new(), quaternion: None };
        let Some((places, known)) = found else {
            if from.or(to).is_some() {
                let columns = columns.join(", ");
                let message = format!("there is no quaternion among the columns {columns}");
                return Err(Error::input(message).with_remedy(
                    "polhode looks for q_w, q_x, q_y, q_z (in any order), q_0 to q_3 (SPICE), q_1, \
                     q_2, q_3, q_c (CCSDS) and quatw, quati, quatj, quatk (LAMMPS)",
                ));
            }
            recast.keep(columns, 0..columns.len());
            return Ok(recast);
        };
        let conjugate = from.unwrap_or(known).conjugate;
        recast.quaternion = Some((places, conjugate));
        let Some(to) = to else {
            recast.keep(columns, 0..columns.len());
            return Ok(recast);
        };
        let begin = places.into_iter().min().unwrap_or(0);
        for i in 0..columns.len() {
            if i == begin {
                recast.columns.extend(to.columns.map(String::from));
                recast.picks.extend(to.order.map(|part| Pick::Quaternion(part, to.conjugate)));
            }
            if !places.contains(&i) {
                recast.keep(columns, i..i + 1);
            }
        }
        Ok(recast)
    }
    fn keep(&mut self, columns: &[String], which: std::ops::Range<usize>) {
        for i in which {
            self.columns.push(columns[i].clone());
            self.picks.push(Pick::Column(i));
        }
    }
    /// Only these columns, in this order.
    pub(crate) fn select(self, names: &[String]) -> Result<Self, Error> {
        let mut picks = Vec::new();
        for name in names {
            let [i] = places(&self.columns, [name.as_str()])?;
            picks.push(self.picks[i]);
        }
        Ok(Self { columns: names.to_vec(), picks, ..self })
    }
    pub(crate) fn row(&self, row: &[f64], out: &mut Vec<f64>) {
        let wxyz = self
            .quaternion
            .map(|(places, conjugate)| conjugated(places.map(|i| row[i]), conjugate));
        let wxyz = wxyz.unwrap_or_default();
        out.clear();
        out.extend(self.picks.iter().map(|pick| match *pick {
            Pick::Column(i) => row[i],
            Pick::Quaternion(part, conjugate) => conjugated(wxyz, conjugate)[part as usize],
        }));
    }
}

/// Where w, x, y, z are, and the first convention that calls them so.
fn find(columns: &[String]) -> Option<([usize; 4], &'static Convention)> {
    CONVENTIONS.iter().find_map(|known| {
        let mut wxyz = [0; 4];
        for (name, part) in known.columns.iter().zip(known.order) {
            wxyz[part as usize] = columns.iter().position(|column| column == name)?;
        }
        Some((wxyz, known))
    })
}
