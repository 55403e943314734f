//! A disk that loses power.
//!
//! The system may write what a program has not synced at any time, in any order, or never. So after a power failure the
//! disk has all operations before a sync, and any of the others. A sync of a file saves its bytes, and a sync of a
//! folder the names in it. POSIX promises no more, though some file systems do. SQLite's test VFS is the model.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cleave_smp::random::{Rng, mix};

/// A file, whatever its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct File(usize);

/// What a program does to files.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Create { name: PathBuf, file: File },
    Write { file: File, at: usize, bytes: Vec<u8> },
    SetLength { file: File, length: usize },
    Sync { file: File },
    SyncFolder { folder: PathBuf },
    Rename { from: PathBuf, to: PathBuf, file: File },
    Remove { name: PathBuf },
    MakeFolder { name: PathBuf },
}

/// The files, with their names and contents.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Disk {
    pub(crate) names: BTreeMap<PathBuf, File>,
    contents: Vec<Vec<u8>>,
}

/// Which of the operations that are not synced reach the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Survivors {
    All,
    None,
    /// New names and lengths, but no bytes: a rename reaches the disk before the contents do.
    Names,
    /// As [`Survivors::Names`], with zeros for bytes.
    Zeros,
    /// Bytes, but no names.
    Bytes,
    /// Any, by this seed. The last write may be cut off.
    Some(u64),
}

impl Disk {
    /// Returns the files in a folder.
    pub(crate) fn read(folder: &Path) -> Disk {
        let mut disk = Disk::default();
        let mut folders = vec![folder.to_owned()];
        while let Some(inner) = folders.pop() {
            for entry in fs::read_dir(inner).unwrap().map(Result::unwrap) {
                if entry.file_type().unwrap().is_dir() {
                    folders.push(entry.path());
                    continue;
                }
                let file = disk.new_file();
                disk.contents[file.0] = fs::read(entry.path()).unwrap();
                disk.names.insert(entry.path().strip_prefix(folder).unwrap().to_owned(), file);
            }
        }
        disk
    }

    /// Adds an empty file without a name.
    pub(crate) fn new_file(&mut self) -> File {
        self.contents.push(Vec::new());
        File(self.contents.len() - 1)
    }

    /// Returns the contents of the files, by name.
    pub(crate) fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        // A file without an operation on its contents is empty.
        let contents = |file: File| self.contents.get(file.0).cloned().unwrap_or_default();
        self.names.iter().map(|(name, &file)| (name.clone(), contents(file))).collect()
    }

    pub(crate) fn apply(&mut self, op: &Op) {
        match op {
            Op::Create { name, file } => {
                self.names.insert(name.clone(), *file);
            }
            Op::Write { file, at, bytes } => {
                let contents = self.of(*file);
                contents.resize(contents.len().max(at + bytes.len()), 0);
                contents[*at..at + bytes.len()].copy_from_slice(bytes);
            }
            Op::SetLength { file, length } => self.of(*file).resize(*length, 0),
            Op::Rename { from, to, file } => {
                self.names.remove(from);
                self.names.insert(to.clone(), *file);
            }
            Op::Remove { name } => {
                self.names.remove(name);
            }
            Op::Sync { .. } | Op::SyncFolder { .. } | Op::MakeFolder { .. } => {}
        }
    }

    fn of(&mut self, file: File) -> &mut Vec<u8> {
        if self.contents.len() <= file.0 {
            self.contents.resize(file.0 + 1, Vec::new());
        }
        &mut self.contents[file.0]
    }

    /// Returns this disk after these operations and a power failure.
    pub(crate) fn after_failure(&self, ops: &[Op], survivors: Survivors) -> Disk {
        let mut disk = self.clone();
        let mut rng = Rng::new(match survivors {
            Survivors::Some(seed) => mix(seed),
            _ => 1,
        });
        let mut lost = Vec::new();
        for (place, op) in ops.iter().enumerate() {
            let survivor = match is_synced(op, &ops[place + 1..]) {
                true => Some(op.clone()),
                false => survivors.keep(op, &mut rng),
            };
            match (survivor, op) {
                (Some(survivor), _) => disk.apply(&survivor),
                (None, Op::MakeFolder { name }) => lost.push(name),
                (None, _) => {}
            }
        }
        // A folder that is lost takes its files with it.
        disk.names.retain(|name, _| !lost.iter().any(|folder| name.starts_with(folder)));
        disk
    }
}

/// Returns true if a later operation makes this one last.
fn is_synced(op: &Op, later: &[Op]) -> bool {
    let folder_of = |name: &Path| name.parent().unwrap_or(Path::new("")).to_owned();
    let is_sync = |later: &Op, saved: &Path| matches!(later, Op::SyncFolder { folder } if *folder == folder_of(saved));
    match op {
        Op::Write { file, .. } | Op::SetLength { file, .. } => {
            later.iter().any(|later| matches!(later, Op::Sync { file: synced } if synced == file))
        }
        Op::Create { name, .. } | Op::Remove { name } | Op::MakeFolder { name } => {
            later.iter().any(|later| is_sync(later, name))
        }
        Op::Rename { to, .. } => later.iter().any(|later| is_sync(later, to)),
        Op::Sync { .. } | Op::SyncFolder { .. } => true,
    }
}

impl Survivors {
    /// Returns what is left of an operation that is not synced.
    fn keep(self, op: &Op, rng: &mut Rng) -> Option<Op> {
        let is_of_bytes = matches!(op, Op::Write { .. });
        match (self, op) {
            (Survivors::All, _) => Some(op.clone()),
            (Survivors::None, _) => None,
            (Survivors::Names, _) => (!is_of_bytes).then(|| op.clone()),
            (Survivors::Bytes, _) => {
                (is_of_bytes || matches!(op, Op::SetLength { .. })).then(|| op.clone())
            }
            (Survivors::Zeros, Op::Write { file, at, bytes }) => {
                Some(Op::Write { file: *file, at: *at, bytes: vec![0; bytes.len()] })
            }
            (Survivors::Zeros, _) => Some(op.clone()),
            (Survivors::Some(_), Op::Write { file, at, bytes }) => match rng.below(3) {
                0 => None,
                1 => Some(op.clone()),
                _ => {
                    let length = rng.below(bytes.len() as u64 + 1) as usize;
                    Some(Op::Write { file: *file, at: *at, bytes: bytes[..length].into() })
                }
            },
            (Survivors::Some(_), _) => (rng.below(2) == 0).then(|| op.clone()),
        }
    }
}
