//! Records what the program does to files, in order: the names, the bytes, and what it syncs. A test can then build
//! each state that a disk may have after a power failure.
//!
//! The environment variable `RECORD` names an existing file. Each record is a [`Head`], a path, and bytes.

use std::mem::zeroed;
use std::sync::OnceLock;

use libc::{c_int, iovec, stat};

use crate::plan::variable;

/// What happened.
#[derive(Clone, Copy)]
#[repr(u64)]
pub(crate) enum Event {
    Open = 1,
    Write,
    SetLength,
    Sync,
    Rename,
    Remove,
    MakeFolder,
    SyncFolder,
}

/// The first part of a record. The numbers are in the order of bytes of this machine.
#[repr(C)]
struct Head {
    event: u64,
    /// The file that is open, or was renamed.
    inode: u64,
    /// The place of the bytes, the length, or the flags with which a file was opened.
    number: u64,
    path: u64,
    bytes: u64,
}

/// The open file of the records.
static RECORDS: OnceLock<c_int> = OnceLock::new();

/// Opens the file, before the program begins.
pub(crate) fn begin() {
    let Some(path) = variable(c"RECORD") else { return };
    let flags = libc::O_WRONLY | libc::O_APPEND | libc::O_CLOEXEC;
    // SAFETY: the path ends with 0.
    let file = unsafe { libc::syscall(libc::SYS_openat, libc::AT_FDCWD, path.as_ptr(), flags, 0) };
    if file >= 0 {
        let _ = RECORDS.set(file as c_int);
    }
}

/// Records an event on an open file. Anything but files and folders is left out.
pub(crate) fn of_file(event: Event, file: c_int, number: u64, path: &[u8], bytes: &[u8]) {
    let Some(&records) = RECORDS.get() else { return };
    // SAFETY: zeros are a valid value, and the call fills it.
    let (found, failed) = unsafe {
        let mut found: stat = zeroed();
        let failed = libc::fstat(file, &raw mut found) != 0;
        (found, failed)
    };
    let kind = found.st_mode & libc::S_IFMT;
    let event = if kind == libc::S_IFDIR { Event::SyncFolder } else { event };
    if !failed && (kind == libc::S_IFREG || kind == libc::S_IFDIR) {
        write(records, event, found.st_ino, number, path, bytes);
    }
}

/// Records an event on names.
pub(crate) fn of_name(event: Event, path: &[u8], other: &[u8]) {
    if let Some(&records) = RECORDS.get() {
        write(records, event, 0, 0, path, other);
    }
}

/// Returns the place in an open file.
pub(crate) fn place(file: c_int) -> u64 {
    // SAFETY: the call only reads.
    unsafe { libc::lseek(file, 0, libc::SEEK_CUR) }.max(0) as u64
}

/// Appends a record, in one piece.
fn write(records: c_int, event: Event, inode: u64, number: u64, path: &[u8], bytes: &[u8]) {
    let (path_length, length) = (path.len() as u64, bytes.len() as u64);
    let head = Head { event: event as u64, inode, number, path: path_length, bytes: length };
    let part =
        |start: *const u8, length| iovec { iov_base: start.cast_mut().cast(), iov_len: length };
    let parts = [
        part((&raw const head).cast(), size_of::<Head>()),
        part(path.as_ptr(), path.len()),
        part(bytes.as_ptr(), bytes.len()),
    ];
    // SAFETY: the parts are valid during the call. The program must not see another error than its own.
    unsafe {
        let error = *libc::__errno_location();
        libc::syscall(libc::SYS_writev, records, parts.as_ptr(), parts.len());
        *libc::__errno_location() = error;
    }
}
