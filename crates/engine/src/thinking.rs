//! Lines of thinking: for GUIs as the protocol has them, for people as a table.

use std::time::Duration;

use cleave_board::{Position, Value};
use cleave_movegen::to_san;
use cleave_search::{Stats, Status, Thinking, Verdict};

use crate::game::line_text;

/// Mate in N moves is shown to GUIs as this plus N.
const MATE: i32 = 100_000;

/// `ply score time nodes pv`: centipawns, centiseconds; the line in SAN, with `?` or `!` at its end
/// if the score is a bound.
pub fn for_gui(root: &Position, thinking: &Thinking) -> String {
    let mut position = *root;
    let mut line = String::new();
    for &mv in &thinking.line {
        line.push(' ');
        line.push_str(&to_san(&position, mv));
        position = position.make(mv);
    }
    format!(
        "{} {} {} {}{line}{}",
        thinking.depth,
        score(thinking.value),
        thinking.elapsed.as_millis() / 10,
        thinking.nodes,
        bound(thinking.verdict),
    )
}

/// The head of the table that [`for_person`] fills.
pub const HEAD: &str = "depth      score    time    nodes  line";

/// A row of a table: `12/25  +0.31  0:01.2  1.8M  1. e4 e5 2. Nf3`.
pub fn for_person(root: &Position, thinking: &Thinking) -> String {
    let rank = if thinking.rank > 1 { format!("{}) ", thinking.rank) } else { String::new() };
    format!(
        "{:>5} {:>10} {:>7} {:>8}  {rank}{}{}",
        format!("{}/{}", thinking.depth, thinking.selective_depth),
        thinking.value.to_string(),
        clock(thinking.elapsed),
        count(thinking.nodes),
        line_text(root, thinking.line.iter().copied()),
        bound(thinking.verdict),
    )
}

/// The answer to `.`: `stat01: time nodes ply mvleft mvtot mvname`.
pub fn status(root: &Position, status: &Status) -> String {
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

/// What a team has done in a search: a line for each worker, and one for all.
pub fn statistics(stats: &Stats, torn_rejected: u64) -> Vec<String> {
    let mut lines = Vec::new();
    for (id, worker) in stats.workers.iter().enumerate() {
        let tally = &worker.tally;
        lines.push(format!(
            "worker {id}: {} nodes, {:.0} % busy, {} splits, {} joins, {} aborts, {} wasted, {} lock waits",
            count(tally.nodes),
            100.0 * tally.busy_ns as f64 / stats.wall.as_nanos().max(1) as f64,
            tally.splits,
            tally.joins,
            tally.aborts,
            tally.wasted,
            worker.lock_waits,
        ));
    }
    lines.push(format!(
        "{} workers: {} nodes, {:.1} % idle, load balance {:.2}, {:.0} bytes per join, {:.0} per report, {torn_rejected} torn table entries rejected",
        stats.workers.len(),
        count(stats.nodes()),
        100.0 * stats.idle_share(),
        stats.load_balance(),
        stats.bytes_per_join(),
        stats.bytes_per_report(),
    ));
    lines
}

/// Centipawns, or mate in moves from 100000 up.
fn score(value: Value) -> i32 {
    match value.mate_distance() {
        Some(moves) if value > Value::ZERO => MATE + moves,
        Some(moves) => -MATE + moves,
        None => value.get(),
    }
}

fn bound(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Exact => "",
        Verdict::AtLeast => "!",
        Verdict::AtMost => "?",
    }
}

/// Minutes and seconds: `1:02.3`.
fn clock(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

/// A large number in four digits or so: `12345`, `1.2M`.
pub fn count(number: u64) -> String {
    match number {
        0..=99_999 => number.to_string(),
        100_000..=999_999 => format!("{}k", number / 1000),
        1_000_000..=999_999_999 => format!("{}.{}M", number / 1_000_000, number / 100_000 % 10),
        _ => format!("{}.{}G", number / 1_000_000_000, number / 100_000_000 % 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_movegen::parse_move;

    fn thinking(value: Value, verdict: Verdict) -> Thinking {
        let start = Position::start();
        let e4 = parse_move(&start, "e4").unwrap();
        let reply = parse_move(&start.make(e4), "Nc6").unwrap();
        Thinking {
            depth: 9,
            selective_depth: 17,
            value,
            verdict,
            rank: 1,
            elapsed: Duration::from_millis(10_849),
            nodes: 48_000,
            hashfull: 1,
            line: vec![e4, reply],
        }
    }

    #[test]
    fn the_form_of_the_protocol() {
        let line = |value, verdict| for_gui(&Position::start(), &thinking(value, verdict));
        assert_eq!(line(Value::new(156), Verdict::Exact), "9 156 1084 48000 e4 Nc6");
        assert_eq!(line(Value::mate_in(5), Verdict::Exact), "9 100003 1084 48000 e4 Nc6");
        assert_eq!(line(Value::mated_in(6), Verdict::Exact), "9 -100003 1084 48000 e4 Nc6");
        assert_eq!(line(Value::new(-20), Verdict::AtLeast), "9 -20 1084 48000 e4 Nc6!");
        assert_eq!(line(Value::new(-20), Verdict::AtMost), "9 -20 1084 48000 e4 Nc6?");
    }

    #[test]
    fn a_row_for_people_is_as_wide_as_its_head() {
        let row = for_person(&Position::start(), &thinking(Value::new(31), Verdict::Exact));
        assert_eq!(row, " 9/17      +0.31  0:10.8    48000  1. e4 Nc6");
        assert_eq!(HEAD.find("line"), row.find("1."));
    }

    #[test]
    fn status_counts_what_is_left() {
        let start = Position::start();
        let now = Status {
            depth: 7,
            nodes: 30_000,
            elapsed: Duration::from_millis(12_345),
            current_move: parse_move(&start, "Nf3").unwrap(),
            move_number: 25,
            move_count: 30,
        };
        assert_eq!(status(&start, &now), "stat01: 1234 30000 7 5 30 Nf3");
    }
}
