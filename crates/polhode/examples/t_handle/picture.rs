//! The picture, made of nothing but strings: left the polhodes on the sphere of
//! momenta, right the T in space and its rates against time.

mod chart;
mod sphere;

use chart::Chart;
use polhode::{Axis, Inertia, State, Vec3};
use std::error::Error;
use std::fmt::Write;

/// Okabe and Ito's colours for axes 1, 2 and 3: apart for every kind of eye.
const COLOURS: [&str; 3] = ["#0072B2", "#D55E00", "#009E73"];
const INK: &str = "#2b2b33";
const GREY: &str = "#74747f";

/// A parallel projection of three dimensions to the page.
struct View {
    right: Vec3<f64>,
    up: Vec3<f64>,
    towards: Vec3<f64>,
    centre: [f64; 2],
    scale: f64,
}

impl View {
    /// From far away in the direction `from`, with the third axis upright.
    fn new(from: [f64; 3], centre: [f64; 2], scale: f64) -> Self {
        let towards = unit(Vec3::from(from));
        let right = unit(Vec3::unit(Axis::Z).cross(towards));
        Self { right, up: towards.cross(right), towards, centre, scale }
    }
    fn place(&self, v: Vec3<f64>) -> [f64; 2] {
        let [x, y] = self.centre;
        [x + self.scale * self.right.dot(v), y - self.scale * self.up.dot(v)]
    }
    fn is_in_front(&self, v: Vec3<f64>) -> bool {
        self.towards.dot(v) >= 0.0
    }
    /// Between two points on either side, the one on the rim.
    fn rim(&self, a: Vec3<f64>, b: Vec3<f64>) -> Vec3<f64> {
        let (depth_a, depth_b) = (self.towards.dot(a), self.towards.dot(b));
        unit((b * depth_a - a * depth_b) * depth_a)
    }
}

fn unit(v: Vec3<f64>) -> Vec3<f64> {
    v / v.norm()
}

/// A line through points, in tenths of a pixel.
fn line(svg: &mut String, places: impl IntoIterator<Item = [f64; 2]>, style: &str) {
    let points: Vec<_> = places.into_iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
    let points = points.join(" ");
    let _ = writeln!(svg, r#"<polyline points="{points}" fill="none" {style}/>"#);
}

fn text(svg: &mut String, [x, y]: [f64; 2], style: &str, words: &str) {
    let _ = writeln!(svg, r#"<text x="{x:.1}" y="{y:.1}" {style}>{words}</text>"#);
}

/// The background, and what the rest refers to.
fn page() -> String {
    let mut svg = String::from(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 590" font-family="Helvetica, Arial, sans-serif" font-size="15">
<title>A T-handle that flips: polhodes on the sphere of momenta, and its rates against time</title>
<defs><radialGradient id="ball" cx="0.4" cy="0.3" r="0.8"><stop offset="0" stop-color="#fff"/><stop offset="0.7" stop-color="#edebe5"/><stop offset="1" stop-color="#d3d0c8"/></radialGradient>
"##,
    );
    for (i, colour) in COLOURS.iter().enumerate() {
        let _ = writeln!(
            svg,
            r#"<marker id="tip{i}" viewBox="0 0 10 10" refX="4" refY="5" markerWidth="6" markerHeight="6" orient="auto"><path d="M0,1 L10,5 L0,9 Z" fill="{colour}"/></marker>"#
        );
    }
    svg.push_str("</defs>\n<rect x=\"1\" y=\"1\" width=\"1198\" height=\"588\" rx=\"20\" fill=\"#fbfaf6\" stroke=\"#dddbd3\"/>\n");
    svg
}

/// The whole picture.
pub(crate) fn draw(
    inertia: &Inertia<f64>,
    states: &[State<f64>],
    flips: &[f64],
) -> Result<String, Box<dyn Error>> {
    let end = states[states.len() - 1].time;
    let chart = Chart { left: 690.0, top: 232.0, width: 460.0, height: 250.0, end, largest: 14.0 };
    let mut svg = page();
    let heading = format!(r#"fill="{INK}" font-size="20" font-weight="600""#);
    text(&mut svg, [40.0, 46.0], &heading, "Its momentum, seen from the body");
    text(&mut svg, [620.0, 46.0], &heading, "The T in space, and its rates");
    let note = format!(r#"fill="{INK}" text-anchor="middle""#);
    let words = "Polhodes. The thick one is the flip: from near 2 to near \u{2212}2 and back.";
    text(&mut svg, [310.0, 560.0], &note, words);
    sphere::draw(&mut svg, inertia, states[0].momentum)?;
    chart.frame(&mut svg, flips);
    chart.rates(&mut svg, inertia, states);
    chart.handles(&mut svg, states, flips);
    svg.push_str("</svg>\n");
    Ok(svg)
}
