//! Repeats all counts of `data/xiangqi/perft.txt`, and compares made moves to counted moves.

use std::fs;

use cleave_xiangqi::{Position, perft};

use crate::common::random_games;

#[test]
fn perft_counts_agree_with_fairy_stockfish() {
    let text = fs::read_to_string("../../data/xiangqi/perft.txt").expect("it is in the repository");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() > 10);
    for line in lines {
        let (fen, counts) = line.split_once(';').expect(line);
        let position = Position::from_fen(fen).expect(line);
        for (depth, count) in (1..).zip(counts.split(';')) {
            assert_eq!(perft(&position, depth).to_string(), count, "{fen}: depth {depth}");
        }
    }
}

#[test]
fn exactly_the_listed_moves_are_legal() {
    random_games(3, 4, |position, _| {
        let list = position.legal_moves();
        assert_eq!(list.len(), position.count_moves() as usize);
        let halves = position.captures().len() + position.quiet_moves().len();
        assert_eq!(list.len(), halves, "{position:?}");
        for bits in 0..1 << 14 {
            let mv = cleave_xiangqi::Move::from_bits(bits);
            assert_eq!(position.is_legal(mv), list.contains(&mv), "{position:?} {mv}");
        }
    });
}
