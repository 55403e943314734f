//! Won endings without pawns are won with few nodes per move: the values of the evaluation lead to mate.

use cleave_board::{Key, Position};
use cleave_movegen::has_legal_move;
use cleave_search::{Limits, Root, Searcher, Undisturbed};

/// Three with a queen, a rook and two bishops each, and three against a piece. White moves first.
const WON: [&str; 12] = [
    "8/2Q5/1K6/8/8/3k4/8/8 w - - 0 1",
    "8/8/6K1/8/3Q4/8/8/7k w - - 0 1",
    "8/5K2/8/8/6Q1/8/k7/8 w - - 0 1",
    "8/8/7k/8/K7/8/4R3/8 w - - 0 1",
    "8/8/8/6R1/7K/8/2k5/8 w - - 0 1",
    "1R5K/8/3k4/8/8/8/8/8 w - - 0 1",
    "8/1k6/4B3/4K3/8/8/8/2B5 w - - 0 1",
    "1B6/3B4/8/8/8/5k2/2K5/8 w - - 0 1",
    "8/k7/5K2/8/5B2/3B4/8/8 w - - 0 1",
    "3k4/8/1r6/8/8/4K3/8/R6R w - - 0 1",
    "8/2b5/8/3k4/8/8/1K6/R6R w - - 0 1",
    "8/8/2q5/8/4k3/8/6K1/Q6R w - - 0 1",
];

const NODES: u64 = 5_000;

/// Plays a game of the program against itself to its end by the rules. Returns true if it ends in mate.
fn ends_in_mate(fen: &str) -> bool {
    let mut searcher = Searcher::new(4).unwrap();
    let mut position = Position::from_fen(fen).unwrap();
    let mut history: Vec<Key> = Vec::new();
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    while has_legal_move(&position) && position.halfmove_clock() < 100 {
        if history.iter().filter(|&&key| key == position.key()).count() == 2 {
            return false;
        }
        let root = Root { position, history: history.clone() };
        let found = searcher.search(&root, &limits, &mut Undisturbed);
        history.push(position.key());
        position = position.make(found.best.unwrap());
    }
    position.in_check() && !has_legal_move(&position)
}

#[test]
fn a_won_ending_is_mated_in_time() {
    for fen in WON {
        assert!(ends_in_mate(fen), "{fen}");
    }
}
