//! The transposition table as a stream of bytes: analysis goes on where it stopped yesterday.
//!
//! ```text
//!   bytes    header
//!    0..8    "CleaveTT"
//!    8..12   version of this format, and of the meaning of an entry
//!   12..32   origin: what the entries depend on
//!   32..40   number of entries
//!            entries, 16 bytes each: key and data
//!            CRC-32 of all bytes before it, 4 bytes
//! ```
//!
//! All numbers are little-endian. Only slots in use are saved, in the order of the buckets. So a table of any size can
//! take them, and two tables of equal size probe the same.
//!
//! The search that follows goes on with the one that was saved: entries of that one count as its own, so that shallow
//! searches of the first iterations do not replace them.
//!
//! A reader must not trust a file. [`Searcher::load_table`] reads it twice: it checks all bytes before it empties the
//! table, and checks them again while it stores the entries. It needs 64 KiB of memory for that, whatever the size of
//! the file.

mod origin;
mod stream;
#[cfg(test)]
mod tests;

use std::io::{self, Read, Seek, Write};

use cleave_shared_memory::available_memory;
use cleave_tt::Record;

use crate::searcher::Searcher;
use crate::table::{Table, is_plausible};
pub use origin::Difference;
use origin::Origin;
use stream::{CHECKSUM, Checked};

const MAGIC: [u8; 8] = *b"CleaveTT";

/// Counts changes of the format, of the layout of moves, and of the meaning of values and depths.
const VERSION: u32 = 1;

/// Bytes before the entries.
const HEADER: usize = MAGIC.len() + size_of::<u32>() + Origin::BYTES + size_of::<u64>();

/// The reason why a saved table was refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SavedTableError {
    /// The stream cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// The stream does not begin as a saved table does.
    #[error("it is not a saved table")]
    Magic,
    /// The format has another version.
    #[error("it has version {found} of the format; expected {VERSION}")]
    Version {
        /// The version found.
        found: u32,
    },
    /// The entries depend on something that is different here.
    #[error(transparent)]
    Origin(#[from] Difference),
    /// The stream has another length than its header says.
    #[error("it has {found} bytes; expected {expected}")]
    Length {
        /// The length found.
        found: u64,
        /// The length by the header.
        expected: u64,
    },
    /// The entries need more memory than a table can have here.
    #[error("it has {mib} MiB of entries; a table may have {available} MiB here")]
    TooLarge {
        /// The size of the entries, in MiB.
        mib: u64,
        /// The memory of this table and the available memory, in MiB.
        available: u64,
    },
    /// The checksum does not match.
    #[error("it is damaged: its checksum does not match")]
    Checksum,
    /// An entry has a bound or a value that no search stores.
    #[error("it is damaged: entry {0} is none of a search")]
    Entry(u64),
    /// The stream was good when it was checked, and was not when it was read. The table is empty.
    #[error("it changed while it was read; the table is empty now")]
    Changed,
}

/// Returns true if the stream begins as a saved table does.
///
/// # Errors
/// The stream cannot be read.
pub fn begins_saved_table(mut from: impl Read) -> io::Result<bool> {
    let mut start = [0; MAGIC.len()];
    match from.read_exact(&mut start) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        read => read.map(|()| start == MAGIC),
    }
}

impl Searcher {
    /// Writes the entries of the table. Returns their number.
    ///
    /// # Errors
    /// The stream cannot be written.
    pub fn save_table(&self, to: &mut impl Write) -> io::Result<u64> {
        let table = Table::over(&self.table.mapping);
        let records = || table.records().filter(is_plausible);
        let entries = records().count() as u64;
        let mut to = Checked::new(to);
        to.write(&MAGIC)?;
        to.write(&VERSION.to_le_bytes())?;
        to.write(&Origin::of(self).to_bytes())?;
        to.write(&entries.to_le_bytes())?;
        // Between searches the table does not change.
        records().try_for_each(|record| to.write(&record.to_bytes()))?;
        to.finish()?;
        Ok(entries)
    }

    /// Replaces the contents of the table by entries that [`Searcher::save_table`] has written, perhaps from a table of
    /// another size. If there are more than this table holds, the deepest and newest stay. `length` is the number of
    /// bytes in the stream. Returns the number of entries read.
    ///
    /// # Errors
    /// The stream is no saved table, is damaged, belongs to another evaluation or other endgame tables, or is larger
    /// than the table and the available memory. Then the table is as it was, unless the error is
    /// [`SavedTableError::Changed`].
    pub fn load_table(
        &mut self,
        from: &mut (impl Read + Seek),
        length: u64,
    ) -> Result<u64, SavedTableError> {
        let own = self.table.mapping.mib() as u64;
        let most = available_memory().map_or(u64::MAX, |bytes| own + (bytes >> 20));
        let origin = Origin::of(self);
        let (entries, checksum) = read(from, length, most, &origin, |_| ())?;
        from.rewind()?;
        self.table.begin_load();
        let table = Table::over(&self.table.mapping);
        match read(from, length, most, &origin, |record| table.restore(record)) {
            Ok(again) if again == (entries, checksum) => Ok(entries),
            _ => {
                self.table.begin_load();
                Err(SavedTableError::Changed)
            }
        }
    }
}

/// Reads a saved table of `length` bytes from the start, and passes each record to `each`. Refuses more than `most` MiB of
/// entries. Returns the number of entries and the checksum.
fn read(
    from: &mut impl Read,
    length: u64,
    most: u64,
    origin: &Origin,
    mut each: impl FnMut(Record),
) -> Result<(u64, u32), SavedTableError> {
    let mut from = Checked::new(from);
    // What is shorter than a header cannot be read as one.
    let magic = if length < HEADER as u64 { [0; 8] } else { from.read()? };
    if magic != MAGIC {
        return Err(SavedTableError::Magic);
    }
    let found = u32::from_le_bytes(from.read()?);
    if found != VERSION {
        return Err(SavedTableError::Version { found });
    }
    Origin::from_bytes(&from.read()?).must_be(origin)?;
    let entries = u64::from_le_bytes(from.read()?);
    let body = entries.saturating_mul(Record::BYTES as u64);
    let expected = body.saturating_add((HEADER + CHECKSUM) as u64);
    if length != expected {
        return Err(SavedTableError::Length { found: length, expected });
    }
    if body >> 20 > most {
        return Err(SavedTableError::TooLarge { mib: body >> 20, available: most });
    }
    let mut damaged = None;
    from.read_all(entries, |number, bytes: &[u8; Record::BYTES]| {
        match Record::from_bytes(*bytes).filter(is_plausible) {
            Some(record) => each(record),
            None => damaged = damaged.or(Some(number)),
        }
    })?;
    let checksum = from.checksum()?.ok_or(SavedTableError::Checksum)?;
    match damaged {
        Some(number) => Err(SavedTableError::Entry(number)),
        None => Ok((entries, checksum)),
    }
}
