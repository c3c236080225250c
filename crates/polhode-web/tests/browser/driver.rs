//! A browser, by the WebDriver protocol: JSON over HTTP to chromedriver, and no more of it than the
//! tests need.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// One browser at a time: each takes a core.
static TURN: Mutex<()> = Mutex::new(());

pub(crate) struct Browser {
    driver: Child,
    /// Who closes it ends the driver with its next line.
    _output: BufReader<ChildStdout>,
    port: u16,
    session: String,
    profile: PathBuf,
    _turn: MutexGuard<'static, ()>,
}

/// Where the programs are; none where they are not, and then nobody insists.
fn programs() -> Option<(PathBuf, PathBuf)> {
    let find = |names: &[&str]| {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path)
            .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
            .find(|file| file.is_file())
    };
    let found =
        find(&["chromedriver"]).zip(find(&["chromium", "chromium-browser", "google-chrome"]));
    let wanted = std::env::var_os("POLHODE_BROWSER").is_some_and(|word| word == "required");
    assert!(
        found.is_some() || !wanted,
        "chromium and chromedriver are not on the path; on Debian: apt-get install chromium chromium-driver"
    );
    if found.is_none() {
        println!("skipped: chromium and chromedriver are not on the path");
    }
    found
}

/// What it listens on, once it does; before that it says 0.
fn port_said(output: &mut impl BufRead) -> u16 {
    let mut line = String::new();
    while output.read_line(&mut line).expect("text") > 0 {
        let port = line
            .rsplit_once("on port ")
            .and_then(|(_, rest)| rest.trim().trim_end_matches('.').parse().ok());
        if let Some(port) = port.filter(|port| *port != 0) {
            return port;
        }
        line.clear();
    }
    panic!("chromedriver does not say its port");
}

impl Browser {
    pub(crate) fn open() -> Option<Self> {
        let (driver, binary) = programs()?;
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let profile =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("browser-{}", std::process::id()));
        std::fs::create_dir_all(&profile).expect("a folder for the browser");
        let mut driver = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let mut output = BufReader::new(driver.stdout.take().expect("its output"));
        let port = port_said(&mut output);
        let mut arguments = vec![format!("--user-data-dir={}", profile.display())];
        arguments.extend(
            [
                "--headless=new",
                "--no-sandbox",
                "--no-first-run",
                "--disable-quic",
                "--disable-sync",
                "--disable-background-networking",
                "--disable-component-update",
                "--hide-scrollbars",
                "--use-gl=angle",
                "--use-angle=swiftshader",
                "--enable-unsafe-swiftshader",
                "--window-size=1200,800",
            ]
            .map(String::from),
        );
        let mut browser =
            Self { driver, port, _output: output, session: String::new(), profile, _turn: turn };
        let options = json!({ "args": arguments, "binary": binary });
        let wanted =
            json!({ "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" } });
        let made =
            browser.send("POST", "/session", &json!({ "capabilities": { "alwaysMatch": wanted } }));
        browser.session = made["sessionId"].as_str().expect("a session").into();
        Some(browser)
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let mut stream =
            TcpStream::connect(("127.0.0.1", self.port)).expect("chromedriver listens");
        stream.set_read_timeout(Some(Duration::from_secs(90))).expect("a timeout");
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len()
        )
        .expect("it can be asked");
        let (status, content) = response(BufReader::new(stream));
        let value: Value = serde_json::from_slice(&content).expect("JSON");
        assert!(status.contains(" 200 "), "{path}: {}", value["value"]["message"]);
        value["value"].clone()
    }
    /// Closes the browser, also where a test has failed: so nothing here may.
    fn quit(&self) {
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) else { return };
        let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
        let head = format!("DELETE /session/{} HTTP/1.1", self.session);
        let _ = write!(stream, "{head}\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
        let _ = stream.read(&mut [0; 64]);
    }
    fn command(&self, method: &str, path: &str, body: &Value) -> Value {
        self.send(method, &format!("/session/{}{path}", self.session), body)
    }
    pub(crate) fn protocol(&self, name: &str, parameters: Value) -> Value {
        self.command("POST", "/goog/cdp/execute", &json!({ "cmd": name, "params": parameters }))
    }

    /// Goes to an address, also where only what is behind # is new.
    pub(crate) fn load(&self, address: &str) {
        self.command("POST", "/url", &json!({ "url": "about:blank" }));
        self.command("POST", "/url", &json!({ "url": address }));
    }
    /// The same, and waits until the body is drawn.
    pub(crate) fn go(&self, address: &str) {
        self.load(address);
        self.wait("document.documentElement.dataset.drawn === 'yes'");
    }
    /// The value of a script that returns something.
    pub(crate) fn script(&self, script: &str) -> Value {
        self.command("POST", "/execute/sync", &json!({ "script": script, "args": [] }))
    }
    pub(crate) fn text(&self, selector: &str) -> String {
        let found =
            self.script(&format!("return document.querySelector({selector:?})?.textContent"));
        found.as_str().unwrap_or_else(|| panic!("there is no {selector}")).into()
    }
    /// Until this is so.
    pub(crate) fn wait(&self, condition: &str) {
        let begin = Instant::now();
        while self.script(&format!("return Boolean({condition})")) != true {
            assert!(
                begin.elapsed() < Duration::from_secs(40),
                "never: {condition}; {:?}",
                self.complaints()
            );
            sleep(Duration::from_millis(40));
        }
    }
    /// Does something, and waits until the runs that follow are there.
    pub(crate) fn computing(&self, script: &str) {
        let before = self.script("return document.documentElement.dataset.computed");
        self.script(script);
        self.wait(&format!("document.documentElement.dataset.computed !== {before}"));
    }
    pub(crate) fn press(&self, keys: &[&str]) {
        let actions: Vec<Value> = keys
            .iter()
            .flat_map(|key| {
                [
                    json!({ "type": "keyDown", "value": key }),
                    json!({ "type": "keyUp", "value": key }),
                ]
            })
            .collect();
        let body = json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] });
        self.command("POST", "/actions", &body);
    }
    /// Presses the mouse at one point of an element, in parts of its size, and lets go at another.
    pub(crate) fn drag(&self, selector: &str, from: [f64; 2], to: [f64; 2]) {
        self.point(selector, "mouse", &[[from, to]]);
    }
    /// The same with fingers.
    pub(crate) fn touch(&self, selector: &str, ways: &[[[f64; 2]; 2]]) {
        self.point(selector, "touch", ways);
    }
    fn point(&self, selector: &str, kind: &str, ways: &[[[f64; 2]; 2]]) {
        self.script(&format!(
            "document.querySelector({selector:?}).scrollIntoView({{ block: 'center' }})"
        ));
        let place = self.script(&format!(
            "const r = document.querySelector({selector:?}).getBoundingClientRect(); return [r.left, r.top, r.width, r.height]"
        ));
        let part = |i: usize| place[i].as_f64().expect("a number");
        #[expect(clippy::cast_possible_truncation, reason = "pixels")]
        let at = |[x, y]: [f64; 2]| {
            let (x, y) = ((part(0) + x * part(2)) as i64, (part(1) + y * part(3)) as i64);
            json!({ "type": "pointerMove", "duration": 30, "x": x, "y": y })
        };
        let pointers: Vec<_> = ways
            .iter()
            .enumerate()
            .map(|(i, &[from, to])| {
                let middle = [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0];
                let actions = json!([at(from), { "type": "pointerDown", "button": 0 }, at(middle), at(to), { "type": "pointerUp", "button": 0 }]);
                json!({ "type": "pointer", "id": format!("{kind}-{i}"), "parameters": { "pointerType": kind }, "actions": actions })
            })
            .collect();
        // A busy page sees what the driver has done only later.
        self.script("window.lifted = 0; window.onpointerup = () => (window.lifted += 1)");
        self.command("POST", "/actions", &json!({ "actions": pointers }));
        self.wait(&format!("window.lifted === {}", ways.len()));
    }
    pub(crate) fn size(&self, width: u32, height: u32, scale: u32) {
        self.protocol(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 600 }),
        );
    }
    pub(crate) fn media(&self, name: &str, value: &str) {
        self.protocol(
            "Emulation.setEmulatedMedia",
            json!({ "features": [{ "name": name, "value": value }] }),
        );
    }
    /// What the console says, if that is more than a remark.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let lines = self.command("POST", "/se/log", &json!({ "type": "browser" }));
        let lines = lines.as_array().expect("lines").iter();
        lines
            .filter(|line| matches!(line["level"].as_str(), Some("SEVERE" | "WARNING")))
            .filter_map(|line| line["message"].as_str().map(str::to_owned))
            // Said of drawing without a graphics card, which is how tests draw.
            .filter(|message| !message.contains("GPU stall") && !message.contains("swiftshader"))
            .collect()
    }
    /// A picture of the page.
    pub(crate) fn picture(&self, path: &Path) {
        let data = self.command("GET", "/screenshot", &Value::Null);
        let bytes = base64(data.as_str().expect("a picture"));
        assert!(bytes.starts_with(b"\x89PNG"));
        std::fs::write(path, bytes).expect("the picture can be kept");
    }
}

/// The first line of an answer, and its body.
fn response(mut reader: BufReader<TcpStream>) -> (String, Vec<u8>) {
    let mut status = String::new();
    reader.read_line(&mut status).expect("an answer");
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("headers");
        let line = line.trim().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(said) = line.strip_prefix("content-length:") {
            length = said.trim().parse().expect("a length");
        }
    }
    let mut content = vec![0; length];
    reader.read_exact(&mut content).expect("all of it");
    (status, content)
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.quit();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

fn base64(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0_u32, 0);
    for letter in text.bytes() {
        let Some(value) = LETTERS.iter().position(|&known| known == letter) else { break };
        held = held << 6 | u32::try_from(value).expect("below 64");
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(held >> bits & 0xff).expect("a byte"));
        }
    }
    bytes
}
