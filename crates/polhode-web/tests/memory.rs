//! How much memory a server holds in long play: in a program of its own, with nothing beside it.

use polhode_web::{PageSubject, Server};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;

/// Resident, in bytes, where the system tells.
fn used() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/statm").ok()?;
    status.split(' ').nth(1)?.parse::<u64>().ok().map(|pages| pages * 4096)
}

/// Asks with a step, as who drags its slider does; the size of the answer.
fn ask(host: &str, token: &str, name: &str, step: f64) -> usize {
    let body = format!(
        r#"{{"scenario":{{"name":"t-handle"}},"changes":["run.step={step}"],"methods":["exact"]}}"#
    );
    let mut stream = TcpStream::connect(host).expect("the server listens");
    write!(
        stream,
        "POST /{token}/api/{name} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("it can be asked");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    assert!(answer.starts_with(b"HTTP/1.1 200 "), "{}", String::from_utf8_lossy(&answer[..80]));
    answer.len()
}

#[test]
fn memory_stays_bounded_in_long_play() {
    let server = Server::bind(0, PageSubject::default()).expect("a free port");
    let (address, stopper) = (server.address(), server.stopper());
    let rest = address.strip_prefix("http://").expect("an address");
    let (host, token) = rest.trim_end_matches('/').split_once('/').expect("a token");
    let serving = thread::spawn(move || server.serve());
    let play = |count: u32| -> usize {
        let step = |i: u32| 0.002 + 1e-6 * f64::from(i);
        (0..count)
            .map(|i| ask(host, token, "run", step(i)) + ask(host, token, "errors", step(i)))
            .sum()
    };
    play(60);
    let before = used();
    let answered = play(300);
    let after = used();
    stopper.stop();
    serving.join().expect("no panic");
    let (Some(before), Some(after)) = (before, after) else { return };
    println!("{answered} bytes of answers; {before} bytes, then {after}");
    // Measured: 8.7 to 9.7 MB before, 9.4 to 9.8 MB after 85 MB of answers.
    assert!(answered > 80_000_000 && after < 20_000_000, "{before} bytes, then {after}");
}
