//! What was given on the command line.

use crate::limits::MOST_ROWS;
use crate::named_files::{NamedFile, named_files};
use crate::shape;
use crate::thinned::Thinned;
use polhode_formats::Source;
use polhode_lab::document::Document;
use polhode_lab::recording::LogRows;
use polhode_lab::{Error, Scenario};
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

/// A scenario or a result that the page begins with; the default is none, and the page then begins
/// with polhode's default.
#[derive(Debug, Default)]
pub struct PageSubject {
    pub(crate) name: String,
    /// Without files that it depends on.
    pub(crate) text: Option<String>,
    /// Files that the text still names: tables of an ensemble, which a page does not read.
    pub(crate) files: Vec<NamedFile>,
    /// How the body looks, as JSON, if a file says that.
    pub(crate) shape: Option<Arc<str>>,
    /// The samples of a result, with the columns of `Sample`.
    pub(crate) recorded: Option<Vec<Vec<f64>>>,
}

impl PageSubject {
    /// What it is, if anything: the page asks about it before it knows anything else.
    pub(crate) fn kind(&self) -> Option<&'static str> {
        self.text.as_ref()?;
        Some(if self.recorded.is_some() { "record" } else { "scenario" })
    }
    fn with_text(name: &str, text: &str) -> Self {
        let document = Document::parse(name, text, &[]);
        let mut files =
            document.map_or_else(|_| Vec::new(), |document| named_files(&document.root));
        // Shapes have become tensors; none is read again.
        files.retain(|file| file.key.starts_with("ensemble."));
        Self { name: name.into(), text: Some(text.into()), files, ..Self::default() }
    }
    /// A scenario that comes with polhode.
    #[must_use]
    pub fn named(name: &str, scenario: &Scenario) -> Self {
        Self::with_text(name, &scenario.text())
    }
    /// A scenario file; a mesh that it names is drawn.
    #[must_use]
    pub fn file(path: &Path, scenario: &Scenario) -> Self {
        let name = path.display().to_string();
        let shape = shape::mesh(&scenario.to_json(), path.parent().unwrap_or(Path::new("")));
        let shape = shape.map(|shape| shape.to_string().into());
        Self { shape, ..Self::named(&name, scenario) }
    }
    /// The folder of a run.
    ///
    /// # Errors
    /// Where there is no log of a run.
    pub fn result(folder: &Path) -> Result<Self, Error> {
        let mut rows = LogRows::open(folder)?;
        let about: Value = serde_json::from_str(&rows.about().json).unwrap_or_default();
        // A log may be longer than the memory.
        let mut recorded = Thinned::new(MOST_ROWS);
        let mut row = Vec::new();
        while rows.next_row(&mut row)? {
            recorded.push(row.clone());
        }
        let name = folder.display().to_string();
        let subject = about["toml"].as_str().map(|text| Self::with_text(&name, text));
        Ok(Self { recorded: Some(recorded.rows()), ..subject.unwrap_or_default() })
    }
}
