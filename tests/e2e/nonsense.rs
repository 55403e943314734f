//! Tests that invalid input gets the error reply of the protocol, and changes nothing.

use cleave_tests::{Engine, Game};

use crate::LONG;

/// A game in force mode after 1. e4, and the check that it is unchanged.
struct AfterE4(Engine);

impl AfterE4 {
    fn begin() -> AfterE4 {
        let mut engine = Engine::playing(2);
        engine.send("force\nusermove e2e4");
        AfterE4(engine)
    }

    /// Sends a line, and checks that the answer has such a reply.
    fn must_refuse(&mut self, line: &str, is_reply: impl Fn(&String) -> bool) {
        self.0.sync();
        let answer = self.0.answer(line);
        assert!(answer.iter().any(is_reply), "{line}: {answer:?}");
    }

    /// Checks that the position is unchanged. Black's e7e5 must be legal, then White's d2d4.
    fn assert_unchanged(mut self) {
        for mv in ["e7e5", "d2d4"] {
            self.0.sync();
            let answer = self.0.answer(&format!("usermove {mv}"));
            assert!(answer.is_empty(), "{mv}: {answer:?}");
        }
        let mut game = Game::default();
        game.play_line("e2e4 e7e5 d2d4");
        self.0.send("go");
        game.play(&self.0.wait_for_move(LONG));
        self.0.quit();
    }
}

#[test]
fn unknown_commands_are_named() {
    let mut game = AfterE4::begin();
    for line in ["nonsense", "xyzzy 1 2", "äöü", "e9e5", "NEW"] {
        let word = line.split(' ').next().unwrap();
        game.must_refuse(line, |said| said.starts_with("Error (") && said.contains(word));
    }
    game.assert_unchanged();
}

#[test]
fn illegal_moves_are_named() {
    let mut game = AfterE4::begin();
    for mv in ["e2e4", "e7e4", "e8e7", "d8h4", "a1a1", "e7e8q", "O-O"] {
        let line = format!("usermove {mv}");
        game.must_refuse(&line, |said| said.starts_with("Illegal move") && said.ends_with(mv));
    }
    game.assert_unchanged();
}

#[test]
fn text_that_is_not_a_move_is_refused() {
    let mut game = AfterE4::begin();
    for line in ["usermove", "usermove nonsense", "usermove e7e5e3", "usermove \u{1F600}"] {
        let starts = ["Illegal move", "Error ("];
        game.must_refuse(line, |said| starts.iter().any(|start| said.starts_with(start)));
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
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
    ] {
        let starts = ["tellusererror", "Error ("];
        let line = format!("setboard {fen}");
        game.must_refuse(&line, |said| starts.iter().any(|start| said.starts_with(start)));
    }
    game.assert_unchanged();
}

#[test]
fn a_position_with_faulty_details_is_set_and_each_repair_is_named() {
    let mut engine = Engine::playing(2);
    engine.send("force");
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
    ] {
        engine.sync();
        let answer = engine.answer(&format!("setboard {fen}"));
        assert!(answer.iter().any(|said| said.starts_with("telluser ")), "{fen}: {answer:?}");
        assert_eq!(engine.answer("usermove e1e2"), Vec::<String>::new(), "{fen}");
    }
    engine.quit();
}

#[test]
fn bad_numbers_are_refused() {
    let mut game = AfterE4::begin();
    let lines = "level; level 40; level a b c; level -1 5 0; st nonsense; st -1; sd -1; \
        sd 99999999999999999999; time soon; memory 0; memory lots; memory 99999999999; \
        cores 0; cores -3; nps many; variant nosuchvariant; option NoSuchOption=1";
    for line in lines.split("; ") {
        game.must_refuse(line, |said| said.starts_with("Error ("));
    }
    game.assert_unchanged();
}

#[test]
fn an_impossible_position_of_the_edit_mode_is_refused() {
    let mut game = AfterE4::begin();
    // In edit mode the program reads every line as a piece, even a ping.
    let answer = game.0.answer("edit\n#\nKe1\nnonsense\nZz9\nc\n.");
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
        assert!(
            answer.iter().all(|said| said.len() < 1000),
            "the reply repeats only the beginning"
        );
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
