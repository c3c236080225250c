//! The pictures of docs/exact-rotation.md, from the crate's own numbers:
//!
//! ```text
//! cargo run --release --example exact_pictures -- docs/images
//! ```

#[path = "exact_pictures/plot.rs"]
mod plot;
#[path = "exact_pictures/sphere.rs"]
mod sphere;

use plot::{BLUE, Frame, GREEN, Picture, RED, Scale, stroke};
use polhode::exact::{self, Mode, Tumble};
use polhode::real::{DoubleDouble, Real};
use polhode::{Inertia, Vec3};
use std::path::Path;

const TAU: f64 = std::f64::consts::TAU;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "docs/images".into());
    std::fs::create_dir_all(&folder)?;
    let inertia = Inertia::new([1.0, 2.0, 3.0])?;
    for (name, svg) in [
        ("exact-polhodes", sphere::polhodes(&inertia)),
        ("exact-phase", phase(&inertia)),
        ("exact-error", error()?),
        ("exact-periods", periods(&inertia)),
    ] {
        std::fs::write(Path::new(&folder).join(format!("{name}.svg")), svg)?;
    }
    Ok(())
}

/// Momenta along a polhode, once around.
fn around(inertia: &Inertia<f64>, start: Vec3<f64>, count: u32) -> Vec<Vec3<f64>> {
    let period = Tumble::new(inertia, start).rotation_period().unwrap_or(0.0);
    let step = period / f64::from(count);
    (0..=count).map(|i| exact::turn(inertia, start, step * f64::from(i)).1).collect()
}

/// mu3 and the rate of the phase over a rotation period, for three polhodes.
fn phase(inertia: &Inertia<f64>) -> String {
    let mut page = Picture::new(760.0, 380.0);
    let ticks: [(f64, &str); 5] =
        [(0.0, "0"), (0.25, "1/4"), (0.5, "1/2"), (0.75, "3/4"), (1.0, "1")];
    let left = Frame {
        left: 55.0,
        top: 60.0,
        width: 290.0,
        height: 255.0,
        x: Scale::linear(0.0, 1.0),
        y: Scale::linear(0.0, 1.0),
    };
    let right = Frame {
        left: 430.0,
        x: left.x,
        y: Scale::linear(0.3, 0.55),
        ..Frame { left: 0.0, ..left }
    };
    let values = [(0.0, "0"), (0.25, "0.25"), (0.5, "0.5"), (0.75, "0.75"), (1.0, "1")];
    left.draw(&mut page, [&ticks, &values], ["time / rotation period", "\u{3bc}3 = m3/|m|"]);
    let rates = [(1.0 / 3.0, "1/I3"), (0.4, "0.4"), (0.45, "0.45"), (0.5, "1/I2")];
    right.draw(&mut page, [&ticks, &rates], ["time / rotation period", "rate of the phase / |m|"]);
    for (i, (m1, colour)) in [(0.30, GREEN), (0.49, BLUE), (0.499_999, RED)].into_iter().enumerate()
    {
        let m = Vec3::new(m1, 0.0, f64::sqrt(1.0 - m1 * m1));
        let (_, k_prime) = Tumble::new(inertia, m).modulus().unwrap_or_default();
        let points = around(inertia, m, 240);
        let share = |i: usize| i as f64 / 240.0;
        let energy = inertia.kinetic_energy(m);
        let heights: Vec<_> = points.iter().enumerate().map(|(i, m)| (share(i), m.z)).collect();
        let rate = |m: &Vec3<f64>| (m.z / 3.0 + 2.0 * energy) / (1.0 + m.z);
        let rates: Vec<_> = points.iter().enumerate().map(|(i, m)| (share(i), rate(m))).collect();
        left.curve(&mut page, &heights, &stroke(colour, 2.0));
        right.curve(&mut page, &rates, &stroke(colour, 2.0));
        let x = 57.0 + 175.0 * i as f64;
        page.line(&[(x, 18.0), (x + 24.0, 18.0)], &stroke(colour, 2.5));
        page.text(x + 32.0, 22.0, "", &format!("k' = {k_prime:.4}"));
    }
    page.finish()
}

/// Error of the attitude after one call, double against double-double.
fn error() -> Result<String, polhode::Error> {
    let mut page = Picture::new(660.0, 440.0);
    let frame = Frame {
        left: 75.0,
        top: 40.0,
        width: 560.0,
        height: 340.0,
        x: Scale::log(-2.0, 8.0),
        y: Scale::log(-18.0, -7.0),
    };
    let x = [
        (1e-2, "0.01"),
        (1.0, "1"),
        (1e2, "100"),
        (1e4, "10\u{2074}"),
        (1e6, "10\u{2076}"),
        (1e8, "10\u{2078}"),
    ];
    let y = [
        (1e-18, "10\u{207b}\u{b9}\u{2078}"),
        (1e-16, "10\u{207b}\u{b9}\u{2076}"),
        (1e-14, "10\u{207b}\u{b9}\u{2074}"),
        (1e-12, "10\u{207b}\u{b9}\u{b2}"),
        (1e-10, "10\u{207b}\u{b9}\u{2070}"),
        (1e-8, "10\u{207b}\u{2078}"),
    ];
    frame.draw(
        &mut page,
        [&x, &y],
        [
            "angle \u{3c9} t through which the body went, in one call",
            "error of the attitude, radian",
        ],
    );
    let mut seed = 1u64;
    let mut uniform = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1u64 << 53) as f64
    };
    for _ in 0..600 {
        let a = [0; 3].map(|_| 0.1 + uniform());
        let moments = [a[1] + a[2], a[2] + a[0], a[0] + a[1]];
        let m = [0; 3].map(|_| 2.0 * uniform() - 1.0);
        let body = Inertia::new(moments)?;
        let omega = body.rates(Vec3::from(m)).norm();
        let angle = 10f64.powf(10.0 * uniform() - 2.0);
        let (turn, _) = exact::turn(&body, Vec3::from(m), angle / omega);
        let long = Inertia::new(moments.map(DoubleDouble::from_f64))?;
        let (truth, _) =
            exact::turn(&long, Vec3::from_f64(m), DoubleDouble::from_f64(angle / omega));
        let turn = polhode::Rotation {
            w: turn.w.into(),
            x: turn.x.into(),
            y: turn.y.into(),
            z: turn.z.into(),
        };
        let (x, y) = frame.at(angle, turn.angle_to(truth).hi.max(1.2e-18));
        page.add(&format!(
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="1.9" fill="{BLUE}" fill-opacity="0.55"/>"#
        ));
    }
    let bound: Vec<_> = (0..=100)
        .map(|i| 10f64.powf(-2.0 + 0.1 * f64::from(i)))
        .map(|angle| (angle, f64::EPSILON * (1.0 + angle)))
        .collect();
    frame.curve(&mut page, &bound, &stroke(RED, 2.0));
    page.line(&[(95.0, 62.0), (119.0, 62.0)], &stroke(RED, 2.0));
    page.text(127.0, 66.0, "", "2\u{207b}\u{2075}\u{b2} (1 + \u{3c9} t)");
    page.add(&format!(r#"<circle cx="107" cy="81" r="2.5" fill="{BLUE}"/>"#));
    page.text(127.0, 86.0, "", "600 bodies and momenta at random");
    Ok(page.finish())
}

/// Periods against the distance from the separatrix, both sides.
fn periods(inertia: &Inertia<f64>) -> String {
    let mut page = Picture::new(760.0, 400.0);
    let y = Scale::linear(0.0, 20.0);
    let ticks = [(0.0, "0"), (4.0, "4"), (8.0, "8"), (12.0, "12"), (16.0, "16"), (20.0, "20")];
    let short = Frame {
        left: 50.0,
        top: 60.0,
        width: 330.0,
        height: 280.0,
        x: Scale { from: 0.0, to: -14.0, log: true },
        y,
    };
    let long = Frame { left: 390.0, x: Scale::log(-14.0, 0.0), ..Frame { left: 0.0, ..short } };
    let x: [(f64, &str); 4] = [
        (1e-1, "0.1"),
        (1e-4, "10\u{207b}\u{2074}"),
        (1e-8, "10\u{207b}\u{2078}"),
        (1e-12, "10\u{207b}\u{b9}\u{b2}"),
    ];
    short.draw(
        &mut page,
        [&x, &ticks],
        ["1 - 2 E I2/|m|\u{b2}, short-axis modes", "period \u{d7} |m| / (2\u{3c0} I2)"],
    );
    long.draw(&mut page, [&x, &[]], ["2 E I2/|m|\u{b2} - 1, long-axis modes", ""]);
    for (frame, mode) in [(&short, Mode::ShortAxis), (&long, Mode::LongAxis)] {
        let (mut rotation, mut nutation, mut precession) = (Vec::new(), Vec::new(), Vec::new());
        for i in 0..=280 {
            let offset = 10f64.powf(-14.0 * f64::from(i) / 280.0);
            let m = momentum_at(offset, mode);
            let tumble = Tumble::new(inertia, m);
            if tumble.mode() != mode {
                continue;
            }
            let excess = tumble.separatrix_excess().abs();
            let unit = m.norm() / (TAU * 2.0);
            rotation.push((excess, tumble.rotation_period().unwrap_or(0.0) * unit));
            nutation.push((excess, tumble.nutation_period().unwrap_or(0.0) * unit));
            precession.push((excess, tumble.precession_period().unwrap_or(0.0) * unit));
        }
        for (curve, colour) in [(rotation, BLUE), (nutation, GREEN), (precession, RED)] {
            frame.curve(&mut page, &curve, &stroke(colour, 2.0));
        }
    }
    let names = [
        (BLUE, "rotation P\u{3c8} = 4K/\u{3bb}"),
        (GREEN, "nutation 2K/\u{3bb}"),
        (RED, "mean precession P\u{3c6}"),
    ];
    for (i, (colour, text)) in names.into_iter().enumerate() {
        let x = 160.0 + 195.0 * i as f64;
        page.line(&[(x, 20.0), (x + 24.0, 20.0)], &stroke(colour, 2.5));
        page.text(x + 32.0, 24.0, "", text);
    }
    page.finish()
}

/// A momentum in the plane of the outer axes whose squares are those of the separatrix,
/// tau and rho = 1/4 and 3/4, moved by a share towards axis 3 or axis 1.
fn momentum_at(share: f64, mode: Mode) -> Vec3<f64> {
    let shift = if mode == Mode::ShortAxis { -0.25 * share } else { 0.75 * share };
    Vec3::new((0.25 + shift).sqrt(), 0.0, (0.75 - shift).sqrt())
}
