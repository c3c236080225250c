//! The numbers of a column in a group, some at a time.

use super::chunk::{Page, Pages};
use super::encoding::{PLAIN, PLAIN_DICTIONARY};
use super::fault::{Result, damaged, refused};
use super::levels;
use super::metadata::Chunk;
use super::number::{Number, physical_name};
use super::page::{Content, Values as Said};
use super::schema::Leaf;
use super::values::{Values, check_plain, plain};
use std::fs::File;

pub(super) struct Column {
    leaf: Leaf,
    number: Number,
    pages: Pages,
    dictionary: Vec<f64>,
    values: Values,
    /// Values of pages that have not been read.
    left: u64,
}

impl Column {
    pub(super) fn new(leaf: &Leaf, chunk: &Chunk) -> Result<Self> {
        let Some(number) = leaf.number() else {
            let message = format!(
                "has other values than numbers in column {} ({}); all must be numbers",
                leaf.name,
                physical_name(leaf.physical)
            );
            return refused(message, "write it without this column");
        };
        let (leaf, pages, values) = (leaf.clone(), Pages::new(chunk), Values::none());
        Ok(Self { leaf, number, pages, dictionary: Vec::new(), values, left: chunk.values })
    }
    /// Replaces `numbers` by the next ones; there must be as many.
    pub(super) fn read(
        &mut self,
        file: &mut File,
        count: usize,
        numbers: &mut Vec<f64>,
    ) -> Result<()> {
        numbers.clear();
        while numbers.len() < count {
            let some = self.values.left().min(count - numbers.len());
            if some > 0 {
                self.values.read(some, self.number, &self.dictionary, numbers)?;
            } else if !self.next_page(file)? {
                return damaged(format!("column {} ends before its rows", self.leaf.name));
            }
        }
        if self.leaf.unit > 1.0 {
            numbers.iter_mut().for_each(|number| *number /= self.leaf.unit);
        }
        Ok(())
    }
    /// Refuses pages with more values than were said.
    pub(super) fn end(&mut self, file: &mut File) -> Result<()> {
        while self.values.left() == 0 && self.next_page(file)? {}
        match self.values.left() {
            0 => Ok(()),
            _ => damaged(format!("column {} has more values than rows", self.leaf.name)),
        }
    }
    /// Reads a page; false if there is none.
    fn next_page(&mut self, file: &mut File) -> Result<bool> {
        let Some(page) = self.pages.next(file)? else { return Ok(false) };
        match page.content {
            Content::Values(said) => self.begin(said, page)?,
            Content::Dictionary { values, encoding } => self.look_up_in(values, encoding, &page)?,
            Content::Other => (),
        }
        Ok(true)
    }
    fn begin(&mut self, said: Said, page: Page) -> Result<()> {
        let Some(left) = self.left.checked_sub(said.count as u64) else {
            return damaged(format!("column {} has more values than rows", self.leaf.name));
        };
        let begin = if self.leaf.optional && said.count > 0 {
            levels::check(&self.leaf.name, said, &page.levels, &page.bytes)?
        } else {
            0
        };
        self.values = Values::new(said, self.number, page.bytes, begin)?;
        self.left = left;
        Ok(())
    }
    fn look_up_in(&mut self, values: usize, encoding: i32, page: &Page) -> Result<()> {
        if ![PLAIN, PLAIN_DICTIONARY].contains(&encoding) {
            return damaged(format!("encoding {encoding} of a dictionary is not known"));
        }
        check_plain(&page.bytes, values, self.number)?;
        self.dictionary.clear();
        plain(&page.bytes, values, self.number, &mut self.dictionary);
        Ok(())
    }
}
