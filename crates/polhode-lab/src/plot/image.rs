//! From SVG to PNG.

use crate::error::Error;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::sync::Arc;

/// Pixels of an image for one of the drawing.
const SCALE: f32 = 2.0;

/// The same picture in pixels.
///
/// # Errors
/// Where the drawing is too large for an image.
pub fn png(svg: &str) -> Result<Vec<u8>, Error> {
    let failed = |what: &dyn std::fmt::Display| Error::folder(format!("no PNG was made: {what}"));
    let mut options = Options::default();
    let fonts = Arc::make_mut(&mut options.fontdb);
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    let tree = Tree::from_str(svg, &options).map_err(|error| failed(&error))?;
    let size = tree.size().to_int_size().scale_by(SCALE);
    let size = size.ok_or_else(|| failed(&"it would have no size"))?;
    let mut pixels = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| failed(&"it would have too many pixels"))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
}
