//! Rates against time, and the T above them.

use super::{COLOURS, GREY, INK, View, line, text};
use crate::{BAR, STEM, centre_of_mass};
use polhode::{Axis, Inertia, Real, Rotation, State, Vec3};

/// Where the rates are drawn: time to the right, rates upward.
pub(super) struct Chart {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) end: f64,
    pub(super) largest: f64,
}

impl Chart {
    fn place(&self, time: f64, rate: f64) -> [f64; 2] {
        let x = self.left + self.width * time / self.end;
        [x, self.top + self.height * (1.0 - rate / self.largest) / 2.0]
    }
    pub(super) fn frame(&self, svg: &mut String, flips: &[f64]) {
        let label = |anchor: &str| format!(r#"fill="{GREY}" text-anchor="{anchor}""#);
        for (rate, words, colour) in
            [(-10.0, "\u{2212}10", "#e3e2dd"), (0.0, "0", "#b9b9c2"), (10.0, "10 rad/s", "#e3e2dd")]
        {
            let [from, to] = [0.0, self.end].map(|time| self.place(time, rate));
            line(svg, [from, to], &format!(r#"stroke="{colour}""#));
            text(svg, [from[0] - 12.0, from[1] + 5.0], &label("end"), words);
        }
        for second in [0, 2, 4, 6, 8, 10] {
            let [x, y] = self.place(f64::from(second), -self.largest);
            let words = if second == 10 { "10 s".into() } else { second.to_string() };
            text(svg, [x, y + 18.0], &label("middle"), &words);
        }
        for &flip in flips {
            let [[x, above], below] = [self.largest, -self.largest].map(|r| self.place(flip, r));
            let style = format!(r#"stroke="{GREY}" stroke-dasharray="1.5 4.5""#);
            line(svg, [[x, above], below], &style);
        }
        if let [first, second, ..] = flips {
            let words = format!("flips {:.2} s apart", second - first);
            let [x, y] = self.place((first + second) / 2.0, self.largest);
            text(svg, [x, y - 8.0], &label("middle"), &words);
        }
    }
    pub(super) fn rates(&self, svg: &mut String, inertia: &Inertia<f64>, states: &[State<f64>]) {
        for (axis, width) in [(0, 1.8), (2, 1.8), (1, 3.2)] {
            let rate = |state: &State<f64>| inertia.rates(state.momentum).to_array()[axis];
            let curve = states.iter().step_by(2).map(|state| self.place(state.time, rate(state)));
            let style = format!(r#"stroke="{}" stroke-width="{width}""#, COLOURS[axis]);
            line(svg, curve, &format!(r#"{style} stroke-linejoin="round""#));
            let words = ["about 1", "about 2, the stem", "about 3"][axis];
            let [x, y] = [self.left + [230.0, 40.0, 350.0][axis], self.top + self.height + 56.0];
            line(svg, [[x - 34.0, y - 5.0], [x - 8.0, y - 5.0]], &style);
            text(svg, [x, y], &format!(r#"fill="{INK}""#), words);
        }
    }
    /// The T half way between flips, when its bar is seen from the side.
    pub(super) fn handles(&self, svg: &mut String, states: &[State<f64>], flips: &[f64]) {
        let view = |x| View::new([0.25, -0.90, 0.35], [x, 140.0], 480.0);
        let [first, second, ..] = flips else { return };
        let half = (second - first) / 2.0;
        let middles = flips.iter().map(|flip| flip - half).chain(flips.last().map(|f| f + half));
        for middle in middles {
            let x = self.place(middle, 0.0)[0];
            let side = |state: &State<f64>| {
                let [bar, _] = view(0.0).place(state.attitude.apply(Vec3::unit(Axis::X)));
                Real::abs(bar)
            };
            let near = states.iter().filter(|state| Real::abs(state.time - middle) < 0.13);
            if let Some(state) = near.min_by(|a, b| side(a).total_cmp(&side(b))) {
                handle(svg, &view(x), state.attitude);
            }
        }
    }
}

/// The T as it is in space.
fn handle(svg: &mut String, view: &View, attitude: Rotation<f64>) {
    let place = |x: f64, y: f64| view.place(attitude.apply(Vec3::new(x, y, 0.0)));
    // The stem points along 2, so the bar is on the other side of the centre.
    let top = -centre_of_mass();
    let bar = [-0.5, 0.5].map(|end| place(end * BAR.length, top));
    let stem = [0.0, BAR.radius + STEM.length].map(|along| place(0.0, top + along));
    for (colour, width) in [(INK, 10.5), ("#cdd0da", 7.5)] {
        let style = format!(r#"stroke="{colour}" stroke-width="{width}" stroke-linecap="round""#);
        line(svg, bar, &style);
        line(svg, stem, &style);
    }
}
