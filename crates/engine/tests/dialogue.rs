//! Tests the answers to whole scripts.

use std::io::Write;
use std::time::{Duration, Instant};

use cleave::conversation::protocol::Protocol;
use cleave::protocols::console::Console;

use crate::common::{answer, answer_to, answer_until};
use crate::feeding::in_one_line;

pub(crate) fn lines(script: &str) -> Vec<String> {
    answer(script.as_bytes()).lines().map(String::from).collect()
}

/// As [`lines`], for a script whose input ends when the engine has made this many moves.
fn lines_with_moves(script: &str, moves: usize) -> Vec<String> {
    let lines: Vec<String> =
        answer_until(script.as_bytes(), "move ", moves).lines().map(String::from).collect();
    let made = lines.iter().filter(|line| line.starts_with("move ")).count();
    assert_eq!(made, moves, "{script}{lines:?}");
    lines
}

pub(crate) fn has(lines: &[String], wanted: &str) -> bool {
    lines.iter().any(|line| line.starts_with(wanted))
}

#[test]
fn a_gui_gets_the_features_and_a_move() {
    let script = "xboard\nprotover 2\naccepted ping\nnew\nsd 3\nusermove e2e4\nping 1\n";
    let lines = lines_with_moves(script, 1);
    assert!(has(&lines, "feature done=0") && has(&lines, "feature done=1"));
    let position = |start: &str| lines.iter().position(|line| line.starts_with(start));
    assert!(position("move ") < position("pong 1"), "{lines:?}");
    assert!(position("move ").is_some());
}

/// Some clients read the name of an option up to the first blank.
#[test]
fn a_gui_sees_options_by_names_without_blanks() {
    let names = |script: &str| {
        let name = |line: &String| {
            let option = line.strip_prefix("feature option=\"")?;
            option.split_once(" -").map(|(name, _)| name.to_owned())
        };
        lines(script).iter().filter_map(name).collect::<Vec<String>>()
    };
    let usual = names("xboard\nprotover 2\n");
    for name in ["ClearHash", "MultiPV", "OwnBook", "MoveOverhead", "Skill", "Algorithm"] {
        assert!(usual.contains(&name.to_owned()), "{name}: {usual:?}");
    }
    let is_otherwise_set = |name: &String| ["Hash", "Threads", "Ponder"].contains(&name.as_str());
    assert!(!usual.iter().any(is_otherwise_set), "xboard has commands for them: {usual:?}");
    assert!(
        !usual.iter().any(|name| name.starts_with("Split")),
        "these are for experts: {usual:?}"
    );
    let all = names("xboard\noption ExpertOptions=1\nprotover 2\n");
    assert!(all.contains(&"SplitCrowdConfidencePV".to_owned()), "{all:?}");
    assert!(all.iter().all(|name| !name.contains(' ')), "{all:?}");
}

#[test]
fn version_1_gets_no_features() {
    assert!(!has(&lines("xboard\nprotover 1\nnew\n"), "feature"));
}

#[test]
fn refusals_have_the_form_of_the_protocol() {
    let answers = [
        ("usermove e2e5", "Illegal move (no such piece can go there): e2e5"),
        ("e7e5", "Illegal move (the piece on e7 is not White's): e7e5"),
        ("xyzzy", "Error (unknown command): xyzzy"),
        ("undo", "Error (command not legal now): undo"),
        ("setboard 8/8", "tellusererror Illegal position"),
        (
            "smpnice 1",
            "Error (not supported: idle workers sleep after smpspin microseconds): smpnice 1",
        ),
        ("level 1 2 3 4", "Error (level needs 3 arguments, not 4): level 1 2 3 4"),
        ("option Nonsense=1", "Error (no option 'Nonsense'): option Nonsense=1"),
        ("variant atomic", "Error (unsupported variant): variant atomic"),
    ];
    for (line, wanted) in answers {
        let lines = lines(&format!("xboard\nforce\n{line}\n"));
        assert!(has(&lines, wanted), "{line}: {lines:?}");
    }
}

/// The protocol has a reply for it, "too many parameters". A person gets the help of the command.
#[test]
fn words_that_a_command_does_not_take_are_refused() {
    for line in ["go e4", "easy now", "bk e4", "quit now please", "fen 8/8", "new game"] {
        let refusal = format!("Error (too many parameters): {line}");
        assert_eq!(
            lines(&format!("xboard\nforce\n{line}\nhistory\n"))[1..],
            [refusal, "Nothing was played yet.".into()]
        );
        let name = line.split(' ').next().unwrap();
        let refusal = format!("'{name}' takes no arguments: ");
        assert!(has(&lines(&format!("force\n{line}\n")), &refusal), "{line}");
    }
    let courtesies = "result 1-0 {White mates}\nname A B\nrating 1 2\nics -\naccepted x y\n";
    assert_eq!(lines(&format!("xboard\nforce\n{courtesies}")), [""], "these do take words");
}

#[test]
fn endings_are_claimed_after_either_sides_move() {
    let mate_by_user = "xboard\nforce\nf2f3\ne7e5\ng2g4\nd8h4\n";
    assert!(has(&lines(mate_by_user), "0-1 {Black mates}"));
    let mate_by_engine = "xboard\nsetboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1\nsd 3\ngo\n";
    let answers = lines_with_moves(mate_by_engine, 1);
    assert_eq!(answers[1..], ["move g6g7", "1-0 {White mates}"]);
    let fifty = "xboard\nsetboard 4k3/8/8/8/8/8/8/4K2R w - - 99 80\nsd 2\ngo\n";
    let answers = lines_with_moves(fifty, 1);
    assert_eq!(answers[1], "offer draw", "before the move, as chess servers want it: {answers:?}");
    assert!(has(&answers[2..3], "move "), "{answers:?}");
    assert_eq!(answers[3..], ["1/2-1/2 {Draw by fifty move rule}"]);
    let bare = "xboard\nforce\nsetboard 4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\nplayother\ne1e2\n";
    assert!(has(&lines(bare), "1/2-1/2 {Draw by insufficient material}"));
}

#[test]
fn no_move_is_made_after_the_end() {
    let script = "xboard\nsetboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1\nsd 3\ngo\ngo\ngo\n";
    lines_with_moves(script, 1);
}

#[test]
fn the_game_goes_on_from_a_move_taken_back() {
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
fn time_in_nodes_makes_games_repeatable() {
    let script = "xboard\nnps 1\nst 3000\npost\ne2e4\nusermove d2d4\n";
    let thinking = |_| {
        let all = lines_with_moves(script, 2);
        assert!(all.iter().any(|line| line.starts_with("2 ")), "no thinking: {all:?}");
        // Neither the time nor the speed.
        let words = all.iter().map(|line| line.split(' ').collect::<Vec<_>>());
        let untimed = |w: Vec<&str>| {
            w.iter()
                .enumerate()
                .filter(|(i, _)| ![2, 5].contains(i))
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
    assert!(!has(&lines_with_moves(&script, 1), "move g6g7"));
}

#[test]
fn the_book_is_not_used_if_moves_are_excluded() {
    let script = "xboard\nnew\noption OwnBook=1\nforce\nsearch a2a3\nsd 2\ngo\n";
    assert!(has(&lines_with_moves(script, 1), "move a2a3"));
}

/// Pondering that becomes thinking uses limits set meanwhile.
#[test]
fn limits_may_be_set_while_the_engine_ponders() {
    for limit in ["sd 3", "sn 1000", "nps 1"] {
        let begin = Instant::now();
        let answers = answer_to(move |mut input, said| {
            let ponders =
                "xboard\nnew\nhard\npost\nst 3000\nforce\ne2e4\ne7e5\nplayother\nponder g1f3\n";
            write!(input, "{ponders}").unwrap();
            said.wait_for("5 ", 1);
            write!(input, "{limit}\nusermove g1f3\n").unwrap();
            said.wait_for("move ", 1);
        });
        let made = answers.lines().filter(|line| line.starts_with("move ")).count();
        assert_eq!(made, 1, "{limit}: {answers}");
        let patient = Duration::from_secs(15);
        assert!(begin.elapsed() < patient, "{limit}: it moved at the end of the input");
    }
}

#[test]
fn help_explains_every_command() {
    let text = in_one_line(&answer(b"help all\nhelp protocol\n"));
    for chapter in Console.commands() {
        for command in chapter.commands {
            assert!(text.contains(&in_one_line(command.help)), "{:?}", command.names);
        }
    }
}

#[test]
fn perft_is_finished_before_quitting() {
    let lines = lines("perft 3\nquit\n");
    assert!(has(&lines, "e2e4: 600") && has(&lines, "8902 in "), "{lines:?}");
}

#[test]
fn a_search_without_a_value_does_not_resign() {
    let script = "xboard\nnew\noption Resign Threshold=600\nst 100\ngo\n?\n";
    assert!(!has(&lines_with_moves(script, 1), "resign"));
}

#[test]
fn a_clock_may_show_any_time() {
    let script = format!("xboard\nlevel 0 5 0\ntime {0}\notim {0}\nsd 2\ngo\n", i64::MAX);
    lines_with_moves(&script, 1);
}

#[test]
fn contempt_has_no_effect_on_analysis() {
    // White takes the pawn with a draw. All other moves are worse.
    let script = "xboard\nforce\noption Contempt=200\npost\n\
        setboard 4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\nanalyze\n";
    let answers = answer_until(script.as_bytes(), "3 ", 1);
    assert!(answers.lines().any(|line| line.starts_with("3 0 ")), "{answers}");
}

#[test]
fn a_move_is_not_excluded_while_the_engine_thinks() {
    let script = "xboard\nst 1\ngo\nexclude e2e4\n?\n";
    let lines = lines_with_moves(script, 1);
    assert!(has(&lines, "Error (command not legal now): exclude e2e4"), "{lines:?}");
}

/// Commands such as `smpmin` set the values that the options show.
#[test]
fn split_parameters_are_set_by_commands_and_by_options() {
    for (command, option) in [
        ("smpmin 7", "Split Depth = 7 (1 to 99)"),
        ("smpshare 30", "Split Share = 30 (0 to 100)"),
        ("smpidle 4", "Split Idle Depth = 4 (1 to 99)"),
        ("smpcrowd 8", "Split Crowd = 8 (2 to 1000000)"),
        ("smpgroup 3", "Split Group = 3 (1 to 1024)"),
        ("smproot 0", "Split At Root = off"),
        ("smpconfidence pv 2", "Split Confidence PV = 2 (1 to 99)"),
        ("smpconfidence all 4", "Split Confidence ALL = 4 (0 to 99)"),
        ("smpconfidence cut 5", "Split Confidence CUT = 5 (0 to 99)"),
        ("smpconfidence limit 6", "Split Confidence Limit = 6 (0 to 99)"),
        ("smpcrowdconfidence pv 7", "Split Crowd Confidence PV = 7 (1 to 99)"),
        ("smpcrowdconfidence all 8", "Split Crowd Confidence ALL = 8 (0 to 99)"),
        ("smpcrowdconfidence cut 9", "Split Crowd Confidence CUT = 9 (0 to 99)"),
        ("smpcrowdconfidence limit 10", "Split Crowd Confidence Limit = 10 (0 to 99)"),
        ("smpweight pv 11", "Split Weight PV = 11 (0 to 1000000)"),
        ("smpweight all 12", "Split Weight ALL = 12 (0 to 1000000)"),
        ("smpweight cut 13", "Split Weight CUT = 13 (0 to 1000000)"),
        ("smpweight confidence 14", "Split Weight Confidence = 14 (0 to 1000000)"),
        ("smpweight height 15", "Split Weight Height = 15 (0 to 1000000)"),
        ("smpnext from 9", "Split Next From = 9 (0 to 99)"),
        ("smpnext depth 4", "Split Next Depth = 4 (1 to 99)"),
        ("smpspin 16", "Split Spin = 16 (0 to 1000000)"),
        ("option split depth=8", "Split Depth = 8 (1 to 99)"),
    ] {
        let name = command.split(' ').next().unwrap();
        let shown = lines(&format!("{command}\noption\n"));
        assert!(shown.contains(&option.to_owned()), "{command}: {shown:?}");
        if name.starts_with("smp") {
            let shown = lines(&format!("{command}\n{name}\n"));
            assert!(shown.contains(&option.to_owned()), "{command}: {shown:?}");
        }
    }
}

#[test]
fn bad_split_parameters_are_refused() {
    let before = lines("option\n");
    let commands = "smpmin 0; smpmin many; smpshare 101; smpidle 0; smpcrowd 1; smpgroup 0; \
        smpgroup 1025; smproot yes; smpconfidence pv 0; smpconfidence pv; smpconfidence 3; \
        smpconfidence none 3; smpconfidence cut -1; smpcrowdconfidence pv 0; \
        smpweight all 1000001; smpweight all all; smpspin -1";
    for command in commands.split("; ") {
        let shown = lines(&format!("{command}\noption\n"));
        assert_eq!(shown.len(), before.len() + 1, "{command} is refused: {shown:?}");
        assert_eq!(shown[1..], before, "{command} changes nothing");
    }
}

/// A process with the threads of a test harness cannot fork: no helper of a team starts.
#[test]
fn workers_that_cannot_be_started_are_reported_once() {
    for (greeting, start) in [("xboard\n", "telluser "), ("", "Warning: ")] {
        let script = format!("{greeting}option Oversubscribe=1\ncores 3\nsd 3\ngo\nforce\ngo\n");
        let start = format!("{start}only 1 of 3 workers search: ");
        let answers = answer_until(script.as_bytes(), "", 0);
        assert_eq!(answers.matches(&start).count(), 1, "{answers}");
        assert!(answers.contains("could not be started: the process has "), "{answers}");
    }
}

/// The counts of a search follow it as a comment, if thinking is shown.
#[test]
fn the_share_of_first_move_cutoffs_comes_with_thinking() {
    let first = "% of cutoffs on the first move, ";
    let search = |script: &str| {
        let (go, end) = match script {
            script if script.starts_with("uci") => ("go depth 8\n", "bestmove "),
            script if script.starts_with("xboard") => ("sd 8\ngo\n", "move "),
            _ => ("sd 8\ngo\n", "My move: "),
        };
        answer_until(format!("{script}{go}").as_bytes(), end, 1)
    };
    for (script, start) in
        [("", "# "), ("xboard\npost\n", "# "), ("uci\ndebug on\n", "info string ")]
    {
        let answers = search(script);
        let line = answers.lines().find(|line| line.contains(first)).expect("it is shown");
        let share = line.strip_prefix(start).and_then(|line| line.split_whitespace().next());
        let share: f64 = share.and_then(|share| share.parse().ok()).expect("a number comes first");
        assert!((60.0..100.0).contains(&share), "{line}");
        assert!(
            line.contains(" % of table lookups hit, ") && line.ends_with(" % cut off"),
            "{line}"
        );
    }
    for silent in ["nopost\n", "display nostats\n", "uci\n"] {
        let answers = search(silent);
        assert!(!answers.contains(first), "{answers}");
    }
}

/// The statistics of a team follow its search as comments, if thinking is shown.
#[test]
fn the_statistics_of_a_team_come_with_post() {
    for (post, wanted) in [("post", 2), ("nopost", 0)] {
        let script = format!(
            "xboard\noption Oversubscribe=1\noption Backend=thread\ncores 2\n{post}\nsd 9\ngo\n"
        );
        let lines = lines_with_moves(&script, 1);
        let of_workers = lines.iter().filter(|line| line.starts_with("# worker ")).count();
        assert_eq!(of_workers, wanted, "{lines:?}");
        let sum = lines.iter().find(|line| line.starts_with("# 2 workers: "));
        assert_eq!(sum.is_some(), post == "post", "{lines:?}");
        for figure in ["idle", "load balance", "per join", "per report", "torn table entries"] {
            assert!(sum.is_none_or(|line| line.contains(figure)), "{figure}: {sum:?}");
        }
    }
}
