//! The tests of this crate: one program, since each is optimised and linked anew.

mod own_measurements;
mod virtual_clock;
mod virtual_cluster;
mod virtual_searches;
