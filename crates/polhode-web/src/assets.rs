//! The files of the page, in the binary.

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// As the page asks for it.
    pub name: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
}

impl Asset {
    pub(crate) fn kind(&self) -> &'static str {
        match self.name.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("svg") => "image/svg+xml",
            _ => "application/octet-stream",
        }
    }
}

macro_rules! embedded {
    ($($name:literal)*) => {
        &[$(Asset { name: $name, bytes: include_bytes!(concat!("../page/", $name)) },)*]
    };
}

const FILES: &[Asset] = embedded! {
    "index.html"
    "style.css"
    "icon.svg"
    "main.js"
    "api.js"
    "camera.js"
    "chart.js"
    "charts.js"
    "controls.js"
    "export.js"
    "files.js"
    "gauges.js"
    "geometry.js"
    "keys.js"
    "link.js"
    "numbers.js"
    "pen.js"
    "player.js"
    "renderer.js"
    "scene.js"
    "state.js"
    "stories.js"
    "track.js"
    "vector.js"
};

/// All of them.
#[must_use]
pub fn files() -> &'static [Asset] {
    FILES
}

pub(crate) fn find(name: &str) -> Option<&'static Asset> {
    FILES.iter().find(|file| file.name == name)
}
