//! Tests the console.

use cleave_tests::{Engine, Game};

use crate::LONG;

/// Returns the output of a console after these commands.
fn console(commands: &[&str]) -> Vec<String> {
    let mut engine = Engine::start(&["--console"]);
    engine.send(&format!("{}\nquit", commands.join("\n")));
    let (status, lines) = engine.wait_for_end(LONG);
    assert!(status.success(), "{}", engine.transcript());
    lines
}

fn contains(lines: &[String], text: &str) -> bool {
    lines.iter().any(|line| line.contains(text))
}

#[test]
fn help_fits_the_screen_and_leads_to_every_command() {
    let explains = |lines: &[String], command: &str| {
        let names = |line: &String| {
            let line = line.trim_start_matches("> ").trim_start();
            line.split([' ', ',']).next() == Some(command)
        };
        lines.iter().any(names)
    };
    let first = console(&["force", "help"]);
    let page = first.iter().skip_while(|line| !line.contains("To move, type the move"));
    assert!(page.count() < 24, "{first:#?}");
    for command in ["new", "go", "takeback", "setboard", "st", "analyze", "quit"] {
        assert!(explains(&first, command), "{command}: {first:#?}");
    }
    let all = console(&["help all"]);
    for command in [
        "new", "setboard", "go", "undo", "sd", "st", "score", "perft", "bench", "display",
        "history", "help", "quit",
    ] {
        assert!(explains(&all, command), "{command}: {all:#?}");
    }
    assert!(all.iter().all(|line| line.chars().count() <= 80 || !line.trim().contains(' ')));
    let topic = console(&["help draws"]);
    assert!(explains(&topic, "draw") && !explains(&topic, "new"), "{topic:#?}");
    let one = console(&["help perft"]);
    assert!(contains(&one, "Count the lines of play"), "{one:#?}");
    assert!(contains(&console(&["help anlyse"]), "Did you mean 'help analyse'?"));
}

#[test]
fn a_misspelt_command_is_guessed() {
    for (line, answer) in [
        ("anlyze", "Did you mean 'analyze'?"),
        ("udno", "Did you mean 'undo'?"),
        ("stop", "'exit' ends the analysis"),
        ("xyzzy", "'help' lists the commands"),
    ] {
        let lines = console(&[line]);
        assert!(contains(&lines, answer), "{line}: {lines:#?}");
    }
}

#[test]
fn perft_counts() {
    let mut engine = Engine::start(&["--console"]);
    engine.send("perft 4");
    engine.wait_for("count", LONG, |line| line.contains("197281").then_some(()));
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    engine.send(&format!("setboard {kiwipete}\nperft 3"));
    engine.wait_for("count", LONG, |line| line.contains("97862").then_some(()));
    engine.quit();
}

#[test]
fn a_person_can_play_in_san() {
    let mut engine = Engine::start(&["--console"]);
    engine.send("sd 3\ne4");
    let mut game = Game::default();
    game.play("e4");
    engine.wait_for("an answer", LONG, |line| {
        line.split_whitespace().any(|word| game.try_play(word)).then_some(())
    });
    engine.quit();
}

#[test]
fn a_move_in_force_mode_is_echoed() {
    let lines = console(&["force", "1.e4", "E7E5", "2. Nf3"]);
    for echo in ["1. e4", "1... e5", "2. Nf3"] {
        let is_echo = |line: &String| line.trim_start_matches("> ") == echo;
        assert!(lines.iter().any(is_echo), "{echo}: {lines:#?}");
    }
    assert!(contains(&lines, "Last move: Nf3"), "the board: {lines:#?}");
}

#[test]
fn the_evaluation_is_explained() {
    let lines = console(&["score"]);
    assert!(contains(&lines, "material") || contains(&lines, "Material"), "{lines:#?}");
}

#[test]
fn the_board_is_shown() {
    let lines = console(&["setboard 4k3/8/8/8/8/8/8/QRBNK3 w - - 0 1", "display"]);
    let letters = |line: &String| line.chars().filter(char::is_ascii_alphabetic).collect();
    let rows: Vec<String> = lines.iter().map(letters).collect();
    assert!(contains(&rows, "QRBNK"), "{lines:#?}");
}

#[test]
fn mistakes_are_explained() {
    for (line, word) in [
        ("Ke4", "Ke4"),
        ("e2e5", "e2e5"),
        ("setboard nonsense", "FEN"),
        ("perft many", "many"),
        ("xyzzy", "xyzzy"),
        ("\x1b[A", "Cursor and function keys"),
        ("setboard 4k3/8/8/8/8/8/8/1K3R2 w F - 0 1", "variant fischerandom"),
    ] {
        let lines = console(&[line, "display"]);
        assert!(contains(&lines, word), "{line}: {lines:#?}");
    }
}

#[test]
fn the_end_of_input_ends_the_program() {
    let mut engine = Engine::start(&["--console"]);
    engine.close_input();
    engine.must_leave();
}

#[test]
fn a_move_typed_while_the_engine_thinks_is_refused_at_once() {
    let mut engine = Engine::start(&["--console"]);
    engine.send("st 1000\ne4");
    engine.wait_for("the search", LONG, |line| line.starts_with("depth").then_some(()));
    engine.send("e5\nhash 2M\n.");
    for answer in ["Not now: it is my turn", "That waits until I have moved", "Depth "] {
        engine.wait_for(answer, LONG, |line| line.starts_with(answer).then_some(()));
    }
    engine.send("?");
    engine.wait_for("the move", LONG, |line| line.starts_with("My move: 1... ").then_some(()));
    engine.wait_for("what waited", LONG, |line| line.contains("has 2 MiB").then_some(()));
    engine.send("analyze");
    engine.wait_for("the analysis", LONG, |line| line.starts_with("depth").then_some(()));
    engine.send("a3");
    engine.wait_for("its echo", LONG, |line| line.contains("2. a3").then_some(()));
    engine.quit();
}

#[test]
fn a_dot_is_answered_in_words_on_the_console_and_as_the_protocol_says_in_a_gui() {
    assert!(contains(&console(&["."]), "Nothing is being searched."));
    let mut gui = Engine::after("force\npost\nanalyze");
    gui.wait_for("thinking", LONG, |line| line.contains('\t').then_some(()));
    gui.send(".");
    gui.wait_for("the status", LONG, |line| line.starts_with("stat01: ").then_some(()));
    gui.quit();
}

#[test]
fn a_command_without_its_argument_says_what_is_set_or_how_it_is_used() {
    let lines = console(&["safety", "st", "perft", "?", "hard", "sd 5", "nf3"]);
    for answer in [
        "I keep 0 s in reserve on the clock.",
        "Time control: 5 s a move.",
        "Usage: perft DEPTH; 'help perft' says more.",
        "I am not thinking about a move.",
        "I think on your time.",
        "I think at most to depth 5.",
    ] {
        assert!(contains(&lines, answer), "{answer}: {lines:#?}");
    }
    assert!(!contains(&lines, "''") && !contains(&lines, "Illegal"), "{lines:#?}");
}
