//! Who may ask: those who know the token, from a page that came from here.

use crate::http::{Head, Response};

/// The secret part of the address.
pub(crate) struct Guard {
    token: String,
    hosts: [String; 2],
}

impl Guard {
    /// With a token that nobody can guess.
    pub(crate) fn new(port: u16) -> std::io::Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { token, hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")] })
    }
    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// The path behind the token, if all is right.
    ///
    /// A page of somebody else whose name is made to lead here has another Host; a page that posts
    /// to here has another Origin.
    pub(crate) fn admit<'r>(&self, request: &'r Head) -> Result<&'r str, Response> {
        let host: Vec<&str> = request.header("host").collect();
        if !matches!(host[..], [host] if self.hosts.iter().any(|ours| ours == host)) {
            let message = format!("the Host must be {}", self.hosts[0]);
            return Err(Response::error(421, message));
        }
        let ours = |origin: &str| {
            self.hosts.iter().any(|host| origin.strip_prefix("http://") == Some(host))
        };
        if !request.header("origin").all(ours) {
            return Err(Response::error(403, "the Origin is another page than polhode's"));
        }
        let site = |site: &str| matches!(site, "same-origin" | "none");
        if !request.header("sec-fetch-site").all(site) {
            // The address may be followed from anywhere; nothing else may be asked for.
            let opening = request.header("sec-fetch-mode").all(|mode| mode == "navigate");
            if !opening || request.method != "GET" {
                return Err(Response::error(
                    403,
                    "this was asked for by another page than polhode's",
                ));
            }
        }
        let path = request.path.strip_prefix('/').unwrap_or_default();
        let (token, rest) = path.split_once('/').unwrap_or((path, ""));
        if !same(token.as_bytes(), self.token.as_bytes()) {
            let message = "the address has another token; take the one that `polhode view` prints";
            return Err(Response::error(403, message));
        }
        Ok(rest)
    }
}

/// Compared to the end, so that the time says nothing of where they differ.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differs, (x, y)| differs | (x ^ y)) == 0
}
