//! Short mates are found early: a mate in `n` plies at depth `n + 1`.

use cleave_board::{Position, Value};
use cleave_search::{Limits, Root, Searcher, Undisturbed};

/// Positions with the number of plies to mate. An independent brute-force solver has confirmed that
/// the mate takes that many plies and no fewer.
const MATES: &str = include_str!("mates.txt");

#[test]
fn a_mate_in_n_plies_is_found_at_depth_n_plus_one() {
    let mut searcher = Searcher::new(4).unwrap();
    for line in MATES.lines() {
        let (plies, fen) = line.split_once(' ').unwrap();
        let plies: usize = plies.parse().unwrap();
        let root = Root::from(Position::from_fen(fen).unwrap());
        searcher.new_game();
        let found = searcher.search(&root, &Limits::to_depth(plies as u32 + 1), &mut Undisturbed);
        assert_eq!(found.value, Value::mate_in(plies), "{fen}: {:?}", found.line);
        assert_eq!(found.line.len(), plies, "{fen}: {:?}", found.line);
    }
}
