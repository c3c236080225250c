//! Both families of polhodes on a sphere.

use super::around;
use super::plot::{BLACK, BLUE, GREY, Picture, RED, stroke};
use polhode::{Inertia, Vec3};
use std::f64::consts::TAU;

/// The separatrix of moments 1, 2, 3: two great circles, 30 degrees from axis 3, for
/// tau = 1/4 and rho = 3/4.
fn separatrix(side: f64) -> Vec<Vec3<f64>> {
    let (tau, rho) = (0.25f64, 0.75f64);
    (0..=120)
        .map(|i| {
            let (s, c) = (TAU * f64::from(i) / 120.0).sin_cos();
            Vec3::new(c * tau.sqrt(), s, side * c * rho.sqrt())
        })
        .collect()
}

/// Both families of polhodes on the sphere of the momentum, and the separatrix.
pub(crate) fn polhodes(inertia: &Inertia<f64>) -> String {
    let mut page = Picture::new(640.0, 640.0);
    let (cx, cy, radius) = (300.0, 370.0, 240.0);
    // Seen from a point between the three axes.
    let toward = Vec3::new(0.62, 0.58, 0.53);
    let toward = toward / toward.norm();
    let right = Vec3::new(-toward.y, toward.x, 0.0);
    let right = right / right.norm();
    let up = toward.cross(right);
    let project =
        |v: Vec3<f64>| (cx + radius * v.dot(right), cy - radius * v.dot(up), v.dot(toward));
    page.add(&format!(
        r##"<circle cx="{cx}" cy="{cy}" r="{radius}" fill="#f6f7f9" stroke="{GREY}"/>"##
    ));
    // Runs of points on one side of the sphere; those behind are pale.
    let draw = |page: &mut Picture, points: &[Vec3<f64>], colour: &str, width: f64, front: bool| {
        let mut run = Vec::new();
        for &p in points {
            let (x, y, depth) = project(p);
            if (depth >= 0.0) == front {
                run.push((x, y));
            } else if run.len() > 1 {
                page.line(&std::mem::take(&mut run), &style(colour, width, front));
            } else {
                run.clear();
            }
        }
        if run.len() > 1 {
            page.line(&run, &style(colour, width, front));
        }
    };
    for front in [false, true] {
        for (from_third, colour) in [
            (6.0f64, BLUE),
            (13.0, BLUE),
            (20.0, BLUE),
            (26.0, BLUE),
            (29.4, BLUE),
            (30.8, RED),
            (37.0, RED),
            (48.0, RED),
            (62.0, RED),
            (77.0, RED),
        ] {
            let (s, c) = from_third.to_radians().sin_cos();
            for end in [1.0, -1.0] {
                let start = Vec3::new(end * s, 0.0, end * c);
                draw(&mut page, &around(inertia, start, 90), colour, 1.4, front);
            }
        }
        for side in [1.0, -1.0] {
            draw(&mut page, &separatrix(side), BLACK, 2.2, front);
        }
    }
    for (axis, name) in [
        (Vec3::new(1.0, 0.0, 0.0), "1 (least moment)"),
        (Vec3::new(0.0, 1.0, 0.0), "2 (intermediate)"),
        (Vec3::new(0.0, 0.0, 1.0), "3 (largest moment)"),
    ] {
        let (x, y, _) = project(axis);
        let (far_x, far_y, _) = project(axis * if name.starts_with('1') { 1.5 } else { 1.22 });
        page.line(&[(x, y), (far_x, far_y)], &stroke(BLACK, 1.2));
        page.add(&format!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="3.5"/>"#));
        let dx = if far_x < cx - 40.0 { -30.0 } else { 6.0 };
        let below = if far_y > cy { 16.0 } else { -4.0 };
        page.text(far_x + dx, far_y + below, "", name);
    }
    let legend = [
        (BLUE, "short-axis modes: the momentum circles axis 3"),
        (RED, "long-axis modes: it circles axis 1"),
        (BLACK, "separatrix"),
    ];
    for (i, (colour, text)) in legend.into_iter().enumerate() {
        let y = 22.0 + 19.0 * i as f64;
        page.line(&[(14.0, y - 4.0), (38.0, y - 4.0)], &stroke(colour, 2.0));
        page.text(46.0, y, "", text);
    }
    page.finish()
}

fn style(colour: &str, width: f64, front: bool) -> String {
    let opacity = if front { 1.0 } else { 0.22 };
    format!(r#"{} stroke-opacity="{opacity}""#, stroke(colour, width))
}
