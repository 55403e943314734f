//! Reads a file that may change or disappear while it is in use.
//!
//! A file is read in pages, each with a call that can fail. Reading a mapped file would kill the
//! program if the file has become shorter. Every process keeps some pages and some open files. If a
//! file cannot be read, or its content is invalid, all processes *leave it out* from then on.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use cleave_shared_memory::SharedSlice;

use super::cache::Cache;
use super::problem::Damage;

/// Bytes of a page. The last page of a file may have fewer.
pub(super) const PAGE: usize = 4096;

/// The maximum number of pages that a process keeps: 8 MiB. The system caches others.
const PAGES: usize = 2048;

/// The maximum number of files that a process keeps open. A set of tables for six pieces has a
/// thousand files, often the limit of a process.
const OPEN_FILES: usize = 128;

/// A page of a file.
pub(super) type Page = Arc<[u8]>;

/// The data that all files of a set of tables share.
pub(super) struct Storage {
    pages: Cache<Page>,
    open: Cache<Arc<File>>,
    /// The state of each file by number: [`SOUND`], or the reason why it is left out.
    states: SharedSlice<AtomicI32>,
}

/// The state of a file in use.
const SOUND: i32 = 0;
/// The state of a file whose length has changed.
const CHANGED: i32 = -1;
/// The state of a file with invalid content. Other states are error numbers of the system.
const NONSENSE: i32 = -2;

impl Storage {
    /// Creates the storage for `files` files, at least one.
    ///
    /// # Errors
    /// The system refuses the memory.
    pub(super) fn new(files: usize) -> io::Result<Storage> {
        let states = SharedSlice::new("cleave-syzygy", files)?;
        Ok(Storage { pages: Cache::new(PAGES), open: Cache::new(OPEN_FILES), states })
    }
}

/// A file.
pub(super) struct TableFile {
    path: PathBuf,
    len: usize,
    /// The number of the file in the storage.
    number: usize,
    storage: Arc<Storage>,
    /// True if this process has reported that the file is left out.
    is_reported: AtomicBool,
}

impl TableFile {
    /// Opens a file and gives it this number.
    pub(super) fn open(
        path: &Path,
        number: usize,
        storage: &Arc<Storage>,
    ) -> io::Result<TableFile> {
        let (file, len) = open(path)?;
        storage.open.get((number, 0), || Ok(Arc::new(file)))?;
        let (path, storage) = (path.to_owned(), Arc::clone(storage));
        Ok(TableFile { path, len, number, storage, is_reported: AtomicBool::new(false) })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of bytes that the file had when it was opened.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the page with this number. Returns `None` if the page is beyond the end, or if it
    /// cannot be read. A file with an unreadable page is left out.
    pub(super) fn page(&self, number: usize) -> Option<Page> {
        let start = number.checked_mul(PAGE).filter(|&start| start < self.len)?;
        let page = self.storage.pages.get((self.number, number), || {
            let file = self.storage.open.get((self.number, 0), || self.reopen())?;
            let mut bytes = [0; PAGE];
            let bytes = &mut bytes[..PAGE.min(self.len - start)];
            read_exact_at(&file, bytes, start as u64)?;
            Ok(Arc::from(&*bytes))
        });
        page.map_err(|error| self.set_state(error.raw_os_error().unwrap_or(CHANGED))).ok()
    }

    fn reopen(&self) -> io::Result<Arc<File>> {
        let (file, len) = open(&self.path)?;
        if len != self.len {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Arc::new(file))
    }

    /// Leaves the file out because its content is invalid, unless it is left out for another
    /// reason.
    pub(super) fn leave_out(&self) {
        self.set_state(NONSENSE);
    }

    /// Sets the state of a sound file. The first reason counts.
    fn set_state(&self, state: i32) {
        let _ = self.state().compare_exchange(SOUND, state, Ordering::Relaxed, Ordering::Relaxed);
    }

    fn state(&self) -> &AtomicI32 {
        &self.storage.states[self.number]
    }

    /// Returns the reason why the file is left out, or `None` if it is in use.
    #[inline]
    pub(super) fn damage(&self) -> Option<Damage> {
        match self.state().load(Ordering::Relaxed) {
            SOUND => None,
            CHANGED => Some(Damage::Changed),
            NONSENSE => Some(Damage::Content),
            number => Some(Damage::Unreadable(io::Error::from_raw_os_error(number))),
        }
    }

    /// Returns the reason why the file is left out, once.
    pub(super) fn take_damage(&self) -> Option<Damage> {
        self.damage().filter(|_| !self.is_reported.swap(true, Ordering::Relaxed))
    }
}

/// Fills these bytes from the file, from `start` on. Other processes may read the file at the same
/// time.
#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], start: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, start)
}

/// Fills these bytes from the file, from `start` on, wherever other threads are reading.
#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut start: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, start)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => (bytes, start) = (&mut bytes[count..], start + count as u64),
        }
    }
    Ok(())
}

/// Fails: the web has no files.
#[cfg(not(any(unix, windows)))]
fn read_exact_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Opens a file, and returns it with its length.
fn open(path: &Path) -> io::Result<(File, usize)> {
    let metadata = path.metadata()?;
    // Opening a pipe would wait for its writer.
    if !metadata.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file"));
    }
    let file = File::open(path)?;
    Ok((file, metadata.len().try_into().map_err(io::Error::other)?))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Uses two files that cannot both be kept open: the second takes the place of the first.
    #[test]
    fn a_file_is_opened_again_unless_it_has_changed() {
        let path = std::env::temp_dir().join(format!("cleave-file-{}", std::process::id()));
        let read_after = |change: &dyn Fn()| {
            fs::write(&path, [7; 2 * PAGE]).unwrap();
            let storage = Arc::new(Storage::new(OPEN_FILES + 1).unwrap());
            let [first, _] =
                [0, OPEN_FILES].map(|number| TableFile::open(&path, number, &storage).unwrap());
            change();
            let is_read = first.page(1).is_some();
            (is_read, first.damage().map(|damage| damage.to_string()))
        };
        assert_eq!(read_after(&|| ()), (true, None));
        let longer = read_after(&|| fs::write(&path, [7; 3 * PAGE]).unwrap());
        assert_eq!(longer, (false, Some("its length has changed while it was in use".into())));
        let gone = read_after(&|| fs::remove_file(&path).unwrap());
        assert_eq!(gone, (false, Some("No such file or directory".into())));
    }
}
