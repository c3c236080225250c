//! The one list of methods.
//!
//! A method is named completely by one string, `NAME[:key=value,flag,...]`, for
//! instance `buss-3:energy` or `mclachlan-reich:axes=2-3-1,compose=yoshida-4`.
//! The same string works on every face. Help, tables, tests and benches are
//! made from the rows below: to add a method is to write its file and its row.

mod bind;
mod card;
mod name;
mod options;
mod rows;

pub use bind::{Visit, bind, visit};
pub use card::{Card, Citation, table};
pub use name::{MethodName, NameError};
pub use options::{Key, Options};
pub use rows::CATALOGUE;

use alloc::vec::Vec;

/// The card of every row, its options left to the method.
pub fn cards() -> impl Iterator<Item = Card> {
    CATALOGUE.iter().map(|row| MethodName::plain(row).card())
}

/// Every row with every value of every option that it takes, one option at a
/// time, and each composition with the energy correction: what tests and benches
/// run over.
#[must_use]
pub fn variants() -> Vec<MethodName> {
    let mut names = Vec::new();
    for card in CATALOGUE {
        let plain = MethodName::plain(card);
        let base = options::least(card);
        names.push(plain.with(base));
        for key in card.keys {
            for options in key.samples(card, base) {
                names.push(plain.with(options));
                let processed = options.splitting.is_some_and(|s| s.has_corrector());
                if *key == Key::Compose && card.keys.contains(&Key::Energy) && !processed {
                    names.push(plain.with(Options { energy: Some(1), ..options }));
                }
            }
        }
    }
    names
}
