//! Every limit of `go` ends a search, alone and incomplete as well.

use std::time::{Duration, Instant};

use crate::program::{Program, says};

#[test]
fn every_limit_alone_leads_to_a_move() {
    let of_uci = ["wtime 100", "btime 885300", "winc 100", "binc 100", "movestogo 40", "depth 1"];
    let odd =
        ["depth 0", "depth", "nodes 1", "nodes x", "mate 1", "mate 0", "movetime 0", "wtime -1"];
    let of_ucci =
        ["time 100", "opptime 885300", "increment 100", "oppincrement 9", "time", "depth 1"];
    for (first, limits) in [("uci", &of_uci[..]), ("uci", &odd), ("ucci", &of_ucci)] {
        let mut program = Program::start();
        program.tell(first);
        for limit in limits {
            let begin = Instant::now();
            program.ask(&format!("position startpos\ngo {limit}"), "bestmove ");
            assert!(begin.elapsed() < Duration::from_secs(19), "{first}: go {limit}");
        }
    }
}

#[test]
fn a_mate_is_found_or_refuted() {
    let two_rooks = "4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1";
    let mut program = Program::start();
    program.tell(&format!("uci\nposition fen {two_rooks}"));
    program.ask("go mate 1", "info string there is no mate in 1");
    program.wait_for("bestmove ");
    let found = program.ask_all("go mate 2", "bestmove ");
    assert!(found.iter().any(|line| line.contains(" score mate 2 ")), "{found:?}");
    program.ask("position startpos\ngo mate 3", "info string there is no mate in 3");
    program.ask("go mate 60\nstop", "bestmove ");
}

#[test]
fn unknown_words_are_named_and_skipped() {
    let mut program = Program::start();
    program.ask("uci\ngo dpeth 9 depth 1", "info string go does not know 'dpeth 9'");
    program.wait_for("bestmove ");
}

#[test]
fn all_of_the_time_for_a_move_is_used() {
    let mut program = Program::start();
    let mate = "position fen 4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1";
    program.ask(&format!("uci\n{mate}\nisready"), "readyok");
    let begin = Instant::now();
    program.ask("go movetime 700", "bestmove ");
    assert!(begin.elapsed() > Duration::from_millis(600), "{:?}", begin.elapsed());
}

#[test]
fn every_move_gets_a_line_if_enough_lines_are_requested() {
    let text = says("uci\nsetoption name MultiPV value 256\ngo depth 1\n");
    assert!(text.contains(" multipv 44 "), "{text}");
}

/// The answer to a search of a refused position comes when it is asked for.
#[test]
fn without_a_position_go_infinite_waits_for_stop() {
    let mut program = Program::start();
    let lines = program.ask_all("uci\nposition nowhere\ngo infinite\nisready", "readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    assert_eq!(program.ask("stop", "bestmove"), "bestmove (none)");
}
