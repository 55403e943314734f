//! A file mapped into memory.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// A file mapped into memory, read only.
#[derive(Debug)]
pub(super) struct Mapped(Mmap);

impl Mapped {
    /// Maps this file.
    pub(super) fn open(path: &Path) -> io::Result<Mapped> {
        let file = File::open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file"));
        }
        // SAFETY: the mapping is only read, and tables are never changed once written. A program that
        // truncates one while it is in use would end this one, as for any mapped file.
        let map = unsafe { Mmap::map(&file)? };
        #[cfg(unix)]
        let _ = map.advise(memmap2::Advice::Random);
        Ok(Mapped(map))
    }

    /// Its bytes.
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}
