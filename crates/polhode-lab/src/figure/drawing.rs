//! The drawing of a figure.

use super::{Figure, HEIGHT, Mark, Panel, Theme, WIDTH};
use crate::listed::Listed;
use plotters::prelude::*;

/// Places are rounded to this part of a pixel, so that curves have no steps.
const FINE: i32 = 4;
/// More marks than this run into each other.
const MARKS: usize = 50;

/// Pixels, in the unit in which is drawn.
const fn pixels(count: u32) -> u32 {
    count * FINE as u32
}

fn font(size: u32, theme: Theme) -> TextStyle<'static> {
    ("sans-serif", pixels(size)).into_font().color(&theme.ink())
}

impl Figure {
    /// As SVG, on white.
    #[must_use]
    pub fn svg(&self) -> String {
        self.svg_on(Theme::Light)
    }

    /// As SVG.
    #[must_use]
    pub fn svg_on(&self, theme: Theme) -> String {
        // Four are two by two.
        let across = if self.panels.len() == 4 { 2 } else { self.panels.len().clamp(1, 3) };
        let down = self.panels.len().div_ceil(across).max(1);
        let mut text = String::new();
        #[expect(clippy::cast_possible_truncation, reason = "panels are few")]
        let (width, height) = (WIDTH * across as u32, HEIGHT * down as u32);
        {
            let size = (pixels(width), pixels(height));
            let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
            // Drawing into a string does not fail.
            let _ = area.fill(&theme.ground());
            for (panel, area) in self.panels.iter().zip(area.split_evenly((down, across))) {
                let _ = panel.draw(&area, theme);
            }
            let _ = area.present();
        }
        let size = |width, height| format!("width=\"{width}\" height=\"{height}\"");
        text.replacen(&size(pixels(width), pixels(height)), &size(width, height), 1)
    }
}

impl Mark {
    /// What stands for a point: corners around it, in halves of a pixel.
    fn outline(self) -> Vec<(i32, i32)> {
        const HALF: i32 = FINE / 2;
        let corners: &[(i32, i32)] = match self {
            Self::Line | Self::Thin | Self::Dashes | Self::Dots => &[],
            Self::Vertical => &[(0, -12), (0, 12)],
            Self::Circles => &[
                (6, 0),
                (5, 3),
                (3, 5),
                (0, 6),
                (-3, 5),
                (-5, 3),
                (-6, 0),
                (-5, -3),
                (-3, -5),
                (0, -6),
                (3, -5),
                (5, -3),
                (6, 0),
            ],
            Self::Squares => &[(-6, -6), (6, -6), (6, 6), (-6, 6), (-6, -6)],
            Self::Triangles => &[(-8, 6), (8, 6), (0, -8), (-8, 6)],
            Self::Crosses => &[(-6, -6), (6, 6), (0, 0), (6, -6), (-6, 6)],
            Self::Diamonds => &[(-8, 0), (0, -10), (8, 0), (0, 10), (-8, 0)],
        };
        corners.iter().map(|(x, y)| (x * HALF, y * HALF)).listed()
    }
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

impl Panel {
    fn draw<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, plotters::coord::Shift>,
        theme: Theme,
    ) -> Drawn
    where
        B::ErrorType: 'static,
    {
        let (corner, ((x0, x1), (y0, y1))) = self.with_legend();
        let (ink, bare) = (theme.ink(), self.is_bare());
        let area = area.margin(pixels(6), 0, 0, 0).titled(&self.title, font(15, theme))?;
        let mut chart = ChartBuilder::on(&area)
            .margin(pixels(10))
            .x_label_area_size(if bare { 0 } else { pixels(38) })
            .y_label_area_size(if bare { 0 } else { pixels(58) })
            .build_cartesian_2d(x0..x1, y0..y1)?;
        let mut mesh = chart.configure_mesh();
        if bare {
            mesh.disable_mesh().disable_axes();
        }
        mesh.light_line_style(TRANSPARENT)
            .bold_line_style(ink.mix(0.08).stroke_width(pixels(1)))
            .axis_style(ink.stroke_width(pixels(1)))
            .set_all_tick_mark_size(pixels(5))
            .x_desc(&self.x.label)
            .y_desc(&self.y.label)
            .x_labels(7)
            .y_labels(8)
            .x_label_formatter(&|place| self.x.tick(*place, x1 - x0))
            .y_label_formatter(&|place| self.y.tick(*place, y1 - y0))
            .label_style(font(12, theme))
            .axis_desc_style(font(13, theme))
            .draw()?;
        let mut named = false;
        for series in &self.series {
            let colour = theme.colour(series.colour);
            let places = self.places(series);
            let points = places.clone();
            let drawn = match series.mark {
                Mark::Vertical => {
                    let stroke = colour.mix(0.6).stroke_width(pixels(3) / 4);
                    let within = places.iter().filter(|(x, _)| (x0..x1).contains(x));
                    let line = |&(x, _): &(f64, f64)| PathElement::new([(x, y0), (x, y1)], stroke);
                    chart.draw_series(within.map(line))?
                }
                Mark::Dots => chart
                    .draw_series(places.iter().map(|&p| Circle::new(p, FINE, colour.filled())))?,
                Mark::Dashes => chart.draw_series(DashedLineSeries::new(
                    places,
                    pixels(6),
                    pixels(4),
                    colour.stroke_width(pixels(1)),
                ))?,
                Mark::Line => chart
                    .draw_series(LineSeries::new(places, colour.stroke_width(pixels(3) / 2)))?,
                _ => chart.draw_series(LineSeries::new(places, colour.stroke_width(pixels(1))))?,
            };
            let outline = series.mark.outline();
            if !series.label.is_empty() {
                named = true;
                let outline = outline.clone();
                let gap = if series.mark == Mark::Dashes { 2 * FINE } else { 0 };
                let (middle, stroke) = (9 * FINE, colour.stroke_width(pixels(3) / 2));
                let line = if series.mark == Mark::Vertical { 0 } else { middle };
                drawn.label(&series.label).legend(move |place| {
                    let mark = outline.iter().map(|(x, y)| (x + middle, *y)).listed();
                    EmptyElement::at(place)
                        + PathElement::new(vec![(0, 0), (line - gap, 0)], stroke)
                        + PathElement::new(
                            vec![(2 * middle - line + gap, 0), (2 * middle, 0)],
                            stroke,
                        )
                        + PathElement::new(mark, stroke)
                });
            }
            if !outline.is_empty() && series.mark != Mark::Vertical {
                let every = points.len().div_ceil(MARKS).max(1);
                chart.draw_series(points.into_iter().step_by(every).map(|place| {
                    EmptyElement::at(place)
                        + PathElement::new(outline.clone(), colour.stroke_width(pixels(1)))
                }))?;
            }
        }
        if named {
            chart
                .configure_series_labels()
                .position(corner)
                .background_style(theme.ground().mix(0.8))
                .border_style(ink.mix(0.2).stroke_width(pixels(1)))
                .label_font(font(11, theme))
                .legend_area_size(pixels(26))
                .margin(pixels(5))
                .draw()?;
        }
        Ok(())
    }
}
