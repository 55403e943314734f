//! Draws by the fifty-move rule and by repetition, up to the last ply for which they count.

use cleave_board::{Key, Position, Value};
use cleave_movegen::parse_move;
use cleave_search::{Limits, Root, Searcher, Undisturbed};

fn value(root: &Root, depth: u32) -> Value {
    let mut searcher = Searcher::new(1).expect("1 MiB is available");
    searcher.search(root, &Limits::to_depth(depth), &mut Undisturbed).value
}

/// The rook mates with its second move, the third ply, and moves no pawn and captures nothing.
#[test]
fn a_hundred_plies_are_a_draw_and_99_are_none() {
    for (before, expected) in
        [(0, Value::mate_in(3)), (97, Value::mate_in(3)), (98, Value::ZERO), (99, Value::ZERO)]
    {
        let fen = format!("7k/8/8/8/8/8/R7/1R4K1 w - - {before} 90");
        let root = Root::from(Position::from_fen(&fen).expect("a legal position"));
        assert_eq!(value(&root, 6), expected, "{before} plies before");
    }
}

#[test]
fn a_mate_with_the_hundredth_ply_wins() {
    let root = |before| {
        let fen = format!("6k1/5ppp/8/8/8/8/8/R5K1 w - - {before} 90");
        Root::from(Position::from_fen(&fen).expect("a legal position"))
    };
    assert_eq!(value(&root(99), 4), Value::mate_in(1));
    // A move that does not mate comes too late.
    let other = Position::from_fen("6k1/5pp1/8/8/8/8/8/R5K1 w - - 99 90").expect("legal");
    assert_eq!(value(&Root::from(other), 4), Value::ZERO);
}

/// White is lost, but Kg1 leads to a position that has occurred twice, 75 plies ago and more.
#[test]
fn a_repetition_is_found_however_long_ago_it_began() {
    let position = Position::from_fen("k7/8/8/8/8/q7/8/7K w - - 80 90").expect("a legal position");
    let there = position.make(parse_move(&position, "Kg1").expect("a legal move")).key();
    for (plies_ago, is_draw) in
        [(&[75, 77][..], true), (&[3, 79], true), (&[79], false), (&[76, 78], false)]
    {
        let mut history: Vec<Key> = (1..=80).map(Key).collect();
        for ago in plies_ago {
            history[80 - ago] = there;
        }
        let value = value(&Root { position, history }, 6);
        assert_eq!(value == Value::ZERO, is_draw, "{plies_ago:?}: {value}");
        assert!(is_draw || value < Value::new(-500), "{plies_ago:?}: {value}");
    }
}
