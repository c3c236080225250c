//! Many bodies on their way.

use crate::bind::{EnsembleScalar, accepts};
use crate::bodies::Bodies;
use crate::columns::{Attitudes, Columns, blocks};
use crate::error::Error;
use crate::kernel::{BlockWork, Kernel, MatrixVisit, leap_frog};
use crate::torques::EnsembleTorques;
use polhode::catalogue::MethodName;
use polhode::ensemble::{After, BlockRun, FailedBody, Kick};
use polhode::geometry::TurnRule;
use polhode::{Body, Inertia, State};
use rayon::prelude::*;
use std::collections::TryReserveError;

/// Bodies of a block. Whole tiles of all kernels; a block and what a method remembers of it fit
/// into the second cache.
const BLOCK: usize = 1024;

/// How products and sums are rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arithmetic {
    /// Each on its own: the same bits on every machine.
    #[default]
    Portable,
    /// Together where kernels ask for it and the machine can: faster, and the bits depend on the
    /// machine.
    Fast,
}

/// Many bodies on their way, by the same method and the same steps.
#[derive(Clone, Debug)]
pub struct Ensemble<S: EnsembleScalar> {
    method: MethodName,
    kernel: Kernel,
    arithmetic: Arithmetic,
    columns: Columns<S>,
    torques: EnsembleTorques<S>,
    /// What the method remembers of each body.
    memory: Vec<Vec<S>>,
    begun: bool,
    origin: S,
    h: S,
    taken: u64,
    failed: Vec<FailedBody<S>>,
}

impl<S: EnsembleScalar> Ensemble<S> {
    /// Free bodies at time zero.
    ///
    /// # Errors
    /// Where columns are not equally long, the steps of the method vary, or memory does not
    /// suffice.
    pub fn new(method: &MethodName, bodies: Bodies<S>) -> Result<Self, Error> {
        if let Some(count) = bodies.uneven() {
            let states = bodies.len();
            return Err(polhode::Error::LengthsDiffer { what: "numbers", count, states }.into());
        }
        let torques = EnsembleTorques::new(&[])?;
        accepts::<S>(method, None)?;
        let full = Error::OutOfMemory { bodies: bodies.len() };
        Ok(Self {
            method: *method,
            kernel: Kernel::for_method(method),
            arithmetic: Arithmetic::default(),
            columns: Columns::from_bodies(bodies).map_err(|_| full)?,
            torques,
            memory: Vec::new(),
            begun: false,
            origin: S::zero(),
            h: S::zero(),
            taken: 0,
            failed: Vec::new(),
        })
    }
    /// The same bodies, pushed.
    ///
    /// # Errors
    /// Where the method does not take the torques, or these are not as many as the bodies.
    pub fn pushed_by(mut self, torques: EnsembleTorques<S>) -> Result<Self, Error> {
        torques.check(self.len())?;
        accepts(&self.method, (!torques.is_free()).then_some(&torques.models))?;
        if torques.switches() {
            // Bodies switch at times of their own.
            self.kernel = Kernel::Single;
        }
        self.torques = torques;
        Ok(self)
    }
    /// The same bodies at another time.
    #[must_use]
    pub fn starting_at(mut self, time: S) -> Self {
        (self.origin, self.taken, self.begun) = (time, 0, false);
        self
    }
    /// The same bodies with other rounding.
    #[must_use]
    pub fn with(mut self, arithmetic: Arithmetic) -> Self {
        self.arithmetic = arithmetic;
        self
    }
    /// The same bodies, held as matrices, as Fukushima's leap-frog steps are fastest. They have
    /// the bits of a [`Motion`](polhode::Motion) with a matrix; pushed, they agree with it to
    /// rounding.
    ///
    /// # Errors
    /// [`Error::NoMatrices`] where there is no kernel for them, [`Error::OutOfMemory`].
    pub fn as_matrices(mut self) -> Result<Self, Error> {
        if !self.has_matrices() {
            return Err(Error::NoMatrices { method: self.method.to_string() });
        }
        self.columns.make_matrices().map_err(|_| self.full())?;
        Ok(self)
    }
    /// Is there a kernel for them as matrices?
    #[must_use]
    pub fn has_matrices(&self) -> bool {
        let one = Inertia::new_without_triangle_check([S::one(); 3]);
        let pulled = || one.is_ok_and(|one| self.torques.pulls(&one));
        matches!(leap_frog(&self.method), Some((_, TurnRule::Tangent(2..=5))))
            && (self.torques.is_free() || pulled())
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.len()
    }
    /// None?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// When.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "2^53 steps take a person's lifetime")]
    pub fn time(&self) -> S {
        self.origin + S::from_f64(self.taken as f64) * self.h
    }
    /// Where one of them is; one that failed is at the time at which it did.
    #[must_use]
    pub fn state(&self, body: usize) -> Option<State<S>> {
        let found = self.failed.binary_search_by_key(&body, |failed| failed.body);
        let time = found.map_or(self.time(), |index| self.failed[index].stopped.time);
        self.columns.state(body, time)
    }
    /// The moments of one of them.
    #[must_use]
    pub fn moments(&self, body: usize) -> Option<[S; 3]> {
        let [a, b, c] = self.columns.moments.each_ref().map(|column| column.get(body).copied());
        Some([a?, b?, c?])
    }
    /// The principal moments, a column for each.
    #[must_use]
    pub fn moment_columns(&self) -> [&[S]; 3] {
        self.columns.moments.each_ref().map(|column| &**column)
    }
    /// The momenta in body axes, a column for each component.
    #[must_use]
    pub fn momentum_columns(&self) -> [&[S]; 3] {
        self.columns.momentum.each_ref().map(|column| &**column)
    }
    /// The attitudes, a column for each of w x y z; none where they are held as matrices.
    #[must_use]
    pub fn attitude_columns(&self) -> Option<[&[S]; 4]> {
        match &self.columns.attitude {
            Attitudes::Quaternions(columns) => Some(columns.each_ref().map(|column| &**column)),
            Attitudes::Matrices(_) => None,
        }
    }
    /// Attitudes, where they are quaternions, and momenta, for a host that changes them. Each
    /// body begins anew. The columns stay where they are in memory.
    pub fn columns_mut(&mut self) -> (Option<[&mut [S]; 4]>, [&mut [S]; 3]) {
        self.begun = false;
        let Columns { attitude, momentum, .. } = &mut self.columns;
        let attitude = match attitude {
            Attitudes::Quaternions(columns) => Some(columns.each_mut().map(|column| &mut **column)),
            Attitudes::Matrices(_) => None,
        };
        (attitude, momentum.each_mut().map(|column| &mut **column))
    }
    /// Those that could not go on, in their order. They stay where they were.
    #[must_use]
    pub fn failed(&self) -> &[FailedBody<S>] {
        &self.failed
    }

    /// Takes equal steps, in threads. Time is that of the first of them plus n h, however many
    /// calls they are spread over; with another `h` than before it is counted anew.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`]. None of a body, which is only marked as [`failed`](Self::failed).
    pub fn advance(&mut self, h: S, steps: u64) -> Result<(), Error> {
        self.kick_and_advance(None, h, steps)
    }

    /// The same after a change of the momenta by torques that the caller has computed, in body
    /// components, each for the time that is given with them: what a host of molecular dynamics
    /// does between two steps. Each body begins anew.
    ///
    /// # Errors
    /// Where there are not as many torques as bodies; [`Error::OutOfMemory`].
    pub fn kick_and_advance(
        &mut self,
        kick: Option<Kick<'_, S>>,
        h: S,
        steps: u64,
    ) -> Result<(), Error> {
        if let Some(Kick { torque, .. }) = kick {
            self.begun = false;
            for column in torque {
                let (count, states) = (column.len(), self.len());
                if count != states {
                    let error = polhode::Error::LengthsDiffer { what: "torques", count, states };
                    return Err(error.into());
                }
            }
        }
        if h != self.h {
            (self.origin, self.h, self.taken) = (self.time(), h, 0);
        }
        if matches!(self.columns.attitude, Attitudes::Matrices(_)) {
            self.advance_matrices(kick, steps)?;
        } else {
            if let Some(kick) = kick {
                self.but_the_failed(|all| all.kick(&kick));
            }
            // A kick alone takes no memory.
            if steps > 0 {
                self.advance_quaternions(steps)?;
            }
        }
        self.taken += steps;
        Ok(())
    }

    /// Something that is done with all columns, and undone for those that stay where they were.
    fn but_the_failed(&mut self, work: impl FnOnce(&mut Self)) {
        let stay = |failed: &FailedBody<S>| {
            Some((failed.body, self.columns.state(failed.body, failed.stopped.time)?))
        };
        let stay: Vec<_> = self.failed.iter().filter_map(stay).collect();
        work(self);
        for (body, state) in stay {
            self.columns.put(body, &state);
        }
    }

    /// Changes the momenta by torques that the caller has computed.
    fn kick(&mut self, kick: &Kick<'_, S>) {
        for (momenta, torques) in self.columns.momentum.iter_mut().zip(kick.torque) {
            momenta.par_iter_mut().zip(torques).with_min_len(BLOCK).for_each(|(m, &torque)| {
                *m += torque * kick.h;
            });
        }
    }

    /// Returns the error for insufficient memory.
    fn full(&self) -> Error {
        Error::OutOfMemory { bodies: self.len() }
    }

    /// Clears what the method remembers of each body.
    fn forget(&mut self) -> Result<(), Error> {
        let (slots, count) = (self.slots()?, self.len());
        let full = |_| Error::OutOfMemory { bodies: count };
        self.memory.resize_with(slots, Vec::new);
        for column in &mut self.memory {
            column.clear();
            column.try_reserve_exact(count).map_err(full)?;
            column.resize(count, S::zero());
        }
        Ok(())
    }

    fn advance_quaternions(&mut self, steps: u64) -> Result<(), Error> {
        if !self.begun {
            self.forget().inspect_err(|_| self.memory = Vec::new())?;
        }
        let full = self.full();
        let Columns { moments, attitude: Attitudes::Quaternions(attitude), momentum } =
            &mut self.columns
        else {
            return Ok(());
        };
        let (begun, origin, taken, h) = (self.begun, self.origin, self.taken, self.h);
        let cut = blocks(moments, attitude, momentum, BLOCK).map_err(|_| full.clone())?;
        let (slots, failed) = (self.memory.len(), &self.failed);
        let mut memory: Vec<_> =
            self.memory.iter_mut().map(|column| column.chunks_mut(BLOCK)).collect();
        let mut block_runs = room(cut.len()).map_err(|_| full.clone())?;
        for (index, block) in cut.into_iter().enumerate() {
            let mut own = room(slots).map_err(|_| full.clone())?;
            own.extend(memory.iter_mut().filter_map(Iterator::next));
            let failed = within(failed, index * BLOCK, block.len());
            block_runs.push(BlockRun {
                block,
                memory: own,
                begun,
                origin,
                taken,
                h,
                steps,
                failed,
            });
        }
        let work = work(self.kernel, &self.method, &self.torques, self.arithmetic);
        block_runs
            .par_iter_mut()
            .enumerate()
            .try_for_each(|(index, block_run)| S::go(work(index * BLOCK), block_run))?;
        let all = block_runs.iter().enumerate().flat_map(|(index, block_run)| {
            let found = block_run.failed.iter();
            found.map(move |failed| FailedBody { body: index * BLOCK + failed.body, ..*failed })
        });
        let mut all: Vec<_> = all.collect();
        all.sort_unstable_by_key(|failed| failed.body);
        drop(block_runs);
        self.failed = all;
        self.begun = true;
        Ok(())
    }

    /// How many numbers the method remembers of a body.
    fn slots(&self) -> Result<usize, Error> {
        let first = self.moments(0).zip(self.columns.state(0, self.origin));
        let Some((moments, start)) = first else { return Ok(0) };
        let inertia = Inertia::new_without_triangle_check(moments)?;
        let mut run = if self.torques.is_free() {
            S::bind_free(&self.method, inertia, start)?
        } else {
            S::bind_pushed(
                &self.method,
                Body { inertia, torque: self.torques.torques_of_body(0) },
                start,
            )?
        };
        let mut count = 0;
        run.visit_memory(&mut |_| count += 1);
        Ok(count)
    }

    fn advance_matrices(&mut self, kick: Option<Kick<'_, S>>, steps: u64) -> Result<(), Error> {
        let full = self.full();
        let Columns { moments, attitude: Attitudes::Matrices(attitude), momentum } =
            &mut self.columns
        else {
            return Ok(());
        };
        let cut = blocks(moments, attitude, momentum, BLOCK).map_err(|_| full)?;
        let (origin, taken, h) = (self.origin, self.taken, self.h);
        let work = work(self.kernel, &self.method, &self.torques, self.arithmetic);
        cut.into_par_iter().enumerate().for_each(|(index, block)| {
            let (first, count) = (index * BLOCK, block.len());
            let kick = kick.map(|kick| Kick {
                torque: kick.torque.map(|column| &column[first..first + count]),
                ..kick
            });
            let visit = MatrixVisit { block, kick, origin, taken, h, steps };
            S::go_as_matrices(work(first), visit);
        });
        Ok(())
    }

    /// Takes free bodies on to a time by the closed form, whatever the method: one evaluation
    /// for each, however long it takes. Each begins anew there.
    ///
    /// # Errors
    /// [`Error::Pushed`] where they are not free, [`Error::OutOfMemory`].
    pub fn jump_to(&mut self, time: S) -> Result<(), Error> {
        if !self.torques.is_free() {
            return Err(Error::Pushed);
        }
        let t = time - self.time();
        let mut done = Ok(());
        self.but_the_failed(|all| done = all.jump(t));
        done.map_err(|_| self.full())?;
        (self.origin, self.taken, self.begun) = (time, 0, false);
        Ok(())
    }

    fn jump(&mut self, t: S) -> Result<(), TryReserveError> {
        let arithmetic = self.arithmetic;
        let matrices = matches!(self.columns.attitude, Attitudes::Matrices(_));
        if matrices {
            self.columns.make_quaternions()?;
        }
        if let Columns { moments, attitude: Attitudes::Quaternions(attitude), momentum } =
            &mut self.columns
        {
            blocks(moments, attitude, momentum, BLOCK)?
                .into_par_iter()
                .for_each(|block| S::jump(arithmetic, After { block, t }));
        }
        if matrices {
            self.columns.make_matrices()?;
        }
        Ok(())
    }
}

/// Returns an empty list with capacity for `count` items, or an error if memory does not suffice.
fn room<T>(count: usize) -> Result<Vec<T>, TryReserveError> {
    let mut list = Vec::new();
    list.try_reserve_exact(count)?;
    Ok(list)
}

/// What is to be done with the block that begins at a body.
fn work<'a, S: EnsembleScalar>(
    kernel: Kernel,
    method: &'a MethodName,
    torques: &'a EnsembleTorques<S>,
    arithmetic: Arithmetic,
) -> impl Fn(usize) -> BlockWork<'a, S> {
    move |first| BlockWork { kernel, method, torques, first, arithmetic }
}

/// Those that failed in a block, by their places there.
fn within<S: Copy>(failed: &[FailedBody<S>], first: usize, count: usize) -> Vec<FailedBody<S>> {
    let begin = failed.partition_point(|failed| failed.body < first);
    let end = failed.partition_point(|failed| failed.body < first + count);
    let local = |failed: &FailedBody<S>| FailedBody { body: failed.body - first, ..*failed };
    failed[begin..end].iter().map(local).collect()
}
