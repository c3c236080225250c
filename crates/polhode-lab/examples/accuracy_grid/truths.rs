//! True ends, kept in a file, since each is asked for at several accuracies.

use polhode_lab::scenario_run::RunState;
use polhode_lab::{Scenario, truth};
use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

pub(crate) struct Truths {
    path: PathBuf,
    known: HashMap<u32, [u64; 8]>,
}

impl Truths {
    pub(crate) fn open() -> Result<Self, Box<dyn Error>> {
        let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".into());
        fs::create_dir_all(&target)?;
        let path = PathBuf::from(target).join("accuracy-truths.txt");
        let text = fs::read_to_string(&path).unwrap_or_default();
        let known = text.lines().filter_map(|line| {
            let words: Vec<u64> =
                line.split(' ').filter_map(|word| u64::from_str_radix(word, 16).ok()).collect();
            let (key, bits) = words.split_first()?;
            Some((u32::try_from(*key).ok()?, <[u64; 8]>::try_from(bits).ok()?))
        });
        Ok(Self { known: known.collect(), path })
    }

    /// The end of a scenario.
    pub(crate) fn end_state(&mut self, text: &str) -> Result<RunState, Box<dyn Error>> {
        let key = crc32fast::hash(text.as_bytes());
        let bits = match self.known.get(&key) {
            Some(bits) => *bits,
            None => {
                let end = truth::at_end(&Scenario::parse("generated", text, &[])?)?;
                let (q, m) = (end.attitude.to_wxyz(), end.momentum.to_array());
                let all = [end.time, q[0], q[1], q[2], q[3], m[0], m[1], m[2]];
                let bits = all.map(f64::to_bits);
                let mut file = fs::OpenOptions::new().append(true).create(true).open(&self.path)?;
                let words: Vec<String> = bits.iter().map(|word| format!("{word:x}")).collect();
                writeln!(file, "{key:x} {}", words.join(" "))?;
                self.known.insert(key, bits);
                bits
            }
        };
        let [time, w, x, y, z, a, b, c] = bits.map(f64::from_bits);
        Ok(RunState { time, attitude: [w, x, y, z], momentum: [a, b, c] })
    }
}
