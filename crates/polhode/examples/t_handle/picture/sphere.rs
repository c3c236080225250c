//! Polhodes on the sphere of momenta.

use super::{COLOURS, View, line, text, unit};
use crate::run;
use polhode::{Axis, Inertia, Real, Rotation, State, Vec3};
use std::error::Error;
use std::f64::consts::FRAC_PI_2;
use std::fmt::Write;

/// The closed curve that the direction of the momentum runs through.
fn polhode(inertia: &Inertia<f64>, start: Vec3<f64>) -> Result<Vec<Vec3<f64>>, Box<dyn Error>> {
    let h = 0.01 * inertia.moments().x / start.norm(); // less than 0.01 radians
    let mut run = run("buss-5:energy", inertia, State::new(Rotation::identity(), start))?;
    let mut curve = vec![unit(start)];
    let (mut crossings, mut side) = (0, 0.0);
    // It is closed when it comes back through the plane of its start: the first
    // time it does so from the other side, the second time it is there.
    while crossings < 2 {
        run.advance(h, 1)?;
        let now = run.state().momentum;
        crossings += usize::from(side * (now.y - start.y) < 0.0);
        side = now.y - start.y;
        if (unit(now) - curve[curve.len() - 1]).norm() > 0.02 {
            curve.push(unit(now));
        }
    }
    curve.push(curve[0]);
    Ok(curve)
}

/// The parts of a curve on the sphere that are in front, or those behind.
fn on_the_sphere(svg: &mut String, view: &View, curve: &[Vec3<f64>], front: bool, style: &str) {
    let mut part = Vec::new();
    for (i, &v) in curve.iter().enumerate() {
        let leaves_or_enters = i > 0 && view.is_in_front(v) != view.is_in_front(curve[i - 1]);
        if leaves_or_enters {
            part.push(view.place(view.rim(curve[i - 1], v)));
        }
        if view.is_in_front(v) == front {
            part.push(view.place(v));
        } else if !part.is_empty() {
            line(svg, part.drain(..), style);
        }
    }
    line(svg, part, style);
}

/// Starts between the axes 1 and 3, each with the axis that its polhode circles.
fn starts(inertia: &Inertia<f64>) -> Vec<(usize, Vec3<f64>)> {
    // At the separatrix the energy is that of a spin about axis 2.
    let inverse = inertia.inverse();
    let (above, below) = (inverse.x - inverse.y, inverse.y - inverse.z);
    let separatrix = Real::atan2(above.sqrt(), below.sqrt());
    let mut starts = Vec::new();
    for part in [0.22, 0.44, 0.66, 0.86] {
        let from_third = FRAC_PI_2 - part * (FRAC_PI_2 - separatrix);
        for (axis, angle) in [(0, part * separatrix), (2, from_third)] {
            let (sin, cos) = Real::sin_cos(angle);
            let direction = Vec3::new(cos, 0.0, sin);
            starts.extend([(axis, direction), (axis, -direction)]);
        }
    }
    starts
}

/// All of the left side.
pub(super) fn draw(
    svg: &mut String,
    inertia: &Inertia<f64>,
    momentum: Vec3<f64>,
) -> Result<(), Box<dyn Error>> {
    let view = View::new([0.66, 0.66, 0.36], [310.0, 318.0], 190.0);
    let mut curves = Vec::new();
    for (axis, start) in starts(inertia) {
        let style = format!(r#"stroke="{}" stroke-width="1.5""#, COLOURS[axis]);
        curves.push((polhode(inertia, start * momentum.norm())?, style));
    }
    let style = format!(r#"stroke="{}" stroke-width="4" stroke-linejoin="round""#, COLOURS[1]);
    curves.push((polhode(inertia, momentum)?, style));

    let ([x, y], radius) = (view.centre, view.scale);
    let _ = writeln!(svg, r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="url(#ball)"/>"#);
    for (front, opacity) in [(false, 0.2), (true, 1.0)] {
        let _ = writeln!(svg, r#"<g opacity="{opacity}">"#);
        for (curve, style) in &curves {
            on_the_sphere(svg, &view, curve, front, style);
        }
        svg.push_str("</g>\n");
    }
    axes(svg, &view, inertia);
    Ok(())
}

/// The principal axes, from where they leave the sphere.
fn axes(svg: &mut String, view: &View, inertia: &Inertia<f64>) {
    let words = ["1, bar", "2, stem", "3, across both"];
    let (lengths, shifts) = ([1.6, 1.6, 1.26], [[8.0, 28.0], [-8.0, 28.0], [16.0, 2.0]]);
    let anchors = ["end", "start", "start"];
    for (i, axis) in Axis::ALL.into_iter().enumerate() {
        let [from, to] = [1.0, lengths[i]].map(|length| view.place(Vec3::unit(axis) * length));
        let colour = COLOURS[i];
        let style = format!(r#"stroke="{colour}" stroke-width="2" marker-end="url(#tip{i})""#);
        line(svg, [from, to], &style);
        let [x, y] = from;
        let _ = writeln!(svg, r#"<circle cx="{x:.1}" cy="{y:.1}" r="4.5" fill="{colour}"/>"#);
        let [x, y] = [to[0] + shifts[i][0], to[1] + shifts[i][1]];
        let style = format!(r#"fill="{colour}" text-anchor="{}""#, anchors[i]);
        text(svg, [x, y], &format!(r#"{style} font-weight="600""#), words[i]);
        let moment = inertia.moments()[axis] * 1e7; // from kg m^2
        text(svg, [x, y + 20.0], &style, &format!("{moment:.0} g cm\u{b2}"));
    }
}
