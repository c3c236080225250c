//! How much may be asked for.

use std::time::Duration;

/// Connections that are open at once.
pub(crate) const MOST_CONNECTIONS: usize = 320;
/// Those of them that have shown the token.
pub(crate) const MOST_ADMITTED: usize = 192;
/// Requests and answers in memory (bytes), but for what is being computed.
pub(crate) const MOST_HELD: usize = 256 << 20;
/// The body of a request (bytes).
pub(crate) const MOST_BODY: usize = 16 << 20;
/// For a request to arrive as a whole.
pub(crate) const REQUEST: Duration = Duration::from_secs(10);
/// For an answer to be taken as a whole.
pub(crate) const RESPONSE: Duration = Duration::from_secs(10);
/// For what a client still sends after its answer.
pub(crate) const DRAIN: Duration = Duration::from_secs(1);
/// Questions that are computed at once.
pub(crate) const MOST_COMPUTING: usize = 4;
/// Questions that are computed or wait for that; fewer than [`MOST_ADMITTED`], so that there is room
/// for the page itself.
pub(crate) const MOST_QUEUED: usize = 128;
/// For a question to wait for its turn.
pub(crate) const WAIT: Duration = Duration::from_secs(30);
/// Methods side by side.
pub(crate) const MOST_METHODS: usize = 4;
/// Of one run. More would not be seen either.
pub(crate) const MOST_STEPS: u64 = 20_000_000;
/// Samples of one run.
pub(crate) const MOST_SAMPLES: u64 = 20_000;
/// At least so many, where there are as many steps.
pub(crate) const LEAST_SAMPLES: u64 = 2000;
/// The body turns by at most so much between samples, in radians, while there are few enough.
pub(crate) const TURN: f64 = 0.3;
/// One run stops after so long, with what it has.
pub(crate) const RUN: Duration = Duration::from_secs(6);
/// Times at which a run is compared with the truth.
pub(crate) const TRUTHS: usize = 400;
/// The truth stops after so long, with what it has.
pub(crate) const TRUTH: Duration = Duration::from_secs(10);
/// For a method to be chosen by its accuracy.
pub(crate) const CHOOSE: Duration = Duration::from_secs(6);
/// Choices that are made at once.
pub(crate) const MOST_CHOOSING: usize = 2;
/// Work and precision together: steps of all runs of the grid.
pub(crate) const MOST_COMPARED: u64 = 5_000_000;
/// Work and precision stop after so long, with the runs that have ended.
pub(crate) const COMPARE: Duration = Duration::from_secs(30);
/// Rows of a recorded result that are shown.
pub(crate) const MOST_ROWS: usize = 20_000;
