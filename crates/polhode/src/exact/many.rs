//! The closed form in SIMD lanes: one body at many times, many bodies after a time.
//!
//! Both are kernels, so that a caller can choose the lanes. The functions use the widest
//! lanes of the machine; `kernel.run::<f64>()` uses scalars. The results are bit-identical.

use super::{FreeMotion, after};
use crate::body::State;
use crate::error::Error;
use crate::inertia::Inertia;
use crate::real::{LaneKernel, Lanes, Scalar};

impl<S: Scalar> FreeMotion<S> {
    /// Computes the states at many times in SIMD lanes, bit-identical to [`at`](Self::at) for
    /// each time.
    ///
    /// ```
    /// use polhode::{Inertia, Rotation, State, Vec3, exact::FreeMotion};
    /// let inertia = Inertia::new([1.0, 2.0, 2.5])?;
    /// let start = State::<f64>::new(Rotation::identity(), Vec3::new(0.01, 2.0, 0.01));
    /// let motion = FreeMotion::new(&inertia, start);
    /// let epochs: Vec<f64> = (0..1001).map(|i| 0.1 * f64::from(i)).collect();
    /// let mut states = vec![start; epochs.len()];
    /// motion.states_at(&epochs, &mut states)?;
    /// assert_eq!(states[1000], motion.at(epochs[1000]));
    /// # Ok::<(), polhode::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::LengthsDiffer`] unless there are as many states as times.
    pub fn states_at(&self, times: &[S], states: &mut [State<S>]) -> Result<(), Error> {
        same_length("times", times.len(), states.len())?;
        S::in_widest_lanes(StatesAt { motion: self, times, states });
        Ok(())
    }
}

/// Advances many free bodies in SIMD lanes, each by the time given for its index,
/// bit-identical to [`after`] for each body.
///
/// ```
/// use polhode::{Inertia, Rotation, State, Vec3, exact};
/// let inertias = [Inertia::new([1.0, 2.0, 2.5])?, Inertia::new([1.0, 1.0, 1.5])?];
/// let start = State::<f64>::new(Rotation::identity(), Vec3::new(0.01, 2.0, 0.01));
/// let mut states = [start; 2];
/// exact::advance_each(&inertias, &mut states, |_| 100.0)?;
/// assert_eq!(states[1], exact::after(&inertias[1], &start, 100.0));
///
/// let times = [3.0, -4.0];
/// exact::advance_each(&inertias, &mut states, |i| times[i])?;
/// assert_eq!(states.map(|state| state.time), [103.0, 96.0]);
/// # Ok::<(), polhode::Error>(())
/// ```
///
/// # Errors
/// [`Error::LengthsDiffer`] unless there are as many states as inertias.
pub fn advance_each<S: Scalar>(
    inertias: &[Inertia<S>],
    states: &mut [State<S>],
    time: impl Fn(usize) -> S,
) -> Result<(), Error> {
    same_length("inertias", inertias.len(), states.len())?;
    S::in_widest_lanes(AdvanceEach { inertias, states, time });
    Ok(())
}

fn same_length(what: &'static str, count: usize, states: usize) -> Result<(), Error> {
    if count == states { Ok(()) } else { Err(Error::LengthsDiffer { what, count, states }) }
}

/// Kernel of [`FreeMotion::states_at`] in lanes of any width, up to the shorter length. The
/// remainder is computed one by one.
#[derive(Debug)]
pub struct StatesAt<'a, S: Scalar> {
    /// Motion of the body.
    pub motion: &'a FreeMotion<S>,
    /// Times of the states.
    pub times: &'a [S],
    /// Output: the states at these times.
    pub states: &'a mut [State<S>],
}

impl<S: Scalar> LaneKernel<S> for StatesAt<'_, S> {
    type Output = ();
    #[inline(always)]
    fn run<R: Lanes<Scalar = S>>(self) {
        let motion = FreeMotion::<R>::alike(self.motion);
        let count = self.times.len().min(self.states.len());
        let mut times = self.times[..count].chunks_exact(R::COUNT);
        let mut states = self.states[..count].chunks_exact_mut(R::COUNT);
        for (times, states) in times.by_ref().zip(states.by_ref()) {
            motion.at(R::from_lanes(|i| times[i])).lanes_into(states);
        }
        for (&time, state) in times.remainder().iter().zip(states.into_remainder()) {
            *state = self.motion.at(time);
        }
    }
}

/// Kernel of [`advance_each`] in lanes of any width, up to the shorter length. The remainder
/// is computed one by one.
#[derive(Debug)]
pub struct AdvanceEach<'a, S: Scalar, T> {
    /// Inertias of the bodies.
    pub inertias: &'a [Inertia<S>],
    /// States of the bodies, before and after.
    pub states: &'a mut [State<S>],
    /// Function from the index of a body to its time.
    pub time: T,
}

impl<S: Scalar, T: Fn(usize) -> S> LaneKernel<S> for AdvanceEach<'_, S, T> {
    type Output = ();
    #[inline(always)]
    fn run<R: Lanes<Scalar = S>>(self) {
        let count = self.inertias.len().min(self.states.len());
        let mut inertias = self.inertias[..count].chunks_exact(R::COUNT);
        let mut states = self.states[..count].chunks_exact_mut(R::COUNT);
        let mut done = 0;
        for (inertias, states) in inertias.by_ref().zip(states.by_ref()) {
            let inertia = Inertia::<R>::from_lanes(|i| inertias[i]);
            let start = State::<R>::from_lanes(|i| states[i]);
            let t = R::from_lanes(|i| (self.time)(done + i));
            after(&inertia, &start, t).lanes_into(states);
            done += R::COUNT;
        }
        for (inertia, state) in inertias.remainder().iter().zip(states.into_remainder()) {
            *state = after(inertia, state, (self.time)(done));
            done += 1;
        }
    }
}
