//! Many rows, of which only some are kept.

/// Every so many-th row and the last, and no more than so many: every second goes when there are
/// more.
#[derive(Debug)]
pub(crate) struct Thinned<T> {
    most: usize,
    every: u64,
    count: u64,
    rows: Vec<T>,
    last: Option<T>,
}

impl<T> Thinned<T> {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, every: 1, count: 0, rows: Vec::new(), last: None }
    }
    pub(crate) fn push(&mut self, row: T) {
        if self.count.is_multiple_of(self.every) {
            self.rows.push(row);
            self.last = None;
        } else {
            self.last = Some(row);
        }
        self.count += 1;
        if self.rows.len() > self.most {
            self.halve();
        }
    }
    fn halve(&mut self) {
        self.every *= 2;
        let mut index = 0_usize;
        self.last = if self.rows.len().is_multiple_of(2) { self.rows.pop() } else { None };
        self.rows.retain(|_| {
            index += 1;
            index % 2 == 1
        });
    }
    pub(crate) fn rows(mut self) -> Vec<T> {
        self.rows.extend(self.last);
        self.rows
    }
}
