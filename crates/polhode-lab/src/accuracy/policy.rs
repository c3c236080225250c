//! The constants of the choice, with the measurements that they come from.
//!
//! *Scatter*: over 108 torqued problems of the grid (docs/accuracy.md) of 1 to 30 revolutions the error of a
//! series divided by its tolerance is the same from 1e-3 to 1e-13, but for a factor that is below 12 in nine of ten
//! problems and below 80 in all. Of 2400 requests over up to 1000 revolutions one had 193, the next ones 62 and 52.

/// Constants of the choice.
pub(super) struct Policy {
    /// The tolerance of the first coarse series, by the number of steps to this power, within bounds: the
    /// loosest one costs least, as long as its error remains in proportion to it.
    pub(super) first: f64,
    pub(super) first_power: f64,
    pub(super) first_bounds: [f64; 2],
    /// By how much the tolerance of the finer series of a pair is below that of the coarser.
    pub(super) pair: f64,
    /// By how much the next pair is finer, where a pair is too far apart to tell anything.
    pub(super) leap: f64,
    /// The largest distance of a pair that is in proportion to a tolerance.
    pub(super) largest: f64,
    /// The error by the tolerance of a usual long run, for an estimate of its cost.
    pub(super) usual_growth: f64,
    /// The least error by the tolerance: a smaller one is of steps that something else has shortened.
    pub(super) least_growth_of_error: f64,
    /// What an error that is known from another tolerance is multiplied by (scatter): the larger of a number and a
    /// multiple of the root of the number of steps, since errors of steps add up at one tolerance, and cancel at
    /// another.
    pub(super) scatter: f64,
    pub(super) scatter_of_steps: f64,
    /// The same of the errors by rounding, which scatter less.
    pub(super) rounding_scatter: f64,
    /// The same of the error that the coarser run of a verification may have.
    pub(super) scatter_at_end: f64,
    /// What rounding does to a step, as a tolerance; and where the torque depends on time or takes energy,
    /// whose phases are rounded too: up to 30 times as much in the same problems.
    pub(super) rounding: [f64; 2],
    /// The part of it that is left in refined precision.
    pub(super) refined: f64,
    /// The loosest and the tightest tolerance of a series in doubles, and the tightest one in refined precision.
    pub(super) loosest: f64,
    pub(super) tightest: f64,
    pub(super) finest: f64,
    /// The error of the shorter of two fixed steps by the accuracy, and by how much the other one is longer.
    pub(super) step_error: f64,
    pub(super) longer: f64,
    /// What the error of fixed steps is multiplied by, where it is known from longer ones and the order.
    pub(super) step_scatter: f64,
    /// By how much more the error of a step may be below that of the pair than it was meant to be; and how much of
    /// the error of one pair the next one may leave before it counts as rounding.
    pub(super) step_reach: f64,
    pub(super) stagnation: f64,
    /// The relative change of the energy by a rotation or kick of a method with fixed steps: rounding that has the
    /// same sign in all steps (1.6e-10 after 2.3e6 kicks of a reaction wheel).
    pub(super) energy_drift: f64,
    /// The least growth of an error from the shorter to the longer step of a pair that tells it: between samples
    /// there may be no room for other steps.
    pub(super) least_growth: f64,
    /// Pairs of fixed steps at most, and methods for which they are computed.
    pub(super) pairs: usize,
    pub(super) finalists: usize,
    /// Runs that take less, in nanoseconds by the table of costs, are computed by the series: fixed
    /// steps cannot save what the search for them costs.
    pub(super) long: f64,
    /// The part of the cost of the series that the search for fixed steps may take; and what it may take of
    /// short runs, in nanoseconds.
    pub(super) search: f64,
    pub(super) least_search: f64,
    /// By how much cheaper than the series fixed steps must be expected to be: the search may be wrong.
    pub(super) gain: f64,
    /// Steps of the series from which its cost is estimated.
    pub(super) scout: u64,
    /// By how much the initial state is moved to see what its last digit does: far above rounding, far
    /// below all that is not linear.
    pub(super) shift: f64,
}

pub(super) const POLICY: Policy = Policy {
    first: 0.01,
    first_power: 1.2,
    first_bounds: [1e-9, 1e-3],
    pair: 10.0,
    leap: 1e3,
    largest: 0.03,
    usual_growth: 100.0,
    least_growth_of_error: 4.0,
    scatter: 500.0,
    scatter_of_steps: 8.0,
    scatter_at_end: 100.0,
    rounding_scatter: 4.0,
    rounding: [3e-16, 3e-15],
    refined: 0.00625,
    loosest: 1e-3,
    tightest: 1e-16,
    finest: 1e-22,
    step_error: 30.0,
    longer: 1.3,
    step_scatter: 3.0,
    step_reach: 2.0,
    stagnation: 0.5,
    energy_drift: 1e-16,
    least_growth: 0.2,
    pairs: 6,
    finalists: 3,
    long: 6e6,
    search: 0.03,
    least_search: 8e5,
    gain: 0.6,
    scout: 24,
    shift: 1e-9,
};
