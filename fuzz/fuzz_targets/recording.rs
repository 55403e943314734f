//! Arbitrary bytes as a recording of a search in virtual time, read in every way.
#![no_main]

use cleave_virtual_time::recording::{Moment, Recording, Replay, Tree};

libfuzzer_sys::fuzz_target!(|bytes: Vec<u8>| {
    let recording = Recording::new(bytes);
    let _ = Replay::stats_of(&recording);
    let _ = Moment::all(&recording);
    let mut tree = Tree::default();
    if let Ok(entries) = recording.entries() {
        entries.map_while(Result::ok).for_each(|entry| tree.follow(&entry, |_, _, _, _| {}));
    }
});
