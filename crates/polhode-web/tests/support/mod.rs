//! A server in a thread, and what a page asks it.
#![allow(dead_code, reason = "each test file uses some of it")]

use polhode_web::{PageSubject, Server, Stopper};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A folder that goes away with the test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server in a thread, stopped when the test ends.
pub(crate) struct Running {
    /// Such as 127.0.0.1:4321.
    pub(crate) host: String,
    pub(crate) token: String,
    stopper: Stopper,
    serving: Option<JoinHandle<()>>,
}

impl Running {
    pub(crate) fn new() -> Self {
        Self::with(PageSubject::default())
    }
    pub(crate) fn with(subject: PageSubject) -> Self {
        let server = Server::bind(0, subject).expect("a free port");
        let address = server.address();
        let rest = address.strip_prefix("http://").expect("an address");
        let (host, token) = rest.trim_end_matches('/').split_once('/').expect("a token");
        let (host, token, stopper) = (host.into(), token.into(), server.stopper());
        Self { host, token, stopper, serving: Some(thread::spawn(move || server.serve())) }
    }
    /// Sends bytes and no more, and reads the status and the body of what comes; 0 where nothing does.
    pub(crate) fn raw(&self, bytes: &[u8]) -> (u16, Vec<u8>) {
        self.send(bytes, true)
    }
    /// Who has closed has gone: nothing long is computed for them. So a page stays.
    pub(crate) fn send(&self, bytes: &[u8], closes: bool) -> (u16, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.host).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        let _ = stream.write_all(bytes);
        if closes {
            let _ = stream.shutdown(std::net::Shutdown::Write);
        }
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let split =
            answer.windows(4).position(|four| four == b"\r\n\r\n").map_or(answer.len(), |i| i + 4);
        let head = String::from_utf8_lossy(&answer[..split]).into_owned();
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        (status, answer.split_off(split))
    }
    pub(crate) fn get(&self, path: &str, headers: &str) -> (u16, Vec<u8>) {
        self.raw(format!("GET {path} HTTP/1.1\r\n{headers}\r\n").as_bytes())
    }
    /// As the page asks.
    pub(crate) fn ask(&self, name: &str, question: &Value) -> (u16, Vec<u8>) {
        let body = question.to_string();
        let head = format!(
            "POST /{}/api/{name} HTTP/1.1\r\nHost: {}\r\nOrigin: http://{}\r\nContent-Type: \
             application/json\r\nContent-Length: {}\r\n\r\n",
            self.token,
            self.host,
            self.host,
            body.len()
        );
        self.send(&[head.as_bytes(), body.as_bytes()].concat(), false)
    }
    /// The head, and the rows of each run by columns.
    pub(crate) fn run(&self, question: &Value) -> (Value, Vec<Vec<Vec<f64>>>) {
        let (status, body) = self.ask("run", question);
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&body));
        unpacked(&body)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(serving) = self.serving.take() {
            assert!(serving.join().is_ok(), "the server has panicked");
        }
    }
}

pub(crate) fn unpacked(body: &[u8]) -> (Value, Vec<Vec<Vec<f64>>>) {
    let size = u32::from_le_bytes(body[..4].try_into().expect("four bytes")) as usize;
    let head: Value = serde_json::from_slice(&body[4..4 + size]).expect("JSON");
    let number = |bytes: &[u8]| f64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    let numbers: Vec<f64> = body[4 + size..].chunks_exact(8).map(number).collect();
    let count = |value: &Value| usize::try_from(value.as_u64().expect("a count")).expect("small");
    let runs = head["runs"].as_array().expect("runs").iter().map(|run| {
        let (rows, offset) = (count(&run["rows"]), count(&run["offset"]));
        let columns = run["columns"].as_array().expect("columns").len();
        (0..columns).map(|i| numbers[offset + i * rows..][..rows].to_vec()).collect()
    });
    let runs = runs.collect();
    (head, runs)
}

pub(crate) fn named(name: &str) -> Value {
    json!({ "scenario": { "name": name } })
}

pub(crate) fn message(body: &[u8]) -> String {
    let value: Value = serde_json::from_slice(body).expect("an error is JSON");
    value["error"].as_str().expect("an error says what is wrong").into()
}
