//! Pictures of a run: how well it kept what it should keep, what its rates and its attitude did,
//! and Poinsot's picture of it.

mod image;
mod poinsot;

use crate::error::Error;
use crate::figure::{Figure, GREY, INK, Mark, Panel, PlotAxis, PlotSeries, Theme};
use crate::listed::Listed;
use crate::log::{LogReader, RecordKind};
use crate::recording::{LOG, whole};
use crate::sample::{Sample, Sampler};
use crate::scenario::Scenario;
pub use image::png;
pub use poinsot::{herpolhode, polhode};
use std::path::{Path, PathBuf};

/// A picture and its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Of its file, without the ending.
    pub name: &'static str,
    /// What is drawn.
    pub figure: Figure,
}

/// What is drawn of a run, from its log.
#[derive(Clone, Debug)]
pub struct RecordedRun {
    /// What was run.
    pub scenario: Scenario,
    /// Its states.
    pub samples: Vec<Sample>,
    /// The times of the recorded switches.
    pub switches: Vec<SwitchTimes>,
}

/// The times at which one switching function changed its branch, or began to slide.
#[derive(Clone, Debug, PartialEq)]
pub struct SwitchTimes {
    /// Its name.
    pub name: String,
    /// Whether these are the starts of sliding.
    pub slides: bool,
    /// The first ones.
    pub times: Vec<f64>,
}

/// More switches than these of one kind are not marked one by one.
const MOST_MARKS: usize = 500;
/// The colours of marks: those of the palette that curves use last.
const MARK_COLOURS: [usize; 4] = [INK, 5, 4, GREY];

/// More samples than these are not looked at for a picture.
const MOST: u64 = 20_000;

impl RecordedRun {
    /// The run in a folder.
    ///
    /// # Errors
    /// Where the folder has no log of a run.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(LOG);
        let mut reader = LogReader::open(&path)?;
        let scenario = Scenario::parse(&reader.header.origin, &reader.header.scenario, &[])?;
        let sampler = Sampler::new(&scenario);
        let every = scenario.schedule.samples().div_ceil(MOST).max(1);
        let (mut samples, mut last) = (Vec::new(), None);
        let mut switches: Vec<SwitchTimes> = Vec::new();
        let mut indices: Vec<u32> = Vec::new();
        while let Some(record) = reader.next_record().map_err(Error::file("read", &path))? {
            if let (Some(state), RecordKind::Event { event, .. }) = (&record.state, record.mark)
                && let Some((switch, slides)) = scenario.switch_of(event as usize)
            {
                let known = indices.iter().position(|index| *index == event);
                let place = known.unwrap_or_else(|| {
                    let name = scenario.switch_name(switch);
                    indices.push(event);
                    switches.push(SwitchTimes { name, slides, times: Vec::new() });
                    switches.len() - 1
                });
                if switches[place].times.len() < MOST_MARKS {
                    switches[place].times.push(sampler.sample(state).time);
                }
            }
            let (Some(state), RecordKind::Plain | RecordKind::Ended { .. }) =
                (&record.state, record.mark)
            else {
                continue;
            };
            last = Some(*state);
            if record.sample.is_multiple_of(every) {
                samples.push(sampler.sample(state));
                last = None;
            }
        }
        samples.extend(last.map(|state| sampler.sample(&state)));
        Ok(Self { scenario, samples, switches })
    }

    /// All pictures.
    #[must_use]
    pub fn plots(&self) -> Vec<Plot> {
        let mut plots = vec![
            Plot { name: "conserved", figure: self.conserved() },
            Plot { name: "rates", figure: self.rates() },
            Plot { name: "attitude", figure: self.attitude() },
            Plot { name: "polhode", figure: polhode(&self.scenario.problem.body, &self.samples) },
        ];
        if self.scenario.problem.torques.is_empty() {
            plots.push(Plot { name: "herpolhode", figure: herpolhode(&self.samples) });
        }
        plots
    }

    fn over_time(&self, title: &str, label: &str, curves: &[(&str, SampleQuantity)]) -> Panel {
        let series = curves.iter().enumerate().map(|(colour, (name, of))| PlotSeries {
            label: (*name).into(),
            colour,
            points: self.samples.iter().map(|sample| (sample.time, of(sample))).listed(),
            ..PlotSeries::default()
        });
        let (x, y) = (PlotAxis::linear(&self.scenario.label("time")), PlotAxis::linear(label));
        let series = self.marks().into_iter().chain(series).listed();
        Panel { title: title.into(), x, y, series, ..Panel::default() }
    }

    /// The recorded switches, each kind in its colour.
    fn marks(&self) -> Vec<PlotSeries> {
        let marks = self.switches.iter().enumerate().map(|(i, switches)| {
            let SwitchTimes { name, slides, times } = switches;
            let label = if *slides { format!("{name} slides") } else { format!("{name} switches") };
            PlotSeries {
                label,
                mark: Mark::Vertical,
                colour: MARK_COLOURS[i % MARK_COLOURS.len()],
                points: times.iter().map(|time| (*time, 0.0)).listed(),
            }
        });
        marks.listed()
    }

    fn rates(&self) -> Figure {
        let label = self.scenario.label_per_time("angular velocity, body axes", "rad");
        let panel = self.over_time(
            "Angular velocity",
            &label,
            &[("x", |s| s.rates.x), ("y", |s| s.rates.y), ("z", |s| s.rates.z)],
        );
        figure("Rates", "The angular velocity in body axes.", vec![panel])
    }

    fn attitude(&self) -> Figure {
        let panel = self.over_time(
            "Attitude",
            "quaternion, body to space",
            &[
                ("w", |s| s.attitude.w),
                ("x", |s| s.attitude.x),
                ("y", |s| s.attitude.y),
                ("z", |s| s.attitude.z),
            ],
        );
        figure("Attitude", "The quaternion from body to space.", vec![panel])
    }

    /// What should stay as it was, and by how much it did not; the energy itself where it changes.
    fn conserved(&self) -> Figure {
        let mut panels = Vec::new();
        let Some(first) = self.samples.first().copied() else {
            return Figure::default();
        };
        if self.scenario.conserves_energy() {
            let scale = self.samples.iter().map(|s| s.energy.abs()).fold(0.0, f64::max);
            let error = |sample: &Sample| ((sample.energy - first.energy) / scale).abs();
            panels.push(self.errors("Energy", "relative error of the energy", &error));
        } else {
            panels.push(self.over_time("Energy", "energy", &[("", |s| s.energy)]));
        }
        if self.scenario.problem.torques.is_empty() {
            let size = first.momentum_space.norm();
            let error =
                |sample: &Sample| (sample.momentum_space - first.momentum_space).norm() / size;
            let label = "relative error of the momentum in space";
            panels.push(self.errors("Momentum", label, &error));
        } else {
            panels.push(self.over_time(
                "Momentum",
                "angular momentum, space axes",
                &[
                    ("x", |s| s.momentum_space.x),
                    ("y", |s| s.momentum_space.y),
                    ("z", |s| s.momentum_space.z),
                ],
            ));
        }
        figure("Conserved quantities", "What should stay, and what does not.", panels)
    }

    /// On a logarithmic axis, as dots: errors go up and down by factors. What is zero is not
    /// there.
    fn errors(&self, title: &str, label: &str, of: &dyn Fn(&Sample) -> f64) -> Panel {
        let points = self.samples.iter().map(|sample| (sample.time, of(sample)));
        let points: Vec<_> = points.filter(|(_, error)| *error > 0.0).listed();
        let none = points.is_empty();
        let title = if none { format!("{title}: no error at all") } else { title.into() };
        let mut y = PlotAxis::log(label);
        if none {
            y = y.within(1e-17, 1e-15);
        }
        let mark = if points.len() > 300 { Mark::Dots } else { Mark::Circles };
        let curve = PlotSeries { mark, points, ..PlotSeries::default() };
        let series = self.marks().into_iter().chain([curve]).listed();
        let x = PlotAxis::linear(&self.scenario.label("time"));
        Panel { title, x, y, series, ..Panel::default() }
    }
}

/// A number of a sample.
type SampleQuantity = fn(&Sample) -> f64;

fn figure(title: &str, caption: &str, panels: Vec<Panel>) -> Figure {
    Figure { title: title.into(), caption: caption.into(), panels }
}

/// In which form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlotStyle {
    /// On which ground.
    pub theme: Theme,
    /// As PNG beside SVG?
    pub png: bool,
}

/// Writes a picture into a folder, and says which files it made.
///
/// # Errors
/// Where a file cannot be written.
pub fn write(folder: &Path, plot: &Plot, form: PlotStyle) -> Result<Vec<PathBuf>, Error> {
    let path = folder.join(plot.name).with_extension("svg");
    let svg = plot.figure.svg_on(form.theme);
    whole(&path, |file| file.write_all(svg.as_bytes()).map_err(Error::file("write", &path)))?;
    if !form.png {
        return Ok(vec![path]);
    }
    let bytes = png(&svg)?;
    let image = path.with_extension("png");
    whole(&image, |file| file.write_all(&bytes).map_err(Error::file("write", &image)))?;
    Ok(vec![path, image])
}
