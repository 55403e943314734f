//! Reads numbers from a file, and never beyond its end.

use super::file::{PAGE, Page, TableFile};

/// A place in a file. A read beyond the end returns `None`, and so does a read that the system
/// refuses.
pub(super) struct Reader<'a> {
    file: &'a TableFile,
    at: usize,
    /// The page last read, and its number.
    page: Option<(usize, Page)>,
}

impl<'a> Reader<'a> {
    /// Starts `at` bytes from the start of the file.
    pub(super) fn new(file: &'a TableFile, at: usize) -> Reader<'a> {
        Reader { file, at, page: None }
    }

    /// Reads the next bytes.
    #[inline]
    pub(super) fn take<const LEN: usize>(&mut self) -> Option<[u8; LEN]> {
        let start = self.at % PAGE;
        let taken = match self.page()?.get(start..)?.first_chunk() {
            Some(taken) => *taken,
            None => return self.take_from_two_pages(),
        };
        self.at += LEN;
        Some(taken)
    }

    #[cold]
    fn take_from_two_pages<const LEN: usize>(&mut self) -> Option<[u8; LEN]> {
        let mut taken = [0; LEN];
        for byte in &mut taken {
            let place = self.at % PAGE;
            *byte = *self.page()?.get(place)?;
            self.at += 1;
        }
        Some(taken)
    }

    /// Returns the page of the next byte.
    #[inline]
    fn page(&mut self) -> Option<&[u8]> {
        let number = self.at / PAGE;
        if self.page.as_ref().is_none_or(|&(held, _)| held != number) {
            self.page = Some((number, self.file.page(number)?));
        }
        self.page.as_ref().map(|(_, page)| &**page)
    }

    pub(super) fn u8(&mut self) -> Option<u8> {
        self.take().map(u8::from_le_bytes)
    }

    pub(super) fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    /// Goes to the place `at` bytes from the start.
    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Skips `len` bytes, and returns their place.
    pub(super) fn skip(&mut self, len: usize) -> Option<usize> {
        let start = self.at;
        let end = start.checked_add(len).filter(|&end| end <= self.file.len())?;
        self.at = end;
        Some(start)
    }

    /// Skips to the next multiple of `to`, a power of two.
    pub(super) fn align(&mut self, to: usize) {
        self.at = self.at.next_multiple_of(to);
    }
}
