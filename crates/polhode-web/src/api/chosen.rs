//! A method and a step for an accuracy.

use crate::http::Response;
use crate::limits::{CHOOSE, MOST_CHOOSING};
use crate::question::{for_accuracy, settled, wrong};
use crate::remembered::Remembered;
use crate::slots::Slots;
use polhode_lab::Scenario;
use polhode_lab::accuracy::{self, Promise, Setting};
use polhode_lab::diagnostic::Report;
use polhode_lab::document::Document;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

/// So many are remembered: each is asked for by the run and by its errors.
const REMEMBERED: usize = 16;

/// What was chosen, and why.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    setting: Setting,
    pub(crate) reason: String,
}

/// Chooses, one after the other.
#[derive(Debug)]
pub(crate) struct Choices {
    known: Remembered<Chosen>,
    choosing: Slots,
}

impl Choices {
    pub(crate) fn new() -> Self {
        Self { known: Remembered::new(REMEMBERED), choosing: Slots::new(MOST_CHOOSING) }
    }
    /// The scenario as its accuracy wants it, and why so.
    pub(crate) fn scenario(&self, document: &Document) -> Result<(Scenario, Chosen), Response> {
        let scenario = for_accuracy(document)?;
        let text = scenario.text().into_owned();
        let chosen = match self.known.find(&text) {
            Some(chosen) => chosen,
            None => {
                let chosen = self.choose(scenario)?;
                self.known.keep(text, chosen.clone());
                chosen
            }
        };
        Ok((settled(document, &chosen.setting)?, chosen))
    }

    fn choose(&self, scenario: Scenario) -> Result<Chosen, Response> {
        let slot = self.choosing.wait_for(CHOOSE);
        let slot = slot.ok_or_else(|| Response::error(429, "too many choices; try again"))?;
        let (send, receive) = mpsc::channel();
        let choosing = thread::Builder::new().stack_size(8 << 20).spawn(move || {
            let _slot = slot;
            let late = Instant::now() + CHOOSE;
            let _ = send.send(choose(&scenario, &|| Instant::now() < late));
        });
        choosing
            .map_err(|_| Response::error(429, "no thread is left to compute with; try again"))?;
        match receive.recv_timeout(CHOOSE) {
            Ok(chosen) => chosen.map_err(|report| wrong(&report)),
            Err(_) => Err(Response::error(
                422,
                format!(
                    "no method was found within {CHOOSE:?}; take `polhode choose`, or a method"
                ),
            )),
        }
    }
}

fn choose(scenario: &Scenario, go_on: &dyn Fn() -> bool) -> Result<Chosen, Report> {
    let (_, choice) = accuracy::select_while(scenario, &|_| go_on())?;
    let asked = scenario.plan.accuracy.map_or(f64::NAN, |request| request.accuracy);
    let reason = match Promise::new(asked, &choice).shortfall() {
        Some(shortfall) => format!("{}; {shortfall}", choice.reason),
        None => choice.reason,
    };
    Ok(Chosen { setting: choice.setting, reason })
}
