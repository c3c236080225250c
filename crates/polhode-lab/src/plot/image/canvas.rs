//! Elements in pixels.

use super::letters::Letters;
use super::markup::{Element, number};
use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

/// Pixels of an image for one of the drawing.
const SCALE: f32 = 2.0;
/// An image has no more pixels: a quarter of a gigabyte.
const MOST: f32 = 64.0 * 1024.0 * 1024.0;
/// Nothing is further outside of it: tiny-skia computes with so many digits only.
const FAR: f32 = 1e6;

/// How shapes are painted.
const LOOK: [&str; 4] = ["fill", "stroke", "stroke-width", "opacity"];

/// The pixels, and where a place of the drawing is among them.
pub(super) struct Canvas {
    pixels: Pixmap,
    to_pixels: Transform,
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
        let view = root.numbers("viewBox")?;
        let to_pixels = match view[..] {
            [] => Transform::from_scale(SCALE, SCALE),
            [left, top, across, down] if across > 0.0 && down > 0.0 => {
                // As large as it can be, in the middle.
                let scale = (width / across).min(height / down);
                let [x, y] = [(left, across, width), (top, down, height)]
                    .map(|(from, length, pixels)| (pixels - length * scale) / 2.0 - from * scale);
                Transform::from_row(scale, 0.0, 0.0, scale, x, y)
            }
            _ => return Err(root.wrong("viewBox", "left, top, width and height")),
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "tested above")]
        let pixels = Pixmap::new(width as u32, height as u32);
        let pixels = pixels.ok_or("it would have too many pixels: use the SVG")?;
        Ok(Self { pixels, to_pixels, letters: Letters::new()? })
    }

    /// The image as the bytes of a file.
    pub(super) fn encode(&self) -> Result<Vec<u8>, String> {
        self.pixels.encode_png().map_err(|error| error.to_string())
    }

    /// Draws an element above what is there.
    pub(super) fn draw(&mut self, element: &Element<'_>) -> Result<(), String> {
        let shape = |own: &[&str]| element.only(&[own, &LOOK[..]].concat());
        let n = |name| element.number(name);
        let path = match element.name {
            "rect" => {
                shape(&["x", "y", "width", "height"])?;
                let (width, height) = (n("width")?, n("height")?);
                // One without width or height is not to be seen.
                let rect = Rect::from_xywh(n("x")?, n("y")?, width, height);
                rect.filter(|_| width > 0.0 && height > 0.0).map(PathBuilder::from_rect)
            }
            "circle" => {
                shape(&["cx", "cy", "r"])?;
                PathBuilder::from_circle(n("cx")?, n("cy")?, n("r")?)
            }
            "line" => {
                shape(&["x1", "y1", "x2", "y2"])?;
                through(&[n("x1")?, n("y1")?, n("x2")?, n("y2")?], false)
            }
            "polyline" | "polygon" => {
                shape(&["points"])?;
                let numbers = element.numbers("points")?;
                if numbers.len() % 2 == 1 {
                    return Err(element.wrong("points", "pairs of numbers"));
                }
                through(&numbers, element.name == "polygon")
            }
            "text" => return self.text(element),
            _ => return Err(element.unknown()),
        };
        if !element.text.is_empty() {
            return Err(format!("{:?} is in a `{}`: use the SVG", element.text, element.name));
        }
        path.map_or(Ok(()), |path| self.shape(element, &path))
    }

    /// Fills and strokes a path as the element says.
    fn shape(&mut self, element: &Element<'_>, path: &Path) -> Result<(), String> {
        // What says nothing is filled with black; a line has no inside.
        let fill = paint(element, "fill", Some("#000000"))?.filter(|_| element.name != "line");
        let stroke = paint(element, "stroke", None)?;
        if fill.is_some() && stroke.is_some() && element.number_or("opacity", Some(1.0))? < 1.0 {
            return Err(element.wrong("opacity", "1, with both a fill and a stroke"));
        }
        let width = element.number_or("stroke-width", Some(1.0))?;
        stays_near(element, path, self.to_pixels, width)?;
        if let Some(paint) = fill {
            self.pixels.fill_path(path, &paint, FillRule::Winding, self.to_pixels, None);
        }
        if let Some(paint) = stroke.filter(|_| width > 0.0) {
            let stroke = Stroke { width, ..Stroke::default() };
            self.pixels.stroke_path(path, &paint, &stroke, self.to_pixels, None);
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
        let (size, x, y) =
            (element.number("font-size")?, element.number("x")?, element.number("y")?);
        if size <= 0.0 {
            return Err(element.wrong("font-size", "a positive number"));
        }
        let (path, width) = self.letters.path(&element.text, size)?;
        let shift = match element.get("text-anchor") {
            None | Some("start") => 0.0,
            Some("middle") => -width / 2.0,
            Some("end") => -width,
            Some(_) => return Err(element.wrong("text-anchor", "start, middle or end")),
        };
        let down = self.down(element, size)?;
        let at = self.to_pixels.pre_concat(turn(element)?);
        let at = at.pre_concat(Transform::from_translate(x + shift, y + down));
        if let (Some(path), Some(paint)) = (path, paint(element, "fill", Some("#000000"))?) {
            stays_near(element, &path, at, 0.0)?;
            self.pixels.fill_path(&path, &paint, FillRule::Winding, at, None);
        }
        Ok(())
    }

    /// How far a text is below its place, which is said in sizes of its letters.
    fn down(&self, element: &Element<'_>, size: f32) -> Result<f32, String> {
        let Some(text) = element.get("dy") else { return Ok(0.0) };
        let (count, unit) = if let Some(count) = text.strip_suffix("em") {
            (count, size)
        } else if let Some(count) = text.strip_suffix("ex") {
            (count, self.letters.x_height(size))
        } else {
            (text, 1.0)
        };
        let count = number(count).ok_or_else(|| element.wrong("dy", "a number of em or ex"))?;
        Ok(count * unit)
    }
}

/// Refuses what is drawn far outside of the image.
fn stays_near(element: &Element<'_>, path: &Path, at: Transform, width: f32) -> Result<(), String> {
    let near = |pixels: f32| pixels.abs() <= FAR;
    let ends = path.bounds().transform(at).map(|b| [b.left(), b.top(), b.right(), b.bottom()]);
    if ends.is_some_and(|ends| ends.into_iter().all(near)) && near(width * at.sx) {
        return Ok(());
    }
    Err(format!(
        "`{}` goes beyond {FAR:e} pixels: use the SVG, or a range of the axes with all points",
        element.name
    ))
}

/// The line through these points.
fn through(numbers: &[f32], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (i, point) in numbers.chunks_exact(2).enumerate() {
        if i == 0 {
            path.move_to(point[0], point[1]);
        } else {
            path.line_to(point[0], point[1]);
        }
    }
    if closed {
        path.close();
    }
    path.finish()
}

/// The `rotate(degrees, x, y)` of an element.
fn turn(element: &Element<'_>) -> Result<Transform, String> {
    let Some(text) = element.get("transform") else { return Ok(Transform::identity()) };
    let inner = text.strip_prefix("rotate(").and_then(|inner| inner.strip_suffix(')'));
    let numbers = inner.map(|inner| inner.split(',').map(|part| number(part.trim())));
    match numbers.map(Iterator::collect::<Vec<_>>).as_deref() {
        Some(&[Some(degrees), Some(x), Some(y)]) => Ok(Transform::from_rotate_at(degrees, x, y)),
        _ => Err(element.wrong("transform", "rotate(degrees, x, y)")),
    }
}

/// The colour of an attribute with the opacity of the element; none where nothing is painted.
fn paint(
    element: &Element<'_>,
    name: &str,
    default: Option<&str>,
) -> Result<Option<Paint<'static>>, String> {
    let wrong = || element.wrong(name, "a colour as in #0072B2");
    let Some(text) = element.get(name).or(default).filter(|text| *text != "none") else {
        return Ok(None);
    };
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6).ok_or_else(wrong)?;
    if digits.starts_with('+') {
        return Err(wrong());
    }
    let [_, r, g, b] = u32::from_str_radix(digits, 16).map_err(|_| wrong())?.to_be_bytes();
    let [r, g, b] = [r, g, b].map(|part| f32::from(part) / 255.0);
    let opacity = element.number_or("opacity", Some(1.0))?.clamp(0.0, 1.0);
    let mut paint = Paint::default();
    paint.set_color(Color::from_rgba(r, g, b, opacity).ok_or_else(wrong)?);
    Ok(Some(paint))
}
