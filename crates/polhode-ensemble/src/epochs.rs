//! One free body at many times.

use crate::bind::EnsembleScalar;
use polhode::exact::FreeMotion;
use polhode::{Error, State};
use rayon::prelude::*;

/// Epochs of a piece of work for a thread.
const PIECE: usize = 2048;

/// The states of one free body at many times, in threads: each as
/// [`FreeMotion::at`] gives it, to the bit. A light curve has as many epochs as observations.
///
/// ```
/// use polhode::{Inertia, Rotation, State, Vec3, exact::FreeMotion};
/// let inertia = Inertia::new([1.0, 3.0, 3.2])?;
/// let start = State::<f64>::new(Rotation::identity(), Vec3::new(2.0, 1.5, 0.7));
/// let motion = FreeMotion::new(&inertia, start);
/// let epochs: Vec<f64> = (0..100_000).map(|i| 0.37 * f64::from(i)).collect();
/// let mut states = vec![start; epochs.len()];
/// polhode_ensemble::states_at(&motion, &epochs, &mut states)?;
/// assert_eq!(states[99_999], motion.at(epochs[99_999]));
/// # Ok::<(), polhode::Error>(())
/// ```
///
/// # Errors
/// [`Error::LengthsDiffer`] unless there are as many states as times.
pub fn states_at<S: EnsembleScalar>(
    motion: &FreeMotion<S>,
    times: &[S],
    states: &mut [State<S>],
) -> Result<(), Error> {
    let (count, found) = (times.len(), states.len());
    if count != found {
        return Err(Error::LengthsDiffer { what: "times", count, states: found });
    }
    let pieces = times.par_chunks(PIECE).zip(states.par_chunks_mut(PIECE));
    pieces.try_for_each(|(times, states)| motion.states_at(times, states))
}
