//! Ends by the reference, kept in a file, since each is asked for at several accuracies and in several runs.

use crate::reference::body::Body;
use crate::reference::motion::End;
use crate::reference::wide::wide;
use crate::reference::{sensitivity, truth};
use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

/// What a change of the reference has to change.
const VERSION: u32 = 3;

pub(crate) struct References {
    path: PathBuf,
    known: Mutex<HashMap<u64, Vec<u64>>>,
}

impl References {
    pub(crate) fn open() -> Result<Self, Box<dyn Error>> {
        let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".into());
        fs::create_dir_all(&target)?;
        let path = PathBuf::from(target).join("accuracy-references.txt");
        let text = fs::read_to_string(&path).unwrap_or_default();
        let line = |line: &str| {
            let words = line.split(' ').map(|word| u64::from_str_radix(word, 16).ok());
            let words: Vec<u64> = words.collect::<Option<_>>()?;
            let (key, bits) = words.split_first()?;
            Some((*key, bits.to_vec()))
        };
        Ok(Self { known: Mutex::new(text.lines().filter_map(line).collect()), path })
    }

    /// The end of a body.
    pub(crate) fn end(&self, body: &Body) -> Result<End, String> {
        let numbers = self.kept(&format!("end {VERSION} {body:?}"), 8, || {
            let End { state, largest } = truth(body)?;
            Ok(state.iter().map(|number| number.hi).chain([largest]).collect())
        })?;
        let state = std::array::from_fn(|i| wide(numbers[i]));
        Ok(End { state, largest: numbers[7] })
    }

    /// By how much the end moves if the inputs do by their last digit.
    pub(crate) fn sensitivity(&self, body: &Body) -> Result<f64, String> {
        let numbers = self.kept(&format!("sensitivity {VERSION} {body:?}"), 1, || {
            // Neighbours are too near for an end that was rounded to doubles.
            Ok(vec![sensitivity(body, &truth(body)?)?])
        })?;
        Ok(numbers[0])
    }

    fn kept(
        &self,
        what: &str,
        count: usize,
        make: impl FnOnce() -> Result<Vec<f64>, String>,
    ) -> Result<Vec<f64>, String> {
        let key = fnv1a(what);
        let known = self.known.lock().expect("no panic").get(&key).cloned();
        if let Some(bits) = known.filter(|bits| bits.len() == count) {
            return Ok(bits.into_iter().map(f64::from_bits).collect());
        }
        let numbers = make()?;
        let bits: Vec<u64> = numbers.iter().map(|number| number.to_bits()).collect();
        let words: Vec<String> = bits.iter().map(|word| format!("{word:x}")).collect();
        let mut known = self.known.lock().expect("no panic");
        let mut file = fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(&self.path)
            .map_err(|error| error.to_string())?;
        writeln!(file, "{key:x} {}", words.join(" ")).map_err(|error| error.to_string())?;
        known.insert(key, bits);
        Ok(numbers)
    }
}

fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
