//! What a program has done to files, as the library `fault-shim` has recorded it.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::disk::{Disk, File, Op};

/// A record begins with five numbers: event, inode, number, and the lengths of a path and of bytes.
const HEAD: usize = 40;

/// Returns the operations on files in a folder, in order. `disk` has its files before, and gets the new ones.
pub(crate) fn operations(records: &[u8], folder: &Path, disk: &mut Disk) -> Vec<Op> {
    let mut reader = Reader { folder, disk, of_inode: BTreeMap::new(), ops: Vec::new() };
    let names: Vec<_> = reader.disk.names.clone().into_iter().collect();
    for (name, file) in names {
        let inode = folder.join(&name).metadata().unwrap().ino();
        reader.of_inode.insert(inode, file);
    }
    let mut rest = records;
    while let Some((head, after)) = rest.split_at_checked(HEAD) {
        let number = |at: usize| u64::from_ne_bytes(head[8 * at..][..8].try_into().unwrap());
        let (path, after) = after.split_at(number(3) as usize);
        let (bytes, after) = after.split_at(number(4) as usize);
        reader.read(number(0), number(1), number(2), path, bytes);
        rest = after;
    }
    assert!(rest.is_empty(), "a part of a record");
    reader.ops
}

struct Reader<'d> {
    folder: &'d Path,
    disk: &'d mut Disk,
    /// A number of the file system belongs to the file that had it last.
    of_inode: BTreeMap<u64, File>,
    ops: Vec<Op>,
}

impl Reader<'_> {
    fn read(&mut self, event: u64, inode: u64, number: u64, path: &[u8], bytes: &[u8]) {
        let [path, other] = [path, bytes].map(|name| {
            let name = Path::new(std::str::from_utf8(name).unwrap_or_default());
            let name = self.folder.join(name);
            name.strip_prefix(self.folder).ok().map(Path::to_owned)
        });
        let file = self.of_inode.get(&inode).copied();
        match (event, file) {
            (1, _) => self.open(inode, number, path),
            (2, Some(file)) => {
                self.apply(Op::Write { file, at: number as usize, bytes: bytes.into() });
            }
            (3, Some(file)) => self.apply(Op::SetLength { file, length: number as usize }),
            (4, Some(file)) => self.apply(Op::Sync { file }),
            (5, _) => {
                let (Some(from), Some(to)) = (path, other) else { return };
                let file = self.disk.names[&from];
                self.apply(Op::Rename { from, to, file });
            }
            (6, _) => path.into_iter().for_each(|name| self.apply(Op::Remove { name })),
            (8, _) => path.into_iter().for_each(|folder| self.apply(Op::SyncFolder { folder })),
            (7, _) => path.into_iter().for_each(|name| self.apply(Op::MakeFolder { name })),
            _ => {}
        }
    }

    /// Notes a new file, or one that is emptied.
    fn open(&mut self, inode: u64, flags: u64, path: Option<PathBuf>) {
        let has = |flag| flags as i32 & flag != 0;
        let Some(name) = path else { return };
        match self.disk.names.get(&name).copied() {
            Some(file) if has(nix::libc::O_TRUNC) => {
                self.apply(Op::SetLength { file, length: 0 });
            }
            None if has(nix::libc::O_CREAT) => {
                let file = self.disk.new_file();
                self.of_inode.insert(inode, file);
                self.apply(Op::Create { name, file });
            }
            _ => {}
        }
    }

    fn apply(&mut self, op: Op) {
        self.disk.apply(&op);
        self.ops.push(op);
    }
}
