//! Memory of Windows, which the threads of this process share.

use std::io;
use std::mem::zeroed;
use std::ptr::{null, null_mut};
use std::time::Duration;

use windows_sys::Win32::Foundation::{CloseHandle, LUID};
use windows_sys::Win32::Security::{
    AdjustTokenPrivileges, LUID_AND_ATTRIBUTES, LookupPrivilegeValueW, SE_LOCK_MEMORY_NAME,
    SE_PRIVILEGE_ENABLED, TOKEN_ADJUST_PRIVILEGES, TOKEN_PRIVILEGES,
};
use windows_sys::Win32::System::Memory::{
    MEM_COMMIT, MEM_LARGE_PAGES, MEM_RELEASE, MEM_RESERVE, PAGE_READWRITE, VirtualAlloc,
    VirtualFree,
};
use windows_sys::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, OpenProcessToken};

use crate::slice::LARGE_PAGE;

/// Memory of this process.
#[derive(Debug)]
pub(crate) struct Map {
    start: *mut u8,
    has_large_pages: bool,
}

// SAFETY: the memory has no other owner. What lies in it may be shared if its type may.
unsafe impl Send for Map {}
// SAFETY: as above.
unsafe impl Sync for Map {}

/// Maps this many bytes of zeros, and enough more to begin at a multiple of [`LARGE_PAGE`]. They lie in large pages if there
/// is at least one, and the user has the right "Lock pages in memory".
pub(crate) fn map(name: &str, bytes: usize) -> io::Result<(Map, usize)> {
    let room = bytes.checked_add(LARGE_PAGE).ok_or(io::ErrorKind::InvalidInput)?;
    let whole_pages = bytes.next_multiple_of(LARGE_PAGE);
    if bytes >= LARGE_PAGE {
        enable_large_pages();
        let map = Map { start: allocate(whole_pages, MEM_LARGE_PAGES), has_large_pages: true };
        if !map.start.is_null() {
            return Ok((map, 0));
        }
        log::debug!("no large pages for {name}: {}", io::Error::last_os_error());
    }
    let map = Map { start: allocate(room, 0), has_large_pages: false };
    if map.start.is_null() {
        return Err(io::Error::last_os_error());
    }
    let lead = map.start.align_offset(LARGE_PAGE);
    Ok((map, lead))
}

/// Returns zeros, or null if the system refuses.
fn allocate(bytes: usize, kind: u32) -> *mut u8 {
    // SAFETY: the system chooses the address of new memory, which nothing else uses.
    unsafe { VirtualAlloc(null(), bytes, MEM_RESERVE | MEM_COMMIT | kind, PAGE_READWRITE) }.cast()
}

/// Asks for the privilege that large pages need. Without it their allocation fails.
fn enable_large_pages() {
    // SAFETY: zero is a value of these plain structures, and each pointer is to one that lives until the call returns. The
    // handle is closed once.
    unsafe {
        let mut privilege: LUID = zeroed();
        let mut token = null_mut();
        if LookupPrivilegeValueW(null(), SE_LOCK_MEMORY_NAME, &mut privilege) != 0
            && OpenProcessToken(GetCurrentProcess(), TOKEN_ADJUST_PRIVILEGES, &mut token) != 0
        {
            let attributes =
                LUID_AND_ATTRIBUTES { Luid: privilege, Attributes: SE_PRIVILEGE_ENABLED };
            let wanted = TOKEN_PRIVILEGES { PrivilegeCount: 1, Privileges: [attributes] };
            AdjustTokenPrivileges(token, 0, &wanted, 0, null_mut(), null_mut());
            CloseHandle(token);
        }
    }
}

impl Map {
    pub(crate) fn as_ptr(&self) -> *const u8 {
        self.start
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        if !self.start.is_null() {
            // SAFETY: `allocate` returned this address, and no borrow of the memory is left.
            unsafe { VirtualFree(self.start.cast(), 0, MEM_RELEASE) };
        }
    }
}

/// Returns the number of large pages wanted if the mapping began with large pages, or else 0: no call puts them there later.
pub(crate) fn collapse(map: &Map, _lead: usize, wanted: usize, _patience: Duration) -> usize {
    if map.has_large_pages { wanted } else { 0 }
}

/// Does nothing: Windows provides pages when they are used.
pub(crate) fn populate(_: &Map, _start: usize, _bytes: usize) {}

/// Returns the physical memory available, or less if the page file limits what can be allocated.
pub fn available_memory() -> Option<u64> {
    // SAFETY: zero is a value of this plain structure, whose length tells the system what to fill.
    let (status, filled) = unsafe {
        let mut status: MEMORYSTATUSEX = zeroed();
        status.dwLength = size_of::<MEMORYSTATUSEX>() as u32;
        let filled = GlobalMemoryStatusEx(&mut status);
        (status, filled)
    };
    (filled != 0).then_some(status.ullAvailPhys.min(status.ullAvailPageFile))
}
