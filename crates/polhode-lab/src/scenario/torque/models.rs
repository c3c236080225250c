//! The models of the library, from their keys.

use super::super::{Shape, initial, library};
use crate::diagnostic::Diagnostic;
use crate::document::{Node, Value};
use polhode::geometry::{Mat3, Rotation, Vec3};
use polhode::real::Real;
use polhode::torque::{
    AttitudeLaw, ConstantInBody, ConstantInSpace, Frame, GravityGradient, Harmonics, Impulse,
    Impulses, Interpolation, KeplerGravityGradient, KeplerOrbit, LinearDamping, MagneticDipole,
    Model, PrescribedMomentum, PrescribedTorque, Rotor, SoftWall, SpaceVector, Table, UniformField,
};

/// The keys of one torque, as numbers of the run.
struct Keys<'a> {
    name: &'a str,
    node: &'a Node,
    axes: Rotation<f64>,
    scale: f64,
}

pub(super) fn read<R: Real<Mask = bool>>(
    name: &str,
    node: &Node,
    body: &Shape,
    scale: f64,
) -> Result<Model<R>, Diagnostic> {
    let keys = Keys { name, node, axes: body.principal_axes, scale };
    match name {
        "constant" => keys.constant(),
        "uniform-field" => keys.uniform_field(),
        "gravity-gradient" => keys.gravity_gradient(),
        "kepler-gravity-gradient" => keys.kepler(),
        "soft-wall" => keys.soft_wall(),
        "magnetic-dipole" => keys.magnetic_dipole(),
        "prescribed-torque" => Ok(PrescribedTorque(keys.harmonics()?).into()),
        "prescribed-momentum" => Ok(PrescribedMomentum(keys.harmonics()?).into()),
        "table" => keys.table(),
        "impulses" => keys.impulses(),
        "damping" => keys.damping(),
        "rotor" => Ok(Rotor { momentum: keys.body_torque("momentum") }.into()),
        "attitude-law" => keys.attitude_law(),
        // Validation has refused it.
        other => Err(Diagnostic::at(
            node.span.clone(),
            format!("there is no torque model {other:?}"),
            "",
        )),
    }
}

impl Keys<'_> {
    fn get(&self, key: &str) -> Option<&Node> {
        self.node.get(key)
    }
    fn number(&self, key: &str, default: f64) -> f64 {
        self.get(key).map_or(default, Node::number)
    }
    fn plain(&self, key: &str) -> Vec3<f64> {
        self.get(key).map_or(Vec3::zero(), |node| node.numbers().into())
    }
    /// A vector of space without mass in it.
    fn space<R: Real>(&self, key: &str) -> Vec3<R> {
        self.plain(key).map(R::of)
    }
    /// A vector of the body without mass in it, in principal axes.
    fn body<R: Real>(&self, key: &str) -> Vec3<R> {
        self.axes.apply_inverse(self.plain(key)).map(R::of)
    }
    /// A torque or a momentum in space, in the run's unit of mass.
    fn space_torque<R: Real>(&self, key: &str) -> Vec3<R> {
        (self.plain(key) * self.scale).map(R::of)
    }
    /// A torque or a momentum of the body, in principal axes.
    fn body_torque<R: Real>(&self, key: &str) -> Vec3<R> {
        (self.axes.apply_inverse(self.plain(key)) * self.scale).map(R::of)
    }
    fn made<R, T: Into<Model<R>>>(
        &self,
        model: Result<T, polhode::Error>,
    ) -> Result<Model<R>, Diagnostic> {
        model.map(Into::into).map_err(|error| library(&self.node.span, &error))
    }
    fn wrong<T>(&self, message: &str, remedy: &str) -> Result<T, Diagnostic> {
        let message = format!("`torque.{}` {message}", self.name);
        Err(Diagnostic::at(self.node.span.clone(), message, remedy))
    }

    fn constant<R: Real>(&self) -> Result<Model<R>, Diagnostic> {
        match (self.get("body"), self.get("space")) {
            (Some(_), None) => Ok(ConstantInBody(self.body_torque("body")).into()),
            (None, Some(_)) => Ok(ConstantInSpace(self.space_torque("space")).into()),
            _ => self.wrong(
                "must say `body` or `space`, and not both",
                "write for example body = [0.0, 0.0, 0.1]",
            ),
        }
    }

    fn uniform_field<R: Real<Mask = bool>>(&self) -> Result<Model<R>, Diagnostic> {
        let strength = R::of(self.number("strength", 0.0) * self.scale);
        self.made(UniformField::new(strength, self.body("arm"), self.space("direction")))
    }

    fn kepler<R: Real<Mask = bool>>(&self) -> Result<Model<R>, Diagnostic> {
        let degrees = self.get("unit").is_some_and(|unit| unit.text() == "deg");
        let angle = |key| {
            let angle = self.number(key, 0.0);
            R::of(if degrees { angle.to_radians() } else { angle })
        };
        // GM and a^3 may be too large for single precision; only GM/a^3 matters.
        let (gm, a) = (self.number("gm", 0.0), self.number("semi_major_axis", 0.0));
        let (gm, a) = if gm > 0.0 && a > 0.0 { (gm / (a * a * a), 1.0) } else { (gm, a) };
        self.made(KeplerGravityGradient::new(KeplerOrbit {
            gm: R::of(gm),
            semi_major_axis: R::of(a),
            eccentricity: R::of(self.number("eccentricity", 0.0)),
            inclination: angle("inclination"),
            node: angle("node"),
            periapsis: angle("periapsis"),
            mean_anomaly: angle("mean_anomaly"),
        }))
    }

    fn soft_wall<R: Real<Mask = bool>>(&self) -> Result<Model<R>, Diagnostic> {
        if self.axes != Rotation::identity() {
            return self.wrong(
                "acts on the third axis of the body, which must be a principal one",
                "give the inertia as three principal moments",
            );
        }
        let numbers = ["strength", "offset", "core"].map(|key| self.get(key).map(Node::number));
        match (self.get("sign"), numbers) {
            (Some(sign), [None, None, None]) => {
                let wall = if sign.text() == "physical" {
                    SoftWall::physical()
                } else {
                    SoftWall::printed()
                };
                let SoftWall { strength, offset, core } = wall;
                Ok(SoftWall { strength: strength * R::of(self.scale), offset, core }.into())
            }
            (None, [Some(strength), Some(offset), Some(core)]) => {
                let strength = R::of(strength * self.scale);
                self.made(SoftWall::new(strength, R::of(offset), R::of(core)))
            }
            _ => self.wrong(
                "must have either `sign`, or `strength`, `offset` and `core`",
                "write for example sign = \"physical\"",
            ),
        }
    }

    fn magnetic_dipole<R: Real<Mask = bool>>(&self) -> Result<Model<R>, Diagnostic> {
        let field = self.turning("field", self.space("field"))?;
        Ok(MagneticDipole { moment: self.body_torque("moment"), field }.into())
    }

    fn gravity_gradient<R: Real<Mask = bool>>(&self) -> Result<Model<R>, Diagnostic> {
        let rate_squared = R::of(self.number("rate_squared", 0.0));
        let resting = GravityGradient::new(rate_squared, self.space("direction"))
            .map_err(|error| library(&self.node.span, &error))?;
        let direction = self.turning("direction", resting.direction.at(R::zero()))?;
        Ok(GravityGradient { direction, ..resting }.into())
    }

    /// A vector of space, which turns if there are an axis and a rate.
    fn turning<R: Real<Mask = bool>>(
        &self,
        key: &str,
        vector: Vec3<R>,
    ) -> Result<SpaceVector<R>, Diagnostic> {
        match (self.get("axis"), self.get("rate")) {
            (None, None) => Ok(SpaceVector::Fixed(vector)),
            (Some(_), Some(rate)) => {
                SpaceVector::turning(vector, self.space("axis"), R::of(rate.number()))
                    .map_err(|error| library(&self.node.span, &error))
            }
            _ => self.wrong(
                "has only one of `axis` and `rate`",
                &format!("give both for a {key} that turns, or none"),
            ),
        }
    }

    fn harmonics<R: Real<Mask = bool>>(&self) -> Result<Harmonics<R>, Diagnostic> {
        let start = Harmonics::new(self.space_torque("constant"), self.space_torque("slope"));
        let oscillations = self.get("oscillations").map_or(&[][..], Node::items);
        oscillations.iter().try_fold(start, |sum, node| {
            let part = Keys { node, ..*self };
            let frequency = R::of(part.number("frequency", 0.0));
            sum.with(frequency, part.space_torque("sin"), part.space_torque("cos"))
                .map_err(|error| library(&node.span, &error))
        })
    }

    fn frame(&self) -> Frame {
        let space = self.get("frame").is_some_and(|frame| frame.text() == "space");
        if space { Frame::Space } else { Frame::Body }
    }

    fn table<R: Real<Mask = bool>>(&self) -> Result<Model<R>, Diagnostic> {
        let frame = self.frame();
        let times = self.get("times").map_or(&[][..], Node::items);
        let torques = self.get("torques").map_or(Vec::new(), Node::rows::<3>);
        if times.len() != torques.len() {
            let message = format!("has {} times and {} torques", times.len(), torques.len());
            return self.wrong(&message, "give one torque for each time");
        }
        let points = times.iter().zip(torques).map(|(time, torque)| {
            let torque = Vec3::from(torque) * self.scale;
            let torque =
                if frame == Frame::Body { self.axes.apply_inverse(torque) } else { torque };
            (R::of(time.number()), torque.map(R::of))
        });
        let asked = self.get("interpolation").map(Node::text);
        let interpolation = Interpolation::ALL.into_iter().find(|one| asked == Some(one.name()));
        self.made(Table::new(frame, interpolation.unwrap_or_default(), points))
    }

    fn impulses<R: Real<Mask = bool>>(&self) -> Result<Model<R>, Diagnostic> {
        let list = self.get("list").map_or(&[][..], Node::items).iter().map(|node| {
            let keys = Keys { node, ..*self };
            let frame = keys.frame();
            let momentum = match frame {
                Frame::Body => keys.body_torque("momentum"),
                Frame::Space => keys.space_torque("momentum"),
            };
            Impulse { time: R::of(keys.number("time", 0.0)), momentum, frame }
        });
        self.made(Impulses::new(list))
    }

    fn damping<R: Real<Mask = bool>>(&self) -> Result<Model<R>, Diagnostic> {
        let Some(node) = self.get("coefficient") else {
            return self.wrong("does not say its `coefficient`", "");
        };
        let items = node.items();
        if matches!(node.value, Value::Number { .. }) {
            return self.made(LinearDamping::uniform(R::of(node.number() * self.scale)));
        }
        let is_matrix = items.iter().any(|item| !item.items().is_empty());
        if !is_matrix && self.axes == Rotation::identity() {
            let diagonal = self.plain("coefficient") * self.scale;
            return self.made(LinearDamping::diagonal(diagonal.map(R::of)));
        }
        let rows: [[f64; 3]; 3] = std::array::from_fn(|i| {
            if is_matrix {
                items.get(i).map_or([f64::NAN; 3], Node::numbers)
            } else {
                let mut row = [0.0; 3];
                row[i] = items.get(i).map_or(f64::NAN, Node::number);
                row
            }
        });
        // P^T C P takes it to principal axes.
        let p = self.axes.to_matrix();
        let matrix = p.transpose() * (Mat3::of(rows) * p) * self.scale;
        self.made(LinearDamping::full(matrix.map_rows(|row| row.map(R::of))))
    }

    fn attitude_law<R: Real<Mask = bool>>(&self) -> Result<Model<R>, Diagnostic> {
        let gains = |key: &str| -> Result<Vec3<R>, Diagnostic> {
            let Some(node) = self.get(key) else { return Ok(Vec3::zero()) };
            let uniform = matches!(node.value, Value::Number { .. });
            if !uniform && self.axes != Rotation::identity() {
                return self.wrong(
                    &format!("has a `{key}` for each axis; they must be principal axes"),
                    "give one number, or the inertia as three principal moments",
                );
            }
            let gains = if uniform { Vec3::of([node.number(); 3]) } else { node.numbers().into() };
            Ok((gains * self.scale).map(R::of))
        };
        let Some(target) = self.get("target") else {
            return self.wrong("does not say its `target`", "");
        };
        let target = initial::attitude(target, "torque.attitude-law.target", &mut Vec::new())?;
        let Rotation { w, x, y, z } = target * self.axes;
        let target = Rotation { w: R::of(w), x: R::of(x), y: R::of(y), z: R::of(z) };
        self.made(AttitudeLaw::new(target, gains("stiffness")?, gains("damping")?))
    }
}
