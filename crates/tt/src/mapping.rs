//! Memory for a table. Refuses a size that exceeds the available memory.

use std::io;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use cleave_shared_memory::{SharedSlice, available_memory};
use cleave_sync::affinity::ProcessorSet;

use crate::spread;

const MIB: u64 = 1 << 20;

/// Time budget for obtaining huge pages.
const PATIENCE: Duration = Duration::from_millis(200);

/// Memory for a table: initially zero, and shared with processes forked from this one.
#[derive(Debug)]
pub struct Mapping {
    words: SharedSlice<AtomicU64>,
}

/// The reason why memory for a table was refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MappingError {
    /// The size is 0.
    #[error("a table of {mib} MiB is too small; expected at least 1 MiB")]
    TooSmall {
        /// The size asked for.
        mib: usize,
    },
    /// The size exceeds the available memory.
    #[error("a table of {mib} MiB is too large; {available} MiB are available")]
    TooLarge {
        /// The size asked for.
        mib: usize,
        /// The size available, including the memory of the table to be replaced.
        available: u64,
    },
    /// The system refused the memory.
    #[error("cannot allocate a table of {mib} MiB: {reason}")]
    Refused {
        /// The size asked for.
        mib: usize,
        /// The system's reason.
        reason: io::Error,
    },
}

impl Mapping {
    /// Allocates this many MiB, at least 1.
    ///
    /// # Errors
    /// The size is 0 or exceeds the available memory, or the system refuses.
    pub fn new(mib: usize) -> Result<Mapping, MappingError> {
        let mapping = Mapping::within(mib, available_memory())?;
        mapping.take_large_pages();
        Ok(mapping)
    }

    /// Replaces this memory by zeroed memory of the same size, spread over the processors of these sets: for each set a thread
    /// that is bound to it takes an equal part. Without sets the system chooses, as in [`Mapping::new`].
    ///
    /// # Errors
    /// As [`Mapping::resize`].
    pub fn spread(&mut self, sets: &[ProcessorSet]) -> Result<(), MappingError> {
        if sets.is_empty() {
            return self.resize(self.mib());
        }
        let available = available_memory().map(|bytes| bytes + self.bytes() as u64);
        *self = Mapping::within(self.mib(), available)?;
        // Only now is the old memory free.
        let words = &self.words;
        spread::over(sets, |part| {
            words.collapse_part(part, sets.len(), PATIENCE);
            spread::touch(words, part, sets.len(), PATIENCE);
        });
        Ok(())
    }

    /// Replaces this memory by zeroed memory of this many MiB.
    ///
    /// # Errors
    /// The size is 0 or exceeds the available memory, or the system refuses. The memory to be
    /// replaced counts as available. After an error the old memory and its contents remain.
    pub fn resize(&mut self, mib: usize) -> Result<(), MappingError> {
        let available = available_memory().map(|bytes| bytes + self.bytes() as u64);
        *self = Mapping::within(mib, available)?;
        // Only now is the old memory free.
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

    /// Puts the table into huge pages. Random probes then miss the TLB less often, and the search
    /// gains 5 %.
    fn take_large_pages(&self) {
        self.words.collapse(PATIENCE);
    }

    /// Returns the memory as words that several workers may read and write concurrently.
    pub fn words(&self) -> &[AtomicU64] {
        &self.words
    }

    /// Returns the size in MiB.
    pub fn mib(&self) -> usize {
        self.bytes() / MIB as usize
    }

    fn bytes(&self) -> usize {
        size_of_val(self.words())
    }
}
