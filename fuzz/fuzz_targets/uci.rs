//! Arbitrary lines from a UCI client.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cleave_fuzz::converse(b"uci\n", bytes));
