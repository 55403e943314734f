//! Endgame tables from a GUI's point of view: options, messages, counts.

use cleave_board::Position;
use cleave_tablebase::{Syzygy, Tablebase};

use crate::common::{answer, answer_until};
use crate::folder::Folder;

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy");

/// Rook takes pawn, and wins by a table.
const TAKE: &str = "8/8/8/8/3k4/8/p7/R3K3 w - - 3 1";

#[test]
fn uci_offers_the_options_and_counts_hits() {
    let script =
        format!("uci\nsetoption name SyzygyPath value {TABLES}\nposition fen {TAKE}\ngo depth 6\n");
    let said = answer_until(script.as_bytes(), "bestmove", 1);
    for option in [
        "option name SyzygyPath type string default <empty>",
        "option name SyzygyProbeDepth type spin default 1 min 1 max 100",
        "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
        "option name Syzygy50MoveRule type check default true",
    ] {
        assert!(said.lines().any(|line| line == option), "{option}: {said}");
    }
    assert!(said.contains("Syzygy tables: 10, with up to 4 pieces"), "{said}");
    let last = said.lines().rfind(|line| line.contains(" pv ")).unwrap();
    assert!(last.contains("score cp 309") && !last.contains("tbhits 0 "), "{last}");
    assert!(said.contains("bestmove a1a2"), "{said}");
}

#[test]
fn the_path_in_force_is_the_default() {
    let said = answer(format!("uci\nsetoption name SyzygyPath value {TABLES}\nuci\n").as_bytes());
    let line = format!("option name SyzygyPath type string default {TABLES}");
    assert!(said.lines().any(|it| it == line), "{said}");
}

#[test]
fn limits_and_an_empty_path_turn_the_tables_off() {
    for off in ["name SyzygyProbeLimit value 0", "name SyzygyPath value <empty>"] {
        let script = format!(
            "uci\nsetoption name SyzygyPath value {TABLES}\nsetoption {off}\nposition fen {TAKE}\ngo depth 4\n"
        );
        let said = answer_until(script.as_bytes(), "bestmove", 1);
        let with_hits =
            said.lines().find(|line| line.contains(" pv ") && !line.contains("tbhits 0 "));
        assert_eq!(with_hits, None, "{off}");
    }
}

#[test]
fn xboard_sets_the_path_and_shows_hits() {
    let script = format!(
        "xboard\nprotover 2\npost\negtpath syzygy {TABLES}\nforce\nsetboard {TAKE}\nsd 6\ngo\n"
    );
    let said = answer_until(script.as_bytes(), "move ", 1);
    assert!(said.contains("egt=\"syzygy\""), "{said}");
    assert!(said.contains("# Syzygy tables: 10, with up to 4 pieces"), "{said}");
    assert!(said.contains("move a1a2"), "{said}");
    let mut hits = said.lines().filter_map(|line| line.split_once('\t')?.0.split(' ').next_back());
    assert!(hits.next_back().is_some_and(|hits| hits != "0"), "{said}");
}

#[test]
fn a_bad_path_is_refused_and_the_tables_stay() {
    let script = format!(
        "xboard\nforce\negtpath syzygy {TABLES}\negtpath syzygy /nowhere\negtpath nalimov /x\nsetboard {TAKE}\n\
         option SyzygyPath=/proc\npost\nsd 5\ngo\n"
    );
    let said = answer_until(script.as_bytes(), "move ", 1);
    assert!(said.contains("# cannot read the directory /nowhere: No such file"), "{said}");
    assert!(!said.contains("os error"), "tests look for errors in what xboard logs: {said}");
    assert!(!said.contains("egtpath syzygy"), "an error that xboard would show: {said}");
    assert!(
        said.contains("Error (the type of tables must be 'syzygy'): egtpath nalimov"),
        "{said}"
    );
    assert!(said.contains("Error (there are no Syzygy tables (*.rtbw) in /proc)"), "{said}");
    assert!(said.contains(" 309"), "still a win by tables: {said}");
}

#[test]
fn damaged_files_are_named() {
    let folder = Folder::new();
    std::fs::copy(format!("{TABLES}/KRvK.rtbw"), folder.file("KRvK.rtbw")).unwrap();
    for name in ["KBvK", "KNvK", "KPvK", "KQvK"] {
        folder.write(&format!("{name}.rtbw"), "damage");
    }
    let said = answer(format!("xboard\negtpath syzygy {}\n", folder.path().display()).as_bytes());
    assert!(said.contains("# Syzygy tables: 1, with up to 3 pieces"), "{said}");
    let warning = said.lines().find(|line| line.starts_with("telluser ")).unwrap();
    assert!(warning.contains("KBvK.rtbw is left out: it is not a Syzygy table; "), "{warning}");
    assert!(warning.ends_with("; and 2 more, which the log names"), "{warning}");
}

/// Returns the value of the first line that a search of this position to depth 1 shows.
fn value(fen: &str, rule: bool) -> String {
    let script = format!(
        "uci\nsetoption name SyzygyPath value {TABLES}\nsetoption name Syzygy50MoveRule value {rule}\n\
         position fen {fen}\ngo depth 1\n"
    );
    let said = answer_until(script.as_bytes(), "bestmove", 1);
    let line = said.lines().find(|line| line.contains(" pv ")).unwrap();
    let (_, after) = line.split_once(" score ").unwrap();
    after.split(" nodes ").next().unwrap().to_owned()
}

/// A rook's ending that is won, or lost, in this many plies, with the counter just low enough, and one higher.
#[test]
fn a_win_by_tables_counts_up_to_exactly_a_hundred_plies() {
    let (tables, _) = Syzygy::open(TABLES);
    for (board, win) in [("8/8/8/4k3/8/8/8/R3K3 w", true), ("8/8/8/3k4/8/8/8/R3K3 b", false)] {
        let position = Position::from_fen(&format!("{board} - - 0 1")).unwrap();
        let plies = tables.probe_dtz(&position).unwrap().0.abs();
        let sign = if win { "" } else { "-" };
        let decided = format!("cp {sign}31000");
        for (sum, expected) in [(99, &decided), (100, &decided), (101, &format!("cp {sign}1"))] {
            let fen = format!("{board} - - {} 90", sum - plies);
            assert_eq!(&value(&fen, true), expected, "{sum} {fen}");
            assert_eq!(value(&fen, false), decided, "{sum} {fen}");
        }
    }
}
