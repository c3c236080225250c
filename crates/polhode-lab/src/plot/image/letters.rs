//! Texts as outlines of letters.

use super::font;
use super::outline::Outline;
use super::place::{Map, Placement};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The letters of one font.
pub(super) struct Letters(Face<'static>);

/// A line of text: its letters, where each begins, and where the last one ends.
pub(super) struct TextLine {
    glyphs: Vec<(GlyphId, f64)>,
    size: f64,
    pub(super) width: f64,
}

impl Letters {
    pub(super) fn new() -> Result<Self, String> {
        let unread = |why| format!("the font for its texts cannot be read: {why}");
        let font = Face::parse(font::bytes().map_err(unread)?, 0);
        font.map(Self).map_err(|error| unread(error.to_string()))
    }
    fn scale(&self, size: f64) -> f64 {
        size / f64::from(self.0.units_per_em())
    }
    /// The height of a lower-case x.
    pub(super) fn x_height(&self, size: f64) -> f64 {
        self.0.x_height().map_or(0.5 * size, |height| f64::from(height) * self.scale(size))
    }
    /// By how much the second letter is moved towards the first, or away from it.
    fn kerning(&self, pair: (GlyphId, GlyphId)) -> f64 {
        let tables = self.0.tables().kern.iter().flat_map(|kern| kern.subtables);
        let mut tables = tables.filter(|table| table.horizontal && !table.variable);
        f64::from(tables.find_map(|table| table.glyphs_kerning(pair.0, pair.1)).unwrap_or(0))
    }
    /// A line of text that begins at the origin. A letter that the font does not have is a box.
    ///
    /// # Errors
    /// Where letters do not stand one behind the other, from left to right.
    pub(super) fn line(&self, text: &str, size: f64) -> Result<TextLine, String> {
        let scale = self.scale(size);
        let mut line = TextLine { glyphs: Vec::new(), size, width: 0.0 };
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
            line.width += before.map_or(0.0, |before| self.kerning((before, glyph)) * scale);
            line.glyphs.push((glyph, line.width));
            line.width += f64::from(width) * scale;
            before = Some(glyph);
        }
        Ok(line)
    }
    /// The outline of a line that a map takes to its place.
    pub(super) fn outline(&self, line: &TextLine, map: Map) -> Outline {
        let mut pen = Pen { outline: Outline::default(), map };
        for (glyph, x) in &line.glyphs {
            let begin = Map::scale(self.scale(line.size), Placement::new(*x, 0.0));
            pen.map = map.after(begin);
            self.0.outline_glyph(*glyph, &mut pen);
        }
        pen.outline
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

/// Draws glyphs, whose y axis points up, where a map takes them.
struct Pen {
    outline: Outline,
    map: Map,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> Placement {
        self.map.at(Placement::new(x.into(), -f64::from(y)))
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.outline.move_to(self.at(x, y));
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.outline.line_to(self.at(x, y));
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.outline.quad_to(self.at(x1, y1), self.at(x, y));
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.outline.cubic_to(self.at(x1, y1), self.at(x2, y2), self.at(x, y));
    }
    fn close(&mut self) {
        self.outline.close();
    }
}
