//! Lines that come in during a search, over UCI. Lines that must wait hide no line that ends the search.

use std::io::{PipeWriter, Write};
use std::time::{Duration, Instant};

use crate::common::{Transcript, answer_to};

/// Lines that must wait for the end of a search, and the number of moves that they cause.
const HELD: [(&str, usize); 7] = [
    ("setoption name MultiPV value 3", 0),
    ("setoption name Hash value 2", 0),
    ("position startpos moves e2e4", 0),
    ("ucinewgame", 0),
    ("uci", 0),
    ("bench 1", 0),
    ("go depth 2", 1),
];

/// Searches that end only on request.
const UNTIL_STOPPED: [&str; 2] = ["go infinite", "go ponder wtime 2000 btime 2000"];

/// Searches that last, and end by themselves.
const LIMITED: [&str; 2] = ["go movetime 600000", "go depth 99"];

/// Begins a search, and then sends this line.
fn begin(input: &mut PipeWriter, said: &Transcript, search: &str, line: &str) {
    writeln!(input, "{search}").unwrap();
    said.wait_for("info depth 3", 1);
    said.take();
    writeln!(input, "{line}\nisready").unwrap();
    said.wait_for("readyok", 1);
}

/// Ends a search by this line, which must be answered by this many moves. A working program never takes this long.
fn end(input: &mut PipeWriter, said: &Transcript, line: &str, moves: usize, case: &str) {
    let begin = Instant::now();
    writeln!(input, "{line}").unwrap();
    said.wait_for("bestmove ", moves);
    assert!(begin.elapsed() < Duration::from_secs(19), "{case}: {}", said.take());
    assert_eq!(said.take().matches("bestmove ").count(), moves, "{case}");
}

#[test]
fn a_held_line_neither_ends_a_search_nor_hides_a_line_that_does() {
    answer_to(|mut input, said| {
        writeln!(input, "uci").unwrap();
        for search in UNTIL_STOPPED.into_iter().chain(LIMITED) {
            let ends =
                if search.contains("ponder") { &["stop", "ponderhit"][..] } else { &["stop"] };
            for (held, moves) in HELD {
                for line in ends {
                    let case = format!("{search}; {held}; {line}");
                    begin(&mut input, &said, search, held);
                    let is_told = UNTIL_STOPPED.contains(&search);
                    if !is_told || !held.starts_with("go") && !held.starts_with("bench") {
                        assert_eq!(said.take().matches("bestmove ").count(), 0, "{case}");
                    }
                    end(&mut input, &said, line, 1 + moves, &case);
                    writeln!(input, "isready").unwrap();
                    said.wait_for("readyok", 1);
                }
            }
        }
    });
}

/// The program ends before the typist does.
#[test]
fn quit_gets_through_all_held_lines() {
    for search in UNTIL_STOPPED.into_iter().chain(LIMITED) {
        answer_to(move |mut input, said| {
            writeln!(input, "uci").unwrap();
            let held: Vec<&str> = HELD.into_iter().map(|(held, _)| held).collect();
            begin(&mut input, &said, search, &held[..5].join("\n"));
            end(&mut input, &said, "quit", 1, search);
        });
    }
}

#[test]
fn held_lines_are_executed_after_the_search() {
    answer_to(|mut input, said| {
        writeln!(input, "uci\nposition startpos moves e2e4 e7e5").unwrap();
        let held = "setoption name MultiPV value 2\nposition startpos moves d2d4";
        begin(&mut input, &said, "go infinite", held);
        writeln!(input, "stop\ngo depth 2 searchmoves d7d5 g8f6").unwrap();
        said.wait_for("bestmove ", 2);
        let text = said.take();
        assert!(text.contains(" multipv 2 ") && !text.contains("info string"), "{text}");
    });
}

/// `go ponder` has no limit; `go ponder infinite` asks for that.
#[test]
fn a_ponder_hit_without_a_clock_ends_the_search_unless_that_is_infinite() {
    answer_to(|mut input, said| {
        writeln!(input, "uci").unwrap();
        begin(&mut input, &said, "go ponder", "isready");
        end(&mut input, &said, "ponderhit", 1, "go ponder");
        begin(&mut input, &said, "go ponder infinite", "ponderhit");
        begin(&mut input, &said, "isready", "setoption name MultiPV value 2");
        assert_eq!(said.take().matches("bestmove ").count(), 0);
        end(&mut input, &said, "stop", 1, "go ponder infinite");
    });
}
