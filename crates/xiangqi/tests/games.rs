//! Plays whole games of the program against itself.

use cleave_xiangqi::{Game, Position, Verdict, parse_move};

use crate::program::Program;

/// Each game must end by the rules, after legal moves.
#[test]
fn games_over_uci_end_by_the_rules() {
    let mut program = Program::start();
    program.tell("uci");
    let mut decided = 0;
    for opening in ["", "h2e2 h7e7", "g3g4 b7g7", "b0c2 c6c5 c3c4 c5c4"] {
        program.tell("ucinewgame");
        let mut game = Game::from(Position::start());
        let mut moves = String::new();
        let mut opening = opening.split_whitespace();
        let verdict = loop {
            if let Some((verdict, _)) = game.ending() {
                break verdict;
            }
            assert!(game.plies() < 900, "a game has an end");
            let text = opening.next().map(str::to_owned).unwrap_or_else(|| {
                program.tell(&format!("position startpos moves{moves}"));
                let nodes = if game.plies() % 2 == 0 { 1_500 } else { 60 };
                let line = program.ask(&format!("go nodes {nodes}"), "bestmove ");
                line.split(' ').nth(1).expect("there is a move").to_owned()
            });
            game.play(parse_move(game.position(), &text).expect("moves are legal"));
            moves += &format!(" {text}");
        };
        decided += usize::from(verdict != Verdict::Draw);
    }
    assert!(decided > 0, "the side with more nodes wins sometimes");
}
