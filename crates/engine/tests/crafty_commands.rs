//! The effects of commands that Crafty's users know.

use std::io::Write;
use std::time::{Duration, Instant};

use cleave::game::current::Role;
use cleave::game_keeping::offers;
use cleave::session::Session;
use cleave_board::{Color, Value};

use crate::common::{answer, answer_until, program};
use crate::feeding::Program;
use crate::folder::Folder;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn fen(program: &mut Program) -> String {
    program.session().game.position().to_fen()
}

fn history(program: &mut Program) -> String {
    program.session().game.moves.moves_text()
}

#[test]
fn force_replaces_the_last_move() {
    let mut program = Program::after(&["force", "e4", "e5", "playother"]);
    program.session().game.role = Role::Plays(Color::Black);
    program.answer(&["force c5"]);
    assert_eq!(history(&mut program), "1. e4 c5");
    assert_eq!(program.session().game.role, Role::Plays(Color::Black), "the engine plays on");
    let said = program.answer(&["force Ke4"]);
    assert!(said.starts_with("Illegal move Ke4"), "{said}");
    assert_eq!(history(&mut program), "1. e4 c5");
    program.session().game.role = Role::Plays(Color::White);
    assert!(program.answer(&["force d5"]).starts_with("Not now: the engine has not moved"));
    assert!(Program::after(&[]).answer(&["force d5"]).starts_with("Not now: no move"));
}

#[test]
fn moves_are_taken_back_by_number() {
    let mut program = Program::after(&["force", "e4", "e5", "Nf3", "Nc6", "Bc4"]);
    program.answer(&["back 2"]);
    assert_eq!(history(&mut program), "1. e4 e5 2. Nf3");
    for (line, why) in [
        ("back 4", "fewer moves have been played"),
        ("back 0", "the number of moves must be"),
        ("reset 3", "the game has not been at that move"),
        ("reset 0", "the move must be"),
    ] {
        let said = program.answer(&[line]);
        assert!(said.contains(why), "{line}: {said}");
        assert_eq!(history(&mut program), "1. e4 e5 2. Nf3", "{line}");
    }
    program.answer(&["reset 1"]);
    assert_eq!(history(&mut program), "1. e4", "Black is to move, as before");
    assert!(program.answer(&["reset 99999999999999999999"]).contains("not been at that move"));
}

#[test]
fn the_own_move_is_taken_back_with_the_answer() {
    let mut program = Program::after(&["force", "e4", "takeback"]);
    assert_eq!(history(&mut program), "", "nobody has answered it");
    assert!(program.answer(&["takeback"]).contains("you have made no move yet"));
    // White is the user and has the move, because the engine has answered.
    program.execute(&["force", "e4", "e5"]);
    program.session().game.role = Role::Plays(Color::Black);
    program.answer(&["takeback"]);
    assert_eq!(history(&mut program), "");
    program.execute(&["force", "e4"]);
    program.session().game.role = Role::Plays(Color::White);
    assert!(program.answer(&["takeback"]).contains("you have made no move yet"));
    assert_eq!(history(&mut program), "1. e4", "the engine's");
}

#[test]
fn only_the_move_named_is_searched() {
    let said = answer_until(b"xboard\nforce\nsearch a3\nsd 4\ngo\n", "move ", 1);
    assert!(said.contains("move a2a3"), "{said}");
    let mut program = Program::after(&["search a3"]);
    assert_eq!(program.session().game.excluded.len(), 19);
    assert!(program.answer(&["search a5"]).starts_with("Illegal move"));
    assert_eq!(program.session().game.excluded.len(), 19);
}

#[test]
fn nodes_and_depth_are_limits_until_a_new_game() {
    let begin = Instant::now();
    let said = answer_until(b"xboard\nforce\nst 100\nsn 300\ngo\n", "move ", 1);
    assert!(said.contains("\nmove "), "{said}");
    // The input stays open for 20 s if there is no move.
    assert!(begin.elapsed() < Duration::from_secs(19), "long before 100 s");
    let mut program = Program::after(&["sn 300", "sd 5"]);
    let limits = |program: &mut Program| {
        let settings = &program.session().settings;
        (settings.search.nodes, settings.search.depth)
    };
    assert_eq!(limits(&mut program), (Some(300), Some(5)));
    program.answer(&["sn 0", "depth 0"]);
    assert_eq!(limits(&mut program), (None, None));
    program.answer(&["sn 300", "depth 5", "new"]);
    assert_eq!(limits(&mut program), (None, None));
}

#[test]
fn pieces_are_put_on_the_board_one_by_one() {
    let kings = ["edit", "#", "Ke1", "Rh1", "Pa2", "Qd4", "xd4", "c", "ke8", "ra8", "ph7", "."];
    let mut program = Program::after(&["force"]);
    let said = program.answer(&kings);
    assert!(said.starts_with("Put pieces on the board") && said.lines().count() == 1, "{said}");
    assert_eq!(fen(&mut program), "r3k3/7p/8/8/8/8/P7/4K2R w Kq - 0 1");
    program.answer(&["Ke2", "edit", "xa2", "."]);
    assert_eq!(fen(&mut program), "r3k3/7p/8/8/8/8/4K3/7R b q - 0 1", "the same side is to move");
    let said = program.answer(&["edit", "#", "Zz9", "."]);
    assert!(said.contains("Zz9: expected a piece and a square"), "{said}");
    assert!(said.contains("Illegal position: "), "{said}");
    assert_eq!(fen(&mut program), "r3k3/7p/8/8/8/8/4K3/7R b q - 0 1", "as before");
    assert_eq!(program.answer(&["echo out of the edit mode"]), "out of the edit mode\n");
}

/// The engine does not think about a position that is being changed.
#[test]
fn nothing_is_searched_in_the_edit_mode() {
    let said = answer(b"xboard\nsd 2\nplayother\nedit\n#\nKe1\nc\nKe8\n");
    assert!(!said.contains("move "), "{said}");
}

#[test]
fn positions_are_set_up_by_name_and_mirrored() {
    let mut program = Program::after(&["force", "e4", "flip"]);
    assert_eq!(fen(&mut program), "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    program.answer(&["flop"]);
    assert_eq!(fen(&mut program), "rnbkqbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBKQBNR w - - 0 1");
    program.answer(&["wild 7"]);
    assert_eq!(fen(&mut program), "4k3/5ppp/8/8/8/8/PPP5/3K4 w - - 0 1");
    assert!(program.answer(&["wild 5"]).contains("7 is the only wild position"));
    program.answer(&["variant nocastle"]);
    assert_eq!(fen(&mut program), START.replace("KQkq", "-"));
    program.answer(&["new"]);
    assert_eq!(fen(&mut program), START);
    program.answer(&["8/8/4k3/8/8/3K4/8/8 w - - 0 1"]);
    assert_eq!(fen(&mut program), "8/8/4k3/8/8/3K4/8/8 w - - 0 1", "a bare FEN");
    assert!(answer(b"xboard\nprotover 2\n").contains("normal,nocastle,fischerandom"));
}

#[test]
fn the_engine_accepts_and_resigns_by_its_settings() {
    let mut program = Program::after(&["force", "e4", "e5", "playother"]);
    let mut accepts = |lines: &[&str]| {
        program.answer(lines);
        program.session().game.outlook.value = Some(Value::new(-500));
        program.answer(&["draw"]).contains("I accept the draw.")
    };
    assert!(!accepts(&["draw decline"]));
    assert!(accepts(&["draw accept"]));
    assert!(program.answer(&["savegame"]).ends_with("1. e4 e5 1/2-1/2\n"), "the game is over");

    let mut program = Program::after(&["force", "e4", "playother", "resign 5 3"]);
    let mut resigns = |value| {
        let Session { client, game, settings, .. } = program.session();
        game.outlook.value = Some(Value::new(value));
        offers::resigns(game, &settings.policy, client)
    };
    assert!(!resigns(-500) && !resigns(-500) && !resigns(-499), "not in a row");
    assert!(!resigns(-500) && !resigns(-900) && resigns(-500));
    assert!(program.answer(&["resign 5 0"]).contains("the number of moves must be"));
    program.answer(&["resign 0"]);
    assert_eq!(program.session().settings.policy.resign_threshold, 0);
    let bad = program.answer(&["draw sometimes"]);
    assert!(bad.contains("expected accept, decline, offer"), "{bad}");
}

#[test]
fn a_person_may_resign() {
    let mut program = Program::after(&["force", "e4", "playother"]);
    program.session().game.role = Role::Plays(Color::Black);
    assert!(program.answer(&["resign"]).starts_with("0-1 {"));
    assert!(program.answer(&["savegame"]).ends_with("1. e4 0-1\n"));
    assert_eq!(program.session().game.role, Role::Watches);
    assert!(program.answer(&["resign"]).starts_with("The game is over: Black has won. "));
    assert!(program.answer(&["force", "resign"]).contains("Not now: the engine does not play"));
}

#[test]
fn ratings_count_unless_a_draw_is_a_draw() {
    let mut program = Program::after(&["rating 2000 1800"]);
    let mut contempt = |line| {
        program.answer(&[line]);
        program.session().settings.contempt_in_force()
    };
    assert_eq!(contempt("# before"), 20);
    assert_eq!(contempt("draw dynamic 0"), 0);
    assert_eq!(contempt("draw dynamic 1"), 20);
    assert_eq!(contempt("mode tournament"), 0);
    assert_eq!(contempt("option Contempt=30"), 0);
    assert_eq!(contempt("mode normal"), 30);
}

#[test]
fn clocks_are_shown_and_set() {
    let mut program = Program::after(&["force", "time 40/120/20/60"]);
    assert_eq!(
        program.answer(&["clock"]),
        "White: 2:00:00.0, 40 moves to go\nBlack: 2:00:00.0, 40 moves to go\n"
    );
    assert_eq!(
        program.answer(&["settc 35 90 34 1:20"]),
        "White: 1:30:00.0, 35 moves to go\nBlack: 1:20:00.0, 34 moves to go\n"
    );
    let shown = "White: 1:05:00.0, 35 moves to go\nBlack: 5:00.0, 34 moves to go\n";
    assert_eq!(program.answer(&["clock 65 0:05"]), shown);
    for bad in ["settc 35 90 34 x", "settc 41 9 41 9", "settc 35", "clock x", "clock 1 2 3"] {
        assert!(program.answer(&[bad]).starts_with(&format!("{bad}: ")), "{bad}");
        assert_eq!(program.answer(&["clock"]), shown, "{bad}");
    }
    assert!(program.answer(&["time sd/5/40/5"]).contains("nothing can follow sudden death"));
}

#[test]
fn clocks_are_used_by_the_settings() {
    let mut program = Program::after(&["usage -20", "timebook 100 10", "operator 5", "safety 0.5"]);
    let time_use = program.session().settings.search.time_use;
    assert_eq!(
        (time_use.usage, time_use.out_of_book.percent, time_use.out_of_book.moves),
        (-20, 100, 10)
    );
    assert_eq!((time_use.operator.as_secs(), time_use.safety.as_millis()), (5, 500));
    for bad in ["usage 51", "timebook 100", "timebook 501 3", "operator -1", "safety x"] {
        assert!(program.answer(&[bad]).starts_with(&format!("{bad}: ")), "{bad}");
    }
    assert_eq!(program.session().settings.search.time_use, time_use);
}

/// With time measured in nodes.
#[test]
fn a_reserve_makes_a_search_shorter() {
    let nodes = |reserve: &str| {
        let script = format!("xboard\nnps 1000\nlevel 0 1 0\n{reserve}\npost\nforce\ngo\n");
        let said = answer_until(script.as_bytes(), "move ", 1);
        let last = said.lines().rfind(|line| line.contains('\t')).unwrap().to_owned();
        last.split(' ').nth(3).unwrap().parse::<u64>().unwrap()
    };
    let all = nodes("");
    for reserve in ["safety 50", "operator 1.5", "usage -50"] {
        assert!(nodes(reserve) < all, "{reserve}");
    }
}

/// `timebook` counts moves out of the book.
#[test]
fn moves_out_of_the_book_are_counted() {
    let counted = |lines: &str| {
        let (reader, mut writer) = std::io::pipe().unwrap();
        let (mut event_loop, _) = program(reader);
        writer.write_all(lines.as_bytes()).unwrap();
        drop(writer);
        event_loop.run();
        event_loop.engine.session.game.searched_moves
    };
    assert_eq!(counted("sd 1\na3\nh3\n"), 2);
    assert_eq!(counted("sd 1\na3\nh3\nforce\nnew\nb3\n"), 1);
    assert_eq!(counted("sd 1\na3\nforce\nnew\nbook on\ne4\n"), 0, "from the book");
}

#[test]
fn thinking_is_shown_by_the_settings() {
    let thinking = |lines: &str| {
        let script = format!("xboard\npost\n{lines}\nforce\nsd 6\ngo\n");
        let said = answer_until(script.as_bytes(), "move ", 1);
        said.lines().filter(|line| line.contains('\t')).count()
    };
    assert!(thinking("") > 0);
    assert_eq!(thinking("noise 100"), 0);
    assert_eq!(thinking("display nopv\ndisplay nofail"), 0);
    assert!(thinking("display nofail") > 0);
    let mut program = Program::after(&["display nofail"]);
    assert_eq!(program.answer(&["display all"]), "display pv, nofail, stats\n");
    assert!(program.answer(&["display nonsense"]).contains("expected all, pv, fail or stats"));
}

#[test]
fn a_bell_rings_and_clocks_are_shown_after_a_move() {
    let said = |lines: &str| answer_until(format!("{lines}\nsd 1\na3\n").as_bytes(), "My move", 1);
    assert!(!said("alarm off").contains(['\x07']) && !said("alarm off").contains("White: "));
    assert!(said("alarm on").contains('\x07'));
    assert!(said("mode tournament").contains("White: "));
    let script = b"xboard\nalarm on\nmode tournament\nsd 1\na3\n";
    let of_gui = answer_until(script, "move ", 1);
    assert!(!of_gui.contains('\x07') && !of_gui.contains("White: "), "GUIs do that: {of_gui}");
}

#[test]
fn the_level_decides_the_messages_to_others() {
    let told = |lines: &str| {
        let said = answer_until(format!("xboard\n{lines}\n").as_bytes(), "move ", 1);
        let is_told = |line: &&str| line.starts_with("tell");
        said.lines().filter(is_told).map(String::from).collect::<Vec<_>>().join(" ")
    };
    let mate = "force\nsetboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1\nsd 3\ngo";
    assert_eq!(told(&format!("kibitz 0\n{mate}")), "");
    assert_eq!(told(&format!("kibitz 1\n{mate}")), "tellall mate in 1");
    assert!(told(&format!("whisper 2\n{mate}")).starts_with("tellothers Qg7# "));
    assert_eq!(told("kibitz 1\nsd 2\na3"), "");
    let (values, lines) = (told("kibitz 2\nsd 2\na3"), told("kibitz 3\nsd 2\na3"));
    assert!(values.ends_with(" at depth 2") && !values.contains("expecting"), "{values}");
    assert!(lines.contains(" at depth 2, expecting "), "{lines}");
    assert_eq!(told("kibitz 3\nbook on\ne4"), "");
    assert!(told("kibitz 4\nbook on\ne4").starts_with("tellall book: "));
    assert!(Program::after(&[]).answer(&["kibitz 5"]).contains("a number from 0 to 4"));
}

#[test]
fn a_move_to_ponder_on_is_the_one_expected() {
    let mut program = Program::after(&["force", "e4", "e5", "ponder on", "ponder Nf3"]);
    assert!(program.session().settings.search.ponder);
    assert_eq!(program.answer(&["hint"]), "Hint: Nf3\n");
    assert!(program.answer(&["ponder Nf6"]).starts_with("Illegal move"));
    program.answer(&["ponder off"]);
    assert!(!program.session().settings.search.ponder);
}

#[test]
fn books_are_chosen_and_made() {
    let folder = Folder::new();
    let games = folder.write("games.pgn", &"1. e4 e5 2. Nf3 1-0\n\n".repeat(3));
    let book = folder.file("made.bin");
    let mut program = Program::after(&[]);
    let said = program.answer(&[&format!("book create {games} {book} 40 1")]);
    assert!(said.contains("moves in"), "{said}");
    program.answer(&[&format!("book {book}"), "book width 2", "book random 0"]);
    let settings = &program.session().settings;
    assert!(settings.book.is_on && settings.book.choice.best);
    assert_eq!(settings.book.choice.width, 2);
    assert!(program.answer(&["book"]).starts_with(" e4 "));
    let again = program.answer(&[&format!("book create {games} {book} 40 1")]);
    assert!(again.contains(" exists; "), "{again}");
    program.answer(&["book off", "learn 100"]);
    assert!(!program.session().settings.book.is_on && program.session().settings.book.learns);
}

#[test]
fn endgame_tables_are_switched_off_and_on() {
    let mut program = Program::after(&["option SyzygyProbeLimit=5", "egtb off"]);
    assert_eq!(program.session().settings.tablebase.pieces, 0);
    assert!(program.answer(&["egtb"]).contains("no endgame tables are used"));
    assert_eq!(program.session().settings.tablebase.pieces, 0, "only told");
    assert!(program.answer(&["egtb on"]).contains("there are no endgame tables"));
    assert_eq!(program.session().settings.tablebase.pieces, 5, "as before");
    program.answer(&["egtbd 4"]);
    assert_eq!(program.session().settings.tablebase.depth, 4);
    assert!(program.answer(&["egtb maybe"]).contains("expected 'on' or 'off'"));
}

#[test]
fn the_table_has_the_requested_size() {
    let mut program = Program::after(&["hash=3M"]);
    assert_eq!(program.event_loop.engine.table_mib, 3);
    assert_eq!(program.answer(&["hash"]), "The table has 3 MiB.\n");
    assert!(program.answer(&["hash 64"]).contains("expected bytes"), "64 bytes");
    assert_eq!(program.event_loop.engine.table_mib, 3);
}

#[test]
fn files_are_worked_through_on_the_console() {
    let suite = "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8; id \"mate\";\n\
        8/8/4k3/8/8/3K4/8/8 w - - bm Ke4; id \"even\";\n";
    let folder = Folder::new();
    let suite = folder.write("suite.epd", suite);
    let mut program = Program::after(&["sd 3"]);
    let said = program.answer(&[&format!("test {suite}")]);
    assert!(said.contains("of 2,") && said.contains("limits: 5 s, depth 3"), "{said}");
    let said = Program::after(&["sn 300"]).answer(&[&format!("test {suite}")]);
    assert!(said.contains("300 nodes"), "{said}");
    let games = folder.write("games.pgn", "1. e4 e5 2. Ba6 *\n");
    let said = program.answer(&[&format!("annotate {games}")]);
    assert!(said.contains("2. Ba6 $4"), "{said}");
    let said = program.answer(&[&format!("evtest {suite}")]);
    let [_, even] = said.lines().collect::<Vec<_>>()[..] else { panic!("{said}") };
    assert!(even.trim_start().starts_with("+0.00 "), "{said}");
    program.answer(&[&format!("screen {suite} 50")]);
    let kept = folder.read("suite.epd.screened");
    assert!(kept.contains("even") && !kept.contains("mate"), "{kept}");
    program.answer(&[&format!("screen {suite} 100000 --force")]);
    assert!(folder.read("suite.epd.screened").len() > kept.len(), "overwritten");
    let again = program.answer(&[&format!("screen {suite} 50")]);
    assert!(again.contains(" exists; "), "{again}");
    for bad in ["test /nowhere", "evtest /nowhere", "screen /nowhere 5", "annotate /nowhere"] {
        assert!(program.answer(&[bad]).contains("/nowhere"), "{bad}");
    }
    let refused = program.answer(&["annotate x.pgn --depth 0"]);
    assert!(refused.contains("invalid value '0' for '--depth"), "{refused}");
    let said = answer(format!("xboard\ntest {suite}\n").as_bytes());
    assert!(said.contains("Error (command not legal now): test"), "a GUI would wait: {said}");
}
