//! `polhode view` as a process, and what a page asks it.

use super::TestFolder;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

/// The server of a page, ended with the test.
pub(crate) struct Page {
    server: Child,
    /// Such as 127.0.0.1:4321.
    pub(crate) host: String,
    pub(crate) token: String,
}

impl Page {
    pub(crate) fn new(place: &TestFolder, arguments: &[&str]) -> Self {
        let mut command = place.command(&[&["view", "--no-open"], arguments].concat());
        let mut server = command.stdout(Stdio::piped()).spawn().expect("the binary");
        let mut address = String::new();
        let out = server.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut address).expect("an address");
        let rest = address.trim().strip_prefix("http://").expect("an address");
        let (host, token) = rest.trim_end_matches('/').split_once('/').expect("a token");
        let (host, token) = (host.into(), token.into());
        Self { server, host, token }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        stream
    }
    /// The first line and headers of a question, behind any token.
    pub(crate) fn head(&self, token: &str, name: &str, length: usize) -> String {
        let host = &self.host;
        format!(
            "POST /{token}/api/{name} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        )
    }
    pub(crate) fn get(&self, path: &str) -> (u16, Vec<u8>) {
        let mut stream = self.connect();
        let (host, token) = (&self.host, &self.token);
        let head = format!("GET /{token}/{path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("it can be asked");
        answer(&mut stream)
    }
    pub(crate) fn ask(&self, name: &str, question: &Value) -> (u16, Vec<u8>) {
        let body = question.to_string();
        let mut stream = self.connect();
        let head = self.head(&self.token, name, body.len());
        stream.write_all(&[head.as_bytes(), body.as_bytes()].concat()).expect("it can be asked");
        answer(&mut stream)
    }
    /// Asks about the scenario of the command line.
    pub(crate) fn ask_given(&self, name: &str, changes: &[String]) -> (u16, Vec<u8>) {
        self.ask(name, &json!({ "scenario": "given", "changes": changes }))
    }

    /// A line of /proc/PID/status, such as VmHWM; none where there is no such file.
    pub(crate) fn status(&self, key: &str) -> Option<u64> {
        let path = format!("/proc/{}/status", self.server.id());
        let status = std::fs::read_to_string(path).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))?;
        line.split_whitespace().next()?.parse().ok()
    }
}

/// The status and the body of what comes; 0 where nothing does.
pub(crate) fn answer(stream: &mut TcpStream) -> (u16, Vec<u8>) {
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let split = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let body = answer.split_off(split.map_or(answer.len(), |at| at + 4));
    let head = String::from_utf8_lossy(&answer);
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
    (status.unwrap_or(0), body)
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
