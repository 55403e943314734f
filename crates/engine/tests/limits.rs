//! Every limit of `go` ends a search, alone or incomplete, in every kind of search.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::common::answer_to;
use crate::uci::lines_with_moves;

const SEARCHES: [&str; 2] = ["alpha-beta", "monte-carlo"];

#[test]
fn every_limit_alone_leads_to_a_move() {
    let limits = [
        "wtime 100",
        "btime 885300",
        "winc 100",
        "binc 100",
        "movestogo 40",
        "btime 885300 binc 1000 movestogo 3",
        "depth 1",
        "depth 0",
        "depth",
        "nodes 1",
        "nodes x",
        "mate 1",
        "mate 0",
        "movetime 1",
        "movetime 0",
        "movetime",
        "wtime 0",
        "wtime -1",
    ];
    for search in SEARCHES {
        answer_to(move |mut input, said| {
            writeln!(input, "uci\nsetoption name Search value {search}").unwrap();
            for limit in limits {
                let begin = Instant::now();
                writeln!(input, "position startpos\ngo {limit}").unwrap();
                said.wait_for("bestmove ", 1);
                assert!(begin.elapsed() < Duration::from_secs(19), "{search}: go {limit}");
                said.take();
            }
        });
    }
}

#[test]
fn a_mate_is_found_or_refuted_by_every_search() {
    let two_rooks = "position fen 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
    for search in SEARCHES {
        let option = format!("setoption name Search value {search}");
        for (limit, answer) in [("mate 1", "there is no mate in 1"), ("mate 2", "score mate 2 ")] {
            let lines = lines_with_moves(&format!("{option}\n{two_rooks}\ngo {limit}\n"), 1);
            assert!(lines.iter().any(|line| line.contains(answer)), "{search}: {lines:?}");
        }
    }
}

/// The first position is the one with the most known moves.
#[test]
fn every_move_gets_a_line_if_enough_lines_are_requested() {
    let most = "fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    for (search, position, limit, moves) in
        [("alpha-beta", most, "depth 1", 218), ("monte-carlo", "startpos", "nodes 3000", 20)]
    {
        let lines = lines_with_moves(
            &format!(
                "setoption name Search value {search}\nsetoption name MultiPV value 256\n\
                 position {position}\ngo {limit}\n"
            ),
            1,
        );
        assert!(
            lines.iter().any(|line| line.contains(&format!(" multipv {moves} "))),
            "{search}: {lines:?}"
        );
    }
}
