//! Arbitrary bytes as PGN: every game in them is written and read again as the same.
#![no_main]

use cleave_pgn::Games;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for game in Games::new(bytes).flatten() {
        let text = game.to_string();
        let again: Vec<_> = Games::new(text.as_bytes()).map(|it| it.expect("its own text")).collect();
        assert_eq!(again, [game]);
    }
});
