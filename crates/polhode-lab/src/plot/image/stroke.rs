//! Lines with a width, as SVG draws them where nothing is said: ends are cut off, and corners are
//! pointed unless they are too sharp.

use super::place::Placement;
use super::scan::Rasterizer;

/// A corner that would be further away than this from its place, in halves of the width, is cut off.
const LONGEST: f64 = 4.0;
/// A line that is shorter, in pixels, has no direction that is worth a corner.
const SHORT: f64 = 1.0 / 4096.0;

/// A straight part, and the way from its middle to one of its sides.
#[derive(Clone, Copy)]
struct Segment {
    from: Placement,
    to: Placement,
    side: Placement,
}

/// Adds the edges around a line with this width.
///
/// They go around every straight part and every corner in the same direction, so that nothing is
/// left out where a line comes back over itself.
pub(super) fn stroke(places: &[Placement], closed: bool, width: f64, scan: &mut Rasterizer) {
    let parts = parts(places, closed, width / 2.0);
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return };
    for Segment { from, to, side } in &parts {
        scan.edge(*from + *side, *to + *side);
        scan.edge(*to - *side, *from - *side);
    }
    for pair in parts.windows(2) {
        corner(pair[0].side, pair[1].from, pair[1].side, scan);
    }
    if closed {
        corner(last.side, first.from, first.side, scan);
    } else {
        scan.edge(first.from - first.side, first.from + first.side);
        scan.edge(last.to + last.side, last.to - last.side);
    }
}

/// The straight parts that have a length.
fn parts(places: &[Placement], closed: bool, half: f64) -> Vec<Segment> {
    let mut parts = Vec::new();
    let Some((&start, rest)) = places.split_first() else { return parts };
    let mut from = start;
    for &to in rest.iter().chain(closed.then_some(&start)) {
        let way = to - from;
        let length = way.length();
        if length > SHORT {
            let side = Placement::new(-way.y, way.x) * (half / length);
            parts.push(Segment { from, to, side });
            from = to;
        }
    }
    parts
}

/// Connects the sides of two parts that meet: inside of the turn by way of the place itself,
/// outside of it by way of the point.
fn corner(before: Placement, at: Placement, after: Placement, scan: &mut Rasterizer) {
    let square = before.dot(before);
    let spread = square + before.dot(after);
    // Not where it would be too far, which includes a turn back.
    let near = spread * LONGEST * LONGEST >= 2.0 * square;
    let point = near.then(|| (before + after) * (square / spread));
    let mut around = |start: Placement, through: Placement, end: Placement| {
        scan.edge(at + start, at + through);
        scan.edge(at + through, at + end);
    };
    let (itself, back) = (Placement::new(0.0, 0.0), -1.0);
    if before.cross(after) < 0.0 {
        around(before, point.unwrap_or(after), after);
        around(after * back, itself, before * back);
    } else {
        around(before, itself, after);
        around(after * back, point.unwrap_or(after) * back, before * back);
    }
}
