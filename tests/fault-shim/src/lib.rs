//! Faults by count: with this library in `LD_PRELOAD` the nth call of a kind fails, and no code of the program
//! under test knows of it.
//!
//! Three variables of the environment say what fails:
//!
//! * `FAULT`: a kind and a number. `write:12` is the twelfth write, `write:12+` that and all after it;
//! * `FAULT_FOLDER`: calls on files elsewhere neither count nor fail;
//! * `FAULT_STATE`: a file of a page of zeros, which gets the number of calls so far (eight bytes), and then
//!   the name of what has failed. Calls are counted over all processes that share it.
//!
//! A function in [`calls`] has the name of one of libc's, and the loader finds it first.
#![allow(unsafe_code)]

mod calls;
mod plan;
