//! The plan of the faults. This code never allocates, because allocations may fail too.

use std::ffi::CStr;
use std::io::Write;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use libc::c_int;

/// The size of the state, in bytes.
const PAGE: usize = 4096;

/// A kind of call that can fail.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Allocation,
    Mapping,
    Fork,
    Open,
    Read,
    Write,
    Sync,
    Rename,
    Clock,
}

impl Kind {
    /// The kinds, with their names in the environment and the errors with which they fail.
    const ALL: [(&[u8], Kind, c_int); 9] = [
        (b"allocation", Kind::Allocation, libc::ENOMEM),
        (b"mapping", Kind::Mapping, libc::ENOMEM),
        (b"fork", Kind::Fork, libc::EAGAIN),
        (b"open", Kind::Open, libc::EMFILE),
        (b"read", Kind::Read, libc::EIO),
        (b"write", Kind::Write, libc::ENOSPC),
        (b"sync", Kind::Sync, libc::EIO),
        (b"rename", Kind::Rename, libc::EACCES),
        (b"clock", Kind::Clock, libc::EPERM),
    ];
}

struct FaultPlan {
    kind: Kind,
    error: c_int,
    /// The number of the call that fails, from 1.
    number: u64,
    /// Whether all later calls fail too.
    lasts: bool,
    folder: &'static [u8],
    /// The number of calls so far, in the state.
    calls: &'static AtomicU64,
}

static PLAN: OnceLock<FaultPlan> = OnceLock::new();

/// The loader runs this before the program begins.
#[used]
#[unsafe(link_section = ".init_array")]
static BEGIN: extern "C" fn() = begin;

extern "C" fn begin() {
    crate::record::begin();
    if let Some(plan) = read() {
        let _ = PLAN.set(plan);
    }
}

fn read() -> Option<FaultPlan> {
    let fault = variable(c"FAULT")?.to_str().ok()?;
    let (name, number) = fault.split_once(':')?;
    let &(_, kind, error) = Kind::ALL.iter().find(|known| known.0 == name.as_bytes())?;
    Some(FaultPlan {
        kind,
        error,
        number: number.trim_end_matches('+').parse().ok()?,
        lasts: number.ends_with('+'),
        folder: variable(c"FAULT_FOLDER")?.to_bytes(),
        calls: map(variable(c"FAULT_STATE")?)?,
    })
}

pub(crate) fn variable(name: &CStr) -> Option<&'static CStr> {
    // SAFETY: both texts end with 0, and the program does not change its environment.
    unsafe {
        let value = libc::getenv(name.as_ptr());
        (!value.is_null()).then(|| CStr::from_ptr(value))
    }
}

/// Returns the beginning of the state.
fn map(state: &CStr) -> Option<&'static AtomicU64> {
    // SAFETY: the page of the file is never unmapped.
    unsafe {
        let at = libc::AT_FDCWD;
        let file = libc::syscall(libc::SYS_openat, at, state.as_ptr(), libc::O_RDWR, 0);
        let (null, access) = (ptr::null_mut::<u8>(), libc::PROT_READ | libc::PROT_WRITE);
        let shared = libc::MAP_SHARED;
        let page = libc::syscall(libc::SYS_mmap, null, PAGE, access, shared, file, 0_usize);
        libc::syscall(libc::SYS_close, file);
        (page != -1).then(|| AtomicU64::from_ptr(page as *mut u64))
    }
}

/// Returns true if this call is to fail, and then sets `errno`. `name` is the object of the call.
pub(crate) fn fails(kind: Kind, name: &[u8]) -> bool {
    let Some(plan) = PLAN.get().filter(|plan| plan.kind == kind) else { return false };
    let number = plan.calls.fetch_add(1, Ordering::Relaxed) + 1;
    let fails = number == plan.number || plan.lasts && number > plan.number;
    if number == plan.number {
        let length = name.len().min(PAGE - size_of::<AtomicU64>());
        let place = plan.calls.as_ptr().wrapping_add(1).cast();
        // SAFETY: the bytes are the rest of the page, and only one call has this number.
        unsafe { ptr::copy_nonoverlapping(name.as_ptr(), place, length) };
    }
    if fails {
        // SAFETY: the address is valid.
        unsafe { *libc::__errno_location() = plan.error };
    }
    fails
}

/// Returns true if a call on the file of this path is to fail.
pub(crate) fn fails_at(kind: Kind, path: &[u8]) -> bool {
    // The tests start programs in the folder.
    let is_there = |plan: &FaultPlan| path.starts_with(plan.folder) || !path.starts_with(b"/");
    PLAN.get().is_some_and(is_there) && fails(kind, path)
}

/// Returns true if a call on an open file is to fail.
pub(crate) fn fails_on(kind: Kind, file: c_int) -> bool {
    if PLAN.get().is_none_or(|plan| plan.kind != kind) {
        return false;
    }
    let mut path = [0_u8; 1024];
    let path = path_of(file, &mut path);
    path.starts_with(b"/") && fails_at(kind, path)
}

/// Returns the path of an open file, or the system's description of it.
pub(crate) fn path_of(file: c_int, path: &mut [u8]) -> &[u8] {
    let mut link = [0; 32];
    let _ = write!(&mut link[..], "/proc/self/fd/{file}");
    // SAFETY: the path ends with 0, and the buffer has at least the given length.
    let length = unsafe {
        let (at, link, room) = (libc::AT_FDCWD, link.as_ptr(), path.len());
        libc::syscall(libc::SYS_readlinkat, at, link, path.as_mut_ptr(), room)
    };
    &path[..length.max(0) as usize]
}
