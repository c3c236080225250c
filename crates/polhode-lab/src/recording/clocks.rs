//! When a run looks at the clock.

use std::time::{Duration, Instant};

/// Alarms.
pub(super) struct Clocks {
    pub(super) look: Alarm,
    pub(super) flush: Alarm,
    pub(super) checkpoint: Alarm,
}

pub(super) struct Alarm(Instant);

impl Clocks {
    pub(super) fn starting(now: Instant) -> Self {
        Self { look: Alarm(now), flush: Alarm(now), checkpoint: Alarm(now) }
    }
}

impl Alarm {
    pub(super) fn rings(&self, now: Instant, after: Duration) -> bool {
        now - self.0 >= after
    }
    pub(super) fn wind(&mut self, now: Instant) {
        self.0 = now;
    }
}
