//! Listens, and answers each connection in a thread of its own.

use crate::api::Api;
use crate::assets;
use crate::guard::Guard;
use crate::http::{Request, Response};
use crate::limits::MOST_CONNECTIONS;
use crate::patience::Caller;
use crate::slots::Slots;
use crate::subject::Subject;
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
    pub fn bind(port: u16, subject: Subject) -> io::Result<Self> {
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
        let slots = Slots::new(MOST_CONNECTIONS);
        for stream in self.listener.incoming() {
            if self.stop.load(Ordering::SeqCst) {
                break;
            }
            // Too many open files, or a connection that is gone: the next may be better.
            let Ok(stream) = stream else {
                thread::sleep(Duration::from_millis(20));
                continue;
            };
            let slot = slots.wait();
            let shared = self.shared.clone();
            let answering = thread::Builder::new().stack_size(STACK).spawn(move || {
                let _slot = slot;
                answer(&stream, &shared);
            });
            // Without a thread there is no answer; the connection closes.
            drop(answering);
        }
    }
}

/// As that of the main thread: formulas may nest, and unoptimised they take much of it.
const STACK: usize = 8 << 20;

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

fn answer(stream: &TcpStream, shared: &Shared) {
    let response = match Request::read(stream) {
        Ok(Some(request)) => {
            shared.respond(&request, Caller(stream)).unwrap_or_else(|refused| refused)
        }
        Ok(None) => return,
        Err(refused) => refused,
    };
    // Who has gone does not want it.
    if response.write(stream).is_ok() {
        close(stream);
    }
}

/// What was sent and not read would make the system throw the answer away.
fn close(mut stream: &TcpStream) {
    let _ = stream.shutdown(Shutdown::Write);
    let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
    let mut rest = [0; 4096];
    for _ in 0..64 {
        if !matches!(stream.read(&mut rest), Ok(1..)) {
            break;
        }
    }
}

impl Shared {
    fn respond(&self, request: &Request, caller: Caller<'_>) -> Result<Response, Response> {
        let path = self.guard.admit(request)?;
        if let Some(question) = path.strip_prefix("api/") {
            return self.api.answer(question, request, caller);
        }
        if request.method != "GET" {
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
