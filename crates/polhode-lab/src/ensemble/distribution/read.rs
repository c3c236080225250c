//! A distribution from what a file says.

use super::{Distribution, Law, ValueForm};
use crate::diagnostic::Diagnostic;
use crate::document::{Node, Value};
use crate::ensemble::random::MOST_NUMBERS;
use crate::keys::{PathMatch, ValueKind};
use crate::remedy::Remedy;
use crate::scenario::attitude_of;
use polhode::Real;
use polhode::geometry::{Rotation, Vec3};
use std::path::{Path, PathBuf};

/// A law: what it must say, and what it may.
struct LawKeys {
    name: &'static str,
    required: &'static [&'static str],
    optional: &'static [&'static str],
}

const LAWS: [LawKeys; 9] = [
    LawKeys { name: "uniform", required: &["from", "to"], optional: &["relative"] },
    LawKeys { name: "normal", required: &["deviation"], optional: &["mean", "limit", "relative"] },
    LawKeys { name: "log-uniform", required: &["from", "to"], optional: &["relative"] },
    LawKeys { name: "isotropic", required: &["magnitude"], optional: &[] },
    LawKeys { name: "cone", required: &["angle"], optional: &["unit"] },
    LawKeys { name: "uniform-rotation", required: &[], optional: &[] },
    LawKeys { name: "small-rotation", required: &["deviation"], optional: &["unit"] },
    LawKeys { name: "values", required: &["values"], optional: &["pick", "relative"] },
    LawKeys { name: "file", required: &["file", "columns"], optional: &["relative"] },
];

/// Below, most of what is drawn would be drawn again.
const LEAST_LIMIT: f64 = 0.5;

/// The distribution of the key at `path`, of which the file says what was found.
pub(in super::super) fn read(
    path: &str,
    node: &Node,
    found: &PathMatch<'_>,
    folder: Option<&Path>,
) -> Result<Distribution, Diagnostic> {
    let spec = Spec { path, node, found };
    let law = spec.law()?;
    spec.fits(law)?;
    let relative = node.get("relative").is_some_and(Node::flag);
    let nominal = if relative { Some(spec.nominal()?.1) } else { None };
    let (law, form) = match law {
        "uniform" => spec.uniform(relative)?,
        "log-uniform" => spec.log_uniform(relative)?,
        "normal" => spec.normal(relative)?,
        "isotropic" => spec.isotropic()?,
        "cone" => spec.cone()?,
        "uniform-rotation" => (Law::UniformRotation, ValueForm::List(4)),
        "small-rotation" => spec.small_rotation()?,
        "values" => spec.values()?,
        _ => spec.table(folder)?,
    };
    let count = nominal.as_ref().map(Vec::len).filter(|count| *count != form.len());
    if let Some(count) = count {
        let message = format!("{} numbers are drawn for the {count} of `{path}`", form.len());
        return Err(spec.wrong(message, "with relative = true they must be as many"));
    }
    if form.len() > MOST_NUMBERS {
        let message = format!("`{path}` has {} numbers; at most {MOST_NUMBERS} vary", form.len());
        return Err(spec.wrong(message, "vary some of them by another key"));
    }
    Ok(Distribution { law, form, nominal })
}

struct Spec<'a> {
    path: &'a str,
    node: &'a Node,
    found: &'a PathMatch<'a>,
}

impl Spec<'_> {
    fn wrong(&self, message: impl Into<String>, remedy: impl Into<Remedy>) -> Diagnostic {
        Diagnostic::at(self.node.span.clone(), message, remedy)
    }
    fn at(&self, key: &str, message: impl Into<String>, remedy: impl Into<Remedy>) -> Diagnostic {
        Diagnostic::at(self.node.get(key).unwrap_or(self.node).span.clone(), message, remedy)
    }

    /// Its name, if what is said is what it needs.
    fn law(&self) -> Result<&'static str, Diagnostic> {
        let named = self.node.get("distribution").map(Node::text);
        let name = match (named, self.node.get("values"), self.node.get("file")) {
            (Some(name), _, _) => name,
            (None, Some(_), _) => "values",
            (None, None, Some(_)) => "file",
            (None, None, None) => {
                let message = format!("`{}` does not say what it is drawn from", self.path);
                let remedy = "give a distribution, such as \"normal\", or values = [..], or file and \
                              columns";
                return Err(self.wrong(message, remedy));
            }
        };
        let law = LAWS.iter().find(|law| law.name == name).unwrap_or(&LAWS[0]);
        if let Some(missing) = law.required.iter().find(|key| self.node.get(key).is_none()) {
            let message = format!("`{}`: {name} needs `{missing}`", self.path);
            return Err(self.wrong(message, format!("give {}", law.required.join(" and "))));
        }
        let belongs = |key: &str| {
            key == "distribution" || law.required.contains(&key) || law.optional.contains(&key)
        };
        if let Some(entry) = self.node.entries().iter().find(|entry| !belongs(&entry.key)) {
            let message = format!("`{}`: {name} has no `{}`", self.path, entry.key);
            let keys: Vec<_> = law.required.iter().chain(law.optional).copied().collect();
            let remedy = if keys.is_empty() {
                "it needs nothing else: take it away".into()
            } else {
                format!("its keys are {}", keys.join(", "))
            };
            return Err(Diagnostic::at(entry.key_span.clone(), message, remedy));
        }
        Ok(law.name)
    }

    /// Is the key what the law gives: an attitude, or a vector?
    fn fits(&self, law: &str) -> Result<(), Diagnostic> {
        let (count, what) = match law {
            "isotropic" | "cone" => (3, "a vector"),
            "uniform-rotation" | "small-rotation" => (4, "an attitude"),
            _ => return Ok(()),
        };
        let takes = |kind: &ValueKind| matches!(kind, ValueKind::Numbers(n) if *n == count);
        let fits = match self.found.kind {
            ValueKind::Either(kinds) => kinds.iter().any(takes),
            kind => takes(&kind),
        };
        if fits {
            return Ok(());
        }
        let message =
            format!("{law} gives {what}, and `{}` is {}", self.path, self.found.kind.describe());
        Err(self.at("distribution", message, "take uniform, normal, log-uniform, values or a file"))
    }

    /// The numbers that the file has there.
    fn nominal(&self) -> Result<(ValueForm, Vec<f64>), Diagnostic> {
        self.found.node.and_then(numbers).ok_or_else(|| {
            let message = format!("the file has no numbers at `{}` to vary", self.path);
            self.wrong(message, "give it a value there, as the nominal one")
        })
    }

    /// Parameters of the law as so many numbers each: as many as a list among them has, or as the
    /// file's value has.
    fn elements<const N: usize>(
        &self,
        keys: [&str; N],
        relative: bool,
    ) -> Result<(ValueForm, [Vec<f64>; N]), Diagnostic> {
        let lists = || keys.iter().filter_map(|key| self.node.get(key));
        let list = lists().find(|node| matches!(node.value, Value::List(_)));
        let nominal = self.found.node.and_then(numbers).map(|(form, _)| form);
        let form = match (list, nominal) {
            (_, Some(rows @ ValueForm::Rows(_))) if relative || list.is_none() => rows,
            (Some(list), _) => ValueForm::List(list.items().len()),
            (None, form) => form.unwrap_or(ValueForm::Number),
        };
        let mut out = keys.map(|_| Vec::new());
        for (key, out) in keys.iter().zip(&mut out) {
            let node = self.node.get(key).unwrap_or(self.node);
            *out = match node.value {
                Value::List(_) => node.items().iter().map(Node::number).collect(),
                _ => vec![node.number(); form.len()],
            };
            if out.len() != form.len() {
                let (has, wants) = (out.len(), form.len());
                let message = format!("`{key}` has {has} numbers where {wants} are drawn");
                return Err(self.at(key, message, "give one number for all, or one for each"));
            }
        }
        Ok((form, out))
    }

    fn ends(&self, relative: bool) -> Result<(ValueForm, Vec<f64>, Vec<f64>), Diagnostic> {
        let (form, [from, to]) = self.elements(["from", "to"], relative)?;
        if let Some((a, b)) = from.iter().zip(&to).find(|(a, b)| a > b) {
            let message = format!("`{}`: from {a:?} is above to {b:?}", self.path);
            return Err(self.at("to", message, "exchange them"));
        }
        Ok((form, from, to))
    }

    fn uniform(&self, relative: bool) -> Result<(Law, ValueForm), Diagnostic> {
        let (form, from, to) = self.ends(relative)?;
        Ok((Law::Uniform { from, to }, form))
    }

    fn log_uniform(&self, relative: bool) -> Result<(Law, ValueForm), Diagnostic> {
        let (form, from, to) = self.ends(relative)?;
        if let Some(end) = from.iter().find(|end| **end <= 0.0) {
            let message = format!("`{}`: from is {end:?}; it has no logarithm", self.path);
            return Err(self.at("from", message, "give positive numbers"));
        }
        let logarithms = |ends: Vec<f64>| ends.into_iter().map(Real::ln).collect();
        Ok((Law::LogUniform { from: logarithms(from), to: logarithms(to) }, form))
    }

    fn normal(&self, relative: bool) -> Result<(Law, ValueForm), Diagnostic> {
        let (form, mean, deviation) = if self.node.get("mean").is_some() {
            let (form, [mean, deviation]) = self.elements(["mean", "deviation"], relative)?;
            (form, mean, deviation)
        } else {
            let (form, [deviation]) = self.elements(["deviation"], relative)?;
            let mean = if relative { vec![1.0; form.len()] } else { self.nominal()?.1 };
            (form, mean, deviation)
        };
        if mean.len() != deviation.len() {
            let message =
                format!("`deviation` has {} numbers and the mean {}", deviation.len(), mean.len());
            return Err(self.at("deviation", message, "give one number for all, or one for each"));
        }
        self.not_negative("deviation", &deviation)?;
        let limit = self.node.get("limit").map_or(f64::INFINITY, Node::number);
        if limit < LEAST_LIMIT {
            let message =
                format!("`{}`: limit is {limit:?}; it must be at least {LEAST_LIMIT}", self.path);
            return Err(self.at("limit", message, "for a narrow band take uniform"));
        }
        Ok((Law::Normal { mean, deviation, limit }, form))
    }

    fn not_negative(&self, key: &str, numbers: &[f64]) -> Result<(), Diagnostic> {
        numbers.iter().find(|x| **x < 0.0).map_or(Ok(()), |x| {
            let message = format!("`{}`: {key} is {x:?}; it must not be negative", self.path);
            Err(self.at(key, message, "give its size"))
        })
    }

    fn isotropic(&self) -> Result<(Law, ValueForm), Diagnostic> {
        let magnitude = self.node.get("magnitude").unwrap_or(self.node);
        let end = |key| magnitude.get(key).map_or(magnitude.number(), Node::number);
        let (from, to) = (end("from"), end("to"));
        self.not_negative("magnitude", &[from, to])?;
        if from > to {
            let message = format!("`{}`: from {from:?} is above to {to:?}", self.path);
            return Err(self.at("magnitude", message, "exchange them"));
        }
        Ok((Law::Isotropic { from, to }, ValueForm::List(3)))
    }

    /// What an angle of this size in the file is in radians.
    fn radians(&self, angle: f64) -> f64 {
        let degrees = self.node.get("unit").is_some_and(|unit| unit.text() == "deg");
        if degrees { angle.to_radians() } else { angle }
    }

    fn cone(&self) -> Result<(Law, ValueForm), Diagnostic> {
        let (_, nominal) = self.nominal()?;
        let axis = Vec3::from(<[f64; 3]>::try_from(nominal).unwrap_or_default());
        let length = axis.norm();
        if length == 0.0 {
            let message = format!("the value of `{}` in the file has no direction", self.path);
            return Err(self.wrong(message, "a cone needs one; take isotropic"));
        }
        let angle = self.radians(self.node.get("angle").map_or(0.0, Node::number));
        if !(0.0..=std::f64::consts::PI).contains(&angle) {
            let message =
                format!("`{}`: the angle is {angle:?} rad; it must be from 0 to pi", self.path);
            return Err(self.at(
                "angle",
                message,
                "it is half the opening of the cone; see `unit`",
            ));
        }
        let least_cosine = Real::cos(angle);
        Ok((
            Law::Cone { from_z: from_z(axis * length.recip()), length, least_cosine },
            ValueForm::List(3),
        ))
    }

    fn small_rotation(&self) -> Result<(Law, ValueForm), Diagnostic> {
        let nominal = match self.found.node {
            Some(node) => attitude_of(node, self.path)?,
            None => Rotation::identity(),
        };
        let node = self.node.get("deviation").unwrap_or(self.node);
        let angles = match node.value {
            Value::List(_) => node.items().iter().map(Node::number).collect(),
            _ => vec![node.number(); 3],
        };
        self.not_negative("deviation", &angles)?;
        let Ok(angles) = <[f64; 3]>::try_from(angles) else {
            let message = format!("`{}`: deviation has not 3 numbers", self.path);
            return Err(self.at(
                "deviation",
                message,
                "give one for all body axes, or one for each",
            ));
        };
        let deviation = Vec3::from(angles.map(|angle| self.radians(angle)));
        Ok((Law::SmallRotation { nominal, deviation }, ValueForm::List(4)))
    }

    fn values(&self) -> Result<(Law, ValueForm), Diagnostic> {
        let items = self.node.get("values").map_or(&[][..], Node::items);
        let random = self.node.get("pick").is_some_and(|pick| pick.text() == "random");
        let rows: Vec<_> = items.iter().filter_map(numbers).collect();
        let Some(first) = items.first() else {
            let message = format!("`{}`: values is empty", self.path);
            return Err(self.at("values", message, "give at least one"));
        };
        let form = numbers(first).map_or(ValueForm::Text, |(form, _)| form);
        if rows.len() == items.len() && rows.iter().all(|row| row.0 == form) {
            let rows = rows.into_iter().map(|(_, row)| row).collect();
            return Ok((Law::Values { rows, random }, form));
        }
        if self.node.get("relative").is_some_and(Node::flag) {
            let message = format!("`{}`: values are not all numbers", self.path);
            return Err(self.at("values", message, "only numbers can be relative"));
        }
        Ok((
            Law::Texts { texts: items.iter().map(Node::to_toml).collect(), random },
            ValueForm::Text,
        ))
    }

    fn table(&self, folder: Option<&Path>) -> Result<(Law, ValueForm), Diagnostic> {
        let file = self.node.get("file").map_or("", Node::text);
        let columns = self.node.get("columns").map_or(&[][..], Node::items);
        let columns: Vec<String> = columns.iter().map(|name| name.text().into()).collect();
        let form = match (columns.len(), self.found.kind) {
            (0, _) => {
                let message = format!("`{}`: columns is empty", self.path);
                return Err(self.at("columns", message, "name the columns of the file"));
            }
            (1, ValueKind::Number) => ValueForm::Number,
            (1, ValueKind::Either([ValueKind::Number, ..])) => ValueForm::Number,
            (9, ValueKind::Either(_)) => ValueForm::Rows(3),
            (count, _) => ValueForm::List(count),
        };
        let path = folder.map_or_else(|| PathBuf::from(file), |folder| folder.join(file));
        Ok((Law::Table { path, columns }, form))
    }
}

/// A number, a list of numbers or rows of three, flat.
fn numbers(node: &Node) -> Option<(ValueForm, Vec<f64>)> {
    let is_number = |node: &Node| matches!(node.value, Value::Number { .. });
    let items = node.items();
    if is_number(node) {
        return Some((ValueForm::Number, vec![node.number()]));
    }
    if !items.is_empty() && items.iter().all(is_number) {
        return Some((ValueForm::List(items.len()), items.iter().map(Node::number).collect()));
    }
    let is_row = |node: &Node| node.items().len() == 3 && node.items().iter().all(is_number);
    (!items.is_empty() && items.iter().all(is_row))
        .then(|| (ValueForm::Rows(items.len()), node.rows::<3>().into_iter().flatten().collect()))
}

/// The shortest rotation that takes the z axis to a unit vector.
fn from_z(to: Vec3<f64>) -> Rotation<f64> {
    if to.z <= -1.0 {
        return Rotation { w: 0.0, x: 1.0, y: 0.0, z: 0.0 };
    }
    // Half the angle: 1 + z.d and z x d, of length 2 cos and 2 cos sin of it.
    let z = Vec3 { x: 0.0, y: 0.0, z: 1.0 };
    Rotation::from_parts(1.0 + to.z, z.cross(to)).normalized()
}
