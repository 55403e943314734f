//! The calls that can fail. Each replaces libc's function of the same name.

use std::ffi::CStr;
use std::mem::transmute_copy;
use std::{ptr, slice};

use libc::{
    MAP_FAILED, c_char, c_int, c_uint, c_void, clockid_t, iovec, mode_t, off_t, pid_t,
    pthread_attr_t, pthread_t, size_t, ssize_t, timespec,
};

use crate::plan::Kind::{Allocation, Clock, Fork, Mapping, Open, Read, Rename, Sync, Write};
use crate::plan::{fails, fails_at, fails_on, path_of};
use crate::record::{Event, of_file, of_name, place};
use crate::standstill;

/// Defines functions that fail if the condition is true, and otherwise call libc. What follows `then` sees the result.
macro_rules! refusable {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty
        { if $fails:expr => $refused:expr $(, then |$returned:ident| $after:expr)? })*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name($($argument: $type),*) -> $result {
            if $fails {
                return $refused;
            }
            let name = concat!(stringify!($name), "\0");
            // SAFETY: libc has a function of this name and type, and the caller keeps its contract.
            unsafe {
                let own = libc::dlsym(libc::RTLD_NEXT, name.as_ptr().cast());
                let own: unsafe extern "C" fn($($type),*) -> $result = transmute_copy(&own);
                let result = own($($argument),*);
                $(let $returned = result; $after;)?
                result
            }
        }
    )*};
}

refusable! {
    // The last argument may be missing. Then the value passed to libc has no meaning.
    fn open64(path: *const c_char, flags: c_int, mode: mode_t) -> c_int {
        if fails_at(Open, bytes(path)) => -1,
        then |file| of_file(Event::Open, file, flags as u64, bytes(path), &[])
    }
    fn rename(old: *const c_char, new: *const c_char) -> c_int {
        if fails_at(Rename, bytes(new)) => -1,
        then |result| if result == 0 { of_name(Event::Rename, bytes(old), bytes(new)) }
    }
    fn unlink(path: *const c_char) -> c_int {
        if false => -1,
        then |result| if result == 0 { of_name(Event::Remove, bytes(path), &[]) }
    }
    fn mkdir(path: *const c_char, mode: mode_t) -> c_int {
        if false => -1,
        then |result| if result == 0 { of_name(Event::MakeFolder, bytes(path), &[]) }
    }
    fn read(file: c_int, to: *mut c_void, length: size_t) -> ssize_t {
        if fails_on(Read, file) => -1
    }
    fn pread64(file: c_int, to: *mut c_void, length: size_t, offset: off_t) -> ssize_t {
        if fails_on(Read, file) => -1
    }
    fn writev(file: c_int, parts: *const iovec, count: c_int) -> ssize_t {
        if fails_on(Write, file) => -1,
        then |written| note_parts(file, parts, count, written)
    }
    fn ftruncate64(file: c_int, length: off_t) -> c_int {
        if false => -1,
        then |result| if result == 0 { of_file(Event::SetLength, file, length as u64, &[], &[]) }
    }
    fn ftruncate(file: c_int, length: off_t) -> c_int {
        if fails(Mapping, b"size of a memory file") => -1
    }
    fn memfd_create(name: *const c_char, flags: c_uint) -> c_int {
        if fails(Mapping, b"memory file") => -1
    }
    fn mmap(
        place: *mut c_void, length: size_t, protection: c_int, flags: c_int, file: c_int, at: off_t
    ) -> *mut c_void {
        if fails(Mapping, b"mapping") => MAP_FAILED
    }
    fn mmap64(
        place: *mut c_void, length: size_t, protection: c_int, flags: c_int, file: c_int, at: off_t
    ) -> *mut c_void {
        if fails(Mapping, b"mapping") => MAP_FAILED
    }
    fn fork() -> pid_t {
        if fails(Fork, b"fork") => -1,
        then |child| if child == 0 { standstill::expect_signal() }
    }
    fn pthread_create(
        thread: *mut pthread_t,
        attributes: *const pthread_attr_t,
        start: extern "C" fn(*mut c_void) -> *mut c_void,
        argument: *mut c_void
    ) -> c_int {
        if fails(Fork, b"thread") => libc::EAGAIN
    }
    fn clock_gettime(clock: clockid_t, time: *mut timespec) -> c_int {
        if fails(Clock, b"clock") => -1
    }
}

/// Writes half of the bytes if the call is to fail, as on a disk that becomes full.
#[unsafe(no_mangle)]
unsafe extern "C" fn write(file: c_int, from: *const c_void, length: size_t) -> ssize_t {
    let fails = fails_on(Write, file);
    // SAFETY: the caller's bytes, or half of them, and the address of errno.
    unsafe {
        if fails {
            let error = *libc::__errno_location();
            libc::syscall(libc::SYS_write, file, from, length / 2);
            *libc::__errno_location() = error;
            return -1;
        }
        let written = libc::syscall(libc::SYS_write, file, from, length) as ssize_t;
        note_written(file, from, written);
        written
    }
}

/// Records the bytes that a call has written before the place in the file.
///
/// # Safety
/// There are as many bytes.
unsafe fn note_written(file: c_int, from: *const c_void, written: ssize_t) {
    if written > 0 {
        let length = written as usize;
        // SAFETY: the caller's.
        let written = unsafe { slice::from_raw_parts(from.cast(), length) };
        of_file(Event::Write, file, place(file).saturating_sub(length as u64), &[], written);
    }
}

/// Records the parts that a call has written, whole or in part.
///
/// # Safety
/// There are as many parts, and as many bytes in them.
unsafe fn note_parts(file: c_int, parts: *const iovec, count: c_int, written: ssize_t) {
    // An error must stay the one of the call.
    if written <= 0 {
        return;
    }
    let mut left = written as usize;
    let mut at = place(file).saturating_sub(left as u64);
    for number in 0..count as usize {
        // SAFETY: the caller's.
        let bytes = unsafe {
            let part = *parts.add(number);
            slice::from_raw_parts(part.iov_base.cast::<u8>(), part.iov_len.min(left))
        };
        if !bytes.is_empty() {
            of_file(Event::Write, file, at, &[], bytes);
        }
        left -= bytes.len();
        at += bytes.len() as u64;
    }
}

/// Does not sync. The tests do not need the data on the disk, and a sync is slow.
#[unsafe(no_mangle)]
extern "C" fn fsync(file: c_int) -> c_int {
    let fails = fails_on(Sync, file);
    if !fails {
        let mut path = [0; 1024];
        of_file(Event::Sync, file, 0, path_of(file, &mut path), &[]);
    }
    -c_int::from(fails)
}

#[unsafe(no_mangle)]
extern "C" fn fdatasync(file: c_int) -> c_int {
    fsync(file)
}

// `dlsym` may itself allocate, so these functions use other names in libc.
unsafe extern "C" {
    fn __libc_malloc(size: size_t) -> *mut c_void;
    fn __libc_calloc(count: size_t, size: size_t) -> *mut c_void;
    fn __libc_realloc(old: *mut c_void, size: size_t) -> *mut c_void;
    fn __libc_memalign(alignment: size_t, size: size_t) -> *mut c_void;
}

fn has_no_memory() -> bool {
    fails(Allocation, b"memory allocation")
}

#[unsafe(no_mangle)]
unsafe extern "C" fn malloc(size: size_t) -> *mut c_void {
    // SAFETY: libc's own function.
    if has_no_memory() { ptr::null_mut() } else { unsafe { __libc_malloc(size) } }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn calloc(count: size_t, size: size_t) -> *mut c_void {
    // SAFETY: libc's own function.
    if has_no_memory() { ptr::null_mut() } else { unsafe { __libc_calloc(count, size) } }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn realloc(old: *mut c_void, size: size_t) -> *mut c_void {
    // SAFETY: libc's own function, with memory from libc.
    if has_no_memory() { ptr::null_mut() } else { unsafe { __libc_realloc(old, size) } }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn posix_memalign(to: *mut *mut c_void, align: size_t, size: size_t) -> c_int {
    if has_no_memory() {
        return libc::ENOMEM;
    }
    // SAFETY: libc's own function, with the caller's place for the result.
    unsafe {
        *to = __libc_memalign(align, size);
        if (*to).is_null() { libc::ENOMEM } else { 0 }
    }
}

fn bytes<'a>(path: *const c_char) -> &'a [u8] {
    // SAFETY: callers of these functions pass a text that ends with 0 and is valid during the call.
    unsafe { CStr::from_ptr(path) }.to_bytes()
}
