//! The tests of this crate. They are one program, because each program is optimised and linked anew.

mod draws;
mod exact;
mod limits;
mod mates;
mod program;
mod short_mates;
mod signature;
mod solves;
mod stopped;
mod tablebase;
mod team_values;
mod virtual_figures;
mod virtual_time;
mod won_endings;
