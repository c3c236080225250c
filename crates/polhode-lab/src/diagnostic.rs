//! What is wrong with an input, and where it stands.

use crate::remedy::{Neutral, Remedy, Wording};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
pub use polhode::suggestion::suggestion;
use std::fmt;
use std::ops::Range;

/// What is wrong: the value and the rule, the remedy, and the bytes of the text
/// to which it belongs.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// The value and the rule that it breaks.
    pub message: String,
    /// What to do about it; may be empty.
    pub remedy: Remedy,
    /// Where in the text.
    pub span: Option<Range<usize>>,
}

impl Diagnostic {
    /// At a place of the text.
    pub fn at(
        span: impl Into<Option<Range<usize>>>,
        message: impl Into<String>,
        remedy: impl Into<Remedy>,
    ) -> Self {
        Self { message: message.into(), remedy: remedy.into(), span: span.into() }
    }
    /// Message and remedy in the words of an interface.
    #[must_use]
    pub fn worded(&self, wording: &dyn Wording) -> String {
        self.remedy.after(&self.message, wording)
    }
}

/// A diagnostic together with the text that has it: prints file, line, column and
/// the line itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Report(Box<Content>);

#[derive(Clone, Debug, PartialEq)]
struct Content {
    origin: Origin,
    text: String,
    diagnostic: Diagnostic,
    severity: Severity,
}

/// Where a text comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    /// A file, or what else the text is.
    Named(String),
    /// A change of a scenario; each interface has its own name for the place.
    Change,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Severity {
    Error,
    Warning,
}

impl Report {
    /// The run cannot be.
    pub fn error(origin: &str, text: &str, diagnostic: Diagnostic) -> Self {
        Self::new(Origin::Named(origin.into()), text, diagnostic, Severity::Error)
    }
    /// A change `key=value` of a scenario cannot be made.
    pub(crate) fn in_change(change: &str, diagnostic: Diagnostic) -> Self {
        Self::new(Origin::Change, change, diagnostic, Severity::Error)
    }
    /// The run can be, but its user should know.
    pub fn warning(origin: &str, text: &str, diagnostic: Diagnostic) -> Self {
        Self::new(Origin::Named(origin.into()), text, diagnostic, Severity::Warning)
    }
    fn new(origin: Origin, text: &str, diagnostic: Diagnostic, severity: Severity) -> Self {
        Self(Box::new(Content { origin, text: text.into(), diagnostic, severity }))
    }
    /// What is wrong.
    #[must_use]
    pub fn diagnostic(&self) -> &Diagnostic {
        &self.0.diagnostic
    }
    /// Line and column, both from 1, columns in characters.
    #[must_use]
    pub fn position(&self) -> Option<(usize, usize)> {
        let Content { text, diagnostic, .. } = &*self.0;
        let span = diagnostic.span.clone()?;
        let before = text.get(..span.start.min(text.len()))?;
        let line_begin = before.rfind('\n').map_or(0, |i| i + 1);
        Some((before.matches('\n').count() + 1, before[line_begin..].chars().count() + 1))
    }
    /// For a terminal, with colours or without, in the words of an interface.
    #[must_use]
    pub fn render(&self, colours: bool, wording: &dyn Wording) -> String {
        let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
        let Content { origin, text, diagnostic, severity } = &*self.0;
        let level = match severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let origin = match origin {
            Origin::Named(name) => name,
            Origin::Change => wording.change(),
        };
        let remedy = diagnostic.remedy.worded(wording);
        let mut group = Group::with_title(level.primary_title(&*diagnostic.message));
        if let Some(span) = &diagnostic.span {
            let end = span.end.min(text.len());
            let annotation = AnnotationKind::Primary.span(span.start.min(end)..end);
            group = group.element(Snippet::source(&**text).path(origin).annotation(annotation));
        }
        if !remedy.is_empty() {
            group = group.element(Level::HELP.message(&*remedy));
        }
        renderer.render(&[group])
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false, &Neutral))
    }
}
impl std::error::Error for Report {}
