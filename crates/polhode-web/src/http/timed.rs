//! A connection with one deadline for all that is read, or for all that is written.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Written at once: the system waits for its client within one call as well.
const PIECE: usize = 64 << 10;

/// Reads and writes until a time, so that a byte now and then does not hold a connection.
#[derive(Debug)]
pub(crate) struct Timed<'s> {
    stream: &'s TcpStream,
    until: Instant,
}

impl<'s> Timed<'s> {
    pub(crate) fn new(stream: &'s TcpStream, limit: Duration) -> Self {
        Self { stream, until: Instant::now() + limit }
    }
    fn left(&self) -> io::Result<Option<Duration>> {
        match self.until.saturating_duration_since(Instant::now()) {
            Duration::ZERO => Err(io::ErrorKind::TimedOut.into()),
            left => Ok(Some(left)),
        }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(buffer)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(&bytes[..bytes.len().min(PIECE)])
    }
    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
