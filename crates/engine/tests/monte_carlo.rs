//! Play by Monte-Carlo tree search, over UCI.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::common::answer_to;
use crate::uci::{count, lines};

/// Both sides of a game, with trees that are kept from move to move.
#[test]
fn a_game_by_monte_carlo_is_legal_and_odd_values_are_refused() {
    let bad =
        lines("setoption name Search value mcts\nsetoption name Monte Carlo Mode value tree\n");
    assert_eq!(count(&bad, "info string"), 2, "{bad:?}");
    let answers = answer_to(|mut input, said| {
        // Where there is one processor, two workers are started only if they need not have one each.
        let start = "uci\nsetoption name Oversubscribe value true\nsetoption name Search value monte-carlo\n\
                     setoption name Threads value 2\n";
        write!(input, "{start}").unwrap();
        let mut moves = String::new();
        for _ in 0..40 {
            writeln!(input, "position startpos moves{moves}\ngo nodes 20").unwrap();
            said.wait_for("bestmove ", 1);
            let text = said.take();
            assert!(!text.contains("info string"), "a move is refused: {text}");
            let last = text.lines().rfind(|line| line.starts_with("bestmove ")).unwrap();
            moves = format!("{moves} {}", last.split(' ').nth(1).unwrap());
        }
        // The answer to 'stop' takes less than 20 ms on a quiet machine. A busy machine delays it, but hardly five
        // times.
        let mut times = Vec::new();
        for _ in 0..5 {
            writeln!(input, "go infinite").unwrap();
            said.wait_for("info depth", 1);
            let stopped = Instant::now();
            writeln!(input, "stop").unwrap();
            said.wait_for("bestmove ", 1);
            times.push(stopped.elapsed());
            assert_eq!(said.take().matches("bestmove ").count(), 1);
        }
        times.sort();
        assert!(
            times[0] < Duration::from_millis(500) && times[4] < Duration::from_secs(5),
            "{times:?}"
        );
    });
    assert_eq!(answers.matches("bestmove ").count(), 0);
}
