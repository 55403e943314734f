//! Tests UCI, and the configuration before it.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use cleave_tests::{Engine, Game, program};
use nix::sys::signal::{Signal, kill};

use crate::LONG;

/// Returns an engine after the greeting of UCI clients, with these options.
pub(crate) fn uci(options: &[&str]) -> Engine {
    let mut engine = Engine::start(&[]);
    engine.send("uci");
    engine.wait_for_line("uciok");
    for option in options {
        engine.send(&format!("setoption name {option}"));
    }
    engine.send("isready");
    engine.wait_for_line("readyok");
    engine
}

/// Returns the answer to this `go`.
fn best_move(engine: &mut Engine, go: &str) -> String {
    engine.send(go);
    engine.wait_for("bestmove", LONG, |line| line.strip_prefix("bestmove ").map(str::to_owned))
}

#[test]
fn only_the_last_position_is_searched() {
    let queens = "fen QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK/8/8/8/7k w - - 0 1";
    let too_long = format!("startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(4_000));
    for (refused, reason) in [
        (queens, "illegal position, White has 32 pieces"),
        ("fen 8/8", "illegal position"),
        ("startpos moves e2e4 e2e4 d7d5", "illegal move e2e4"),
        ("", "expected 'startpos' or 'fen FEN'"),
        ("kiebitz", "expected 'startpos' or 'fen FEN'"),
        (&too_long, "line too long"),
        ("startpos moves e2e4 \u{1}", "not text"),
    ] {
        let mut engine = uci(&[]);
        engine.send(&format!("position startpos moves d2d4\nposition {refused}"));
        engine.wait_for_line(&format!("info string {reason}"));
        for go in ["go depth 2", "go movetime 20", "ucinewgame\ngo wtime 100 btime 100"] {
            engine.send(go);
            engine.wait_for_line(&format!("info string {reason}"));
            assert_eq!(engine.wait_for_line("bestmove "), "0000", "{refused}");
        }
        engine.send("go perft 1");
        engine.wait_for_line(&format!("info string {reason}"));
        engine.send("position startpos moves f2f3 e7e5 g2g4");
        assert_eq!(best_move(&mut engine, "go depth 3"), "d8h4");
        engine.quit();
    }
}

/// The specification requires that a GUI gets no move before it asks for one.
#[test]
fn without_a_position_an_endless_search_waits_to_be_stopped() {
    for (go, end) in [("go infinite", "stop"), ("go ponder wtime 1 btime 1", "ponderhit")] {
        let mut engine = uci(&[]);
        engine.send(&format!("position fen 8/8\n{go}"));
        let early = engine.listen(Duration::from_millis(100));
        assert!(!early.iter().any(|line| line.starts_with("bestmove")), "{early:?}");
        assert_eq!(best_move(&mut engine, end), "0000");
        engine.quit();
    }
}

#[test]
fn a_new_game_keeps_the_position() {
    let mut engine = uci(&[]);
    engine.send("position startpos moves f2f3 e7e5 g2g4\nucinewgame");
    assert_eq!(best_move(&mut engine, "go depth 3"), "d8h4");
    engine.quit();
}

/// Scripts omit `uci`, and other engines still answer.
#[test]
fn any_line_of_uci_begins_the_conversation() {
    for (line, answer) in [
        ("isready", "readyok"),
        (
            "position startpos moves e2e4\nd",
            "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b ",
        ),
        ("setoption name Hash value 2\nisready", "readyok"),
        ("ucinewgame\nisready", "readyok"),
        ("go depth 1", "bestmove "),
        ("go searchmoves e2e4 depth 1", "bestmove e2e4"),
    ] {
        let mut engine = Engine::start(&[]);
        engine.send(line);
        engine.wait_for_line(answer);
        engine.quit();
    }
}

#[test]
fn the_console_keeps_its_own_commands() {
    let mut engine = Engine::start(&["--console"]);
    engine.send("sd 1\ngo");
    engine.wait_for_line("My move:");
    engine.quit();
}

#[test]
fn perft_ends_with_the_number_of_nodes_searched() {
    let mut engine = uci(&[]);
    engine.send("position startpos moves e2e4\ngo perft 3");
    engine.wait_for_line("e7e5: ");
    assert_eq!(engine.wait_for_line("Nodes searched: "), "13160");
    engine.quit();
}

#[test]
fn eval_shows_the_evaluation_of_the_position() {
    let mut engine = uci(&[]);
    engine.send("position fen 4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1\neval\nisready");
    engine.wait_for_line("Material ");
    engine.wait_for_line("readyok");
    engine.quit();
}

/// A GUI that sets a time for a move wants an analysis of that length.
#[test]
fn a_time_for_a_move_is_used_even_for_a_proved_mate_or_an_only_move() {
    for fen in ["6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "7k/8/8/8/8/8/1r6/K7 w - - 0 1"] {
        let mut engine = uci(&[]);
        engine.send(&format!("position fen {fen}"));
        let start = Instant::now();
        best_move(&mut engine, "go movetime 700");
        assert!(start.elapsed() >= Duration::from_millis(600), "{fen}: {:?}", start.elapsed());
        best_move(&mut engine, "go wtime 600000 btime 600000");
        assert!(start.elapsed() < Duration::from_secs(10), "{fen}: {:?}", start.elapsed());
        engine.quit();
    }
}

/// The overhead is 900 of the 1,000 ms for the move. Without it a move takes half a second and
/// more.
#[test]
fn the_overhead_of_the_gui_is_off_the_clock() {
    let took = least_of_three(|| time_of("go movetime 1000", &["Move Overhead value 900"]));
    assert!(took < Duration::from_millis(800), "{took:?}");
}

/// Returns the time of a move of a new engine. An engine that was late would think for less time
/// later.
fn time_of(go: &str, options: &[&str]) -> Duration {
    let mut engine = uci(options);
    let start = Instant::now();
    best_move(&mut engine, go);
    let took = start.elapsed();
    engine.quit();
    took
}

/// Returns the shortest of three times. A busy machine rarely lengthens all three.
fn least_of_three(measure: impl FnMut() -> Duration) -> Duration {
    std::iter::repeat_with(measure).take(3).min().expect("there are three")
}

/// With 2 s for two moves the first may take 1 s. With 2 s for the rest of the game it takes a
/// tenth.
#[test]
fn fewer_moves_to_go_are_longer_moves() {
    let one = time_of("go wtime 2000 btime 2000 movestogo 1", &[]);
    let many = least_of_three(|| time_of("go wtime 2000 btime 2000", &[]));
    assert!(
        one > Duration::from_millis(500) && many < Duration::from_millis(500),
        "{one:?} {many:?}"
    );
}

#[test]
fn a_move_of_the_book_is_played_at_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let book = folder.path().join("book.txt");
    fs::write(&book, "a2a4 h7h5 h2h4\n").expect("a temporary file");
    let mut engine = uci(&[&format!("Book File value {}", book.display()), "OwnBook value true"]);
    engine.send("position startpos");
    assert_eq!(best_move(&mut engine, "go wtime 600000 btime 600000"), "a2a4");
    engine.send("position startpos moves a2a4 h7h5\nsetoption name OwnBook value false");
    assert_ne!(best_move(&mut engine, "go depth 4"), "h2h4");
    engine.quit();
}

#[test]
fn the_debug_log_has_both_sides_of_the_conversation() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("debug.log");
    let option = format!("Debug Log File value {}", file.display());
    let mut engine = uci(&[&option, &option]);
    engine.send("position startpos");
    best_move(&mut engine, "go depth 1");
    engine.send("setoption name Debug Log File value\ngo depth 2");
    engine.wait_for_line("bestmove ");
    engine.send("setoption name Debug Log File value /nowhere/at/all\nisready");
    engine.wait_for_line("info string cannot write /nowhere/at/all: No such file");
    engine.quit();
    let said = fs::read_to_string(&file).expect("a log");
    for line in [" < go depth 1\n", " > bestmove ", " > readyok\n"] {
        assert!(said.contains(line), "{said}");
    }
    assert!(!said.contains("go depth 2"), "{said}");
}

#[test]
fn a_thousand_threads_answer() {
    let mut engine = uci(&[
        "Oversubscribe value true",
        "Hash value 1",
        "Backend value thread",
        "Threads value 1024",
    ]);
    engine.send("position startpos moves f2f3 e7e5 g2g4");
    assert_eq!(best_move(&mut engine, "go depth 3"), "d8h4");
    engine.quit();
}

#[test]
fn forked_workers_play_a_game() {
    let mut engine = uci(&["Oversubscribe value true", "Threads value 2", "Hash value 4"]);
    let (mut game, mut moves) = (Game::default(), String::new());
    for _ in 0..20 {
        let go = "go wtime 2000 btime 2000 winc 20 binc 20";
        engine.send(&format!("position startpos moves{moves}\n{go}"));
        let answer = engine
            .wait_for("bestmove", LONG, |line| line.strip_prefix("bestmove ").map(str::to_owned));
        let mv = answer.split(' ').next().unwrap_or_default();
        game.play(mv);
        moves.push_str(&format!(" {mv}"));
    }
    assert_eq!(engine.helpers().len(), 1);
    engine.quit();
}

/// A group that loses a worker continues with the workers before it. In the next search it is
/// complete again.
#[test]
fn forked_groups_survive_the_death_of_a_helper() {
    let mut engine =
        uci(&["Oversubscribe value true", "Group Size value 3", "Threads value 6", "Hash value 4"]);
    best_move(&mut engine, "go depth 8");
    assert_eq!(engine.helpers().len(), 4, "two for each of two groups");
    for victim in 0..4 {
        engine.send("go movetime 1000");
        engine.listen(Duration::from_millis(200));
        kill(engine.helpers()[victim], Signal::SIGKILL).expect("a helper");
        let answer = engine
            .wait_for("bestmove", LONG, |line| line.strip_prefix("bestmove ").map(str::to_owned));
        assert_ne!(answer, "(none)");
        best_move(&mut engine, "go depth 8");
        assert_eq!(engine.helpers().len(), 4, "a new helper replaces the dead one");
    }
    engine.quit();
}

#[test]
fn the_engine_quits_in_any_state() {
    for go in ["isready", "go infinite", "go ponder wtime 1000 btime 1000", "go movetime 100000"] {
        for end_of_input in [false, true] {
            let mut engine = uci(&["Oversubscribe value true", "Threads value 2"]);
            engine.send(go);
            engine.listen(Duration::from_millis(100));
            if end_of_input {
                engine.close_input();
                engine.must_leave();
            } else {
                engine.quit();
            }
        }
    }
}

#[test]
fn a_terminal_gets_the_console_and_a_gui_what_it_asks_for() {
    let mut engine = Engine::start(&["--console"]);
    engine.wait_for_line("Cleave ");
    engine.send("uci");
    engine.wait_for_line("uciok");
    engine.send("xboard");
    assert!(engine.wait_for_line("info string unknown command").contains("xboard"));
    engine.quit();
}

#[test]
fn the_usual_configuration_file_is_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(folder.path().join("cleave")).expect("a folder in it");
    let file = folder.path().join("cleave/cleave.toml");
    fs::write(&file, "Skill = 7\nHash = 2\n").expect("a temporary file");
    let output = Command::new(program())
        .env("XDG_CONFIG_HOME", folder.path())
        .args(["--hash", "3", "config"])
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    for (setting, origin) in
        [("Skill = 7", file.display().to_string()), ("Hash = 3", "--hash".into())]
    {
        assert!(said.contains(&format!("{setting:35} # {origin}\n")), "{said}");
    }
    assert!(said.lines().all(|line| line.contains(" = ")), "every line is a setting: {said}");
}
