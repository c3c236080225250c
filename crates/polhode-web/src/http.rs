//! As much of HTTP/1.1 as a page on the same machine needs: one request for each connection, with
//! bounds on the size of all of its parts and on the time that they take.

mod response;
mod timed;

pub(crate) use response::Response;
pub(crate) use timed::Timed;

use crate::limits::{MOST_BODY, REQUEST};
use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;

/// Of the first line and all headers together.
const MOST_HEAD: usize = 16 << 10;

/// The first line and the headers of a request.
#[derive(Debug)]
pub(crate) struct Head {
    pub(crate) method: String,
    /// Without what is behind a question mark.
    pub(crate) path: String,
    headers: Vec<(String, String)>,
}

impl Head {
    /// All values of a header.
    pub(crate) fn header<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.headers.iter().filter(move |(key, _)| key.eq_ignore_ascii_case(name));
        named.map(|(_, value)| value.as_str())
    }

    /// The size of the body, as it is announced.
    pub(crate) fn length(&self) -> Result<usize, Response> {
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

/// A request whose head has come; its body is read when the sender is known.
pub(crate) struct Request<'s> {
    pub(crate) head: Head,
    reader: BufReader<Timed<'s>>,
}

impl<'s> Request<'s> {
    /// Reads a head, or returns the answer by which it is refused; none if nothing is sent.
    pub(crate) fn read(stream: &'s TcpStream) -> Result<Option<Self>, Response> {
        let mut reader = BufReader::new(Timed::new(stream, REQUEST));
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
        Ok(Some(Self { head: Head { method, path, headers }, reader }))
    }

    /// Reads so many bytes of body, and takes memory for them as they come.
    pub(crate) fn body(self, length: usize) -> Result<(Head, Vec<u8>), Response> {
        let mut body = Vec::new();
        let read = self.reader.take(length as u64).read_to_end(&mut body);
        if read.is_err() {
            return Err(Response::error(
                408,
                format!("the body did not arrive within {REQUEST:?}"),
            ));
        }
        if body.len() < length {
            return Err(Response::error(400, "the body is shorter than Content-Length says"));
        }
        Ok((self.head, body))
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
            Err(_) => {
                let message = format!("the headers did not arrive within {REQUEST:?}");
                return Err(Response::error(408, message));
            }
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
