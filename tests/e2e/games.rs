//! Tests whole games, with the claims at their end.

use std::time::Duration;

use cleave_tests::{Engine, Game};

use crate::LONG;

/// Returns the result in a claim: `1-0 {White mates}`.
fn claim(line: &str) -> Option<String> {
    let result = line.split(" {").next()?;
    ["1-0", "0-1", "1/2-1/2"].contains(&result).then(|| result.to_owned())
}

/// Sets up a position and plays these moves. Checks that the engine claims this result, or none.
fn claims(fen: &str, moves: &str, result: Option<&str>) {
    let mut engine = Engine::playing(4);
    engine.send(&format!("setboard {fen}\nforce"));
    let (others, last) = moves.rsplit_once(' ').unwrap_or(("", moves));
    others.split_whitespace().for_each(|mv| engine.send_moves(mv));
    let early = engine.sync();
    assert!(!early.iter().any(|line| claim(line).is_some()), "{early:?}");
    engine.send(&format!("playother\nusermove {last}"));
    let said = engine.wait_for("move or claim", LONG, |line| {
        (line.starts_with("move ") || claim(line).is_some()).then(|| line.to_owned())
    });
    assert_eq!(claim(&said).as_deref(), result, "{fen}, {moves}: {said}");
    engine.quit();
}

#[test]
fn mate_and_stalemate_are_claimed() {
    claims("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8", Some("1-0"));
    claims("r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1", Some("0-1"));
    claims("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "f2f7", Some("1/2-1/2"));
}

#[test]
fn draws_are_claimed() {
    claims("4k3/8/8/8/8/8/3q4/4K3 w - - 0 1", "e1d2", Some("1/2-1/2"));
    claims("4k3/8/8/8/8/8/3rB3/4K3 w - - 0 1", "e1d2", Some("1/2-1/2"));
    claims("4k2r/8/8/8/8/8/8/4K2R w - - 99 80", "h1h2", Some("1/2-1/2"));
    claims(
        "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1",
        "a1a2 h8h7 a2a1 h7h8 a1a2 h8h7 a2a1 h7h8",
        Some("1/2-1/2"),
    );
}

#[test]
fn a_game_in_progress_is_not_claimed() {
    claims("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2 h8h7 a2a1 h7h8 a1a2", None);
    claims("4k2r/8/8/8/8/8/8/4K2R w - - 98 80", "h1h2", None);
}

/// Lets the engine play a game against itself. Every move must be legal, and the final claim
/// correct.
fn play_against_itself(commands: &str, mut game: Game) {
    let mut engine = Engine::playing(3);
    engine.send(&format!("nopost\n{commands}"));
    for _ in 0..600 {
        engine.send("go");
        let said = engine.wait_for("move or claim", LONG, |line| {
            (line.starts_with("move ") || claim(line).is_some()).then(|| line.to_owned())
        });
        if let Some(mv) = said.strip_prefix("move ") {
            game.play(mv);
        }
        // A claim may come with the move that ends the game.
        let ended = game.result();
        let claimed = claim(&said).or_else(|| ended.map(|_| engine.wait_for("claim", LONG, claim)));
        if let Some(claimed) = claimed {
            let by_fifty = game.board().halfmove_clock() >= 100;
            let right = ended.or(by_fifty.then_some("1/2-1/2"));
            assert_eq!(Some(claimed.as_str()), right, "{}\n{}", game.board(), engine.transcript());
            engine.quit();
            return;
        }
    }
    panic!("no end\n{}", engine.transcript());
}

#[test]
fn the_engine_plays_a_game_against_itself() {
    play_against_itself("easy", Game::default());
}

#[test]
fn the_engine_plays_an_ending_against_itself() {
    let fen = "8/8/8/4k3/8/8/3QK3/8 w - - 0 1";
    play_against_itself(&format!("setboard {fen}"), Game::from_fen(fen));
}

#[test]
fn the_engine_plays_chess960_against_itself() {
    for fen in [
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN w FBfb - 0 1",
    ] {
        let commands = format!("variant fischerandom\nsetboard {fen}");
        play_against_itself(&commands, Game::from_fen(fen));
    }
}

#[test]
fn castling_in_chess960_is_understood() {
    let mut engine = Engine::playing(2);
    let fen = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1";
    engine.send(&format!("variant fischerandom\nsetboard {fen}\nforce"));
    for mv in ["O-O", "O-O-O"] {
        let said = engine.answer(&format!("usermove {mv}"));
        assert!(said.is_empty(), "{mv}: {said:?}");
    }
    let mut game = Game::from_fen("2kr2r1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 w - - 2 2");
    engine.send("go");
    game.play(&engine.wait_for_move(LONG));
    engine.quit();
}

#[test]
fn force_is_silent_and_playother_takes_the_other_side() {
    let mut engine = Engine::playing(2);
    engine.send("force");
    engine.send_moves("e2e4 e7e5 g1f3");
    assert!(engine.sync().is_empty());
    engine.send("playother");
    assert!(
        engine.listen(Duration::from_millis(100)).is_empty(),
        "Black is to move, and the engine has White"
    );
    engine.send("usermove b8c6");
    let mut game = Game::default();
    game.play_line("e2e4 e7e5 g1f3 b8c6");
    game.play(&engine.wait_for_move(LONG));
    engine.quit();
}

#[test]
fn moves_are_taken_back() {
    let mut engine = Engine::playing(2);
    engine.send("usermove e2e4");
    engine.wait_for_move(LONG);
    engine.send("remove\nusermove d2d4");
    let mut game = Game::default();
    game.play("d2d4");
    game.play(&engine.wait_for_move(LONG));

    let said = engine.answer("force\nundo\nundo\nusermove c2c4");
    assert!(said.is_empty(), "White is to move again: {said:?}");
    engine.quit();
}

#[test]
fn moves_are_read_as_san_too() {
    let mut engine = Engine::playing(2);
    let moves = "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O";
    engine.send("accepted san\nforce");
    engine.send_moves(moves);
    assert!(engine.sync().is_empty());
    let mut game = Game::default();
    game.play_line(moves);
    engine.send("go");
    game.play(&engine.wait_for_move(LONG));
    engine.quit();
}
