//! Arbitrary text as a FEN of Chinese chess, with moves behind it: what is a position is written and read again as the
//! same, and every move is read from its notation.
#![no_main]

use cleave_xiangqi::{Position, parse_move, perft};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let (fen, moves) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(mut position) = Position::from_fen(fen) else { return };
    assert_eq!(Position::from_fen(&position.fen()).map(|again| again.fen()), Ok(position.fen()));
    for word in moves.split_whitespace() {
        let Ok(mv) = parse_move(&position, word) else { break };
        position = position.make(mv);
    }
    perft(&position, 1);
});
