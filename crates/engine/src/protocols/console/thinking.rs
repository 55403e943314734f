//! Lines of thinking as a table for people.

use std::time::Duration;

use cleave_board::Position;
use cleave_io::count;
use cleave_movegen::line_text;
use cleave_search::{Thinking, Verdict};

use crate::game::display;
use crate::protocols::xboard::thinking::bound;

/// The head of the table that [`row`] fills.
pub(super) const HEAD: &str = "depth      score    time    nodes  line";

/// A row of the table: `12/25  +0.31  0:01.2  1.8M  1. e4 e5 2. Nf3`.
pub(super) fn row(root: &Position, thinking: &Thinking) -> String {
    let rank = if thinking.rank > 1 { format!("{}) ", thinking.rank) } else { String::new() };
    let hits = match thinking.tablebase_hits {
        0 => String::new(),
        hits => format!("  [{} from tables]", count(hits)),
    };
    format!(
        "{:>5} {:>10} {:>7} {:>8}  {rank}{}{}{hits}",
        format!("{}/{}", thinking.depth, thinking.selective_depth),
        thinking.value.to_string(),
        display::time(thinking.elapsed),
        count(thinking.nodes),
        line_text(root, thinking.line.iter().copied()),
        bound(thinking.verdict),
    )
}

/// Whether the line is worth showing to a person: not the bounds of the first second.
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
    fn early_bounds_are_left_out() {
        assert!(is_worth_showing(&thinking(Verdict::Exact, 0)));
        assert!(!is_worth_showing(&thinking(Verdict::AtLeast, 999)));
        assert!(is_worth_showing(&thinking(Verdict::AtMost, 1000)));
    }
}
