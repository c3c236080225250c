//! The states of a record, and their samples as columns.

use polhode::exact::FreeMotion;
use polhode::real::{LaneKernel, Lanes, Scalar};
use polhode::{Body, Inertia, Rotation, State, Vec3};
use polhode_lab::sample::{Sample, Sampler};
use polhode_lab::scenario_run::RunState;
use std::ops::Range;

/// The columns, and how many numbers each has for a sample; in the order of [`Sample::COLUMNS`].
pub(crate) const COLUMNS: [(&str, usize); 6] = [
    ("t", 1),
    ("attitude", 4),
    ("angular_velocity", 3),
    ("momentum_body", 3),
    ("momentum_space", 3),
    ("energy", 1),
];
/// Numbers of a sample.
pub(crate) const WIDTH: usize = Sample::COLUMNS.len();
/// Samples of a piece of work for a thread, which keeps them in its own caches.
pub(crate) const PIECE: usize = 2048;

/// Those of some samples.
pub(crate) type Columns<'a> = [&'a mut [f64]; 6];

/// Memory for so many samples.
pub(crate) fn columns(mut numbers: &mut [f64], count: usize) -> Columns<'_> {
    COLUMNS.map(|(_, width)| numbers.split_off_mut(..count * width).unwrap_or_default())
}

/// Kept, or known by a formula.
pub(crate) enum States {
    /// Of a run.
    Kept(Vec<RunState>),
    /// Of a free body.
    Closed(Box<Epochs>),
}

/// A free body at some times: less memory than its states, and none to wait for.
pub(crate) struct Epochs {
    pub(crate) inertia: Inertia<f64>,
    /// The principal axes in those of the samples.
    pub(crate) axes: Rotation<f64>,
    pub(crate) start: State<f64>,
    pub(crate) times: Vec<f64>,
}

impl States {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Kept(places) => places.len(),
            Self::Closed(epochs) => epochs.times.len(),
        }
    }
    /// Those of a run.
    pub(crate) fn kept(&self) -> &[RunState] {
        match self {
            Self::Kept(places) => places,
            Self::Closed(_) => &[],
        }
    }
    /// All of them, [`PIECE`] at a time.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let count = self.len();
        (0..count).step_by(PIECE).map(move |first| first..count.min(first + PIECE))
    }
    /// Samples of some of them, into columns of as many.
    pub(crate) fn sample(&self, which: Range<usize>, sampler: &Sampler, columns: &mut Columns<'_>) {
        match self {
            Self::Kept(places) => {
                for (row, place) in places[which].iter().enumerate() {
                    put(&sampler.sample(place), row, columns);
                }
            }
            Self::Closed(epochs) => {
                let times = &epochs.times[which];
                f64::in_widest_lanes(SamplesAt { epochs, times, columns });
            }
        }
    }
}

/// Samples of a free body, several at once; each has the bits that it has alone.
struct SamplesAt<'a, 'c> {
    epochs: &'a Epochs,
    times: &'a [f64],
    columns: &'a mut Columns<'c>,
}

impl LaneKernel<f64> for SamplesAt<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn run<R: Lanes<Scalar = f64>>(self) {
        let Epochs { inertia, axes, start, .. } = self.epochs;
        let body = Body::free(Inertia::<R>::from_lanes(|_| *inertia));
        let [w, x, y, z] = axes.to_wxyz().map(|number| R::from_lanes(|_| number));
        let axes = Rotation { w, x, y, z };
        let motion = FreeMotion::new(&body.inertia, State::<R>::from_lanes(|_| *start));
        for (index, times) in self.times.chunks(R::COUNT).enumerate() {
            // Where times have run out, the last one again.
            let state = motion.at(R::from_lanes(|lane| times[lane.min(times.len() - 1)]));
            put(&Sample::new(&body, axes, &state), index * R::COUNT, self.columns);
        }
    }
}

/// A sample of each lane into the rows from the first on, as far as there are any.
#[inline(always)]
fn put<R: Lanes<Scalar = f64>>(sample: &Sample<R>, first: usize, columns: &mut Columns<'_>) {
    let [t, attitude, rates, body, space, energy] = columns;
    for row in first..t.len().min(first + R::COUNT) {
        let lane = row - first;
        let vector = |vector: Vec3<R>| vector.to_array().map(|number| number.lane(lane));
        (t[row], energy[row]) = (sample.time.lane(lane), sample.energy.lane(lane));
        attitude.as_chunks_mut().0[row] = sample.attitude.to_wxyz().map(|x| x.lane(lane));
        rates.as_chunks_mut().0[row] = vector(sample.rates);
        body.as_chunks_mut().0[row] = vector(sample.momentum_body);
        space.as_chunks_mut().0[row] = vector(sample.momentum_space);
    }
}
