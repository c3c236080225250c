//! Answers.

use super::Timed;
use crate::limits::RESPONSE;
use std::io::{self, Write};
use std::net::TcpStream;

/// An answer.
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

    /// Writes the whole answer within [`RESPONSE`].
    pub(crate) fn write(&self, stream: &TcpStream) -> io::Result<()> {
        let Self { status, kind, body } = self;
        let head = format!(
            "HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n{SAFETY}\
             Connection: close\r\n\r\n",
            reason(*status),
            body.len()
        );
        let mut stream = Timed::new(stream, RESPONSE);
        stream.write_all(head.as_bytes())?;
        stream.write_all(body)?;
        stream.flush()
    }
}

/// The page may load nothing but what is here, nobody may frame it, and its address, which has the
/// token, is not disclosed to other sites.
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
        500 => "Internal Server Error",
        _ => "Error",
    }
}
