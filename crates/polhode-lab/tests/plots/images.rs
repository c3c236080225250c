//! Images have in their pixels what the drawings say.

use super::decoded::Image;
use polhode_lab::figure::{Figure, Mark, Panel, PlotAxis, PlotSeries, Theme};
use polhode_lab::plot::png;
use proptest::prelude::*;

fn image(svg: &str) -> Image {
    Image::decode(&png(svg).unwrap())
}

/// A drawing of 100 by 60 in quarters of a pixel, on white.
fn drawing(inside: &str) -> String {
    format!(
        "<svg width=\"100\" height=\"60\" viewBox=\"0 0 400 240\" \
         xmlns=\"http://www.w3.org/2000/svg\">\n<rect x=\"0\" y=\"0\" width=\"400\" \
         height=\"240\" opacity=\"1\" fill=\"#FFFFFF\" stroke=\"none\"/>\n{inside}\n</svg>\n"
    )
}

/// Red, green and blue of the pixel at a place of the drawing.
fn colour(image: &Image, x: u32, y: u32) -> [u8; 3] {
    let [red, green, blue, _] = image.pixel(x / 2, y / 2);
    [red, green, blue]
}

/// Left, top, right and bottom of what is not white, in the drawing.
fn ink(image: &Image) -> Option<[u32; 4]> {
    let all = (0..image.height).flat_map(|y| (0..image.width).map(move |x| (x, y)));
    let dark = all.filter(|&(x, y)| image.pixel(x, y)[1] < 128);
    let places = dark.map(|(x, y)| [2 * x, 2 * y, 2 * x + 2, 2 * y + 2]);
    places.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
}

fn text(inside: &str, attributes: &str) -> [u32; 4] {
    let svg = drawing(&format!(
        "<text x=\"200\" y=\"120\" font-family=\"sans-serif\" font-size=\"40\" opacity=\"1\" \
         fill=\"#000000\" {attributes}>\n{inside}\n</text>"
    ));
    ink(&image(&svg)).unwrap_or_else(|| panic!("{inside} leaves nothing"))
}

#[test]
fn shapes_have_their_colours_at_their_places() {
    let image = image(&drawing(
        "<rect x=\"20\" y=\"20\" width=\"80\" height=\"80\" opacity=\"1\" fill=\"#0072B2\" \
         stroke=\"none\"/>\n\
         <circle cx=\"160\" cy=\"60\" r=\"30\" opacity=\"1\" fill=\"#D55E00\" stroke=\"none\" \
         stroke-width=\"1\"/>\n\
         <polygon opacity=\"1\" fill=\"#009E73\" points=\"220,20 300,20 300,100 \"/>\n\
         <line opacity=\"1\" stroke=\"#000000\" stroke-width=\"8\" x1=\"20\" y1=\"140\" x2=\"380\" \
         y2=\"140\"/>\n\
         <polyline fill=\"none\" opacity=\"0.5\" stroke=\"#000000\" stroke-width=\"8\" \
         points=\"20,200 200,200 200,220 \"/>\n\
         <rect x=\"320\" y=\"180\" width=\"40\" height=\"0\" opacity=\"1\" fill=\"#000000\" \
         stroke=\"none\"/>",
    ));
    assert_eq!((image.width, image.height), (200, 120));
    let white = [255, 255, 255];
    for ((x, y), expected) in [
        ((60, 60), [0, 114, 178]),
        ((16, 60), white),
        ((104, 60), white),
        ((160, 60), [213, 94, 0]),
        ((182, 38), white),
        ((290, 30), [0, 158, 115]),
        ((230, 90), white),
        ((200, 140), [0, 0, 0]),
        ((200, 130), white),
        ((100, 200), [127, 127, 127]),
        ((150, 212), white),
        ((340, 180), white),
    ] {
        let there = colour(&image, x, y);
        let apart = there.iter().zip(expected).map(|(a, b)| a.abs_diff(b)).max();
        assert!(apart <= Some(1), "at {x}, {y}: {there:?}");
    }
}

/// Without a ground, what is not painted is seen through.
#[test]
fn images_without_a_ground_have_an_opacity() {
    let image = image(
        "<svg width=\"4\" height=\"1\"><rect x=\"0\" y=\"0\" width=\"1\" height=\"1\" \
         fill=\"#0072B2\"/><rect x=\"1\" y=\"0\" width=\"1\" height=\"1\" fill=\"#0072B2\" \
         opacity=\"0.5\"/></svg>",
    );
    assert_eq!(image.pixel(0, 0), [0, 114, 178, 255]);
    assert_eq!(image.pixel(2, 1), [0, 114, 177, 128]);
    assert_eq!(image.pixel(4, 1), [0; 4]);
}

/// A line of text is where its anchor, its shift and its turn say.
#[test]
fn texts_leave_their_ink_where_they_should() {
    let [left, top, right, bottom] = text("HHHH", "text-anchor=\"start\"");
    // An H of 40 is 30 wide with its margins of 4, and 29 high.
    assert!((200..208).contains(&left) && (312..320).contains(&right), "{left} {right}");
    assert!((88..94).contains(&top) && bottom.abs_diff(120) <= 2, "{top} {bottom}");
    let [left, _, right, _] = text("HHHH", "text-anchor=\"middle\"");
    assert!((left + right).abs_diff(400) <= 4, "{left} {right}");
    let [.., right, _] = text("HHHH", "text-anchor=\"end\"");
    assert!((192..200).contains(&right), "{right}");
    let [_, top, _, bottom] = text("x", "dy=\"0.5ex\"");
    assert!((top + bottom).abs_diff(240) <= 4, "{top} {bottom}");
    let [_, top, ..] = text("H", "dy=\"0.76em\"");
    assert!(top.abs_diff(121) <= 2, "{top}");
    let turned = "text-anchor=\"middle\" transform=\"rotate(270, 200, 120)\"";
    let [left, top, right, bottom] = text("HHHH", turned);
    assert!((168..174).contains(&left) && right.abs_diff(200) <= 2, "{left} {right}");
    assert!((top + bottom).abs_diff(240) <= 4 && bottom - top > 100, "{top} {bottom}");
}

#[test]
fn letters_are_there_and_differ() {
    let letters = "aäéñŁωΩμφ²⁻¹°·√∞≤—";
    let drawn = |letter: char| {
        let svg = format!("<text x=\"200\" y=\"120\" font-size=\"80\">\n{letter}\n</text>");
        image(&drawing(&svg)).pixels
    };
    // What the font does not have is a box.
    let mut seen = vec![drawn('\u{79d2}')];
    for letter in letters.chars() {
        let drawn = drawn(letter);
        assert!(!seen.contains(&drawn), "{letter}");
        seen.push(drawn);
    }
    let [.., marked, _] = text("a &lt; b &amp;&quot;", "text-anchor=\"start\"");
    let [.., plain, _] = text("a b", "text-anchor=\"start\"");
    assert!((40..110).contains(&(marked - plain)), "{plain} {marked}");
}

#[test]
fn what_is_not_known_is_refused_with_what_it_is() {
    for (inside, expected) in [
        ("<path d=\"M 0 0 L 1 1\"/>", "the drawing has `path`"),
        ("<g opacity=\"1\"><line/></g>", "`line` in `g`"),
        ("<rect x=\"0\" y=\"0\" width=\"9\" height=\"9\" rx=\"3\"/>", "rx=\"3\""),
        ("<rect x=\"0\" y=\"0\" width=\"9%\" height=\"9\"/>", "width=\"9%\", not a number"),
        ("<rect x=\"0\" y=\"0\" width=\"9\" height=\"9\" fill=\"red\"/>", "fill=\"red\""),
        ("<circle cx=\"1\" r=\"2\"/>", "`circle` has no cy"),
        ("<polyline points=\"1,2 3\"/>", "not pairs of numbers"),
        ("<line x1=\"0\" y1=\"0\" x2=\"9e9\" y2=\"0\" stroke=\"#000000\"/>", "1e6 pixels"),
        ("<text x=\"0\" y=\"9\" font-size=\"9\" font-weight=\"bold\">a</text>", "\"bold\""),
        ("<text x=\"0\" y=\"9\" font-size=\"9\" font-family=\"serif\">a</text>", "\"serif\""),
        ("<text x=\"0\" y=\"9\" font-size=\"9\" transform=\"scale(2)\">a</text>", "scale(2)"),
        ("<text x=\"0\" y=\"9\" font-size=\"9\">&nbsp;</text>", "`&nbsp;`"),
        ("<text x=\"0\" y=\"9\" font-size=\"9\">e\u{301}</text>", "'\\u{301}' in"),
        ("<text x=\"0\" y=\"9\" font-size=\"9\">\u{5e9}</text>", "from left to right"),
        ("<!-- nothing -->", "`<!-- nothing"),
        ("letters", "\"letters\" is outside of a text"),
    ] {
        let refused = png(&drawing(inside)).unwrap_err().to_string();
        assert!(refused.contains("no PNG was made: "), "{refused}");
        assert!(refused.contains(expected) && refused.contains("use the SVG"), "{refused}");
    }
    let large = drawing("").replace("width=\"100\"", "width=\"1e8\"");
    let refused = png(&large).unwrap_err().to_string();
    assert!(refused.contains("200000000 by 120 pixels"), "{refused}");
}

#[test]
fn every_mark_and_both_grounds_become_images() {
    let marks = [
        Mark::Line,
        Mark::Thin,
        Mark::Dashes,
        Mark::Dots,
        Mark::Circles,
        Mark::Squares,
        Mark::Triangles,
        Mark::Crosses,
        Mark::Diamonds,
    ];
    let series = marks.iter().enumerate().map(|(colour, mark)| {
        let points = (0..40).map(|i| (f64::from(i), f64::from(i) * (colour as f64 + 1.0)));
        PlotSeries {
            label: format!("{mark:?}, ω² <&>"),
            mark: *mark,
            colour,
            points: points.collect(),
        }
    });
    let (x, y) = (PlotAxis::linear("time (μs)"), PlotAxis::linear("rad/s"));
    let axes = Panel { title: "All".into(), x, y, series: series.collect(), equal: false };
    let bare =
        Panel { x: PlotAxis::default(), y: PlotAxis::default(), equal: true, ..axes.clone() };
    let figure = Figure { panels: vec![axes, bare], ..Figure::default() };
    for (theme, ground) in [(Theme::Light, [255, 255, 255]), (Theme::Dark, [17, 20, 26])] {
        let image = image(&figure.svg_on(theme));
        assert_eq!((image.width, image.height), (1840, 680));
        assert_eq!(colour(&image, 2, 2), ground);
    }
    assert_eq!(image(&Figure::default().svg()).width, 920);
}

proptest! {
    /// Whatever is given, there is an image or a reason.
    #[test]
    fn no_text_ends_the_program(inside in "\\PC{0,60}", at in 0_usize..500, x in any::<f32>()) {
        let line = format!("<line x1=\"{x}\" y1=\"1\" x2=\"{}\" y2=\"7\" stroke=\"#000000\"/>", -x);
        let svg = drawing(&line);
        let at = at.min(svg.len());
        let _ = png(&svg);
        let _ = png(&inside);
        let _ = png(&svg[..at]);
        let _ = png(&format!("{}{inside}{}", &svg[..at], &svg[at..]));
    }
}
