//! Elements in pixels.

use super::file::encode;
use super::letters::Letters;
use super::markup::{Element, number};
use super::outline::Outline;
use super::pixels::{Paint, Pixels};
use super::place::{Map, Placement};
use crate::listed::Listed;

/// Pixels of an image for one of the drawing.
const SCALE: f32 = 2.0;
/// An image has no more pixels: a quarter of a gigabyte.
const MOST: f32 = 64.0 * 1024.0 * 1024.0;
/// Nothing is further outside of it: numbers of a drawing have the digits for a sixteenth of a pixel
/// there.
const FAR: f64 = 1e6;

/// How shapes are painted.
const LOOK: [&str; 4] = ["fill", "stroke", "stroke-width", "opacity"];

/// The pixels, and where a place of the drawing is among them.
pub(super) struct Canvas {
    pixels: Pixels,
    to_pixels: Map,
    letters: Letters,
}

impl Canvas {
    /// With the size that the outermost element has.
    pub(super) fn new(root: &Element<'_>) -> Result<Self, String> {
        root.only(&["width", "height", "viewBox", "xmlns"])?;
        let width = (root.number("width")? * SCALE).ceil();
        let height = (root.number("height")? * SCALE).ceil();
        if !(width >= 1.0 && height >= 1.0 && width * height <= MOST) {
            return Err(format!(
                "it would have {width} by {height} pixels, and images have from 1 to {MOST} of them: \
                 use the SVG"
            ));
        }
        let to_pixels = view(root, width, height)?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "tested above")]
        let pixels = Pixels::new(width as u32, height as u32);
        Ok(Self { pixels, to_pixels, letters: Letters::new()? })
    }

    /// The image as the bytes of a file.
    pub(super) fn encode(&self) -> Result<Vec<u8>, String> {
        encode(&self.pixels).map_err(|error| error.to_string())
    }

    /// Draws an element above what is there.
    pub(super) fn draw(&mut self, element: &Element<'_>) -> Result<(), String> {
        let shape = |own: &[&str]| element.only(&[own, &LOOK[..]].concat());
        let n = |name| element.number(name).map(f64::from);
        let outline = match element.name {
            "rect" => {
                shape(&["x", "y", "width", "height"])?;
                let (x, y, width, height) = (n("x")?, n("y")?, n("width")?, n("height")?);
                let (right, bottom) = (x + width, y + height);
                let corners = [(x, y), (right, y), (right, bottom), (x, bottom)];
                // One without width or height is not to be seen.
                (width > 0.0 && height > 0.0).then(|| self.through(&corners, true))
            }
            "circle" => {
                shape(&["cx", "cy", "r"])?;
                let (middle, radius) = (Placement::new(n("cx")?, n("cy")?), n("r")?);
                let (middle, pixels) = (self.to_pixels.at(middle), self.to_pixels.factor());
                (radius >= 0.0).then(|| Outline::circle(middle, radius * pixels))
            }
            "line" => {
                shape(&["x1", "y1", "x2", "y2"])?;
                Some(self.through(&[(n("x1")?, n("y1")?), (n("x2")?, n("y2")?)], false))
            }
            "polyline" | "polygon" => {
                shape(&["points"])?;
                let numbers = element.numbers("points")?;
                let (points, []) = numbers.as_chunks() else {
                    return Err(element.wrong("points", "pairs of numbers"));
                };
                let points = points.iter().map(|&[x, y]| (x.into(), y.into())).listed();
                (points.len() > 1).then(|| self.through(&points, element.name == "polygon"))
            }
            "text" => return self.text(element),
            _ => return Err(element.unknown()),
        };
        if !element.text.is_empty() {
            return Err(format!("{:?} is in a `{}`: use the SVG", element.text, element.name));
        }
        outline.map_or(Ok(()), |outline| self.shape(element, &outline))
    }

    /// The line through these points of the drawing.
    fn through(&self, points: &[(f64, f64)], closed: bool) -> Outline {
        let places = points.iter().map(|&(x, y)| self.to_pixels.at(Placement::new(x, y)));
        Outline::through(places.listed(), closed)
    }

    /// Fills and strokes an outline as the element says.
    fn shape(&mut self, element: &Element<'_>, outline: &Outline) -> Result<(), String> {
        // What says nothing is filled with black; a line has no inside.
        let fill = paint(element, "fill", Some("#000000"))?.filter(|_| element.name != "line");
        let stroke = paint(element, "stroke", None)?;
        if fill.is_some() && stroke.is_some() && element.number_or("opacity", Some(1.0))? < 1.0 {
            return Err(element.wrong("opacity", "1, with both a fill and a stroke"));
        }
        let width = f64::from(element.number_or("stroke-width", Some(1.0))?);
        let width = width * self.to_pixels.factor();
        stays_near(element, outline, width)?;
        if let Some(paint) = fill {
            self.pixels.fill(outline, paint);
        }
        if let Some(paint) = stroke.filter(|_| width > 0.0) {
            self.pixels.stroke(outline, width, paint);
        }
        Ok(())
    }

    fn text(&mut self, element: &Element<'_>) -> Result<(), String> {
        let place = ["x", "y", "dy", "text-anchor", "transform"];
        let look = ["font-family", "font-size", "opacity", "fill"];
        element.only(&[&place[..], &look[..]].concat())?;
        if element.get("font-family").is_some_and(|family| family != "sans-serif") {
            return Err(element.wrong("font-family", "sans-serif"));
        }
        let n = |name| element.number(name).map(f64::from);
        let (size, x, y) = (n("font-size")?, n("x")?, n("y")?);
        if size <= 0.0 {
            return Err(element.wrong("font-size", "a positive number"));
        }
        let line = self.letters.line(&element.text, size)?;
        let shift = match element.get("text-anchor") {
            None | Some("start") => 0.0,
            Some("middle") => -line.width / 2.0,
            Some("end") => -line.width,
            Some(_) => return Err(element.wrong("text-anchor", "start, middle or end")),
        };
        let begin = Map::shift(Placement::new(x + shift, y + self.down(element, size)?));
        let map = self.to_pixels.after(turn(element)?).after(begin);
        let outline = self.letters.outline(&line, map);
        if let Some(paint) = paint(element, "fill", Some("#000000"))? {
            stays_near(element, &outline, 0.0)?;
            self.pixels.fill(&outline, paint);
        }
        Ok(())
    }

    /// How far a text is below its place, which is said in sizes of its letters.
    fn down(&self, element: &Element<'_>, size: f64) -> Result<f64, String> {
        let Some(text) = element.get("dy") else { return Ok(0.0) };
        let (count, unit) = if let Some(count) = text.strip_suffix("em") {
            (count, size)
        } else if let Some(count) = text.strip_suffix("ex") {
            (count, self.letters.x_height(size))
        } else {
            (text, 1.0)
        };
        let count = number(count).ok_or_else(|| element.wrong("dy", "a number of em or ex"))?;
        Ok(f64::from(count) * unit)
    }
}

/// Where the drawing is among the pixels.
fn view(root: &Element<'_>, width: f32, height: f32) -> Result<Map, String> {
    let [width, height] = [width, height].map(f64::from);
    let numbers = root.numbers("viewBox")?.into_iter().map(f64::from).listed();
    match numbers[..] {
        [] => Ok(Map::scale(SCALE.into(), Placement::new(0.0, 0.0))),
        [left, top, across, down] if across > 0.0 && down > 0.0 => {
            // As large as it can be, in the middle.
            let scale = (width / across).min(height / down);
            let [x, y] = [(left, across, width), (top, down, height)]
                .map(|(from, length, pixels)| (pixels - length * scale) / 2.0 - from * scale);
            Ok(Map::scale(scale, Placement::new(x, y)))
        }
        _ => Err(root.wrong("viewBox", "left, top, width and height")),
    }
}

/// Refuses what is drawn far outside of the image.
fn stays_near(element: &Element<'_>, outline: &Outline, width: f64) -> Result<(), String> {
    if outline.is_within(FAR) && width.abs() <= FAR {
        return Ok(());
    }
    Err(format!(
        "`{}` goes beyond {FAR:e} pixels: use the SVG, or a range of the axes with all points",
        element.name
    ))
}

/// The `rotate(degrees, x, y)` of an element.
fn turn(element: &Element<'_>) -> Result<Map, String> {
    let Some(text) = element.get("transform") else {
        return Ok(Map::shift(Placement::new(0.0, 0.0)));
    };
    let inner = text.strip_prefix("rotate(").and_then(|inner| inner.strip_suffix(')'));
    let numbers =
        inner.map(|inner| inner.split(',').map(|part| number(part.trim()).map(f64::from)));
    match numbers.map(Iterator::collect::<Vec<_>>).as_deref() {
        Some(&[Some(degrees), Some(x), Some(y)]) => Ok(Map::turn(degrees, Placement::new(x, y))),
        _ => Err(element.wrong("transform", "rotate(degrees, x, y)")),
    }
}

/// The colour of an attribute with the opacity of the element; none where nothing is painted.
fn paint(
    element: &Element<'_>,
    name: &str,
    default: Option<&str>,
) -> Result<Option<Paint>, String> {
    let wrong = || element.wrong(name, "a colour as in #0072B2");
    let Some(text) = element.get(name).or(default).filter(|text| *text != "none") else {
        return Ok(None);
    };
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6).ok_or_else(wrong)?;
    if digits.starts_with('+') {
        return Err(wrong());
    }
    let [_, colour @ ..] = u32::from_str_radix(digits, 16).map_err(|_| wrong())?.to_be_bytes();
    let opacity = element.number_or("opacity", Some(1.0))?.clamp(0.0, 1.0);
    Ok(Some(Paint { colour, opacity }))
}
