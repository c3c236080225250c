//! The keys of one torque, as numbers of the run.

use super::super::{Shape, library};
use crate::diagnostic::Diagnostic;
use crate::document::Node;
use polhode::geometry::{Rotation, Vec3};
use polhode::real::Real;
use polhode::torque::{Frame, Harmonics, Model, SpaceVector};
use polhode_bound::TorqueTerm;

/// A table of `[[torque]]`, or one inside of it.
#[derive(Clone, Copy)]
pub(super) struct TorqueNode<'a> {
    /// The model.
    pub(super) name: &'a str,
    pub(super) node: &'a Node,
    pub(super) shape: &'a Shape,
    /// The principal axes in those of the file.
    pub(super) axes: Rotation<f64>,
    /// The units of mass of the run in one of the file.
    pub(super) scale: f64,
}

impl TorqueNode<'_> {
    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        self.node.get(key)
    }
    pub(super) fn number(&self, key: &str, default: f64) -> f64 {
        self.get(key).map_or(default, Node::number)
    }
    pub(super) fn plain(&self, key: &str) -> Vec3<f64> {
        self.get(key).map_or(Vec3::zero(), |node| node.numbers().into())
    }
    /// A vector of space without mass in it.
    pub(super) fn space<R: Real>(&self, key: &str) -> Vec3<R> {
        self.plain(key).map(R::from_f64)
    }
    /// A vector of the body without mass in it, in principal axes.
    pub(super) fn body<R: Real>(&self, key: &str) -> Vec3<R> {
        self.axes.apply_inverse(self.plain(key)).map(R::from_f64)
    }
    /// A torque or a momentum in space, in the run's unit of mass.
    pub(super) fn space_torque<R: Real>(&self, key: &str) -> Vec3<R> {
        (self.plain(key) * self.scale).map(R::from_f64)
    }
    /// A torque or a momentum of the body, in principal axes.
    pub(super) fn body_torque<R: Real>(&self, key: &str) -> Vec3<R> {
        (self.axes.apply_inverse(self.plain(key)) * self.scale).map(R::from_f64)
    }
    pub(super) fn wrong<T>(&self, message: &str, remedy: &str) -> Result<T, Diagnostic> {
        let message = format!("`torque.{}` {message}", self.name);
        Err(Diagnostic::at(self.node.span.clone(), message, remedy))
    }
    /// A vector of space, which turns if there are an axis and a rate.
    pub(super) fn turning<R: Real<Mask = bool>>(
        &self,
        key: &str,
        vector: Vec3<R>,
    ) -> Result<SpaceVector<R>, Diagnostic> {
        match (self.get("axis"), self.get("rate")) {
            (None, None) => Ok(SpaceVector::Fixed(vector)),
            (Some(_), Some(rate)) => {
                SpaceVector::turning(vector, self.space("axis"), R::from_f64(rate.number()))
                    .map_err(|error| self.refused(&error))
            }
            _ => self.wrong(
                "has only one of `axis` and `rate`",
                &format!("give both for a {key} that turns, or none"),
            ),
        }
    }
    pub(super) fn harmonics<R: Real<Mask = bool>>(&self) -> Result<Harmonics<R>, Diagnostic> {
        let start = Harmonics::new(self.space_torque("constant"), self.space_torque("slope"));
        let oscillations = self.get("oscillations").map_or(&[][..], Node::items);
        oscillations.iter().try_fold(start, |sum, node| {
            let part = TorqueNode { node, ..*self };
            let frequency = R::from_f64(part.number("frequency", 0.0));
            sum.with(frequency, part.space_torque("sin"), part.space_torque("cos"))
                .map_err(|error| library(&node.span, &error))
        })
    }
    pub(super) fn frame(&self) -> Frame {
        frame(self.node)
    }
    /// Returns a model of the library, or its error at the table.
    pub(super) fn made<R, T: Into<Model<R>>>(
        &self,
        model: Result<T, polhode::Error>,
    ) -> Result<TorqueTerm<R>, Diagnostic> {
        let model = model.map_err(|error| self.refused(&error))?;
        Ok(TorqueTerm::Model(model.into()))
    }
    /// Returns an error of the library as one of the table.
    pub(super) fn refused(&self, error: &polhode::Error) -> Diagnostic {
        library(&self.node.span, error)
    }
}

/// Returns the axes that the key `frame` of a table names; default: body.
pub(super) fn frame(node: &Node) -> Frame {
    let space = node.get("frame").is_some_and(|frame| frame.text() == "space");
    if space { Frame::Space } else { Frame::Body }
}
