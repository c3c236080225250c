//! The pages of a column in a group, one after the other.

use super::compression::{UNCOMPRESSED, decompress};
use super::fault::{Result, damaged};
use super::metadata::Chunk;
use super::page::{Content, Header, Levels, Values};
use super::thrift::Input;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// How many bytes are read for a header at first, and if these do not do.
const WINDOWS: [u64; 2] = [1 << 9, 1 << 24];

pub(super) struct Pages {
    /// Where the next page begins, and where the last one ends.
    next: u64,
    end: u64,
    codec: i32,
}

/// A page whose checksum is right.
pub(super) struct Page {
    pub(super) content: Content,
    /// Bytes of repetition and definition levels that stand before the values of version 2.
    pub(super) levels: Vec<u8>,
    /// The rest, no longer compressed.
    pub(super) bytes: Vec<u8>,
}

impl Pages {
    pub(super) fn new(chunk: &Chunk) -> Self {
        Self { next: chunk.begin, end: chunk.end, codec: chunk.codec }
    }
    pub(super) fn next(&mut self, file: &mut File) -> Result<Option<Page>> {
        if self.next >= self.end {
            return Ok(None);
        }
        let header = self.header(file)?;
        if header.stored as u64 > self.end - self.next {
            return damaged("a page is longer than its column");
        }
        let mut stored = vec![0; header.stored];
        file.seek(SeekFrom::Start(self.next))?;
        file.read_exact(&mut stored)?;
        self.next += header.stored as u64;
        if header.crc.is_some_and(|crc| crc != crc32fast::hash(&stored)) {
            return damaged("the checksum of a page is wrong");
        }
        self.page(&header, &stored).map(Some)
    }
    /// Reads a header and goes to its page.
    fn header(&mut self, file: &mut File) -> Result<Header> {
        let left = self.end - self.next;
        let mut bytes = Vec::new();
        let mut header = damaged("a page has no header");
        for window in WINDOWS.map(|window| window.min(left)) {
            bytes.clear();
            file.seek(SeekFrom::Start(self.next))?;
            file.by_ref().take(window).read_to_end(&mut bytes)?;
            let input = &mut Input::new(&bytes);
            header = Header::parse(input);
            if header.is_ok() {
                self.next += (bytes.len() - input.left()) as u64;
                break;
            }
        }
        header
    }
    fn page(&self, header: &Header, stored: &[u8]) -> Result<Page> {
        let content = header.content;
        let (apart, codec) = match content {
            Content::Other => return Ok(Page { content, levels: Vec::new(), bytes: Vec::new() }),
            Content::Values(Values { levels: Levels::Apart(apart), .. }) => {
                let codec = if apart.compressed { self.codec } else { UNCOMPRESSED };
                (apart.repetition.saturating_add(apart.definition), codec)
            }
            _ => (0, self.codec),
        };
        let (Some((levels, packed)), Some(full)) =
            (stored.split_at_checked(apart), header.full.checked_sub(apart))
        else {
            return damaged("the levels of a page are longer than the page");
        };
        Ok(Page { content, levels: levels.into(), bytes: decompress(codec, packed, full)? })
    }
}
