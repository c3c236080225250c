//! The laboratory of polhode: scenarios, runs and records.
//!
//! A [`Scenario`] is one file: a body, a start, torques, and how to compute. It
//! becomes a [`ScenarioRun`](scenario_run::ScenarioRun), whose states a
//! [`Recording`] records in a folder and makes files of. Data flow in this one
//! direction; whoever shows them, a command line or a page, only translates.
//!
//! ```
//! use polhode_lab::{Scenario, embedded, sample::Sampler, scenario_run::simulate};
//! let text = embedded::find("t-handle").ok_or("not embedded")?.text;
//! let scenario = Scenario::parse("t-handle", text, &[])?;
//! let mut run = simulate(&scenario)?;
//! run.advance(1000)?;
//! let end = Sampler::new(&scenario).sample(&run.checkpoint().state);
//! assert_eq!(end.time, 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod accuracy;
pub mod compare;
pub mod description;
pub mod diagnostic;
pub mod disk;
pub mod document;
pub mod embedded;
pub mod ensemble;
mod error;
pub mod figure;
mod folder;
pub mod keys;
pub mod listed;
pub mod log;
pub mod methods;
pub mod plot;
pub mod recording;
pub mod remedy;
pub mod sample;
pub mod sampling;
pub mod scenario;
pub mod scenario_run;
pub mod sensitivity;
mod significant;
pub mod summary;
pub mod truth;

pub use error::Error;
pub use recording::Recording;
pub use remedy::Remedy;
pub use scenario::Scenario;
pub use significant::significant;
pub use summary::Summary;
