//! How long something may be computed: until a time, and while somebody waits for it.

use std::io;
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Between two looks at the connection.
const LOOK: Duration = Duration::from_millis(100);

/// Who asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller<'s>(pub(crate) &'s TcpStream);

impl Caller<'_> {
    /// A page that has changed its question closes the connection of the old one.
    fn has_gone(self) -> bool {
        if self.0.set_nonblocking(true).is_err() {
            return false;
        }
        let end = match self.0.peek(&mut [0]) {
            Ok(read) => read == 0,
            Err(error) => error.kind() != io::ErrorKind::WouldBlock,
        };
        self.0.set_nonblocking(false).is_err() || end
    }
}

/// A limit that is asked now and then.
#[derive(Debug)]
pub(crate) struct Deadline<'s> {
    caller: Caller<'s>,
    until: Instant,
    looked: Instant,
    over: bool,
}

impl<'s> Deadline<'s> {
    pub(crate) fn new(caller: Caller<'s>, limit: Duration) -> Self {
        let now = Instant::now();
        Self { caller, until: now + limit, looked: now, over: false }
    }
    pub(crate) fn is_over(&mut self) -> bool {
        let now = Instant::now();
        if now >= self.until {
            self.over = true;
        }
        if !self.over && now - self.looked >= LOOK {
            self.looked = now;
            self.over = self.caller.has_gone();
        }
        self.over
    }
    /// Has the time itself run out?
    pub(crate) fn is_late(&self) -> bool {
        Instant::now() >= self.until
    }
}
