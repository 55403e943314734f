//! What is answered to whole scripts, from the first line to the last.

mod common;

use common::answer;

fn lines(script: &str) -> Vec<String> {
    answer(script.as_bytes()).lines().map(String::from).collect()
}

fn has(lines: &[String], wanted: &str) -> bool {
    lines.iter().any(|line| line.starts_with(wanted))
}

#[test]
fn a_gui_is_told_the_features_and_gets_a_move() {
    let lines = lines("xboard\nprotover 2\naccepted ping\nnew\nsd 3\nusermove e2e4\nping 1\n");
    assert!(has(&lines, "feature done=0") && has(&lines, "feature done=1"));
    let position = |start: &str| lines.iter().position(|line| line.starts_with(start));
    assert!(position("move ") < position("pong 1"), "{lines:?}");
    assert!(position("move ").is_some());
}

#[test]
fn version_1_gets_no_features() {
    assert!(!has(&lines("xboard\nprotover 1\nnew\n"), "feature"));
}

#[test]
fn what_is_refused_is_said_in_the_words_of_the_protocol() {
    let answers = [
        ("usermove e2e5", "Illegal move (no such piece can go there): e2e5"),
        ("e7e5", "Illegal move (the piece on e7 is not White's): e7e5"),
        ("xyzzy", "Error (unknown command): xyzzy"),
        ("undo", "Error (command not legal now): undo"),
        ("setboard 8/8", "tellusererror Illegal position"),
        ("edit", "Error (edit is not supported, use setboard): edit"),
        ("level 1 2 3 4", "Error (level needs 3 arguments, not 4): level 1 2 3 4"),
        ("option Nonsense=1", "Error (no option 'Nonsense'): option Nonsense=1"),
        ("variant atomic", "Error (unsupported variant): variant atomic"),
    ];
    for (line, wanted) in answers {
        let lines = lines(&format!("xboard\nforce\n{line}\n"));
        assert!(has(&lines, wanted), "{line}: {lines:?}");
    }
}

#[test]
fn endings_are_claimed_after_either_sides_move() {
    let mate_by_user = "xboard\nforce\nf2f3\ne7e5\ng2g4\nd8h4\n";
    assert!(has(&lines(mate_by_user), "0-1 {Black mates}"));
    let mate_by_engine = "xboard\nsetboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1\nsd 3\ngo\n";
    let answers = lines(mate_by_engine);
    assert_eq!(answers[1..], ["move g6g7", "1-0 {White mates}"]);
    let fifty = "xboard\nsetboard 4k3/8/8/8/8/8/8/4K2R w - - 99 80\nsd 2\ngo\n";
    assert!(has(&lines(fifty), "1/2-1/2 {Draw by fifty move rule}"));
    let bare = "xboard\nforce\nsetboard 4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\nplayother\ne1e2\n";
    assert!(has(&lines(bare), "1/2-1/2 {Draw by insufficient material}"));
}

#[test]
fn no_move_after_the_end() {
    let script = "xboard\nsetboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1\nsd 3\ngo\ngo\ngo\n";
    let moves = lines(script).into_iter().filter(|line| line.starts_with("move ")).count();
    assert_eq!(moves, 1);
}

#[test]
fn a_move_may_be_taken_back_and_the_game_goes_on() {
    let script = "xboard\nforce\ne2e4\ne7e5\nremove\nfen\nd2d4\nhistory\n";
    let lines = lines(script);
    assert!(has(&lines, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    assert!(has(&lines, "1. d4"));
}

#[test]
fn castling_in_chess960_is_written_with_letters() {
    let fen = "4k3/8/8/8/8/8/8/1K3R2 w F - 0 1";
    let script = format!("xboard\nnew\nvariant fischerandom\nforce\nsetboard {fen}\nO-O\nfen\n");
    assert!(has(&lines(&script), "4k3/8/8/8/8/8/8/5RK1 b"), "{:?}", lines(&script));
}

#[test]
fn exact_nodes_make_exact_games() {
    let script = "xboard\nnps 1\nst 3000\npost\ne2e4\nusermove d2d4\n";
    let thinking = |_| {
        let all = lines(script);
        // Depth, score, nodes and line; not the time.
        let words = all.iter().map(|line| line.split(' ').collect::<Vec<_>>());
        let untimed = |w: Vec<&str>| {
            w.iter()
                .enumerate()
                .filter(|(i, _)| *i != 2)
                .map(|(_, w)| (*w).to_string())
                .collect::<Vec<String>>()
        };
        words.map(untimed).collect::<Vec<_>>()
    };
    assert_eq!(thinking(1), thinking(2));
}

#[test]
fn excluded_moves_are_not_played() {
    let fen = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
    let script = format!("xboard\nforce\nsetboard {fen}\nexclude g6g7\nsd 3\ngo\n");
    assert!(!has(&lines(&script), "move g6g7"));
}

#[test]
fn help_explains_every_command() {
    let text = answer(b"help\nhelp protocol\n");
    for chapter in cleave::commands::CHAPTERS {
        for command in chapter.commands {
            assert!(text.contains(command.help), "{:?}", command.names);
        }
    }
}

#[test]
fn counts_are_finished_before_leaving() {
    let lines = lines("perft 3\nquit\n");
    assert!(has(&lines, "e2e4: 600") && has(&lines, "8902 in "), "{lines:?}");
}
