//! Texts as outlines of letters.

use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The letters of one font.
pub(super) struct Letters(Face<'static>);

impl Letters {
    pub(super) fn new() -> Result<Self, String> {
        let font = Face::parse(dejavu::sans::regular(), 0);
        font.map(Self).map_err(|error| format!("the font for its texts cannot be read: {error}"))
    }
    fn scale(&self, size: f32) -> f32 {
        size / f32::from(self.0.units_per_em())
    }
    /// The height of a lower-case x.
    pub(super) fn x_height(&self, size: f32) -> f32 {
        self.0.x_height().map_or(0.5 * size, |height| f32::from(height) * self.scale(size))
    }
    /// By how much the second letter is moved towards the first, or away from it.
    fn kerning(&self, pair: (GlyphId, GlyphId)) -> f32 {
        let tables = self.0.tables().kern.iter().flat_map(|kern| kern.subtables);
        let mut tables = tables.filter(|table| table.horizontal && !table.variable);
        f32::from(tables.find_map(|table| table.glyphs_kerning(pair.0, pair.1)).unwrap_or(0))
    }
    /// The outline of a line of text that begins at the origin, and its width; no outline where
    /// nothing is to be seen. A letter that the font does not have is a box.
    ///
    /// # Errors
    /// Where letters do not stand one behind the other, from left to right.
    pub(super) fn path(&self, text: &str, size: f32) -> Result<(Option<Path>, f32), String> {
        let scale = self.scale(size);
        let mut pen = Pen { path: PathBuilder::new(), scale, x: 0.0 };
        let mut before = None;
        for letter in text.chars() {
            let glyph = self.0.glyph_index(letter).unwrap_or(GlyphId(0));
            let width = self.0.glyph_hor_advance(glyph).unwrap_or(0);
            if width == 0 || is_leftward(letter) {
                return Err(format!(
                    "{letter:?} in {text:?} is not written from left to right as a letter of its \
                     own: use the SVG, or other letters"
                ));
            }
            pen.x += before.map_or(0.0, |before| self.kerning((before, glyph)) * scale);
            self.0.outline_glyph(glyph, &mut pen);
            pen.x += f32::from(width) * scale;
            before = Some(glyph);
        }
        Ok((pen.path.finish(), pen.x))
    }
}

/// Of a script that is written from right to left, or a sign that turns the direction?
fn is_leftward(letter: char) -> bool {
    matches!(
        letter,
        '\u{590}'..='\u{8ff}'
            | '\u{200e}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{fb1d}'..='\u{fdff}'
            | '\u{fe70}'..='\u{fefe}'
            | '\u{10800}'..='\u{10fff}'
            | '\u{1e800}'..='\u{1efff}'
    )
}

/// Draws glyphs, whose y axis points up, into a path whose y axis points down.
struct Pen {
    path: PathBuilder,
    scale: f32,
    x: f32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, -y * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }
    fn close(&mut self) {
        self.path.close();
    }
}
