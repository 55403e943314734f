//! Arbitrary text as a configuration.
#![no_main]

use cleave::options::configuration::Configuration;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = Configuration::default().add_text(text, "the fuzzer");
});
