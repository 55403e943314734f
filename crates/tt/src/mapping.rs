//! Memory for a table: anonymous, shared over `fork`, in huge pages where the system has them.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::sync::atomic::AtomicU64;

use memmap2::{Advice, MmapOptions, MmapRaw};
use nix::sys::memfd::{MFdFlags, memfd_create};

use crate::memory;

const MIB: u64 = 1 << 20;

/// Memory for a table: all zero at first, shared with every process forked from here on.
///
/// It is a memory file (`memfd`) rather than a private mapping, since a private one would be copied
/// at the first write after `fork`. Pages are taken from the system when they are first touched.
#[derive(Debug)]
pub struct Mapping {
    map: MmapRaw,
}

/// Why memory of the size asked for could not be had.
#[derive(Debug, thiserror::Error)]
pub enum MappingError {
    /// The smallest table is 1 MiB.
    #[error("a table of {mib} MiB is too small; the smallest has 1 MiB")]
    TooSmall {
        /// The size asked for.
        mib: usize,
    },
    /// There is not that much memory.
    #[error("a table of {mib} MiB is too large; {available} MiB are available")]
    TooLarge {
        /// The size asked for.
        mib: usize,
        /// What there is, the memory of the table to be replaced included.
        available: u64,
    },
    /// The system refused.
    #[error("a table of {mib} MiB could not be had: {reason}")]
    Refused {
        /// The size asked for.
        mib: usize,
        /// What the system said.
        reason: io::Error,
    },
}

impl Mapping {
    /// Memory of this many MiB, from 1 to all there is.
    ///
    /// # Errors
    /// The size is 0, or larger than the memory available, or the system refuses.
    pub fn new(mib: usize) -> Result<Mapping, MappingError> {
        Mapping::within(mib, memory::available())
    }

    /// Replaces this memory by other of this many MiB, all zero; the old is given back.
    ///
    /// # Errors
    /// As [`Mapping::new`], where the memory to be given back counts as available. The old memory
    /// stays, with all that is in it.
    pub fn resize(&mut self, mib: usize) -> Result<(), MappingError> {
        let available = memory::available().map(|bytes| bytes + self.map.len() as u64);
        *self = Mapping::within(mib, available)?;
        Ok(())
    }

    fn within(mib: usize, available: Option<u64>) -> Result<Mapping, MappingError> {
        if mib == 0 {
            return Err(MappingError::TooSmall { mib });
        }
        let bytes = (mib as u64).saturating_mul(MIB);
        if let Some(available) = available.filter(|&available| bytes > available) {
            return Err(MappingError::TooLarge { mib, available: available / MIB });
        }
        let map = map(bytes).map_err(|reason| MappingError::Refused { mib, reason })?;
        Ok(Mapping { map })
    }

    /// The memory, as words that several workers may read and write at once.
    pub fn words(&self) -> &[AtomicU64] {
        let words = self.map.len() / size_of::<AtomicU64>();
        // SAFETY: the mapping is readable and writable, starts on a page, is this many words long
        // and lives as long as `self`. Any bits are an `AtomicU64`. Nothing else than these words
        // gives access to it, in this process or in one forked from it, so all access is atomic;
        // and the file has no name by which another program could shorten it.
        unsafe { std::slice::from_raw_parts(self.map.as_mut_ptr().cast(), words) }
    }

    /// The size, in MiB.
    pub fn mib(&self) -> usize {
        self.map.len() / MIB as usize
    }
}

fn map(bytes: u64) -> io::Result<MmapRaw> {
    let file = File::from(memfd_create("cleave-tt", MFdFlags::MFD_CLOEXEC)?);
    file.set_len(bytes)?;
    let map =
        MmapOptions::new().len(usize::try_from(bytes).map_err(io::Error::other)?).map_raw(&file)?;
    // A random probe misses the translation cache too; pages of 2 MiB need 512 times fewer entries
    // there. A kernel that has none for shared memory says so, and then 4 KiB will have to do.
    let _ = map.advise(Advice::HugePage);
    Ok(map)
}
