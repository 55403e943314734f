//! Lines that begin with `info`.

use cleave_board::{Position, Value};
use cleave_movegen::{spell_line, to_coordinate};
use cleave_search::{Status, Thinking, Verdict};

use crate::game::chances::Chances;

/// Returns a line of thinking: `info depth 9 seldepth 17 multipv 1 score cp 31 nodes 48000 ... pv e2e4 e7e5`.
pub(super) fn line(root: &Position, thinking: &Thinking, chances: Option<Chances>) -> String {
    let line = thinking.line.iter().copied();
    let moves = spell_line(root, line, to_coordinate).into_iter().map(|mv| format!(" {mv}"));
    let moves: String = moves.collect();
    format!(
        "info depth {} seldepth {} multipv {} score {}{}{} nodes {} nps {} hashfull {} tbhits {} time {} pv{moves}",
        thinking.depth,
        thinking.selective_depth,
        thinking.rank,
        score(thinking.value),
        bound(thinking.verdict),
        chances.map(probabilities).unwrap_or_default(),
        thinking.nodes,
        thinking.speed(),
        thinking.hashfull,
        thinking.tablebase_hits,
        thinking.elapsed.as_millis(),
    )
}

/// Returns the progress of the search: `info depth 9 currmove e2e4 currmovenumber 1 nodes 48000 ...`.
pub(super) fn progress(root: &Position, status: &Status) -> String {
    let current = if status.current_move.is_some() {
        let mv = to_coordinate(root, status.current_move);
        format!(" currmove {mv} currmovenumber {}", status.move_number)
    } else {
        String::new()
    };
    format!(
        "info depth {}{current} nodes {} nps {} time {}",
        status.depth,
        status.nodes,
        status.speed(),
        status.elapsed.as_millis(),
    )
}

/// Returns centipawns, or moves to mate, negative for the side that is mated.
pub(super) fn score(value: Value) -> String {
    match value.mate_distance() {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", value.get()),
    }
}

fn bound(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Exact => "",
        Verdict::AtLeast => " lowerbound",
        Verdict::AtMost => " upperbound",
    }
}

fn probabilities(Chances { win, draw, loss }: Chances) -> String {
    format!(" wdl {win} {draw} {loss}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_board::Move;
    use cleave_movegen::parse_move;
    use std::time::Duration;

    #[test]
    fn lines_of_thinking_have_the_form_of_the_protocol() {
        let root = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let castles = parse_move(&root, "O-O").unwrap();
        let reply = parse_move(&root.make(castles), "Ke7").unwrap();
        let line = |value, verdict, chances| {
            let thinking = Thinking {
                depth: 9,
                selective_depth: 17,
                value,
                verdict,
                rank: 2,
                elapsed: Duration::from_millis(500),
                nodes: 48_000,
                hashfull: 3,
                tablebase_hits: 5,
                line: vec![castles, reply],
            };
            line(&root, &thinking, chances)
        };
        let rest = "nodes 48000 nps 96000 hashfull 3 tbhits 5 time 500 pv e1g1 e8e7";
        let start = "info depth 9 seldepth 17 multipv 2 score";
        let chances = Chances { win: 300, draw: 600, loss: 100 };
        for (said, score) in [
            (line(Value::new(31), Verdict::Exact, None), "cp 31"),
            (line(Value::new(-31), Verdict::AtLeast, None), "cp -31 lowerbound"),
            (line(Value::mate_in(5), Verdict::AtMost, None), "mate 3 upperbound"),
            (line(Value::mated_in(4), Verdict::Exact, Some(chances)), "mate -2 wdl 300 600 100"),
        ] {
            assert_eq!(said, format!("{start} {score} {rest}"));
        }
    }

    #[test]
    fn progress_names_the_root_move() {
        let status = Status {
            depth: 12,
            nodes: 3_000_000,
            tablebase_hits: 0,
            elapsed: Duration::from_millis(1500),
            current_move: parse_move(&Position::start(), "Nf3").unwrap(),
            move_number: 3,
            move_count: 20,
        };
        let rest = "nodes 3000000 nps 2000000 time 1500";
        assert_eq!(
            progress(&Position::start(), &status),
            format!("info depth 12 currmove g1f3 currmovenumber 3 {rest}")
        );
        let before = Status { current_move: Move::NONE, ..status };
        assert_eq!(progress(&Position::start(), &before), format!("info depth 12 {rest}"));
    }
}
