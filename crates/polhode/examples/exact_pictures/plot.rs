//! Just enough SVG for curves in a frame.

use std::fmt::Write as _;

/// Colours that differ in brightness too.
pub(crate) const BLUE: &str = "#1f5f99";
pub(crate) const RED: &str = "#c8443c";
pub(crate) const GREEN: &str = "#3c8d5a";
pub(crate) const GREY: &str = "#8a8f98";
pub(crate) const BLACK: &str = "#22252a";

/// An axis of a frame: from, to, and whether these are powers of ten.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    pub(crate) from: f64,
    pub(crate) to: f64,
    pub(crate) log: bool,
}

impl Scale {
    pub(crate) fn linear(from: f64, to: f64) -> Self {
        Self { from, to, log: false }
    }
    /// From and to are exponents of ten.
    pub(crate) fn log(from: f64, to: f64) -> Self {
        Self { from, to, log: true }
    }
    /// From 0 to 1.
    fn at(self, value: f64) -> f64 {
        let value = if self.log { value.log10() } else { value };
        (value - self.from) / (self.to - self.from)
    }
}

/// An SVG in the making.
pub(crate) struct Picture {
    body: String,
    width: f64,
    height: f64,
}

impl Picture {
    pub(crate) fn new(width: f64, height: f64) -> Self {
        Self { body: String::new(), width, height }
    }
    pub(crate) fn add(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }
    /// A line through points of the page.
    pub(crate) fn line(&mut self, points: &[(f64, f64)], style: &str) {
        let mut path = String::new();
        for (x, y) in points {
            let _ = write!(path, "{x:.1},{y:.1} ");
        }
        self.add(&format!(r#"<polyline fill="none" points="{}" {style}/>"#, path.trim_end()));
    }
    pub(crate) fn text(&mut self, x: f64, y: f64, style: &str, text: &str) {
        self.add(&format!(r#"<text x="{x:.1}" y="{y:.1}" {style}>{text}</text>"#));
    }
    pub(crate) fn finish(self) -> String {
        let Self { body, width, height } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" \
             font-size=\"13\" fill=\"{BLACK}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{body}</svg>\n"
        )
    }
}

/// A rectangle of the page with scales.
pub(crate) struct Frame {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) x: Scale,
    pub(crate) y: Scale,
}

impl Frame {
    /// A point of the page.
    pub(crate) fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.left + self.width * self.x.at(x), self.top + self.height * (1.0 - self.y.at(y)))
    }
    /// Border, ticks with labels, names of the axes.
    pub(crate) fn draw(&self, page: &mut Picture, ticks: [&[(f64, &str)]; 2], names: [&str; 2]) {
        let Self { left, top, width, height, .. } = *self;
        for &(value, label) in ticks[0] {
            let x = self.left + self.width * self.x.at(value);
            page.line(&[(x, top), (x, top + height)], r##"stroke="#e3e6ea""##);
            page.text(x, top + height + 18.0, r#"text-anchor="middle""#, label);
        }
        for &(value, label) in ticks[1] {
            let y = self.top + self.height * (1.0 - self.y.at(value));
            page.line(&[(left, y), (left + width, y)], r##"stroke="#e3e6ea""##);
            page.text(left - 7.0, y + 4.5, r#"text-anchor="end""#, label);
        }
        page.add(&format!(
            r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="{BLACK}"/>"#
        ));
        let middle = left + width / 2.0;
        page.text(middle, top + height + 38.0, r#"text-anchor="middle""#, names[0]);
        page.text(left, top - 10.0, "", names[1]);
    }
    /// A curve through values, those outside left out.
    pub(crate) fn curve(&self, page: &mut Picture, values: &[(f64, f64)], style: &str) {
        let inside = |s: Scale, v: f64| (-0.001..=1.001).contains(&s.at(v));
        let points: Vec<_> = values
            .iter()
            .filter(|(x, y)| inside(self.x, *x) && inside(self.y, *y))
            .map(|&(x, y)| self.at(x, y))
            .collect();
        page.line(&points, style);
    }
}

/// Stroke of a colour and width.
pub(crate) fn stroke(colour: &str, width: f64) -> String {
    format!(r#"stroke="{colour}" stroke-width="{width}" stroke-linejoin="round""#)
}
