//! A trial: the search for the solution of one position.

use std::time::Duration;

use cleave_board::{Move, Value};
use cleave_search::{Root, Thinking, Verdict};

use super::problem::TestPosition;
use crate::searching::{Analyst, Judgement};

/// How long to search on with the solution found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// To the limits of the search.
    Endless,
    /// Until it has been the best move of this many iterations in a row, at least 1.
    Iterations(u32),
}

/// The result of a trial.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The move found; `None` if there is no legal move.
    pub found: Option<Move>,
    /// Its value, for the side to move.
    pub value: Value,
    /// Since when it has been the best move, if it solves the position.
    pub since: Option<Moment>,
    /// The end of the search.
    pub end: Moment,
}

/// A moment of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The iteration, in plies.
    pub depth: u32,
    /// The time since it began.
    pub elapsed: Duration,
    /// The nodes searched.
    pub nodes: u64,
}

impl Trial {
    /// True if the move found solves the position.
    pub fn is_solved(&self) -> bool {
        self.since.is_some()
    }
}

/// Searches a position with an empty table.
pub fn run(analyst: &mut Analyst<'_>, problem: &TestPosition, patience: Patience) -> Trial {
    analyst.searcher.new_game();
    let root = Root::from(*problem.position());
    let mut watch = Watch { problem, patience, since: None, iterations: 0 };
    let analysis = analyst.analyse_watched(&root, |line| watch.judge(line));
    let end = Moment { depth: analysis.depth, elapsed: analysis.elapsed, nodes: analysis.nodes };
    let value = analysis.lines.first().map_or(Value::ZERO, |line| line.value);
    let solved = analysis.best.is_some_and(|mv| problem.is_solved_by(mv, value));
    Trial { found: analysis.best, value, since: solved.then(|| watch.since.unwrap_or(end)), end }
}

/// Watches how the best move changes.
struct Watch<'a> {
    problem: &'a TestPosition,
    patience: Patience,
    /// Since when the best move has been a solution.
    since: Option<Moment>,
    /// Iterations that ended so, in a row.
    iterations: u32,
}

impl Watch<'_> {
    fn judge(&mut self, thinking: &Thinking) -> Judgement {
        let first = thinking.line.first().filter(|_| thinking.verdict != Verdict::AtMost);
        let Some(&mv) = first else { return Judgement::GoOn };
        if !self.problem.is_solved_by(mv, thinking.value) {
            (self.since, self.iterations) = (None, 0);
            return Judgement::GoOn;
        }
        let Thinking { depth, elapsed, nodes, .. } = *thinking;
        self.since.get_or_insert(Moment { depth, elapsed, nodes });
        self.iterations += u32::from(thinking.verdict == Verdict::Exact);
        match self.patience {
            Patience::Iterations(least) if self.iterations >= least => Judgement::Enough,
            _ => Judgement::GoOn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_io::Interrupts;
    use cleave_movegen::parse_move;
    use cleave_pgn::Epd;
    use cleave_search::{Limits, Searcher};

    fn problem(operations: &str) -> TestPosition {
        let fen = "rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/8/PPP2PPP/RNBQKBNR w KQkq -";
        TestPosition::new(Epd::parse(&format!("{fen} {operations}")).unwrap()).unwrap()
    }

    fn trial(problem: &TestPosition, patience: Patience) -> Trial {
        let limits = Limits::to_depth(10);
        let searcher = Searcher::new(1).unwrap();
        run(&mut Analyst::new(searcher, limits, Interrupts::none(), || {}), problem, patience)
    }

    #[test]
    fn a_steady_solution_ends_the_search() {
        let problem = problem("bm Bxg5;");
        let whole = trial(&problem, Patience::Endless);
        assert_eq!((whole.since.unwrap().depth, whole.end.depth), (1, 10));
        let short = trial(&problem, Patience::Iterations(2));
        assert!(short.is_solved() && short.end.depth < 10, "{short:?}");
        assert!(short.end.nodes < whole.end.nodes);
    }

    #[test]
    fn another_move_is_no_solution() {
        let trial = trial(&problem("am Bxg5;"), Patience::Iterations(1));
        assert!(!trial.is_solved() && trial.found.is_some());
        assert_eq!(trial.end.depth, 10);
    }

    #[test]
    fn iterations_with_the_solution_are_counted_from_its_last_return() {
        let problem = problem("bm Bxg5;");
        let mut watch = Watch {
            problem: &problem,
            patience: Patience::Iterations(2),
            since: None,
            iterations: 0,
        };
        let mut show = |depth, text: &str, verdict| {
            let line = vec![parse_move(problem.position(), text).unwrap()];
            let value = Value::ZERO;
            let (elapsed, nodes) = (Duration::ZERO, u64::from(depth));
            let thinking = Thinking {
                depth,
                selective_depth: depth,
                value,
                verdict,
                rank: 1,
                elapsed,
                nodes,
                hashfull: 0,
                tablebase_hits: 0,
                line,
            };
            (watch.judge(&thinking), watch.since.map(|since| since.depth))
        };
        let (go_on, enough) = (Judgement::GoOn, Judgement::Enough);
        assert_eq!(show(1, "Bxg5", Verdict::Exact), (go_on, Some(1)));
        assert_eq!(show(2, "dxe5", Verdict::Exact), (go_on, None));
        assert_eq!(show(3, "Bxg5", Verdict::AtLeast), (go_on, Some(3)));
        assert_eq!(show(3, "Bxg5", Verdict::Exact), (go_on, Some(3)));
        assert_eq!(show(4, "dxe5", Verdict::AtMost), (go_on, Some(3)));
        assert_eq!(show(4, "Bxg5", Verdict::Exact), (enough, Some(3)));
    }
}
