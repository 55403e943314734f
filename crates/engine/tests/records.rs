//! Games and positions in files, by the commands for people.

use std::io::Write;

use crate::common::{answer, answer_to, answer_until};
use crate::folder::Folder;

/// Returns the console's answers to these lines, after `force`.
fn console(lines: &[&str]) -> Vec<String> {
    let script = format!("force\n{}\n", lines.join("\n"));
    answer(script.as_bytes()).lines().skip(1).map(String::from).collect()
}

#[test]
fn a_game_is_saved_and_loaded() {
    let folder = Folder::new();
    let file = folder.file("a game.pgn");
    let save = format!("savegame {file}");
    let said =
        console(&["pgn White Ada", "pgn Event A \"B\"", "e4", "c5", "result 0-1 {x}", &save]);
    let saved = format!("The game is in {file}.");
    assert_eq!(said, ["White: Ada", "Event: A \"B\"", "1. e4", "1... c5", &saved]);
    let text = folder.read("a game.pgn");
    assert!(text.starts_with("[Event \"A \\\"B\\\"\"]\n[Site \"?\"]\n[Date \"2"), "{text}");
    assert!(text.contains("[White \"Ada\"]\n[Black \"?\"]\n[Result \"0-1\"]\n\n1. e4 c5 0-1\n"));
    let load = format!("loadgame \"{file}\" 1");
    assert_eq!(console(&[&load, "history", "go", "undo"])[0], "1. e4 c5");
}

#[test]
fn annotations_of_a_loaded_game_are_kept() {
    let folder = Folder::new();
    let games = "1. d4 *\n\n[White \"Eve\"]\n\n1. e4 {best} e5 $1 (1... c6) 2. Nf3 {so} 1-0\n";
    let load = format!("loadgame {} 2", folder.write("in.pgn", games));
    let save = format!("savegame {}", folder.file("out.pgn"));
    console(&[&load, &save, "undo", "undo", "c5", &save]);
    let saved = folder.read("out.pgn");
    assert!(!saved.contains("[Date \"2"), "nobody knows when it was played: {saved}");
    let same = "1. e4 {best} 1... e5 $1 (1... c6) 2. Nf3 {so} 1-0\n\n[White \"Eve\"]\n";
    assert!(saved.contains(same), "{saved}");
    assert!(
        saved.ends_with("1. e4 {best} 1... c5 (1... e5 $1 (1... c6) 2. Nf3 {so}) *\n"),
        "{saved}"
    );
}

#[test]
fn moves_are_read_on_from_the_board() {
    let folder = Folder::new();
    let read = format!("reada {}", folder.write("line.pgn", "1... c5 2. Nf3 {x} (2. c3) d6"));
    assert_eq!(console(&["e4", &read, "history"])[1], "1. e4 c5 2. Nf3 d6");
    let fen = "[FEN \"7k/8/8/8/8/8/R7/K7 w - - 0 1\"]\n\n1. Ra7 *";
    let other = format!("reada {}", folder.write("other.pgn", fen));
    let said = console(&["e4", &other, "history"]);
    assert!(said[1].contains("does not start from the position on the board"), "{said:?}");
    assert_eq!(said[2], "1. e4");
}

#[test]
fn positions_are_saved_and_loaded() {
    let folder = Folder::new();
    let suite = "# two\n6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8; id \"one two\";\n7k/8 w\n";
    let file = folder.write("suite.epd", suite);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mate = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    for (choice, wanted) in [("", mate), ("1", mate), ("one two", mate), ("3", start)] {
        let said = console(&[&format!("load {file} {choice}"), "fen"]);
        assert_eq!(said.last().unwrap(), wanted, "{choice}: {said:?}");
    }
    let bad = console(&[&format!("loadpos {file} 2"), "fen"]);
    assert!(bad[0].contains("suite.epd, line 3, column 1: the FEN has 2 fields"), "{bad:?}");
    let save = format!("savepos {}", folder.file("out.epd"));
    console(&["e4", &save, "e5", &save]);
    assert_eq!(folder.read("out.epd").lines().count(), 2);
    let last = console(&[&format!("loadpos {} 2", folder.file("out.epd")), "fen"]);
    assert_eq!(last, ["rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]);
}

#[test]
fn a_position_begins_a_line_of_its_own() {
    let folder = Folder::new();
    let file = folder.write("open.epd", "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8;");
    let save = format!("savepos {file}");
    console(&[&save, &save]);
    let text = folder.read("open.epd");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert_eq!(lines[0], "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8;");
}

#[test]
fn a_recorded_result_is_kept() {
    let folder = Folder::new();
    let there_and_back = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    for (result, saved) in [("1-0", "1-0"), ("*", "1/2-1/2")] {
        let game = folder
            .write("in.pgn", &format!("[Result \"{result}\"]\n\n{there_and_back} {result}\n"));
        let out = format!("{}.pgn", saved.len());
        console(&[&format!("loadgame {game}"), &format!("savegame {}", folder.file(&out))]);
        let text = folder.read(&out);
        assert!(text.ends_with(&format!(" {saved}\n")), "{result}: {text}");
    }
}

#[test]
fn a_file_is_not_loaded_while_the_engine_thinks() {
    for load in ["loadgame", "reada", "loadpos"] {
        let script = format!("xboard\nst 0.3\ngo\n{load} /nowhere\n");
        let said = answer_until(script.as_bytes(), "move ", 1);
        assert!(said.contains("command not legal now"), "{load}: {said}");
        assert!(!said.contains("cannot read"), "{load}: {said}");
        assert!(said.contains("\nmove "), "{load}: {said}");
    }
}

#[test]
fn refusals_give_the_reason_and_change_nothing() {
    let folder = Folder::new();
    let bad = folder.write("bad.pgn", "[White \"x\"]\n\n1. e4 e5 2. Ke3 *\n");
    let chess960 = "[Variant \"Chess960\"]\n[FEN \"k7/8/8/8/8/8/8/1K4R1 w G - 0 1\"]\n\n*";
    let chess960 = folder.write("960.pgn", chess960);
    for (line, wanted) in [
        (format!("loadgame {bad}"), "bad.pgn, line 3, column 13: illegal move 'Ke3'"),
        (format!("loadgame {bad} 2"), "bad.pgn has no game 2"),
        (format!("loadgame {bad} 0"), "the number of the game must be a number, at least 1"),
        (format!("loadgame {chess960}"), "it has castling rights of chess960"),
        ("loadgame /nowhere".into(), "cannot read /nowhere: No such file"),
        ("savegame /nowhere/x".into(), "cannot write /nowhere/x: No such file"),
        ("reada".into(), "Usage: reada FILE"),
        ("loadpos /dev/null".into(), "/dev/null has no position"),
        ("pgn FEN x".into(), "the tag FEN follows from the position"),
        ("pgn Result 2-0".into(), "'2-0' is no result"),
        ("pgn ? x".into(), "'?' is not the name of a tag"),
    ] {
        let said = console(&["d4", &line, "history", "tags"]);
        assert!(said[1].contains(wanted), "{line}: {said:?}");
        assert_eq!(said[2], "1. d4", "{line}");
        assert_eq!(said.len(), 10, "the seven tags: {said:?}");
    }
}

/// A game is resumed from these. A personality would undo later settings.
#[test]
fn a_game_log_has_the_options_of_the_game() {
    let folder = Folder::new();
    let place = folder.path().display();
    console(&[&format!("option LogFolder={place}"), "option GameLog=1", "skill 40", "e4"]);
    let log = folder.read("game.001");
    for (tag, is_there) in [
        ("[CleaveOption_Skill \"40\"]", true),
        ("[CleaveOption_Hash \"", true),
        ("[CleaveRole \"watches\"]", true),
        ("[CleaveClocks \"", true),
        ("CleaveOption_Personality", false),
        ("CleaveOption_UCI_EngineAbout", false),
    ] {
        assert_eq!(log.contains(tag), is_there, "{tag}: {log}");
    }
}

/// The engine lists `Game Log` first, and a GUI may set its options in that order.
#[test]
fn the_folder_of_a_game_log_may_be_chosen_last() {
    let [first, second, third] = [(); 3].map(|()| Folder::new());
    let [to_second, to_third] =
        [&second, &third].map(|folder| format!("option LogFolder={}", folder.path().display()));
    let to_first = format!("option LogFolder={}", first.path().display());
    console(&[
        &to_first,
        "option GameLog=1",
        &to_second,
        "echo heard",
        "e4",
        &to_third,
        "e5",
        "new",
        "force",
        "d4",
    ]);
    let names = |folder: &Folder| std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names(&first), 0, "an empty game is there");
    assert!(second.read("game.001").contains("1. e4 e5 *"));
    assert!(second.read("log.001").contains(" < echo heard\n"));
    assert!(third.read("game.001").contains("1. d4 *"), "the next game");
    assert_eq!((names(&second), names(&third)), (2, 2));
}

/// /dev/full is a disk without room.
#[test]
fn the_end_of_a_log_of_the_conversation_is_said_once_in_every_protocol() {
    for script in [
        "uci\nsetoption name Debug Log File value /dev/full\nisready\nposition startpos\ngo depth 1\nisready\n",
        "xboard\nnew\noption Debug Log File=/dev/full\nping 1\nforce\nusermove e2e4\nping 2\n",
        "option Debug Log File=/dev/full\nforce\ne4\ne5\n",
    ] {
        let said = answer(script.as_bytes());
        let why =
            "the conversation is no longer logged: cannot write /dev/full: No space left on device";
        assert_eq!(said.matches(why).count(), 1, "{said}");
        assert_eq!(said.matches("no longer logged").count(), 1, "{said}");
    }
}

#[test]
fn a_game_that_the_engine_resigns_is_lost() {
    let said = answer_to(|mut input, said| {
        write!(input, "resign 5 1\nsd 2\nsetboard 7k/8/8/8/8/8/1R6/K1Q5 b - - 0 1\ngo\n").unwrap();
        said.wait_for("I resign.", 1);
        writeln!(input, "savegame").unwrap();
    });
    assert!(said.contains("[Result \"1-0\"]"), "{said}");
    assert!(!said.contains("[Black \"?\"]"), "{said}");
}
