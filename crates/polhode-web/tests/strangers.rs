//! Who has no token: what is read of them, and which connections they can cost.

mod support;

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use support::Running;

/// More than are open at once.
const MANY: usize = 400;

fn connect(server: &Running) -> TcpStream {
    let stream = TcpStream::connect(&server.host).expect("the server listens");
    stream.set_read_timeout(Some(std::time::Duration::from_secs(60))).expect("a timeout");
    stream
}

/// The first line of an answer.
fn status(stream: &mut TcpStream) -> String {
    let mut line = [0; 12];
    stream
        .read_exact(&mut line)
        .map_or_else(|error| error.to_string(), |()| String::from_utf8_lossy(&line).into_owned())
}

/// Whether the server has closed a connection on which nothing was sent.
fn is_closed(stream: &mut TcpStream) -> bool {
    stream.set_nonblocking(true).expect("a socket");
    match stream.read(&mut [0]) {
        Ok(read) => read == 0,
        Err(error) => error.kind() != ErrorKind::WouldBlock,
    }
}

#[test]
fn token_host_and_origin_are_checked_before_the_body_comes() {
    let server = Running::new();
    let Running { host, token, .. } = &server;
    let cases = [
        (format!("POST /{}/api/run HTTP/1.1\r\nHost: {host}", "0".repeat(32)), "403"),
        (format!("POST /{token}/api/run HTTP/1.1\r\nHost: evil.example"), "421"),
        (format!("POST /{token}/api/run HTTP/1.1\r\nHost: {host}\r\nOrigin: http://a.b"), "403"),
        (
            format!("POST /{token}/api/run HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: cross-site"),
            "403",
        ),
    ];
    for (head, expected) in cases {
        // What is wrong with the body of a stranger is not said either.
        for length in ["16777216", "99999999", "-1"] {
            let mut stream = connect(&server);
            let head = format!("{head}\r\nContent-Length: {length}\r\n\r\n");
            stream.write_all(head.as_bytes()).expect("it can be asked");
            assert_eq!(status(&mut stream), format!("HTTP/1.1 {expected}"), "{head}");
        }
    }
}

#[test]
fn of_too_many_strangers_the_first_are_closed() {
    let server = Running::new();
    let mut streams: Vec<_> = (0..MANY).map(|_| connect(&server)).collect();
    let page = format!("/{}/", server.token);
    assert_eq!(server.get(&page, &format!("Host: {}\r\n", server.host)).0, 200);
    let closed = streams.iter_mut().map(is_closed).collect::<Vec<_>>();
    let count = closed.iter().filter(|closed| **closed).count();
    assert!(closed[0] && !closed[MANY - 1], "{closed:?}");
    assert!(closed[..count].iter().all(|closed| *closed), "not the first: {closed:?}");
}

#[test]
fn who_has_the_token_is_not_closed_for_strangers() {
    let server = Running::new();
    let Running { host, token, .. } = &server;
    let body = r#"{"scenario":{"name":"t-handle"},"changes":["run.duration=0.1"]}"#;
    let mut ours = connect(&server);
    let head = format!(
        "POST /{token}/api/run HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    let (first, second) = body.split_at(10);
    ours.write_all(format!("{head}{first}").as_bytes()).expect("it can be asked");
    let page = format!("/{token}/");
    let asked = || server.get(&page, &format!("Host: {host}\r\n")).0;
    // By then the first has been taken.
    assert_eq!(asked(), 200);
    let strangers: Vec<_> = (0..MANY).map(|_| connect(&server)).collect();
    assert_eq!(asked(), 200);
    ours.write_all(second.as_bytes()).expect("the rest");
    assert_eq!(status(&mut ours), "HTTP/1.1 200");
    drop(strangers);
}

#[test]
fn a_body_that_ends_early_is_refused() {
    let server = Running::new();
    let mut stream = connect(&server);
    let Running { host, token, .. } = &server;
    let head =
        format!("POST /{token}/api/run HTTP/1.1\r\nHost: {host}\r\nContent-Length: 9\r\n\r\n{{");
    stream.write_all(head.as_bytes()).expect("it can be asked");
    stream.shutdown(Shutdown::Write).expect("an end");
    assert_eq!(status(&mut stream), "HTTP/1.1 400");
}
