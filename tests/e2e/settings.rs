//! Tests settings, and commands that only inform the engine.

use cleave_tests::{Engine, Game};

use crate::LONG;

/// Checks that the engine still answers a first move.
fn assert_plays(mut engine: Engine) {
    let mut game = Game::default();
    engine.send("usermove e2e4");
    game.play("e2e4");
    game.play(&engine.wait_for_move(LONG));
    engine.quit();
}

#[test]
fn valid_settings_and_information_get_no_answer() {
    let mut engine = Engine::playing(3);
    let lines = "accepted ping; rejected setscore; random; computer; name Kasparov, Garry; \
        rating 2000 2851; ics chessclub.com; ics -; cores 1; memory 16; memory 64; nopost; \
        hard; easy; level 40 5 0; level 0 2:30 0.5; level 0 5 12; st 30; sd 3; time 30000; \
        otim 30000; option Clear Hash; option Contempt=20; variant normal; bk";
    for line in lines.split("; ") {
        let said = engine.answer(line);
        // The lines about the book begin with a space. A blank line follows them.
        let is_book = |line: &String| line.trim().is_empty() || line.starts_with(' ');
        let said: Vec<String> = said.into_iter().filter(|line| !is_book(line)).collect();
        assert!(said.is_empty(), "{line}: {said:?}");
    }
    engine.send("sd 3");
    assert_plays(engine);
}

#[test]
fn more_memory_than_available_is_refused_with_the_reason() {
    let mut engine = Engine::playing(3);
    let said = engine.answer("memory 99999999");
    assert!(said.iter().any(|line| line.starts_with("Error (")), "{said:?}");
    assert!(said.iter().any(|line| line.contains("MiB") && line.contains("available")), "{said:?}");
    assert_plays(engine);
}

#[test]
fn a_result_ends_the_game_and_the_next_begins() {
    let mut engine = Engine::playing(3);
    engine.send("usermove e2e4");
    engine.wait_for_move(LONG);
    assert!(engine.answer("result 1-0 {Black resigns}").is_empty());
    engine.send("new\nsd 3");
    assert_plays(engine);
}

/// A disk may be unmounted. The engine reports this in the protocol and still plays.
#[test]
fn files_in_the_configuration_may_be_missing() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("cleave.toml");
    let missing = "SyzygyPath = '/nowhere/tables'\nPersonality = 'nobody'\n";
    std::fs::write(&config, missing).unwrap();
    let config = config.to_str().unwrap();
    let arguments = ["--config", config, "--book", "/nowhere/book.bin", "--log", "/nowhere/log"];
    let logged = ["--option", "Game Log=1", "--option", "Log Folder=/proc/nowhere"];
    let arguments = [&arguments[..], &logged].concat();
    for (greeting, mark, go, answer) in [
        ("uci", "info string ", "position startpos\ngo depth 2", "bestmove "),
        ("xboard", "telluser ", "sd 2\ngo", "move "),
        ("sd 2\ngo", "Warning: ", "", "My move: "),
    ] {
        let mut engine = Engine::start(&arguments);
        engine.send(greeting);
        engine.send(go);
        let mut said = Vec::new();
        engine.wait_for(answer, LONG, |line| {
            said.push(line.to_owned());
            line.starts_with(answer).then_some(())
        });
        for expected in [
            "cannot write the log /nowhere/log: No such file",
            &format!("{config}: cannot read the directory /nowhere/tables: No such file"),
            &format!("{config}: no personality 'nobody'"),
            "--book: cannot read the book /nowhere/book.bin: No such file",
        ] {
            let warning = format!("{mark}{expected}");
            let count = said.iter().filter(|line| line.starts_with(&warning)).count();
            assert_eq!(count, 1, "{warning}\n{}", engine.transcript());
        }
        if greeting != "uci" {
            let no_log = format!("{mark}the game is not logged: cannot write /proc/nowhere");
            assert!(said.iter().any(|line| line.starts_with(&no_log)), "{}", engine.transcript());
        }
        engine.quit();
    }
}

#[test]
fn a_wrong_name_or_value_ends_the_program() {
    for (argument, reason) in [
        ("Hashes=1", "--option: no option 'Hashes'"),
        ("Hash=much", "--option: Hash is a number from 1 to"),
    ] {
        let mut engine = Engine::start(&["--option", argument]);
        let (status, said) = engine.wait_for_end(LONG);
        assert_eq!(status.code(), Some(1));
        assert!(said.iter().any(|line| line.contains(reason)), "{said:?}");
    }
}
