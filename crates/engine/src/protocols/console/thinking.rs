//! Lines of thinking as a table for people.

use std::time::Duration;

use cleave_board::Position;
use cleave_io::count;
use cleave_movegen::{line_text, to_san};
use cleave_search::{Status, Thinking, Verdict};

use crate::game::display;

/// The head of the table that [`row`] fills.
pub(super) const HEAD: &str = "depth      score    time    nodes  line";

/// Returns a row of the table: `12/25 +0.31 0:01.2 1.8M 1. e4 e5 2. Nf3`. A `>=` or `<=` before the value marks a
/// bound.
pub(super) fn row(root: &Position, thinking: &Thinking) -> String {
    let rank = if thinking.rank > 1 { format!("{}) ", thinking.rank) } else { String::new() };
    let hits = match thinking.tablebase_hits {
        0 => String::new(),
        hits => format!("  [{} from tables]", count(hits)),
    };
    format!(
        "{:>5} {:>10} {:>7} {:>8}  {rank}{}{hits}",
        format!("{}/{}", thinking.depth, thinking.selective_depth),
        format!("{}{}", bound(thinking.verdict), thinking.value),
        display::time(thinking.elapsed),
        count(thinking.nodes),
        line_text(root, thinking.line.iter().copied()),
    )
}

/// Returns the mark before a value that is only a bound.
fn bound(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Exact => "",
        Verdict::AtLeast => ">=",
        Verdict::AtMost => "<=",
    }
}

/// Returns the answer to `.`: `Depth 12, move 3 of 20: Nf3. 1.8M nodes in 0:01.2.`
pub(super) fn status(root: &Position, status: &Status) -> String {
    let place = if status.current_move.is_some() {
        let mv = to_san(root, status.current_move);
        format!(", move {} of {}: {mv}", status.move_number, status.move_count)
    } else {
        String::new()
    };
    let (nodes, time) = (count(status.nodes), display::time(status.elapsed));
    format!("Depth {}{place}. {nodes} nodes in {time}.", status.depth)
}

/// Returns true if the line is worth showing to a person. Bounds of the first second are not.
pub(super) fn is_worth_showing(thinking: &Thinking) -> bool {
    thinking.verdict == Verdict::Exact || thinking.elapsed >= Duration::from_secs(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_board::Value;
    use cleave_movegen::parse_move;

    fn thinking(verdict: Verdict, milliseconds: u64) -> Thinking {
        let start = Position::start();
        let e4 = parse_move(&start, "e4").unwrap();
        let reply = parse_move(&start.make(e4), "Nc6").unwrap();
        Thinking {
            depth: 9,
            selective_depth: 17,
            value: Value::new(31),
            verdict,
            rank: 1,
            elapsed: Duration::from_millis(milliseconds),
            nodes: 48_000,
            hashfull: 1,
            tablebase_hits: 0,
            line: vec![e4, reply],
        }
    }

    #[test]
    fn rows_fit_their_head() {
        let row = row(&Position::start(), &thinking(Verdict::Exact, 10_849));
        assert_eq!(row, " 9/17      +0.31  0:10.8    48000  1. e4 Nc6");
        assert_eq!(HEAD.find("line"), row.find("1."));
    }

    #[test]
    fn the_mark_of_a_bound_precedes_the_value() {
        let row = |verdict| row(&Position::start(), &thinking(verdict, 10_849));
        assert_eq!(row(Verdict::AtLeast), " 9/17    >=+0.31  0:10.8    48000  1. e4 Nc6");
        assert_eq!(row(Verdict::AtMost), " 9/17    <=+0.31  0:10.8    48000  1. e4 Nc6");
    }

    #[test]
    fn the_progress_of_a_search_is_worded() {
        let start = Position::start();
        let now = |current_move| Status {
            depth: 7,
            nodes: 30_000,
            tablebase_hits: 0,
            elapsed: Duration::from_millis(12_345),
            current_move,
            move_number: 5,
            move_count: 20,
        };
        let knight = parse_move(&start, "Nf3").unwrap();
        let said = status(&start, &now(knight));
        assert_eq!(said, "Depth 7, move 5 of 20: Nf3. 30000 nodes in 0:12.3.");
        let said = status(&start, &now(cleave_board::Move::default()));
        assert_eq!(said, "Depth 7. 30000 nodes in 0:12.3.");
    }

    #[test]
    fn early_bounds_are_left_out() {
        assert!(is_worth_showing(&thinking(Verdict::Exact, 0)));
        assert!(!is_worth_showing(&thinking(Verdict::AtLeast, 999)));
        assert!(is_worth_showing(&thinking(Verdict::AtMost, 1000)));
    }
}
