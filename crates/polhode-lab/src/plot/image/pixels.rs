//! Pixels, and paint that is put on them.

use super::outline::Outline;
use super::scan::Rasterizer;

/// All of a pixel, in the unit of its parts.
const WHOLE: f32 = 65536.0;

/// Steps from nothing to all of a pixel. More are not to be seen, and make files a half larger.
const LEVELS: f32 = 16.0;

/// What is put on pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    pub(super) colour: [u8; 3],
    /// From 0 to 1.
    pub(super) opacity: f32,
}

/// An image: red, green and blue, each times the opacity, and the opacity.
#[derive(Debug)]
pub(super) struct Pixels {
    pub(super) width: u32,
    pub(super) height: u32,
    data: Vec<[u8; 4]>,
    scan: Rasterizer,
}

impl Pixels {
    /// With nothing on them.
    pub(super) fn new(width: u32, height: u32) -> Self {
        let data = vec![[0; 4]; width as usize * height as usize];
        Self { width, height, data, scan: Rasterizer::new(width, height) }
    }

    /// The rows from top to bottom.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[[u8; 4]]> {
        self.data.chunks_exact(self.width as usize)
    }

    /// Whether nothing behind them is to be seen.
    pub(super) fn are_opaque(&self) -> bool {
        self.data.iter().all(|pixel| pixel[3] == u8::MAX)
    }

    pub(super) fn fill(&mut self, outline: &Outline, paint: Paint) {
        outline.fill(&mut self.scan);
        self.put(paint);
    }

    pub(super) fn stroke(&mut self, outline: &Outline, width: f64, paint: Paint) {
        outline.stroke(width, &mut self.scan);
        self.put(paint);
    }

    /// Paints what the edges surround.
    fn put(&mut self, paint: Paint) {
        let [red, green, blue] = paint.colour;
        let (above, width) = ([red, green, blue, u8::MAX], self.width as usize);
        let data = &mut self.data;
        self.scan.cover(&mut |row, range, covered| {
            let part = part(covered, paint.opacity);
            if part > 0 {
                for pixel in &mut data[row * width..][range] {
                    *pixel = mixed(*pixel, above, part);
                }
            }
        });
    }
}

/// How much of a paint a pixel gets that is covered so far.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to WHOLE")]
fn part(covered: f32, opacity: f32) -> u32 {
    let level = (covered.min(1.0) * LEVELS + 0.5) as u32;
    (level as f32 / LEVELS * opacity * WHOLE + 0.5) as u32
}

/// A pixel with so much of another one above it.
fn mixed(below: [u8; 4], above: [u8; 4], part: u32) -> [u8; 4] {
    const UNIT: u32 = WHOLE as u32;
    let mut mixed = below;
    for (mixed, above) in mixed.iter_mut().zip(above) {
        let sum = u32::from(*mixed) * (UNIT - part) + u32::from(above) * part;
        #[expect(clippy::cast_possible_truncation, reason = "a mean of bytes is a byte")]
        let byte = ((sum + UNIT / 2) / UNIT) as u8;
        *mixed = byte;
    }
    mixed
}
