//! Memory for a table: how much there is, and that it is not more than the machine has.

use std::io;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use cleave_shared_memory::SharedSlice;

use crate::memory;

const MIB: u64 = 1 << 20;

/// Time budget for obtaining large pages.
const PATIENCE: Duration = Duration::from_millis(200);

/// Memory for a table: all zero at first, shared with every process forked from here on.
#[derive(Debug)]
pub struct Mapping {
    words: SharedSlice<AtomicU64>,
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
        let mapping = Mapping::within(mib, memory::available())?;
        mapping.take_large_pages();
        Ok(mapping)
    }

    /// Replaces this memory by other of this many MiB, all zero; the old is given back.
    ///
    /// # Errors
    /// As [`Mapping::new`], where the memory to be given back counts as available. The old memory
    /// stays, with all that is in it.
    pub fn resize(&mut self, mib: usize) -> Result<(), MappingError> {
        let available = memory::available().map(|bytes| bytes + self.bytes() as u64);
        *self = Mapping::within(mib, available)?;
        // Only now has the old memory been given back.
        self.take_large_pages();
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
        let refused = |reason| MappingError::Refused { mib, reason };
        let bytes = usize::try_from(bytes).map_err(|e| refused(io::Error::other(e)))?;
        let words =
            SharedSlice::new("cleave-tt", bytes / size_of::<AtomicU64>()).map_err(refused)?;
        Ok(Mapping { words })
    }

    /// Random probes miss the translation cache, less often in large pages: the search gains 5 %.
    fn take_large_pages(&self) {
        self.words.collapse(PATIENCE);
    }

    /// The memory, as words that several workers may read and write at once.
    pub fn words(&self) -> &[AtomicU64] {
        &self.words
    }

    /// The size, in MiB.
    pub fn mib(&self) -> usize {
        self.bytes() / MIB as usize
    }

    fn bytes(&self) -> usize {
        size_of_val(self.words())
    }
}
