//! The keys of one torque, as numbers of the run.

use super::super::{Shape, library};
use super::late;
use crate::diagnostic::Diagnostic;
use crate::document::Node;
use polhode::geometry::{Rotation, Vec3};
use polhode::real::Real;
use polhode::torque::{Frame, Harmonics, Model, SpaceVector};
use polhode_bound::{Dimension, RunUnits, TorqueTerm};

/// In what torques are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TorqueScope {
    /// The units of the run.
    pub(crate) units: RunUnits,
    /// The time of the file from which the run counts.
    pub(crate) epoch: f64,
}

/// A table of `[[torque]]`, or one inside of it.
#[derive(Clone, Copy)]
pub(super) struct TorqueNode<'a> {
    /// The model.
    pub(super) name: &'a str,
    pub(super) node: &'a Node,
    pub(super) shape: &'a Shape,
    /// The principal axes in those of the file.
    pub(super) axes: Rotation<f64>,
    pub(super) scope: TorqueScope,
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
    /// A quantity of the file in the run's units.
    pub(super) fn in_run<R: Real>(&self, value: f64, of: Dimension) -> R {
        R::from_f64(self.scope.units.to_run(value, of))
    }
    /// A time of the file as the run counts it.
    pub(super) fn time<R: Real>(&self, time: f64) -> R {
        self.in_run(time - self.scope.epoch, Dimension::TIME)
    }
    /// A vector of space without a unit.
    pub(super) fn space<R: Real>(&self, key: &str) -> Vec3<R> {
        self.plain(key).map(R::from_f64)
    }
    /// A vector of the body without a unit, in principal axes.
    pub(super) fn body<R: Real>(&self, key: &str) -> Vec3<R> {
        self.axes.apply_inverse(self.plain(key)).map(R::from_f64)
    }
    /// A quantity in space.
    pub(super) fn in_space<R: Real>(&self, key: &str, of: Dimension) -> Vec3<R> {
        self.plain(key).map(|x| self.in_run(x, of))
    }
    /// A quantity of the body, in principal axes.
    pub(super) fn in_body<R: Real>(&self, key: &str, of: Dimension) -> Vec3<R> {
        self.axes.apply_inverse(self.plain(key)).map(|x| self.in_run(x, of))
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
                let in_run = self.in_run(rate.number(), Dimension::RATE);
                let turning = SpaceVector::turning(vector, self.space("axis"), in_run)
                    .map_err(|error| self.refused(&error))?;
                Ok(late::turning(turning, rate.number(), self.scope.epoch))
            }
            _ => self.wrong(
                "has only one of `axis` and `rate`",
                &format!("give both for a {key} that turns, or none"),
            ),
        }
    }
    /// A function of time whose values have this dimension.
    pub(super) fn harmonics<R: Real<Mask = bool>>(
        &self,
        of: Dimension,
    ) -> Result<Harmonics<R>, Diagnostic> {
        let epoch = self.scope.epoch;
        let [constant, slope] = ["constant", "slope"].map(|key| self.plain(key));
        let constant = late::line(constant, slope, epoch);
        let vector = |v: Vec3<f64>, of| v.map(|x| self.in_run(x, of));
        let start = Harmonics::new(vector(constant, of), vector(slope, of.per_time()));
        let oscillations = self.get("oscillations").map_or(&[][..], Node::items);
        oscillations.iter().try_fold(start, |sum, node| {
            let part = TorqueNode { node, ..*self };
            let frequency = part.number("frequency", 0.0);
            let parts = [part.plain("sin"), part.plain("cos")];
            let [sin, cos] = late::oscillation(parts, frequency, epoch);
            sum.with(self.in_run(frequency, Dimension::RATE), vector(sin, of), vector(cos, of))
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
