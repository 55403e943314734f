//! Arbitrary lines from xboard.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cleave_fuzz::converse(b"xboard\nsd 1\n", bytes));
