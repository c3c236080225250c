//! Listens, and answers each connection in a thread of its own.

use crate::api::Api;
use crate::assets;
use crate::connections::{Connection, Connections, Stage};
use crate::deadline::Caller;
use crate::guard::Guard;
use crate::http::{Head, Request, Response, Timed};
use crate::limits::{DRAIN, MOST_BODY};
use crate::subject::PageSubject;
use std::fmt;
use std::io::{self, Read};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The page, on this machine only.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
    stop: Arc<AtomicBool>,
}

struct Shared {
    guard: Guard,
    api: Api,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Server {
    /// Listens on a port of the loopback; 0 is any that is free.
    ///
    /// # Errors
    /// Where the port is taken.
    pub fn bind(port: u16, subject: PageSubject) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        let guard = Guard::new(address.port())?;
        let shared = Arc::new(Shared { guard, api: Api::new(subject) });
        Ok(Self { listener, address, shared, stop: Arc::default() })
    }
    /// Where the page is, with the token.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://{}/{}/", self.address, self.shared.guard.token())
    }
    /// Ends [`serve`](Server::serve) from another thread.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper { address: self.address, stop: self.stop.clone() }
    }
    /// Answers until it is stopped.
    pub fn serve(&self) {
        let connections = Connections::default();
        for stream in self.listener.incoming() {
            if self.stop.load(Ordering::SeqCst) {
                break;
            }
            // Too many open files, or a connection that is gone: the next may be better.
            let Ok(stream) = stream else {
                connections.make_room();
                thread::sleep(Duration::from_millis(20));
                continue;
            };
            let connection = connections.enter(stream);
            let shared = self.shared.clone();
            let answering =
                thread::Builder::new().stack_size(STACK).spawn(move || shared.answer(&connection));
            // Without a thread there is no answer; the connection closes.
            if answering.is_err() {
                connections.make_room();
            }
        }
    }
}

/// Enough to read and write; what is computed has a stack of its own.
const STACK: usize = 512 << 10;

/// Ends a server.
#[derive(Clone, Debug)]
pub struct Stopper {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
}

impl Stopper {
    /// No connection is taken after this.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
        // Wakes the listener, which then looks.
        let _ = TcpStream::connect_timeout(&self.address, Duration::from_secs(1));
    }
}

impl Shared {
    fn answer(&self, connection: &Connection) {
        let response = match self.respond(connection) {
            Ok(None) => return,
            Ok(Some(response)) => {
                connection.becomes(Stage::Waiting, response.body.len());
                response
            }
            Err(refused) => refused,
        };
        // Who has gone does not want it.
        if response.write(&connection.stream).is_ok() {
            close(&connection.stream);
        }
    }

    /// The answer to a request; none if nothing is sent. Its body is read after its sender is known
    /// to be the page.
    fn respond(&self, connection: &Connection) -> Result<Option<Response>, Response> {
        let Some(request) = Request::read(&connection.stream)? else { return Ok(None) };
        let path = self.guard.admit(&request.head)?.to_owned();
        let length = request.head.length()?;
        if !connection.becomes(Stage::Waiting, length) {
            connection.becomes(Stage::Unknown, 0);
            return Err(Response::error(429, "too many requests at once; try again"));
        }
        let (head, body) = request.body(length)?;
        connection.becomes(Stage::Computing, length);
        let found = match path.strip_prefix("api/") {
            Some(question) => self.api.answer(question, &head, &body, Caller(&connection.stream)),
            None => self.file(&path, &head),
        };
        Ok(Some(found.unwrap_or_else(|refused| refused)))
    }

    /// A file of the page.
    fn file(&self, path: &str, head: &Head) -> Result<Response, Response> {
        if head.method != "GET" {
            return Err(Response::error(405, "files of the page are asked for with GET"));
        }
        let name = if path.is_empty() { "index.html" } else { path };
        let found =
            assets::find(name).ok_or_else(|| Response::error(404, "there is no such file"))?;
        if name == "index.html" {
            return Ok(Response::new(found.kind(), self.api.opening(found.bytes)));
        }
        Ok(Response::new(found.kind(), found.bytes))
    }
}

/// Reads what a client still sends, for a while: unread, it would make the system throw the answer
/// away.
fn close(stream: &TcpStream) {
    let _ = stream.shutdown(Shutdown::Write);
    let mut rest = Timed::new(stream, DRAIN).take(MOST_BODY as u64);
    let mut bytes = [0; 16 << 10];
    while matches!(rest.read(&mut bytes), Ok(1..)) {}
}
