//! Tests the answers to whole scripts in UCI.

use std::time::{Duration, Instant};

use cleave::conversation::protocol::Protocol;
use cleave::protocols::uci::Uci;

use crate::common::{answer, answer_until};
use crate::feeding::in_one_line;
use crate::folder::Folder;

pub(crate) fn lines(script: &str) -> Vec<String> {
    answer(format!("uci\n{script}").as_bytes()).lines().map(String::from).collect()
}

/// As [`lines`], without the introduction, for a script whose input ends when this many searches have been answered.
pub(crate) fn lines_with_moves(script: &str, moves: usize) -> Vec<String> {
    let answers = answer_until(format!("uci\n{script}").as_bytes(), "bestmove ", moves);
    let (_, after) = answers.split_once("uciok\n").expect("an introduction");
    let lines: Vec<String> = after.lines().map(String::from).collect();
    assert_eq!(count(&lines, "bestmove "), moves, "{script}{lines:?}");
    lines
}

pub(crate) fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

/// Returns the number after this word in the last line that has it.
pub(crate) fn last_number(lines: &[String], word: &str) -> Option<i64> {
    let number = |line: &String| {
        let mut words = line.split(' ').skip_while(|it| *it != word);
        words.nth(1)?.parse().ok()
    };
    lines.iter().rev().find_map(number)
}

#[test]
fn the_engine_introduces_itself() {
    let lines = lines("");
    assert!(lines[0].starts_with("id name Cleave ") && lines[1].starts_with("id author "));
    assert_eq!(lines.last().map(String::as_str), Some("uciok"));
    for option in [
        "option name Hash type spin default 1 min 1 max 33554432",
        "option name Threads type spin default 1 min 1 max 1024",
        "option name Ponder type check default false",
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name UCI_Chess960 type check default false",
        "option name UCI_ShowWDL type check default false",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default 1600 min 800 max 3200",
        "option name Move Overhead type spin default 15 min 0 max 5000",
        "option name Clear Hash type button",
        "option name OwnBook type check default false",
        "option name Book File type string default <empty>",
    ] {
        assert!(lines.contains(&option.to_owned()), "{option}: {lines:?}");
    }
    assert_eq!(count(&lines, "option name Algorithm type combo default dts var dts"), 1);
    assert_eq!(count(&lines, "option name Offer Draws"), 0, "UCI has no offers");
    assert_eq!(count(&lines, "option name Game Log"), 0, "nor logs of games");
    assert_eq!(count(&lines, "option name Split"), 0, "these are for experts");
}

#[test]
fn experts_see_all_options() {
    let lines = lines("setoption name Expert Options value true\nuci\n");
    assert_eq!(count(&lines, "option name Split Depth type spin default"), 1);
    assert_eq!(count(&lines, "option name Oversubscribe type check default false"), 1);
    assert_eq!(count(&lines, "option name Best Root Moves Together type check default false"), 1);
}

/// A board has seven slashes, like a FEN that the console understands without a command.
#[test]
fn the_first_line_may_be_a_position() {
    let script = "position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\ngo depth 4\n";
    let answers = answer_until(script.as_bytes(), "bestmove", 1);
    assert!(answers.contains("bestmove a1a8"), "{answers}");
}

#[test]
fn every_go_is_answered_once_by_the_first_move_of_its_last_line() {
    let script = "isready\nucinewgame\nposition startpos moves e2e4\ngo depth 6\n\
        position startpos moves e2e4 c7c5 g1f3\ngo nodes 20000\ngo movetime 50\n\
        go wtime 2000 btime 2000 winc 10 binc 10 movestogo 30\n";
    let lines = lines_with_moves(script, 4);
    assert_eq!(lines[0], "readyok");
    let mut shown = None;
    for line in &lines {
        if let Some((_, moves)) = line.split_once(" pv ") {
            assert!(line.starts_with("info depth "), "{line}");
            shown = moves.split(' ').next();
        } else if let Some(best) = line.strip_prefix("bestmove ") {
            assert_eq!(best.split(' ').next(), shown, "{lines:?}");
            assert!(best.contains(" ponder "), "{best}");
        }
    }
}

#[test]
fn a_search_listens_until_it_is_stopped() {
    let lines = lines_with_moves("position startpos\ngo infinite\nisready\nstop\nisready\n", 1);
    let places: Vec<usize> = (0..lines.len()).filter(|&i| !lines[i].starts_with("info ")).collect();
    let said: Vec<&str> = places.iter().map(|&i| lines[i].split(' ').next().unwrap()).collect();
    // The second 'isready' may be answered before the search has ended.
    assert!(
        said == ["readyok", "bestmove", "readyok"] || said == ["readyok", "readyok", "bestmove"]
    );
}

#[test]
fn an_infinite_search_of_a_short_mate_waits_for_stop() {
    let mate = "position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let script = format!("{mate}\ngo infinite\n");
    let answers = answer_until(format!("uci\n{script}").as_bytes(), "info depth 30 ", 1);
    assert!(!answers.contains("bestmove") || answers.ends_with("bestmove a1a8\n"), "{answers}");
    // At the end of input the search is abandoned, but still answered.
    assert_eq!(answers.matches("bestmove").count(), 1);
}

#[test]
fn a_position_that_comes_during_an_endless_search_ends_it() {
    let script = "position startpos\ngo infinite\nposition startpos moves e2e4\ngo depth 3\n\
        go ponder wtime 1000 btime 1000\nposition startpos\ngo depth 2\n";
    lines_with_moves(script, 4);
}

#[test]
fn a_position_that_comes_during_a_limited_search_waits() {
    let script =
        "position startpos moves f2f3 e7e5 g2g4\ngo depth 4\nposition startpos\ngo depth 4\n";
    let lines = lines_with_moves(script, 2);
    let first = lines.iter().find(|line| line.starts_with("bestmove"));
    assert_eq!(first.map(String::as_str), Some("bestmove d8h4"));
}

#[test]
fn pondering_waits_for_the_hit_or_for_stop() {
    let go = "position startpos moves e2e4 e7e5\ngo ponder depth 1\n";
    for end in ["ponderhit\n", "stop\n"] {
        let lines = lines_with_moves(&format!("{go}isready\n{end}"), 1);
        let place = |start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap();
        assert!(place("readyok") < place("bestmove"), "{lines:?}");
    }
    let lines = lines_with_moves("go ponder wtime 100 btime 100\nponderhit\n", 1);
    assert!(count(&lines, "info string") == 0, "{lines:?}");
}

#[test]
fn stop_and_ponderhit_at_the_wrong_time_are_ignored() {
    assert_eq!(lines_with_moves("stop\nponderhit\nisready\n", 0), ["readyok"]);
    assert_eq!(count(&lines_with_moves("go depth 3\nponderhit\n", 1), "info string"), 0);
}

#[test]
fn only_the_moves_to_search_are_searched() {
    let script = "position startpos\nsetoption name MultiPV value 5\ngo depth 4 searchmoves a2a3 junk h2h4\n";
    let lines = lines_with_moves(script, 1);
    assert_eq!(last_number(&lines, "multipv"), Some(2), "{lines:?}");
    for line in lines.iter().filter(|line| line.contains(" pv ")) {
        assert!(line.contains(" pv a2a3") || line.contains(" pv h2h4"), "{line}");
    }
    // A limit may follow the moves.
    lines_with_moves("go searchmoves e2e4 depth 3\n", 1);
}

#[test]
fn every_go_is_answered_despite_unknown_words() {
    for (go, remark) in [
        ("go depth 3 searchmoves e2e5", "none of the moves to search is legal here"),
        ("go depth x depth 2", "depth must be a number, at least 0"),
        ("go nodes -1 depth 2", "nodes must be a number, at least 0"),
        ("go movetime depth 2", "movetime: 'depth' is not a number of milliseconds"),
        ("go dpeth 9 depth 2", "go does not know 'dpeth 9'; it is ignored"),
        ("go depth 2 wtime", "wtime: '' is not a number of milliseconds"),
    ] {
        let lines = lines_with_moves(&format!("position startpos\n{go}\n"), 1);
        assert!(lines[0].starts_with(&format!("info string {remark}")), "{go}: {lines:?}");
    }
    let lines = lines_with_moves("go depth 2 wtime 99999999999999999999 btime 1000\n", 1);
    assert_eq!(count(&lines, "info string"), 0, "a long time: {lines:?}");
}

#[test]
fn quit_gets_through_searches_that_wait() {
    for (waiting, answer, count) in [
        ("go infinite", "bestmove ", 2),
        ("go perft 20", "info string not now, interrupted", 1),
        ("bench 90", "info string not now, interrupted", 1),
    ] {
        let start = Instant::now();
        let script = format!("uci\ngo movetime 15000\n{waiting}\nquit\n");
        // Until these answers the input stays open, so that 'quit' alone ends the program.
        let answers = answer_until(script.as_bytes(), answer, count);
        assert!(start.elapsed() < Duration::from_secs(10), "{waiting}");
        assert_eq!(answers.matches(answer).count(), count, "{waiting}: {answers}");
    }
}

#[test]
fn stop_ends_a_search_that_waits_as_well() {
    moves_come_while_the_input_is_open("position startpos\ngo movetime 800\ngo infinite\nstop\n");
}

#[test]
fn a_ponder_hit_waits_with_its_search() {
    let pondering = "go ponder wtime 1000 btime 1000\nponderhit\n";
    moves_come_while_the_input_is_open(&format!("position startpos\ngo movetime 300\n{pondering}"));
}

/// Checks that both searches of the script are answered before the input ends.
fn moves_come_while_the_input_is_open(script: &str) {
    let start = Instant::now();
    lines_with_moves(script, 2);
    assert!(start.elapsed() < Duration::from_secs(10), "the input was open so long");
}

#[test]
fn files_in_force_are_the_defaults() {
    let folder = Folder::new();
    let book = folder.write("a book.txt", "e4 e5\n");
    let named = format!("option name Book File type string default {book}");
    let set = format!("setoption name Book File value {book}\n");
    let shown = lines_with_moves(&format!("{set}uci\n"), 0);
    let emptied = format!("{set}setoption name Book File value <empty>\nuci\n");
    let emptied = lines_with_moves(&emptied, 0);
    assert_eq!(count(&shown, &named), 1, "{shown:?}");
    assert_eq!(count(&emptied, "option name Book File type string default <empty>"), 1);
}

#[test]
fn mates_are_counted_in_moves() {
    let script = "position fen 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1\ngo mate 2\n";
    let lines = lines_with_moves(script, 1);
    assert_eq!(last_number(&lines, "mate"), Some(2), "{lines:?}");
    let script = "position fen 7k/p7/5K2/8/8/8/8/6Q1 b - - 0 1\ngo depth 5\n";
    assert_eq!(last_number(&lines_with_moves(script, 1), "mate"), Some(-1));
}

#[test]
fn a_position_without_moves_has_no_best_move() {
    for (fen, score) in
        [("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "mate 0"), ("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", "cp 0")]
    {
        let lines = lines_with_moves(&format!("position fen {fen}\ngo depth 3\n"), 1);
        assert_eq!(lines, [format!("info depth 0 score {score}"), "bestmove (none)".into()]);
        let lines =
            lines_with_moves(&format!("position fen {fen}\ngo infinite\nisready\nstop\n"), 1);
        assert_eq!(lines[0], "readyok", "not before 'stop'");
    }
}

#[test]
fn chances_follow_the_score_on_request() {
    let lines = lines_with_moves("setoption name UCI_ShowWDL value true\ngo depth 3\n", 1);
    let with: Vec<&String> = lines.iter().filter(|line| line.contains(" wdl ")).collect();
    assert_eq!(with.len(), count(&lines, "info depth"));
    let line = with[0].split(' ').collect::<Vec<_>>();
    let wdl = line.iter().position(|word| *word == "wdl").unwrap();
    assert_eq!(line[wdl + 4], "nodes");
    assert!(!lines_with_moves("go depth 3\n", 1).iter().any(|line| line.contains("wdl")));
}

#[test]
fn castling_in_chess960_is_king_takes_rook() {
    let fen = "position fen 4k3/8/8/8/8/8/8/1K3R2 w F - 0 1";
    let go = "go depth 3 searchmoves b1f1\n";
    for option in ["setoption name UCI_Chess960 value true\n", ""] {
        let lines = lines_with_moves(&format!("{option}{fen}\n{go}"), 1);
        assert_eq!(count(&lines, "bestmove b1f1"), 1, "{lines:?}");
    }
    let usual = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo depth 3 searchmoves e1h1\n";
    assert_eq!(count(&lines_with_moves(usual, 1), "bestmove e1g1"), 1);
}

#[test]
fn the_book_is_played_if_the_option_is_on() {
    let book = "setoption name OwnBook value true\nposition startpos\n";
    let lines = lines_with_moves(&format!("{book}go wtime 600000 btime 600000\n"), 1);
    assert_eq!(last_number(&lines, "depth"), Some(1), "no search: {lines:?}");
    let lines = lines_with_moves(&format!("{book}go depth 5 searchmoves a2a3\n"), 1);
    assert_eq!(last_number(&lines, "depth"), Some(5));
}

#[test]
fn options_may_have_blanks_in_name_and_value() {
    let lines = lines_with_moves(
        "setoption name Clear Hash\nsetoption name move overhead value 100\nsetoption name Hash value 2\n\
         setoption name Book File value /no where/book.txt\nsetoption name Book File value <empty>\nuci\n",
        0,
    );
    assert!(lines[0].starts_with("info string cannot read the book /no where/book.txt"));
    assert_eq!(count(&lines, "option name Move Overhead type spin default 100 "), 1);
    assert_eq!(count(&lines, "option name Hash type spin default 2 "), 1);
}

#[test]
fn bad_lines_are_explained_and_change_nothing() {
    let before = lines("");
    for (line, reason) in [
        ("position startpos moves e2e5", "illegal move e2e5, no such piece can go there"),
        ("position fen 8/8", "illegal position"),
        ("position", "expected 'startpos' or 'fen FEN'"),
        ("go perft x", "perft must be a number, at least 1"),
        ("go perft 0", "perft must be a number, at least 1"),
        ("setoption name Nonsense value 1", "no option 'Nonsense'"),
        ("setoption name Hash value many", "Hash is a number from 1 to"),
        ("setoption Hash", "expected 'name NAME'"),
        ("debug maybe", "expected 'on' or 'off'"),
        ("xyzzy", "unknown command"),
    ] {
        let shown = lines(&format!("{line}\nuci\n"));
        let reply = &shown[before.len()];
        assert!(reply.starts_with(&format!("info string {reason}")), "{line}: {reply}");
        assert_eq!(shown[before.len() + 1..], before, "{line}");
    }
}

#[test]
fn words_before_a_command_are_skipped() {
    let lines =
        lines_with_moves("joho isready now\nregister later\n  foo  go bar depth 2 baz\n", 1);
    assert_eq!(lines[0], "readyok");
}

#[test]
fn a_search_that_takes_a_while_reports_its_progress() {
    let lines = lines_with_moves("position startpos\ngo movetime 1300\n", 1);
    let progress: Vec<&String> = lines.iter().filter(|line| line.contains("currmove ")).collect();
    assert!(!progress.is_empty(), "{lines:?}");
    assert!(
        progress.iter().all(|line| line.contains(" currmovenumber ") && line.contains(" nps "))
    );
}

#[test]
fn the_statistics_of_a_team_are_for_debugging() {
    for (debug, wanted) in [("", 0), ("debug on\n", 2), ("debug on\ndebug off\n", 0)] {
        let team = "setoption name Oversubscribe value true\n\
            setoption name Backend value thread\nsetoption name Threads value 2\n";
        let lines = lines_with_moves(&format!("{team}{debug}go depth 8\n"), 1);
        assert_eq!(count(&lines, "info string worker "), wanted, "{lines:?}");
    }
}

#[test]
fn a_weak_player_searches_little() {
    let limit = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value";
    let nodes = |elo| {
        let script = format!("{limit} {elo}\nposition startpos\ngo wtime 60000 btime 60000\n");
        last_number(&lines_with_moves(&script, 1), "nodes").unwrap()
    };
    assert!(nodes(800) < nodes(2000));
    let script = format!("{limit} 800\nposition startpos\ngo infinite\nstop\n");
    lines_with_moves(&script, 1);
}

#[test]
fn the_longest_games_fit_in_a_line() {
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(2_900);
    lines_with_moves(&format!("position startpos moves {moves}\ngo depth 1\n"), 1);
}

#[test]
fn help_explains_every_command() {
    let text = in_one_line(&answer(b"uci\nhelp\nhelp protocol\n"));
    for chapter in Uci.commands() {
        for command in chapter.commands {
            assert!(text.contains(&in_one_line(command.help)), "{:?}", command.names);
        }
    }
}

#[test]
fn perft_is_counted() {
    assert!(lines_with_moves("go perft 3\n", 0).contains(&"e2e4: 600".to_owned()));
}
