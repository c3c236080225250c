//! How the end depends on the start and on parameters: the state-transition matrix.
//!
//! A method that is given numbers with derivatives ([`Dual`]) carries them along: what
//! comes out is the derivative of the method's own map, to rounding. docs/sensitivity.md
//! has the conventions, and what it costs.

use crate::body::{Body, State};
use crate::catalogue::{MethodName, bind};
use crate::error::Error;
use crate::geometry::{Rotation, Vec3};
use crate::motion::{Run, Stopped};
use crate::real::{Dual, Real};
use crate::torque::Torque;
use alloc::boxed::Box;
use core::array::from_fn;

/// The variables of a state: three of attitude, three of momentum.
pub const VARIABLES: usize = 6;

/// The start, varied in the first six of N directions: about the three body axes, and by
/// the three components of the momentum in the body. Further directions are free for
/// parameters, which take them by [`Dual::varying`].
#[must_use]
pub fn from_start<R: Real, const N: usize>(start: &State<R>) -> State<Dual<R, N>> {
    const { assert!(N >= VARIABLES, "the start varies in six directions") };
    from_variables(start, 0)
}

/// The start, varied in the variables from this one on, as many as there are directions:
/// for those who take several runs with few directions each.
#[must_use]
pub fn from_variables<R: Real, const N: usize>(
    start: &State<R>,
    first: usize,
) -> State<Dual<R, N>> {
    let varying = |variable: usize| Dual::varying(R::zero(), variable.wrapping_sub(first));
    moved(
        start,
        Vec3::new(varying(0), varying(1), varying(2)),
        Vec3::new(varying(3), varying(4), varying(5)),
    )
}

/// The start, varied as the derivatives of two vectors of the body say: of the rotation
/// vector by which it is turned, and of what its momentum gains. Their values are null.
#[must_use]
pub fn moved<R: Real, const N: usize>(
    start: &State<R>,
    angle: Vec3<Dual<R, N>>,
    gain: Vec3<Dual<R, N>>,
) -> State<Dual<R, N>> {
    let State { time, attitude, momentum } = fixed(start);
    let half = angle.map(|angle| angle.variation().half());
    let turned = attitude * Rotation::from_parts(Dual::zero(), half);
    let [w, x, y, z] = from_fn(|i| attitude.to_wxyz()[i] + turned.to_wxyz()[i]);
    let momentum = momentum + gain.map(Real::variation);
    State { time, attitude: Rotation { w, x, y, z }, momentum }
}

/// The start, which does not vary: for parameters alone.
#[must_use]
pub fn fixed<R: Real, const N: usize>(start: &State<R>) -> State<Dual<R, N>> {
    let [w, x, y, z] = start.attitude.to_wxyz().map(Dual::fixed);
    State {
        time: Dual::fixed(start.time),
        attitude: Rotation { w, x, y, z },
        momentum: start.momentum.map(Dual::fixed),
    }
}

/// A state with how it depends on N directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transition<R, const N: usize> {
    /// The state, with the bits of a run without derivatives.
    pub state: State<R>,
    /// How the variables (rows) change with the directions (columns): the rotation vector
    /// in body axes by which the body is turned, and the momentum in the body.
    pub matrix: [[R; N]; VARIABLES],
}

impl<R: Real, const N: usize> Transition<R, N> {
    /// What the derivatives of a state say.
    #[must_use]
    pub fn from_state(state: &State<Dual<R, N>>) -> Self {
        let q = state.attitude.to_wxyz();
        let [w, x, y, z] = q.map(|q| q.value);
        let attitude = Rotation { w, x, y, z };
        let over = attitude.norm_squared().recip().twice();
        let m = state.momentum.to_array();
        let columns: [[R; VARIABLES]; N] = from_fn(|k| {
            let [w, x, y, z] = q.map(|q| q.slopes[k]);
            let angle = (attitude.inverse() * Rotation { w, x, y, z }).vector() * over;
            let [l, m, n] = m.map(|m| m.slopes[k]);
            [angle.x, angle.y, angle.z, l, m, n]
        });
        let time = state.time.value;
        Self {
            state: State { time, attitude, momentum: state.momentum.map(|m| m.value) },
            matrix: from_fn(|row| from_fn(|k| columns[k][row])),
        }
    }

    /// The largest entry of M^T J(m') M - J(m), where M are the first six columns,
    /// m the momentum of the start and m' that of this state; null where the flow is that
    /// of a Hamiltonian, or a method's map symplectic:
    ///
    /// ```text
    /// J(m) (xi, mu).(xi', mu') = xi.mu' - mu.xi' - xi.(m x xi')
    /// ```
    #[must_use]
    pub fn symplectic_defect(&self, start: Vec3<R>) -> R {
        const { assert!(N >= VARIABLES, "the start varies in six directions") };
        let unit = |k| from_fn(|row| if row == k { R::one() } else { R::zero() });
        let column = |k: usize| from_fn(|row| self.matrix[row][k]);
        let mut worst = R::zero();
        for i in 0..VARIABLES {
            for j in 0..i {
                let now = form(self.state.momentum, column(i), column(j));
                worst = worst.max((now - form(start, unit(i), unit(j))).abs());
            }
        }
        worst
    }
}

/// The symplectic form at this momentum.
fn form<R: Real>(m: Vec3<R>, u: [R; VARIABLES], v: [R; VARIABLES]) -> R {
    let [a, b, c, d, e, f] = u;
    let (xi, mu) = (Vec3::new(a, b, c), Vec3::new(d, e, f));
    let [a, b, c, d, e, f] = v;
    let (xi1, mu1) = (Vec3::new(a, b, c), Vec3::new(d, e, f));
    xi.dot(mu1) - mu.dot(xi1) - xi.dot(m.cross(xi1))
}

/// A run that carries derivatives along.
///
/// ```
/// use polhode::real::{Dual, Real};
/// use polhode::sensitivity::{Sensitivity, from_start};
/// use polhode::{Body, Inertia, Rotation, State, Vec3};
///
/// let inertia = Inertia::new([1.0, 2.0, 2.5].map(Dual::<f64, 6>::from_f64))?;
/// let start = State::<f64>::new(Rotation::identity(), Vec3::new(0.01, 2.0, 0.01));
/// let mut run = Sensitivity::new(&"exact".parse()?, Body::free(inertia), from_start(&start))?;
/// run.advance(0.1, 100)?;
/// let end = run.transition();
/// // Next to the intermediate axis neighbours part.
/// assert!(end.matrix[3][5].abs() > 10.0);
/// assert!(end.symplectic_defect(start.momentum) < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sensitivity<R: Real, const N: usize> {
    run: Box<dyn Run<Dual<R, N>>>,
}

impl<R: Real, const N: usize> core::fmt::Debug for Sensitivity<R, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Sensitivity").field("state", self.run.state()).finish_non_exhaustive()
    }
}

impl<R: Real, const N: usize> Sensitivity<R, N> {
    /// From a start: [`from_start`], [`from_variables`], [`moved`], [`fixed`]. What varies in the body and its
    /// torque, varies in directions that its numbers have.
    ///
    /// # Errors
    /// Where the method cannot take the torque.
    pub fn new<T: Torque<Dual<R, N>>>(
        method: &MethodName,
        body: Body<Dual<R, N>, T>,
        start: State<Dual<R, N>>,
    ) -> Result<Self, Error> {
        Ok(Self { run: bind(method, body, start)? })
    }
    /// Takes steps, as [`Motion::advance`](crate::Motion::advance) does. Those of a method
    /// that chooses their sizes have the sizes of a run without derivatives.
    ///
    /// # Errors
    /// Where a step could not be taken.
    pub fn advance(&mut self, h: R, steps: u64) -> Result<(), Stopped<R>> {
        self.run.advance(Dual::fixed(h), steps).map_err(plain)
    }
    /// Where it is, and how that depends on the directions.
    #[must_use]
    pub fn transition(&self) -> Transition<R, N> {
        Transition::from_state(self.run.state())
    }
    /// The same at a time not far from now; see
    /// [`Motion::state_near`](crate::Motion::state_near).
    ///
    /// # Errors
    /// Where the step that leads there could not be taken.
    pub fn transition_near(&self, time: R) -> Result<Transition<R, N>, Stopped<R>> {
        let state = self.run.state_near(Dual::fixed(time)).map_err(plain)?;
        Ok(Transition::from_state(&state))
    }
}

fn plain<R: Real, const N: usize>(stopped: Stopped<Dual<R, N>>) -> Stopped<R> {
    let Stopped { failure, time, steps } = stopped;
    Stopped { failure, time: time.value, steps }
}

/// The example of the page compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/sensitivity.md")]
struct Page;
