//! What a program says on standard error.

use std::fmt::Display;
use std::io::{Write, stderr};

/// Prints `cleave: ` and this text on standard error. Nothing happens if that cannot be written, for example because the
/// disk is full: a complaint that nobody can read ends no work. `eprintln!` would panic.
pub fn complain(text: impl Display) {
    complain_as("cleave", text);
}

/// Prints this text on standard error, after the name of another program than `cleave`.
pub fn complain_as(program: &str, text: impl Display) {
    let _ = writeln!(stderr(), "{program}: {text}");
}
