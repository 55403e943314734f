//! The tests of this crate: one program, since each is optimised and linked anew.

mod ahead;
mod aphid;
mod figures;
mod from_root;
mod idle_main_worker;
mod interleaved;
mod literature;
mod narrowing;
mod rounds;
mod sequential;
mod stepped;
mod threads;
mod virtual_time;
