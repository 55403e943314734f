//! Invalid input gets the error reply of the protocol, and changes nothing.

use cleave_tests::{Engine, Game};

use crate::LONG;

/// A game in force mode after 1. e4, and the check that it still is.
struct AfterE4(Engine);

impl AfterE4 {
    fn begin() -> AfterE4 {
        let mut engine = Engine::playing(2);
        engine.send("force");
        engine.send("usermove e2e4");
        AfterE4(engine)
    }

    /// Sends a line, and returns the answer.
    fn say(&mut self, line: &str) -> Vec<String> {
        self.0.sync();
        self.0.send(line);
        self.0.sync()
    }

    /// The position is what it was: Black's e7e5 is legal, and White's d2d4 after it.
    fn assert_unchanged(mut self) {
        for mv in ["e7e5", "d2d4"] {
            let answer = self.say(&format!("usermove {mv}"));
            assert!(answer.is_empty(), "{mv}: {answer:?}");
        }
        let mut game = Game::default();
        ["e2e4", "e7e5", "d2d4"].into_iter().for_each(|mv| game.play(mv));
        self.0.send("go");
        game.play(&self.0.wait_for_move(LONG));
        self.0.quit();
    }
}

/// True for the error replies to a command and to a move.
fn is_refusal(said: &str) -> bool {
    said.starts_with("Illegal move") || said.starts_with("Error (")
}

#[test]
fn unknown_commands_are_named() {
    let mut game = AfterE4::begin();
    for line in ["nonsense", "xyzzy 1 2", "äöü", "e9e5", "NEW"] {
        let word = line.split(' ').next().unwrap();
        let answer = game.say(line);
        let is_reply = |said: &String| said.starts_with("Error (") && said.contains(word);
        assert!(answer.iter().any(is_reply), "{line}: {answer:?}");
    }
    game.assert_unchanged();
}

#[test]
fn illegal_moves_are_named() {
    let mut game = AfterE4::begin();
    for mv in ["e2e4", "e7e4", "e8e7", "d8h4", "a1a1", "e7e8q", "O-O"] {
        let answer = game.say(&format!("usermove {mv}"));
        let is_reply = |said: &String| said.starts_with("Illegal move") && said.ends_with(mv);
        assert!(answer.iter().any(is_reply), "{mv}: {answer:?}");
    }
    game.assert_unchanged();
}

#[test]
fn text_that_is_not_a_move_is_refused() {
    let mut game = AfterE4::begin();
    for line in ["usermove", "usermove nonsense", "usermove e7e5e3", "usermove \u{1F600}"] {
        let answer = game.say(line);
        assert!(answer.iter().any(|said| is_refusal(said)), "{line}: {answer:?}");
    }
    game.assert_unchanged();
}

#[test]
fn impossible_positions_are_refused() {
    let mut game = AfterE4::begin();
    for fen in [
        "",
        "nonsense",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "kk6/8/8/8/8/8/8/K7 w - - 0 1",
        "k7/8/8/8/8/8/8/KR5P w - - 0 1",
        "kR6/8/8/8/8/8/8/K7 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1",
    ] {
        let answer = game.say(&format!("setboard {fen}"));
        let is_reply =
            |said: &String| said.starts_with("tellusererror") || said.starts_with("Error (");
        assert!(answer.iter().any(is_reply), "{fen}: {answer:?}");
    }
    game.assert_unchanged();
}

#[test]
fn bad_numbers_are_refused() {
    let mut game = AfterE4::begin();
    for line in [
        "level",
        "level 40",
        "level a b c",
        "level -1 5 0",
        "st nonsense",
        "st -1",
        "sd -1",
        "sd 99999999999999999999",
        "time soon",
        "memory 0",
        "memory lots",
        "memory 99999999999",
        "cores 0",
        "cores -3",
        "nps many",
        "variant nosuchvariant",
        "option NoSuchOption=1",
    ] {
        let answer = game.say(line);
        assert!(answer.iter().any(|said| said.starts_with("Error (")), "{line}: {answer:?}");
    }
    game.assert_unchanged();
}

#[test]
fn an_impossible_position_of_the_edit_mode_is_refused() {
    let mut game = AfterE4::begin();
    // In the edit mode every line is about a piece, a ping as well.
    for line in ["edit", "#", "Ke1", "nonsense", "Zz9", "c", "."] {
        game.0.send(line);
    }
    let answer = game.0.sync();
    assert!(answer.iter().any(|said| said.starts_with("tellusererror")), "{answer:?}");
    game.assert_unchanged();
}

#[test]
fn garbage_is_refused() {
    let mut game = AfterE4::begin();
    game.0.send_bytes(&(0..=255).collect::<Vec<u8>>());
    game.0.send_bytes(b"\n\xff\xfe\xfd\n\0\0\0\n\n\r\n   \n");
    let answer = game.0.sync();
    assert!(answer.iter().any(|said| said.starts_with("Error (")), "{answer:?}");
    game.assert_unchanged();
}

#[test]
fn a_line_of_a_megabyte_is_refused() {
    let mut game = AfterE4::begin();
    for start in ["", "usermove ", "setboard ", "option "] {
        let mut bytes = start.as_bytes().to_vec();
        bytes.resize(1 << 20, b'7');
        bytes.push(b'\n');
        game.0.send_bytes(&bytes);
        let answer = game.0.sync();
        assert!(answer.iter().any(|said| said.starts_with("Error (")), "{start}: {answer:?}");
        assert!(answer.iter().all(|said| said.len() < 1000), "only its beginning is repeated");
    }
    game.assert_unchanged();
}

#[test]
fn lines_may_come_in_pieces_and_with_carriage_returns() {
    let mut game = AfterE4::begin();
    for piece in ["user", "move ", "e7", "e5\r\n", "undo\r", "\n"] {
        game.0.send_bytes(piece.as_bytes());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(game.0.sync().is_empty());
    game.assert_unchanged();
}
