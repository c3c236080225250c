//! Clients of `polhode view` that are slow or mean no good: what they cost in memory, and that the
//! page does not wait for them.

use crate::support::TestFolder;
use crate::support::page::{Page, answer};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const ANNOUNCED: usize = 16 << 20;
const SLOW: usize = 200;

/// What the server may hold more than before, in kB: threads and buffers of 200 connections.
const MEMORY: u64 = 40_000;
/// The same while 70 answers of 20 MB are not read.
const UNREAD: u64 = 1_000_000;

/// Asserts that the page and a question are each answered within a second.
fn answers_at_once(page: &Page) {
    for path in ["", "main.js", "api/catalogue"] {
        let begin = Instant::now();
        let (status, _) = page.get(path);
        let time = begin.elapsed();
        assert_eq!(status, 200, "{path}");
        assert!(time < Duration::from_secs(1), "{path:?} took {time:?}");
    }
}

/// Sends a byte to each now and then, as long as the test goes.
fn dribble(streams: &mut [TcpStream], bytes: &[u8], over: &AtomicBool) {
    for byte in bytes.iter().cycle() {
        for stream in &mut *streams {
            // Who was refused or closed gets no more.
            let _ = stream.write_all(&[*byte]);
        }
        if over.load(Ordering::Relaxed) {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn requests_without_the_token_take_no_memory() {
    let place = TestFolder::new();
    let page = Page::new(&place, &[]);
    assert_eq!(page.get("").0, 200);
    let Some(before) = page.status("VmHWM") else { return };
    let foreign = "0".repeat(32);
    let other_host = page.head(&page.token, "run", ANNOUNCED).replace("Host: 127", "Host: 126");
    let other_page =
        page.head(&page.token, "run", ANNOUNCED).replace("Origin: http://", "Origin: http://x.");
    let heads = [page.head(&foreign, "run", ANNOUNCED), other_host, other_page];
    // Announced, and then nothing comes.
    let mut waiting = Vec::new();
    for head in heads.iter().cycle().take(64) {
        let mut stream = page.connect();
        stream.write_all(head.as_bytes()).expect("it can be asked");
        stream.write_all(b"{").expect("a byte");
        waiting.push(stream);
    }
    for stream in &mut waiting {
        let (status, _) = answer(stream);
        assert!(matches!(status, 403 | 421), "{status}");
    }
    // Announced and sent.
    let body = vec![b' '; ANNOUNCED];
    thread::scope(|scope| {
        for head in heads.iter().cycle().take(16) {
            scope.spawn(|| {
                let mut stream = page.connect();
                let _ = stream.write_all(head.as_bytes());
                let _ = stream.write_all(&body);
                assert!(matches!(answer(&mut stream).0, 403 | 421));
            });
        }
    });
    let after = page.status("VmHWM").expect("a status");
    println!("{before} kB, then {after} kB");
    assert!(after < before + MEMORY, "{before} kB, then {after} kB");
}

#[test]
fn a_body_takes_the_memory_of_what_has_come_not_of_what_is_announced() {
    let place = TestFolder::new();
    let page = Page::new(&place, &[]);
    assert_eq!(page.get("").0, 200);
    let Some(before) = page.status("VmHWM") else { return };
    let mut waiting = Vec::new();
    for _ in 0..64 {
        let mut stream = page.connect();
        let head = page.head(&page.token, "run", ANNOUNCED);
        stream.write_all(format!("{head}{{").as_bytes()).expect("it can be asked");
        waiting.push(stream);
    }
    // All are taken when one that came after them is answered.
    assert_eq!(page.get("").0, 200);
    for stream in &mut waiting {
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let status = answer(stream).0;
        assert!(status == 400 || status == 0, "{status}");
    }
    let after = page.status("VmHWM").expect("a status");
    println!("{before} kB, then {after} kB");
    assert!(after < before + MEMORY, "{before} kB, then {after} kB");
}

#[test]
fn two_hundred_clients_that_say_nothing_do_not_delay_the_page() {
    let place = TestFolder::new();
    let page = Page::new(&place, &[]);
    for begin in ["", "GET /", "POST / HTTP/1.1\r\nHost: "] {
        let mut streams: Vec<_> = (0..SLOW).map(|_| page.connect()).collect();
        for stream in &mut streams {
            let _ = stream.write_all(begin.as_bytes());
        }
        answers_at_once(&page);
    }
}

#[test]
fn two_hundred_clients_that_dribble_do_not_delay_the_page() {
    let place = TestFolder::new();
    let page = Page::new(&place, &[]);
    let heads = ["GET /0 HTTP/1.1\r\nX: ".into(), page.head(&page.token, "run", ANNOUNCED)];
    for head in heads {
        let mut streams: Vec<_> = (0..SLOW).map(|_| page.connect()).collect();
        for stream in &mut streams {
            let _ = stream.write_all(head.as_bytes());
        }
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| dribble(&mut streams, b" ", &over));
            let answered = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                answers_at_once(&page);
            }));
            over.store(true, Ordering::Relaxed);
            assert!(answered.is_ok(), "see above");
        });
    }
}

/// A ring of many triangles: its shape alone makes an answer of 20 MB, which no buffer of the system
/// takes as a whole.
fn large_mesh(place: &TestFolder) {
    let count = 180_000;
    let mut mesh = String::from("v 0 0 1\nv 0 0 -1\n");
    for i in 0..count {
        let angle = std::f64::consts::TAU * f64::from(i) / f64::from(count);
        mesh += &format!("v {:.15} {:.15} 0\n", angle.cos(), angle.sin());
    }
    for i in 0..count {
        let (a, b) = (3 + i, 3 + (i + 1) % count);
        mesh += &format!("f 1 {a} {b}\nf 2 {b} {a}\n");
    }
    place.write("ring.obj", mesh);
    place.write(
        "ring.toml",
        "[body]\nmesh = { file = \"ring.obj\", mass = 1.0 }\n[initial]\nangular_velocity = [0.1, \
         2.0, 0.3]\n[run]\nduration = 1.0\nmethod = \"exact\"\nstep = 0.1\n",
    );
}

/// Asks for the large answer and reads its first bytes: by then it is being written.
fn begin_to_read(page: &Page) -> TcpStream {
    let body = r#"{"scenario":"given"}"#;
    let mut stream = page.connect();
    let head = page.head(&page.token, "run", body.len());
    stream.write_all(format!("{head}{body}").as_bytes()).expect("it can be asked");
    let mut begin = [0; 12];
    stream.read_exact(&mut begin).expect("an answer begins");
    assert_eq!(&begin, b"HTTP/1.1 200");
    stream
}

#[test]
fn clients_that_do_not_read_their_answer_do_not_delay_the_page() {
    let place = TestFolder::new();
    large_mesh(&place);
    let page = Page::new(&place, &["ring.toml"]);
    let before = page.status("VmHWM");
    let streams: Vec<_> = (0..70).map(|_| begin_to_read(&page)).collect();
    answers_at_once(&page);
    drop(streams);
    let (Some(before), Some(after)) = (before, page.status("VmHWM")) else { return };
    println!("{before} kB, then {after} kB");
    assert!(after < before + UNREAD, "{before} kB, then {after} kB");
}

#[test]
fn a_client_that_reads_a_little_at_a_time_is_given_up() {
    let place = TestFolder::new();
    large_mesh(&place);
    let page = Page::new(&place, &["ring.toml"]);
    let Some(idle) = page.status("Threads") else { return };
    let mut stream = begin_to_read(&page);
    let begin = Instant::now();
    // As slow as the limit of a minute allows many times over.
    while page.status("Threads") > Some(idle) {
        let mut little = [0; 1024];
        let _ = stream.read(&mut little);
        assert!(begin.elapsed() < Duration::from_secs(60), "the connection is still held");
        thread::sleep(Duration::from_millis(100));
    }
}
