//! What is covered of pixels has the areas of geometry.

#[path = "../../src/plot/image/file.rs"]
mod file;
#[path = "../../src/plot/image/outline.rs"]
mod outline;
#[path = "../../src/plot/image/pixels.rs"]
mod pixels;
#[path = "../../src/plot/image/place.rs"]
#[expect(dead_code, reason = "maps are for drawings")]
mod place;
#[path = "../../src/plot/image/row.rs"]
mod row;
#[path = "../../src/plot/image/scan.rs"]
mod scan;
#[path = "../../src/plot/image/stroke.rs"]
mod stroke;

use super::decoded::Image;
use outline::Outline;
use pixels::{Paint, Pixels};
use place::Placement;
use proptest::prelude::*;
use scan::Rasterizer;
use std::f64::consts::PI;

/// Pixels of the test images, across and down.
const SIZE: u32 = 64;

/// What is covered of all pixels together, after it was drawn.
fn area(draw: impl Fn(&mut Rasterizer)) -> f64 {
    let mut scan = Rasterizer::new(SIZE, SIZE);
    draw(&mut scan);
    let mut sum = 0.0;
    scan.cover(&mut |y, pixels, part| {
        assert!(y < SIZE as usize && pixels.end <= SIZE as usize && part <= 1.0 + 1e-5);
        sum += pixels.len() as f64 * f64::from(part);
    });
    sum
}

fn line(points: &[(f64, f64)], closed: bool) -> Outline {
    Outline::through(points.iter().map(|&(x, y)| Placement::new(x, y)).collect(), closed)
}

fn filled(points: &[(f64, f64)]) -> f64 {
    let outline = line(points, true);
    area(|scan| outline.fill(scan))
}

fn stroked(points: &[(f64, f64)], closed: bool, width: f64) -> f64 {
    let outline = line(points, closed);
    area(|scan| outline.stroke(width, scan))
}

/// Half of the sum of the cross products of neighbours.
fn shoelace(points: &[(f64, f64)]) -> f64 {
    let next = points.iter().cycle().skip(1);
    let twice: f64 = points.iter().zip(next).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum();
    twice.abs() / 2.0
}

#[track_caller]
fn close(found: f64, expected: f64, by: f64) {
    assert!((found - expected).abs() <= by, "{found} in place of {expected}");
}

#[test]
fn polygons_cover_their_area() {
    let star = [(10.3, 7.1), (33.7, 20.2), (57.9, 3.3), (44.4, 30.0), (60.1, 55.5), (12.6, 41.8)];
    close(filled(&star), shoelace(&star), 1e-3);
    let sliver = [(1.25, 1.5), (62.0, 1.51), (62.0, 1.52)];
    close(filled(&sliver), shoelace(&sliver), 1e-4);
    close(filled(&[(3.1, 4.2), (3.4, 4.2), (3.4, 4.9), (3.1, 4.9)]), 0.3 * 0.7, 1e-5);
}

#[test]
fn what_is_outside_of_the_image_covers_nothing() {
    let rectangle = |x0, y0, x1, y1| filled(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)]);
    for (x, y) in [(-90.0, 9.0), (90.0, 9.0), (9.0, -90.0), (9.0, 90.0)] {
        close(rectangle(x, y, x + 20.0, y + 20.0), 0.0, 0.0);
    }
    close(rectangle(-5.5, -1e6, 3.25, 10.5), 3.25 * 10.5, 1e-3);
    close(rectangle(60.5, 60.25, 1e6, 1e6), 3.5 * 3.75, 1e-3);
    close(rectangle(-1e6, -1e6, 1e6, 1e6), 64.0 * 64.0, 1e-3);
    // A diagonal from far left to far right: what is below it is half of the image.
    close(
        filled(&[(-1e6, 1e6 + 64.0), (1e6 + 64.0, -1e6), (1e6 + 64.0, 1e6 + 64.0)]),
        2048.0,
        1e-2,
    );
}

#[test]
fn circles_and_curves_cover_their_area() {
    for radius in [0.4, 1.0, 7.3, 25.0] {
        let circle = Outline::circle(Placement::new(31.7, 32.2), radius);
        let area = area(|scan| circle.fill(scan));
        close(area, PI * radius * radius, 1e-3);
    }
    let mut parabola = Outline::default();
    parabola.move_to(Placement::new(4.0, 40.0));
    parabola.quad_to(Placement::new(30.0, -20.0), Placement::new(56.0, 40.0));
    parabola.close();
    // Two thirds of the triangle of its controls; the lines in its place are inside of it.
    close(area(|scan| parabola.fill(scan)), 52.0 * 60.0 / 3.0, 1.0);
    let mut wave = Outline::default();
    wave.move_to(Placement::new(2.0, 30.0));
    wave.cubic_to(
        Placement::new(22.0, 0.0),
        Placement::new(42.0, 60.0),
        Placement::new(62.0, 30.0),
    );
    wave.line_to(Placement::new(62.0, 60.0));
    wave.line_to(Placement::new(2.0, 60.0));
    close(area(|scan| wave.fill(scan)), 60.0 * 30.0, 0.1);
}

#[test]
fn inside_is_what_edges_go_around() {
    let (outer, inner) = ([(8.0, 8.0), (40.0, 8.0), (40.0, 40.0), (8.0, 40.0)], 16.0 * 16.0);
    let ring = |turned: bool| {
        let mut hole = [(16.0, 16.0), (32.0, 16.0), (32.0, 32.0), (16.0, 32.0)];
        if turned {
            hole.reverse();
        }
        let (outer, hole) = (line(&outer, true), line(&hole, true));
        area(|scan| {
            outer.fill(scan);
            hole.fill(scan);
        })
    };
    close(ring(false), 1024.0, 1e-3);
    close(ring(true), 1024.0 - inner, 1e-3);
}

#[test]
fn lines_cover_their_length_times_their_width() {
    for (to, width) in
        [((60.0, 5.0), 1.0), ((60.0, 33.3), 1.5), ((5.1, 61.0), 3.0), ((23.0, 41.0), 0.3)]
    {
        let length = f64::hypot(to.0 - 5.0, to.1 - 5.0);
        close(stroked(&[(5.0, 5.0), to], false, width), length * width, 1e-3);
    }
    // A pointed corner of a right angle adds the square that the sides leave open.
    let corner = [(10.0, 10.0), (50.0, 10.0), (50.0, 50.0)];
    close(stroked(&corner, false, 4.0), 2.0 * 40.0 * 4.0, 1e-3);
    let square = [(10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0)];
    close(stroked(&square, true, 4.0), 44.0 * 44.0 - 36.0 * 36.0, 1e-3);
    // One that is too sharp is cut off: the sides of each part end at the corner.
    let sharp = [(10.0, 30.0), (50.0, 30.0), (10.0, 30.001)];
    close(stroked(&sharp, false, 4.0), 40.0 * 4.0, 0.1);
    // Nothing has no direction.
    close(stroked(&[(9.0, 9.0), (9.0, 9.0)], false, 4.0), 0.0, 0.0);
    close(stroked(&[(9.0, 9.0)], true, 4.0), 0.0, 0.0);
}

/// Curves are polylines of parts that are shorter than they are wide: these overlap.
#[test]
fn curves_of_short_parts_are_as_wide_as_straight_lines() {
    let arc = |i: i32| (f64::from(i) * PI / 400.0).sin_cos();
    let quarter: Vec<_> =
        (0..=200).map(|i| (4.0 + 50.0 * arc(i).0, 60.0 - 50.0 * arc(i).1)).collect();
    close(stroked(&quarter, false, 3.0), 25.0 * PI * 3.0, 0.6);
    let steps: Vec<_> =
        quarter.iter().map(|p| ((p.0 * 2.0).round() / 2.0, (p.1 * 2.0).round() / 2.0)).collect();
    // By counting points, 256 in a pixel, that are in a part or a corner.
    close(stroked(&steps, false, 3.0), 264.73, 1.3);
}

#[test]
fn files_have_the_pixels_that_were_drawn() {
    let mut pixels = Pixels::new(SIZE, SIZE);
    let all = line(&[(0.0, 0.0), (64.0, 0.0), (64.0, 64.0), (0.0, 64.0)], true);
    for (ground, opacity) in [(false, 0.7), (true, 1.0), (true, 0.3)] {
        if ground {
            pixels.fill(&all, Paint { colour: [17, 20, 26], opacity: 1.0 });
        }
        let circle = Outline::circle(Placement::new(30.0, 20.0), 17.0);
        pixels.fill(&circle, Paint { colour: [213, 94, 0], opacity });
        let steep = line(&[(50.0, 0.0), (60.0, 64.0), (40.0, 0.0)], false);
        pixels.stroke(&steep, 3.0, Paint { colour: [0, 114, 178], opacity });
        let image = Image::decode(&file::encode(&pixels).unwrap());
        assert_eq!((image.width, image.height), (SIZE, SIZE));
        for (read, drawn) in image.pixels.iter().zip(pixels.rows().flatten()) {
            assert_eq!(read[3], drawn[3]);
            let opacity = f64::from(drawn[3]);
            for (read, drawn) in read[..3].iter().zip(drawn) {
                // What is drawn is multiplied by the opacity, what is in a file is not.
                close(f64::from(*read) * opacity / 255.0, f64::from(*drawn), 0.5);
            }
        }
    }
}

/// Any number, also those that are none.
fn any_place() -> impl Strategy<Value = Placement> {
    let number = || prop_oneof![any::<f64>(), -100.0..200.0, Just(f64::NAN), Just(64.0)];
    (number(), number()).prop_map(|(x, y)| Placement::new(x, y))
}

proptest! {
    #[test]
    fn triangles_cover_their_area(
        points in prop::array::uniform3((0.0..64.0_f64, 0.0..64.0_f64)),
    ) {
        close(filled(&points), shoelace(&points), 2e-3);
    }

    #[test]
    fn no_numbers_end_the_program(
        places in prop::collection::vec(any_place(), 0..9),
        closed in any::<bool>(),
        width in prop_oneof![any::<f64>(), 0.0..9.0],
    ) {
        let near = places.iter().all(|place| place.x.abs() <= 1e6 && place.y.abs() <= 1e6);
        let outline = Outline::through(places, closed);
        prop_assert_eq!(outline.is_within(1e6), near);
        let paint = Paint { colour: [1, 2, 3], opacity: 0.5 };
        let mut pixels = Pixels::new(SIZE, SIZE);
        pixels.fill(&outline, paint);
        pixels.stroke(&outline, width, paint);
        prop_assert!(file::encode(&pixels).is_ok());
    }
}
