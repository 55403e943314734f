//! Lines of thinking as GUIs parse them.

use cleave_board::{Position, Value};
use cleave_movegen::{spell_line, to_san};
use cleave_search::{Status, Thinking, Verdict};

/// Mate in N moves is shown as this plus N.
const MATE: i32 = 100_000;

/// Returns `ply score time nodes seldepth speed tbhits pv`, with a tab before the line because columns after the first
/// four need it. Units are centipawns, centiseconds and nodes per second. The line is in SAN, with `?` or `!` at its
/// end if the score is a bound.
pub(super) fn line(root: &Position, thinking: &Thinking) -> String {
    format!(
        "{} {} {} {} {} {} {}\t{}{}",
        thinking.depth,
        score(thinking.value),
        thinking.elapsed.as_millis() / 10,
        thinking.nodes,
        thinking.selective_depth,
        thinking.speed(),
        thinking.tablebase_hits,
        spell_line(root, thinking.line.iter().copied(), to_san).join(" "),
        bound(thinking.verdict),
    )
}

/// Returns the answer to `.`: `stat01: time nodes ply mvleft mvtot mvname`. The protocol requires it. python-chess,
/// which requests it before it ends an analysis, logs it as unexpected.
pub(super) fn status(root: &Position, status: &Status) -> String {
    let left = status.move_count.saturating_sub(status.move_number);
    let name = if status.current_move.is_some() {
        format!(" {}", to_san(root, status.current_move))
    } else {
        String::new()
    };
    format!(
        "stat01: {} {} {} {left} {}{name}",
        status.elapsed.as_millis() / 10,
        status.nodes,
        status.depth,
        status.move_count,
    )
}

/// Returns centipawns, or mate in moves from 100000 up.
fn score(value: Value) -> i32 {
    match value.mate_distance() {
        Some(moves) if value > Value::ZERO => MATE + moves,
        Some(moves) => -MATE + moves,
        None => value.get(),
    }
}

/// Returns the mark of a bound at the end of a line.
fn bound(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Exact => "",
        Verdict::AtLeast => "!",
        Verdict::AtMost => "?",
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use cleave_movegen::parse_move;

    #[test]
    fn thinking_lines_have_the_form_of_the_protocol() {
        let start = Position::start();
        let e4 = parse_move(&start, "e4").unwrap();
        let reply = parse_move(&start.make(e4), "Nc6").unwrap();
        let line = |value, verdict| {
            let thinking = Thinking {
                depth: 9,
                selective_depth: 17,
                value,
                verdict,
                rank: 1,
                elapsed: Duration::from_millis(10_849),
                nodes: 48_000,
                hashfull: 1,
                tablebase_hits: 0,
                line: vec![e4, reply],
            };
            line(&start, &thinking)
        };
        assert_eq!(line(Value::new(156), Verdict::Exact), "9 156 1084 48000 17 4424 0\te4 Nc6");
        assert_eq!(
            line(Value::mate_in(5), Verdict::Exact),
            "9 100003 1084 48000 17 4424 0\te4 Nc6"
        );
        assert_eq!(
            line(Value::mated_in(6), Verdict::Exact),
            "9 -100003 1084 48000 17 4424 0\te4 Nc6"
        );
        assert_eq!(line(Value::new(-20), Verdict::AtLeast), "9 -20 1084 48000 17 4424 0\te4 Nc6!");
        assert_eq!(line(Value::new(-20), Verdict::AtMost), "9 -20 1084 48000 17 4424 0\te4 Nc6?");
    }

    #[test]
    fn status_counts_the_moves_left() {
        let start = Position::start();
        let now = Status {
            depth: 7,
            nodes: 30_000,
            tablebase_hits: 0,
            elapsed: Duration::from_millis(12_345),
            current_move: parse_move(&start, "Nf3").unwrap(),
            move_number: 25,
            move_count: 30,
        };
        assert_eq!(status(&start, &now), "stat01: 1234 30000 7 5 30 Nf3");
    }
}
