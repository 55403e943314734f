//! A stream with a checksum over all its bytes, written and read in large pieces.

use std::io::{self, Read, Write};

/// Bytes of the checksum.
pub(super) const CHECKSUM: usize = size_of::<u32>();

/// Bytes that are written or read at once.
const PIECE: usize = 1 << 16;

/// A stream with the checksum of what has passed.
pub(super) struct Checked<'a, S> {
    stream: &'a mut S,
    hasher: crc32fast::Hasher,
    /// Written, but not yet sent.
    pending: Vec<u8>,
}

impl<'a, S> Checked<'a, S> {
    pub(super) fn new(stream: &'a mut S) -> Checked<'a, S> {
        Checked { stream, hasher: crc32fast::Hasher::new(), pending: Vec::new() }
    }
}

impl<S: Write> Checked<'_, S> {
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.pending.extend(bytes);
        if self.pending.len() >= PIECE { self.send() } else { Ok(()) }
    }

    /// Writes the checksum.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.send()?;
        self.stream.write_all(&self.hasher.finalize().to_le_bytes())?;
        self.stream.flush()
    }

    fn send(&mut self) -> io::Result<()> {
        self.hasher.update(&self.pending);
        self.stream.write_all(&self.pending)?;
        self.pending.clear();
        Ok(())
    }
}

impl<S: Read> Checked<'_, S> {
    pub(super) fn read<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.stream.read_exact(&mut bytes)?;
        self.hasher.update(&bytes);
        Ok(bytes)
    }

    /// Reads so many items of `N` bytes, and passes each to `each` with its number.
    pub(super) fn read_all<const N: usize>(
        &mut self,
        items: u64,
        mut each: impl FnMut(u64, &[u8; N]),
    ) -> io::Result<()> {
        let mut piece = vec![0; PIECE / N * N];
        let mut number = 0;
        while number < items {
            let bytes = (items - number).saturating_mul(N as u64).min(piece.len() as u64);
            let piece = &mut piece[..bytes as usize];
            self.stream.read_exact(piece)?;
            self.hasher.update(piece);
            for item in piece.as_chunks().0 {
                each(number, item);
                number += 1;
            }
        }
        Ok(())
    }

    /// Reads the checksum. Returns it, or `None` if it is not that of the bytes read.
    pub(super) fn checksum(self) -> io::Result<Option<u32>> {
        let mut bytes = [0; CHECKSUM];
        self.stream.read_exact(&mut bytes)?;
        let expected = self.hasher.finalize();
        Ok((u32::from_le_bytes(bytes) == expected).then_some(expected))
    }
}
