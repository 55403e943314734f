//! Chess problems: `mate` on the console, and `go mate`.

use std::time::{Duration, Instant};

use crate::common::answer_until;
use crate::dialogue::{has, lines};
use crate::uci::{count, last_number, lines_with_moves};

#[test]
fn a_mate_is_found_or_proved_to_be_absent() {
    let problem = "setboard 6qk/7p/6PK/8/R5p1/1B6/1P6/8 w - - 0 1\n";
    let shortest = lines(&format!("{problem}mate 4\nquit\n"));
    assert!(has(&shortest, "Mate in 2: 1. Ra8 g3 2. g7#"), "{shortest:?}");
    let absent = lines(&format!("{problem}mate 1\nexclude Ra8\nmate 2\nquit\n"));
    let all = lines(&format!("{problem}exclude all\nmate 2\nquit\n"));
    for (lines, said) in [
        (&absent, "There is no mate in 1."),
        (&absent, "There is no mate in 2 by the moves that are not excluded."),
        (&all, "There is no mate in 2 by the moves that are not excluded."),
    ] {
        assert!(has(lines, said), "{lines:?}");
    }
    let refused = lines("mate 0\nmate x\nmate 51\nquit\n");
    assert_eq!(refused.iter().filter(|line| line.contains("mate")).count(), 3, "{refused:?}");
}

/// To prove that a mate in 12 is the shortest would take hours.
#[test]
fn a_long_mate_is_shown_before_it_is_proved_the_shortest() {
    let script = "setboard 8/8/8/5kb1/4p2p/5r2/6R1/6K1 b - - 5 57\nmate 12\n";
    let answer = answer_until(script.as_bytes(), "Mate in 12 or less: 57... ", 1);
    let mut lines = answer.lines().skip_while(|line| !line.starts_with("Mate in 12"));
    assert!(lines.next().is_some_and(|line| line.ends_with('#')), "{answer}");
    let rest: Vec<_> = lines.collect();
    assert!(rest[0].starts_with("Stopped. There is no mate in "), "{answer}");
}

/// The part proved until then is reported.
#[test]
fn a_proof_can_be_stopped() {
    let start = Instant::now();
    let lines = lines("mate 40\nquit\n");
    assert!(start.elapsed() < Duration::from_secs(10));
    assert!(has(&lines, "Stopped. There is no mate in "), "{lines:?}");
}

/// The search alone takes 2 million nodes and more to see it.
#[test]
fn go_mate_finds_a_long_mate_by_proof_numbers() {
    let lines =
        lines_with_moves("position fen 8/4Q3/6rk/P3P3/4KP2/4P3/8/8 w - - 3 41\ngo mate 12\n", 1);
    let last = lines.iter().rfind(|line| line.contains(" score mate ")).expect("a mate");
    let number = |word| last_number(std::slice::from_ref(last), word).expect(word);
    assert!((7..=12).contains(&number("mate")), "{last}");
    assert!(number("nodes") < 1_000_000, "{last}");
}

#[test]
fn go_mate_reports_that_there_is_none() {
    let lines = lines_with_moves("position startpos\ngo mate 3\n", 1);
    assert_eq!(count(&lines, "info string there is no mate in 3"), 1, "{lines:?}");
}

#[test]
fn a_mate_is_looked_for_among_all_moves() {
    // By tables only e6e7 would keep the win, and an engine below full strength overlooks moves.
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy");
    let problem = "position fen 1k6/3K4/1P2P3/8/8/8/8/8 w - - 97 90\ngo mate 3\n";
    let script = format!("setoption name SyzygyPath value {tables}\n{problem}");
    assert_eq!(last_number(&lines_with_moves(&script, 1), "mate"), Some(3));
    let problem = "position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\ngo mate 3\n".repeat(12);
    let weak = "setoption name UCI_Elo value 800\nsetoption name UCI_LimitStrength value true\n";
    let lines = lines_with_moves(&format!("{weak}{problem}"), 12);
    assert_eq!(count(&lines, "bestmove a1a8"), 12, "{lines:?}");
}
