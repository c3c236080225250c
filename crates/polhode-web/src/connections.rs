//! Open connections, and which of them is closed where there are too many.
//!
//! A new connection never waits for another one. Where there are too many, the one that has waited
//! longest for its client is closed: among those whose token is not known yet, or, where those with
//! the token are too many or hold too much memory, among these. What is being computed stays.

use crate::limits::{MOST_ADMITTED, MOST_CONNECTIONS, MOST_HELD};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// All open connections.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connections(Arc<Mutex<Vec<Open>>>);

/// How far a connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Its token is not known, or was refused.
    Unknown,
    /// It has the token, and waits for its client to send or to read.
    Waiting,
    /// It has the token, and its answer is being computed.
    Computing,
}

#[derive(Debug)]
struct Open {
    stream: Arc<TcpStream>,
    stage: Stage,
    /// The bytes that are kept for it.
    held: usize,
}

/// A connection, which is among the open ones until this is dropped.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) stream: Arc<TcpStream>,
    all: Connections,
}

impl Connections {
    /// In the order in which they came to their stages.
    fn open(&self) -> MutexGuard<'_, Vec<Open>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
    pub(crate) fn enter(&self, stream: TcpStream) -> Connection {
        let stream = Arc::new(stream);
        let mut open = self.open();
        if open.len() >= MOST_CONNECTIONS {
            close_first(&mut open, |one| one.stage == Stage::Unknown);
        }
        open.push(Open { stream: stream.clone(), stage: Stage::Unknown, held: 0 });
        Connection { stream, all: self.clone() }
    }
    /// Closes one whose token is not known, where the system has no room for more.
    pub(crate) fn make_room(&self) {
        close_first(&mut self.open(), |one| one.stage == Stage::Unknown);
    }
}

impl Connection {
    /// Enters a stage in which so many bytes are kept for it, and closes others that wait while there
    /// are too many; returns whether there is room.
    pub(crate) fn becomes(&self, stage: Stage, held: usize) -> bool {
        let mut open = self.all.open();
        let ours = |one: &Open| Arc::ptr_eq(&one.stream, &self.stream);
        // A connection that was closed has no room.
        let Some(index) = open.iter().position(ours) else { return false };
        let mut this = open.remove(index);
        (this.stage, this.held) = (stage, held);
        open.push(this);
        let waits = |one: &Open| one.stage == Stage::Waiting && !ours(one);
        while !fits(&open) {
            if !close_first(&mut open, waits) {
                return false;
            }
        }
        true
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.open().retain(|one| !Arc::ptr_eq(&one.stream, &self.stream));
    }
}

fn fits(open: &[Open]) -> bool {
    let admitted = open.iter().filter(|one| one.stage != Stage::Unknown).count();
    let held = open.iter().map(|one| one.held).sum::<usize>();
    admitted <= MOST_ADMITTED && held <= MOST_HELD
}

/// Closes the first of its kind, whose thread then ends; tells whether there was one.
fn close_first(open: &mut Vec<Open>, kind: impl Fn(&Open) -> bool) -> bool {
    let Some(index) = open.iter().position(kind) else { return false };
    let _ = open.remove(index).stream.shutdown(Shutdown::Both);
    true
}
