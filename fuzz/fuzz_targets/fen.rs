//! Arbitrary text as FEN: what is a position is written and read again as the same.
#![no_main]

use cleave_board::Position;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok((position, _)) = Position::from_fen_mended(text) {
        assert_eq!(Position::from_fen(&position.to_fen()), Ok(position));
    }
});
