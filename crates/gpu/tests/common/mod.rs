//! Positions for the tests.

use std::fs;

use cleave_board::Position;
use cleave_gpu::Packed;

/// The positions of the perft suite, with the counts of the depths of at most `most` leaves.
pub(crate) fn suite(most: u64) -> Vec<(Packed, String, Vec<u64>)> {
    let text = fs::read_to_string("../../data/perft.epd").expect("the suite is in the repository");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (fen, counts) = line.split_once(';').expect(line);
            let counts = counts.split(';').map(|count| count.trim()[3..].parse().expect(line));
            (packed(fen), fen.into(), counts.take_while(|&count| count <= most).collect())
        })
        .collect()
}

/// A position in FEN, packed.
pub(crate) fn packed(fen: &str) -> Packed {
    Packed::new(&Position::from_fen(fen).expect(fen))
}
