//! The best lines of a search with several.

use cleave_board::{Move, Value};
use cleave_search::{Outcome, Thinking, Verdict};

/// A line of play and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestLine {
    /// The moves; there is at least one.
    pub moves: Vec<Move>,
    /// The value for the side to move.
    pub value: Value,
    /// What the value is: exact, unless the search ended in its first iteration. `None` if it ended before it
    /// knew any value.
    pub verdict: Option<Verdict>,
    /// The iteration that found it, in plies; 0 if none was finished.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: u32,
}

impl BestLine {
    fn of(thinking: &Thinking) -> BestLine {
        BestLine {
            moves: thinking.line.clone(),
            value: thinking.value,
            verdict: Some(thinking.verdict),
            depth: thinking.depth,
            selective_depth: thinking.selective_depth,
        }
    }

    /// Its first move.
    pub fn first(&self) -> Move {
        self.moves[0]
    }
}

/// Collects the lines that a search shows: those of the last iteration, and of the one before where
/// the last was not finished.
#[derive(Debug, Default)]
pub(super) struct Collector {
    /// The lines of each iteration, the best in front; at most two iterations.
    last: Vec<BestLine>,
    before: Vec<BestLine>,
    /// The last line whose value is a bound.
    bound: Option<BestLine>,
}

impl Collector {
    /// Takes a line; those that are only bounds say too little, unless there are no others.
    pub(super) fn add(&mut self, thinking: &Thinking) {
        if thinking.line.is_empty() {
            return;
        }
        if thinking.verdict != Verdict::Exact {
            self.bound = Some(BestLine::of(thinking));
            return;
        }
        if self.last.first().is_some_and(|line| line.depth != thinking.depth) {
            self.before = std::mem::take(&mut self.last);
        }
        // An iteration begins again if a worker has died.
        self.last.truncate(thinking.rank - 1);
        self.last.push(BestLine::of(thinking));
    }

    /// The lines, best first, each with another first move: at most this many. The outcome decides
    /// about the first, the value about the others. A search that ended in its first iteration has one line.
    pub(super) fn finish(self, outcome: &Outcome, count: usize) -> Vec<BestLine> {
        if outcome.depth == 0 {
            return outcome.best.map(|mv| self.unfinished(mv)).into_iter().collect();
        }
        let shown: Vec<BestLine> = self.last.into_iter().chain(self.before).collect();
        let best = outcome.best.map(|mv| {
            let known = shown.iter().find(|line| line.first() == mv);
            BestLine {
                moves: outcome.line.clone(),
                value: outcome.value,
                verdict: Some(Verdict::Exact),
                depth: outcome.depth,
                selective_depth: known.map_or(outcome.depth, |line| line.selective_depth),
            }
        });
        let mut lines: Vec<BestLine> = Vec::new();
        for line in best.into_iter().chain(shown) {
            if lines.len() < count && lines.iter().all(|known| known.first() != line.first()) {
                lines.push(line);
            }
        }
        if let Some((_, others)) = lines.split_first_mut() {
            others.sort_by_key(|line| std::cmp::Reverse(line.value));
        }
        lines
    }

    /// The line of this move, which the search would play without having finished an iteration.
    fn unfinished(self, mv: Move) -> BestLine {
        let unknown = || BestLine {
            moves: vec![mv],
            value: Value::ZERO,
            verdict: None,
            depth: 0,
            selective_depth: 0,
        };
        let known = self.bound.into_iter().chain(self.last).find(|line| line.first() == mv);
        BestLine { depth: 0, ..known.unwrap_or_else(unknown) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_board::Position;
    use cleave_movegen::parse_move;
    use cleave_search::{Host, Limits, Root, Searcher, Signal, Status, Undisturbed};
    use std::time::Duration;

    fn shown(depth: u32, rank: usize, text: &str, verdict: Verdict) -> Thinking {
        Thinking {
            depth,
            selective_depth: depth,
            value: Value::new(10 * depth as i32),
            verdict,
            rank,
            elapsed: Duration::ZERO,
            nodes: 0,
            hashfull: 0,
            tablebase_hits: 0,
            line: vec![parse_move(&Position::start(), text).unwrap()],
        }
    }

    #[test]
    fn an_unfinished_iteration_is_completed_by_the_one_before() {
        let mut collector = Collector::default();
        for (depth, rank, text) in [(1, 1, "e4"), (1, 2, "d4"), (1, 3, "c4"), (2, 1, "d4")] {
            collector.add(&shown(depth, rank, text, Verdict::Exact));
        }
        collector.add(&shown(2, 2, "a3", Verdict::AtLeast));
        let root = Root { position: Position::start(), history: vec![] };
        let limits = Limits::to_depth(1);
        let mut outcome = Searcher::new(1).unwrap().search(&root, &limits, &mut Undisturbed);
        let d4 = parse_move(&Position::start(), "d4").unwrap();
        (outcome.best, outcome.line, outcome.depth) = (Some(d4), vec![d4], 2);
        let lines = collector.finish(&outcome, 3);
        let found: Vec<(String, u32)> =
            lines.iter().map(|line| (line.first().to_string(), line.depth)).collect();
        assert_eq!(
            found,
            [("d2d4".into(), 2), ("e2e4".into(), 1), ("c2c4".into(), 1)],
            "no bounds"
        );
    }
    /// For any number of nodes, the first iteration may have told nothing, or a bound.
    #[test]
    fn an_unfinished_first_iteration_has_a_line() {
        let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let mut verdicts = Vec::new();
        for nodes in [1, 30, 100, 10_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let mut watcher = Watcher::default();
            let root = Root::from(position);
            let outcome = Searcher::new(1).unwrap().search(&root, &limits, &mut watcher);
            let lines = watcher.0.finish(&outcome, 1);
            assert_eq!(Some(lines[0].first()), outcome.best, "{nodes} nodes");
            assert_eq!(lines[0].depth, outcome.depth);
            verdicts.push(lines[0].verdict);
        }
        assert_eq!(
            verdicts[1..],
            [Some(Verdict::AtLeast), Some(Verdict::AtLeast), Some(Verdict::Exact)]
        );
        let mut unknown = Searcher::new(1).unwrap().search(
            &Root::from(position),
            &Limits::to_depth(1),
            &mut Undisturbed,
        );
        unknown.depth = 0;
        assert_eq!(Collector::default().finish(&unknown, 1)[0].verdict, None);
    }

    #[derive(Default)]
    struct Watcher(Collector);

    impl Host for Watcher {
        fn poll(&mut self, _: &Status) -> Signal {
            Signal::Continue
        }

        fn thinking(&mut self, line: &Thinking) {
            self.0.add(line);
        }
    }
}
