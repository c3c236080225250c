//! Colours.

use plotters::style::{BLACK, RGBColor, WHITE};

/// Colours that people tell apart who do not see all of them (Okabe and Ito 2008).
const PALETTE: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(0, 0, 0),
    RGBColor(128, 128, 128),
];

/// Of the palette: that of text and axes.
pub const INK: usize = 6;
/// Of the palette: for what is behind.
pub const GREY: usize = 7;

/// On light or on dark ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Black on white, as on paper.
    #[default]
    Light,
    /// White on nearly black.
    Dark,
}

impl Theme {
    pub(super) fn ground(self) -> RGBColor {
        match self {
            Self::Light => WHITE,
            Self::Dark => RGBColor(17, 20, 26),
        }
    }
    pub(super) fn ink(self) -> RGBColor {
        match self {
            Self::Light => BLACK,
            Self::Dark => RGBColor(232, 232, 232),
        }
    }
    pub(super) fn colour(self, index: usize) -> RGBColor {
        match (self, index % PALETTE.len()) {
            (_, INK) => self.ink(),
            // The blue of the palette is too dark for dark ground.
            (Self::Dark, 0) => RGBColor(64, 156, 220),
            (_, index) => PALETTE[index],
        }
    }
}
