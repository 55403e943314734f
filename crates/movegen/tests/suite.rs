//! Repeats all counts of `data/perft.epd`.

use std::fs;

use cleave_board::Position;
use cleave_movegen::perft;

#[test]
fn perft_suite_counts() {
    let text = fs::read_to_string("../../data/perft.epd").expect("the suite is in the repository");
    let mut positions = 0;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (fen, counts) = line.split_once(';').expect(line);
        let position = Position::from_fen(fen).expect(line);
        positions += 1;
        for (depth, count) in (1..).zip(counts.split(';')) {
            let nodes: u64 = count.trim()[3..].parse().expect(line);
            assert_eq!(perft(&position, depth), nodes, "{fen}: depth {depth}");
        }
    }
    assert!(positions > 160, "{positions}");
}
