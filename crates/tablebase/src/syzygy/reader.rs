//! Numbers from a file, without reading beyond its end.

/// A place in the bytes of a file. Every read beyond the end gives `None`.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// The place `at` bytes from the start.
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Reader<'a> {
        Reader { bytes, at }
    }

    /// The next bytes.
    pub(super) fn take<const LEN: usize>(&mut self) -> Option<[u8; LEN]> {
        let taken = self.bytes.get(self.at..)?.first_chunk()?;
        self.at += LEN;
        Some(*taken)
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

    /// Skips this many bytes, and returns where they begin.
    pub(super) fn skip(&mut self, len: usize) -> Option<usize> {
        let start = self.at;
        let end = start.checked_add(len).filter(|&end| end <= self.bytes.len())?;
        self.at = end;
        Some(start)
    }

    /// Skips to the next multiple of this, a power of two.
    pub(super) fn align(&mut self, to: usize) {
        self.at = self.at.next_multiple_of(to);
    }
}
