//! How many steps are taken between two looks at Ctrl-C.

use std::time::Duration;

/// How long all bodies are on their way at once, if nothing speaks against it: each visit takes
/// them from memory and back, and within it nobody looks.
const VISIT: f64 = 0.2;
/// By how much longer its steps take than what a visit costs by itself, where a method begins
/// anew in each.
const WORTH: f64 = 4.0;
/// Steps of bodies in the first visit, before it is known how long they take.
const FIRST: u64 = 1 << 18;
const GROWTH: u64 = 4;

/// Visits, of which a few tell what they cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visits {
    /// Of the next one.
    pub(crate) steps: u64,
    /// Steps and seconds of the last one.
    last: Option<(u64, f64)>,
}

impl Visits {
    pub(crate) fn new(bodies: usize) -> Self {
        Self { steps: (FIRST / (bodies as u64).max(1)).max(1), last: None }
    }
    /// So many steps took so long: from two visits, what each costs and what its steps cost.
    #[expect(clippy::cast_precision_loss, reason = "for a clock")]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    pub(crate) fn took(&mut self, steps: u64, time: Duration) {
        let time = time.as_secs_f64();
        let Some((other, its_time)) = self.last.replace((steps, time)) else {
            self.steps = steps.saturating_mul(GROWTH);
            return;
        };
        if steps == other {
            return;
        }
        let each = (time - its_time) / (steps as f64 - other as f64);
        let begin = (time - each * steps as f64).max(0.0);
        // Clocks err: nothing is believed that is far from what was seen.
        let most = steps.max(other).saturating_mul(GROWTH);
        self.steps = if each > 0.0 {
            (VISIT.max(WORTH * begin) / each).clamp(1.0, most as f64) as u64
        } else {
            most
        };
    }
}
