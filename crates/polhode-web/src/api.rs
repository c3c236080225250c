//! The questions of the page.

mod catalogue;
mod chosen;
mod compared;
mod errors;
mod facts;
mod recorded;
mod run;

use crate::answer::Answer;
use crate::deadline::Caller;
use crate::http::{Head, Response};
use crate::limits::{MOST_COMPUTING, MOST_QUEUED, WAIT};
use crate::question::{ACCURACY, Question, sampled};
use crate::slots::Slots;
use crate::subject::PageSubject;
use chosen::Choices;
use errors::Truths;
use polhode_lab::Scenario;
use polhode_lab::document::Document;
use serde_json::{Value, json};
use std::thread;
use std::time::Duration;

pub(crate) struct Api {
    subject: PageSubject,
    catalogue: Value,
    queue: Slots,
    computing: Slots,
    truths: Truths,
    choices: Choices,
}

/// The scenario of a method, and why it is this one where it was chosen.
struct PreparedScenario {
    scenario: Scenario,
    reason: Option<String>,
}

impl Api {
    pub(crate) fn new(subject: PageSubject) -> Self {
        Self {
            catalogue: catalogue::all(&subject),
            subject,
            queue: Slots::new(MOST_QUEUED),
            computing: Slots::new(MOST_COMPUTING),
            truths: Truths::new(),
            choices: Choices::new(),
        }
    }

    /// The page, with a word about what was given.
    pub(crate) fn opening(&self, page: &[u8]) -> String {
        let page = String::from_utf8_lossy(page);
        match self.subject.kind() {
            Some(kind) => page.replacen("<html", &format!("<html data-given=\"{kind}\""), 1),
            None => page.into_owned(),
        }
    }

    pub(crate) fn answer(
        &self,
        name: &str,
        head: &Head,
        body: &[u8],
        caller: Caller<'_>,
    ) -> Result<Response, Response> {
        let asks = match name {
            "catalogue" => "GET",
            "run" | "errors" | "compare" | "scenario" | "recorded" => "POST",
            _ => return Err(Response::error(404, "there is no such question")),
        };
        if head.method != asks {
            return Err(Response::error(405, format!("this is asked with {asks}")));
        }
        if name == "catalogue" {
            return Ok(Response::json(&self.catalogue));
        }
        // A form of another page cannot send this kind without asking first.
        if !head.header("content-type").any(|kind| kind.starts_with("application/json")) {
            return Err(Response::error(415, "a question is application/json"));
        }
        let question = Question::read(body)?;
        let full = || Response::error(429, "too many runs at once; try again");
        let _place = self.queue.wait_for(Duration::ZERO).ok_or_else(full)?;
        let _slot = self.computing.wait_for(WAIT).ok_or_else(full)?;
        with_stack(|| self.computed(name, &question, caller))
    }

    fn prepared(&self, document: &Document, method: &str) -> Result<PreparedScenario, Response> {
        if method == ACCURACY {
            let (scenario, chosen) = self.choices.scenario(document)?;
            return Ok(PreparedScenario { scenario, reason: Some(chosen.reason) });
        }
        Ok(PreparedScenario { scenario: sampled(document, method)?, reason: None })
    }

    fn computed(
        &self,
        name: &str,
        question: &Question,
        caller: Caller<'_>,
    ) -> Result<Response, Response> {
        let document = question.document(&self.subject)?;
        let methods = question.methods(&document);
        let first = methods.first().map_or("", String::as_str);
        match name {
            "run" => self.run(&document, &methods, caller),
            "errors" => self.errors(question, &document, &methods, caller),
            "compare" => {
                // What cannot be run says so beside its scene; here it is left out.
                let prepared =
                    methods.iter().filter_map(|name| self.prepared(&document, name).ok());
                let scenarios: Vec<_> = prepared.map(|one| one.scenario).collect();
                compared::answered(&scenarios, caller)
            }
            "recorded" => {
                let scenario = self.prepared(&document, first)?.scenario;
                recorded::answered(&scenario, question, &document, &self.subject)
            }
            _ => facts::text(&document, first),
        }
    }

    fn run(
        &self,
        document: &Document,
        methods: &[String],
        caller: Caller<'_>,
    ) -> Result<Response, Response> {
        // Facts are those of the first method that can be run; the others say why not.
        let prepared: Vec<_> = methods.iter().map(|name| self.prepared(document, name)).collect();
        let Some(Ok(first)) = prepared.iter().find(|one| one.is_ok()) else {
            return Err(prepared.into_iter().find_map(Result::err).unwrap_or_else(nothing));
        };
        let mut answer = facts::answer(&first.scenario, document, &self.subject);
        for (method, prepared) in methods.iter().zip(&prepared) {
            run::answered(&mut answer, method, prepared.as_ref(), caller);
        }
        Ok(answer.respond())
    }

    fn errors(
        &self,
        question: &Question,
        document: &Document,
        methods: &[String],
        caller: Caller<'_>,
    ) -> Result<Response, Response> {
        let mut answer = Answer::new(json!({}));
        let truths = &self.truths;
        for method in methods {
            let scenario = self.prepared(document, method).map(|one| one.scenario);
            errors::answered(&mut answer, method, scenario.as_ref(), truths, caller);
        }
        if question.recorded {
            let first = methods.first().map_or("", String::as_str);
            let scenario = self.prepared(document, first)?.scenario;
            let states = recorded::states(&scenario, question, &self.subject)?;
            recorded::errors(&mut answer, &scenario, &states, truths, caller);
        }
        Ok(answer.respond())
    }
}

/// As large as that of the main thread: formulas may nest, and unoptimised they take much of it.
const STACK: usize = 8 << 20;

/// Computes an answer with a large stack.
fn with_stack(
    compute: impl FnOnce() -> Result<Response, Response> + Send,
) -> Result<Response, Response> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, compute);
        match thread.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(Response::error(500, "the computation failed; please report it")),
            Err(_) => Err(Response::error(429, "no thread is left to compute with; try again")),
        }
    })
}

fn nothing() -> Response {
    Response::error(422, "there is no method to run")
}
