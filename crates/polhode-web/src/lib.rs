//! The page of polhode: rigid bodies that turn, seen in a browser and computed beside it.
//!
//! A [`Server`] listens on this machine only. It hands out the page, whose files are in the binary,
//! and answers the page's questions: a question becomes a scenario, the laboratory runs it, and the
//! samples go back as columns of doubles. The page draws; every number that it shows comes from the
//! laboratory.
//!
//! ```no_run
//! let server = polhode_web::Server::bind(0, polhode_web::PageSubject::default())?;
//! println!("{}", server.address());
//! server.serve();
//! # Ok::<(), std::io::Error>(())
//! ```

mod answer;
mod api;
mod assets;
mod connections;
mod deadline;
mod guard;
mod http;
mod limits;
mod named_files;
mod question;
mod remembered;
mod server;
mod shape;
mod slots;
mod subject;
mod thinned;

pub use assets::{Asset, files};
pub use server::{Server, Stopper};
pub use subject::PageSubject;
