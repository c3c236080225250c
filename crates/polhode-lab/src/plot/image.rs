//! From SVG to PNG.
//!
//! Only what the drawings of this crate consist of: rectangles, lines, polylines, polygons, circles
//! and lines of text, each with attributes of its own. A renderer for all of SVG would be the
//! largest dependency of the program. What is not known is refused.

mod canvas;
mod file;
mod font;
mod letters;
mod markup;
mod outline;
mod pixels;
mod place;
mod row;
mod scan;
mod stroke;

use crate::error::Error;
use canvas::Canvas;

/// The same picture in pixels, two for each of the drawing's.
///
/// # Errors
/// Where the drawing is too large for an image, or has something in it that
/// [`Figure::svg`](crate::figure::Figure::svg) does not write.
pub fn png(svg: &str) -> Result<Vec<u8>, Error> {
    drawn(svg).map_err(|what| Error::folder(format!("no PNG was made: {what}"), ""))
}

fn drawn(svg: &str) -> Result<Vec<u8>, String> {
    let (root, elements) = markup::elements(svg)?;
    let mut canvas = Canvas::new(&root)?;
    for element in &elements {
        canvas.draw(element)?;
    }
    canvas.encode()
}
