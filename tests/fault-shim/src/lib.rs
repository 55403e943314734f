//! Makes calls fail by count. With this library in `LD_PRELOAD` the nth call of a kind fails. The program under test
//! needs no code for it.
//!
//! Three environment variables select the call:
//!
//! * `FAULT` is a kind and a number. `write:12` is the twelfth write, and `write:12+` is that and all later writes.
//! * `FAULT_FOLDER` is a folder. Calls on files elsewhere neither count nor fail.
//! * `FAULT_STATE` is a file with a page of zeros. It gets the number of calls so far in eight bytes, and then the name
//!   of the failed object. The count includes all processes that share the file.
//!
//! With `RECORD` it also records all changes of files ([`record`]). SIGUSR1 lets a forked process stand still
//! ([`standstill`]).
//!
//! Each function in [`calls`] has the name of a function of libc. The loader finds ours first.
#![allow(unsafe_code)]

mod calls;
mod plan;
mod record;
mod standstill;
