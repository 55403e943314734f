//! Arbitrary bytes as the files of KRvK: its results, and its distances.
#![no_main]

use std::fs;

use cleave_board::Position;
use cleave_tablebase::{Syzygy, Tablebase};

libfuzzer_sys::fuzz_target!(|input: (usize, &[u8])| {
    let (cut, bytes) = input;
    let (results, distances) = bytes.split_at(cut.min(bytes.len()));
    let folder = std::env::temp_dir().join(format!("cleave-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("KRvK.rtbw"), results).expect("a file");
    fs::write(folder.join("KRvK.rtbz"), distances).expect("a file");
    let (tables, _) = Syzygy::open(&folder);
    for fen in ["8/8/8/8/4k3/8/8/R3K3 w - - 0 1", "8/8/8/8/4k3/8/8/R3K3 b - - 0 1"] {
        let position = Position::from_fen(fen).expect("a position");
        tables.probe_wdl(&position);
        tables.probe_dtz(&position);
    }
});
