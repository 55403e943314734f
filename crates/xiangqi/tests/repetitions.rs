//! Checks that the search knows the rules of repetition and the end of a game.

use cleave_xiangqi::search::{Limits, MATE, Searcher};
use cleave_xiangqi::{Game, Position, Rules};

fn value(fen: &str, rules: Rules, depth: u32) -> i32 {
    let root = Game::new(Position::from_fen(fen).expect(fen), rules);
    Searcher::new(1).unwrap().search(&root, &Limits::to_depth(depth), &mut |_: &_| {}).value
}

#[test]
fn mate_and_stalemate_are_lost() {
    assert_eq!(value("3k5/4P4/3P5/9/9/9/9/9/9/4K4 b - - 0 1", Rules::Axf, 3), -MATE);
    assert!(value("4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1", Rules::Axf, 4) > MATE - 5);
}

/// Red is far behind and can only give perpetual check. That draws if all repetitions draw.
#[test]
fn perpetual_check_does_not_save_a_lost_game() {
    let fen = "3k5/4r4/9/9/9/9/9/4r4/3p5/R4K3 w - - 0 1";
    let free = value(fen, Rules::None, 7);
    let judged = value(fen, Rules::Axf, 7);
    assert_eq!(free, 0);
    assert!(judged < -300, "{judged}");
}
