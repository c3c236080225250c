//! As much of HTTP/1.1 as a page on the same machine needs: one request for each connection, with
//! bounds on all of its parts.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Of the first line and all headers together.
const MOST_HEAD: usize = 16 << 10;
/// Of what follows them.
const MOST_BODY: usize = 16 << 20;
/// For a request to arrive as a whole, and for an answer to be taken.
const PATIENCE: Duration = Duration::from_secs(10);

/// What was asked.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// Without what is behind a question mark.
    pub(crate) path: String,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    /// All values of a header.
    pub(crate) fn header<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.headers.iter().filter(move |(key, _)| key.eq_ignore_ascii_case(name));
        named.map(|(_, value)| value.as_str())
    }

    /// Reads one, or says with which answer it is refused; none where nobody speaks.
    pub(crate) fn read(stream: &TcpStream) -> Result<Option<Self>, Response> {
        let mut reader = BufReader::new(Patient::new(stream));
        let mut head = Vec::new();
        let blank = read_head(&mut reader, &mut head)?;
        if head.is_empty() {
            return Ok(None);
        }
        if !blank {
            return Err(Response::error(400, "the request ends within its headers"));
        }
        let head = String::from_utf8(head)
            .map_err(|_| Response::error(400, "the headers are no text in UTF-8"))?;
        let mut lines = head.lines();
        let (method, path) = first_line(lines.next().unwrap_or_default())?;
        let headers = lines.map(header).collect::<Result<Vec<_>, _>>()?;
        let mut request = Self { method, path, headers, body: Vec::new() };
        let length = request.length()?;
        request.body.resize(length, 0);
        reader
            .read_exact(&mut request.body)
            .map_err(|_| Response::error(400, "the body is shorter than Content-Length says"))?;
        Ok(Some(request))
    }

    fn length(&self) -> Result<usize, Response> {
        if self.header("transfer-encoding").next().is_some() {
            return Err(Response::error(
                400,
                "Transfer-Encoding is not taken; send Content-Length",
            ));
        }
        let mut lengths = self.header("content-length");
        let Some(length) = lengths.next() else { return Ok(0) };
        let digits = !length.is_empty() && length.bytes().all(|byte| byte.is_ascii_digit());
        if lengths.next().is_some() || !digits {
            return Err(Response::error(400, "Content-Length must be one whole number"));
        }
        match length.parse() {
            Ok(length) if length <= MOST_BODY => Ok(length),
            _ => Err(Response::error(
                413,
                format!("the body has {length} bytes; at most {MOST_BODY}"),
            )),
        }
    }
}

/// Lines up to the empty one; tells whether there was one.
fn read_head(reader: &mut impl BufRead, head: &mut Vec<u8>) -> Result<bool, Response> {
    loop {
        let begin = head.len();
        let room = (MOST_HEAD + 1 - begin) as u64;
        let read = reader.by_ref().take(room).read_until(b'\n', head);
        if head.len() > MOST_HEAD {
            return Err(Response::error(
                431,
                format!("the headers have more than {MOST_HEAD} bytes"),
            ));
        }
        match read {
            Ok(0) => return Ok(false),
            Ok(_) if matches!(&head[begin..], b"\n" | b"\r\n") && begin > 0 => {
                head.truncate(begin);
                return Ok(true);
            }
            Ok(_) => {}
            Err(_) if head.is_empty() => return Ok(false),
            Err(_) => return Err(Response::error(408, "the request did not arrive in time")),
        }
    }
}

fn first_line(line: &str) -> Result<(String, String), Response> {
    let words: Vec<&str> = line.split(' ').collect();
    let [method, target, version] = words[..] else {
        return Err(Response::error(400, "the first line must be: method, path, version"));
    };
    if !matches!(version, "HTTP/1.1" | "HTTP/1.0") {
        return Err(Response::error(400, "the version must be HTTP/1.1"));
    }
    if !target.starts_with('/') {
        return Err(Response::error(400, "the path must begin with /"));
    }
    let path = target.split(['?', '#']).next().unwrap_or_default();
    Ok((method.into(), path.into()))
}

fn header(line: &str) -> Result<(String, String), Response> {
    let wrong = || Response::error(400, "a header must be a name, a colon and a value");
    let (name, value) = line.split_once(':').ok_or_else(wrong)?;
    let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.is_empty() || !name.bytes().all(token) {
        return Err(wrong());
    }
    Ok((name.into(), value.trim().into()))
}

/// Reads with one limit for everything, so that a byte now and then is not enough.
struct Patient<'s> {
    stream: &'s TcpStream,
    until: Instant,
}

impl<'s> Patient<'s> {
    fn new(stream: &'s TcpStream) -> Self {
        Self { stream, until: Instant::now() + PATIENCE }
    }
}

impl Read for Patient<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer)
    }
}

/// What is answered.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) kind: &'static str,
    pub(crate) body: Vec<u8>,
}

impl Response {
    pub(crate) fn new(kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, kind, body: body.into() }
    }
    pub(crate) fn json(value: &serde_json::Value) -> Self {
        Self::new("application/json", value.to_string())
    }
    /// Why nothing else is answered.
    pub(crate) fn error(status: u16, message: impl Into<String>) -> Self {
        let body = serde_json::json!({ "error": message.into() }).to_string();
        Self { status, kind: "application/json", body: body.into() }
    }

    pub(crate) fn write(&self, mut stream: &TcpStream) -> io::Result<()> {
        stream.set_write_timeout(Some(PATIENCE))?;
        let Self { status, kind, body } = self;
        let head = format!(
            "HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n{SAFETY}\
             Connection: close\r\n\r\n",
            reason(*status),
            body.len()
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body)?;
        stream.flush()
    }
}

/// The page may load nothing but what is here, nobody may frame it, and its address, which has the
/// token, is told to nobody.
const SAFETY: &str = "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'\r\n\
    X-Content-Type-Options: nosniff\r\n\
    Referrer-Policy: no-referrer\r\n\
    Cross-Origin-Opener-Policy: same-origin\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n\
    Cache-Control: no-store\r\n";

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        421 => "Misdirected Request",
        422 => "Unprocessable Content",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        _ => "Error",
    }
}
