//! [`ChessNode`] as a [`cleave_algorithms::CompleteNode`], which every algorithm can search.

use cleave_algorithms::{RootBegun, RootTask, Weighing};
use cleave_board::Value;
use cleave_smp::random::mix;
use cleave_smp::{NodeType, Window};

use crate::context::SearchContext;
use crate::line::Line;
use crate::node::shared::SPREAD;
use crate::node::{Action, ChessNode, Effort, Job};
use crate::units::Depth;

impl cleave_algorithms::Keys for ChessNode {
    /// A PV node's first job has the full window and no null-window test.
    fn job_key(&self, job: &Job) -> Option<u64> {
        match job.action {
            Action::Move(mv) if job.effort != Effort::Full => {
                let mv = u64::from(mv.bits()).wrapping_mul(SPREAD);
                Some(self.position.key().0 ^ mv)
            }
            _ => None,
        }
    }

    fn position_key(&self) -> u64 {
        self.position.key().0 ^ u64::from(self.excluded.bits()).wrapping_mul(SPREAD)
    }

    /// Reduces moves that might be reduced anyway by one ply more, but not to quiescence.
    fn reduced_more(&self, context: &SearchContext<'_>, job: &Job) -> Job {
        let is_test = matches!(job.effort, Effort::Reduced | Effort::Scout);
        let depth = job.depth - 1;
        if !is_test || depth <= Depth::ZERO || !self.may_reduce(context) {
            return *job;
        }
        Job { depth, effort: Effort::Reduced, ..*job }
    }
}

impl cleave_algorithms::Narrow for ChessNode {
    #[inline]
    fn widened(&self, job: &Job) -> Job {
        self.widened(job)
    }

    fn has_whole_window(job: &Job) -> bool {
        matches!(job.effort, Effort::Full | Effort::Open)
    }

    fn narrow(&mut self, context: &mut SearchContext<'_>, window: Window) -> Option<Value> {
        self.narrow(context, Value::new(window.alpha), Value::new(window.beta))
    }

    fn window(&self) -> Option<Window> {
        Some(Window { alpha: self.alpha.get(), beta: self.beta.get() })
    }
}

impl cleave_algorithms::OwnRoot for ChessNode {
    /// Returns a key of the search and the root moves. Their order does not matter.
    fn root_key(&self, context: &SearchContext<'_>) -> Option<u64> {
        let moves = self.picker.root_moves().iter();
        let sum = moves.fold(0, |sum: u64, mv| sum.wrapping_add(mix(mv.bits().into())));
        Some(mix(context.setup().search ^ sum))
    }

    fn full_window() -> Window {
        Window { alpha: -Value::INFINITE.get(), beta: Value::INFINITE.get() }
    }

    fn score(value: &Value) -> Option<i32> {
        Some(value.get())
    }

    /// With a null window the root is a node like any scout: it has no PV to search.
    fn begin_own_root(&mut self, context: &mut SearchContext<'_>, task: &RootTask) -> RootBegun {
        if let Some(window) = task.window {
            (self.alpha, self.beta) = (Value::new(window.alpha), Value::new(window.beta));
            self.node_type = if window.is_null() { NodeType::Cut } else { NodeType::Pv };
        }
        self.depth += task.deeper;
        context.begin_own_root(self.picker.root_moves(), task, self.alpha);
        let moves = context.state.own_root.moves().iter().copied();
        self.picker.restart_at_root(&self.position, moves, 0);
        let has_moves = !context.state.own_root.moves().is_empty();
        if has_moves { RootBegun::AsAssigned } else { RootBegun::Empty }
    }

    fn resume_own_root(
        &self,
        context: &mut SearchContext<'_>,
        deeper: i32,
        under_way: Option<&Job>,
    ) {
        let number = under_way.map_or(0, |job| job.number);
        context.resume_own_root(self.picker.root_moves(), deeper, number);
    }

    fn keep_root_results(context: &mut SearchContext<'_>) {
        context.state.own_root.keep();
    }

    fn vote(
        context: &mut SearchContext<'_>,
        weighing: Weighing,
        depth: i32,
        value: &Value,
        line: &Line,
    ) {
        context.vote(weighing, Depth::new(depth), *value, line);
    }

    fn publish_root_results(&self, context: &mut SearchContext<'_>, is_complete: bool) {
        context.publish_root_results(self.picker.root_moves(), is_complete);
    }
}

impl cleave_algorithms::Guess for ChessNode {
    /// Returns the value in the table, of any depth and bound, or else the evaluation. In check and without a table
    /// entry, returns alpha: no move beats it.
    fn estimate(&self, _: &SearchContext<'_>) -> Option<Value> {
        let known = [self.table_value, self.static_eval];
        Some(known.into_iter().find(|&value| value != Value::NONE).unwrap_or(self.alpha))
    }

    fn presume(context: &mut SearchContext<'_>, is_presumed: bool) {
        context.by_itself.presume(is_presumed);
    }

    fn deepen(&mut self, plies: i32) -> bool {
        self.depth += plies;
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use cleave_algorithms::{Guess, Keys, OwnRoot, RootMoves};
    use cleave_board::{Move, Position};
    use cleave_movegen::legal_moves;

    use super::*;
    use crate::testing::{mv, root, scout, with_worker};

    fn start() -> Position {
        Position::start()
    }

    fn scout_of(text: &str, depth: i32) -> Job {
        scout(Action::Move(mv(&start(), text)), 0, depth, NodeType::Cut)
    }

    #[test]
    fn scouts_have_keys_by_position_and_move_and_whole_windows_have_none() {
        with_worker(&start(), |context| {
            let node = root(context, (-20, 20), 6);
            let mut after = node;
            after.position = start().make(mv(&start(), "e4"));
            let keys = [("e3", node), ("d3", node), ("e3", after)]
                .map(|(text, node)| node.job_key(&scout_of(text, 5)).expect("a scout has a key"));
            assert_eq!(HashSet::from(keys).len(), 3);
            assert_eq!(node.job_key(&scout_of("e3", 3)), Some(keys[0]), "the depth plays no part");
            let full = Job { effort: Effort::Full, ..scout_of("e3", 5) };
            assert_eq!(node.job_key(&full), None);
            assert_eq!(node.job_key(&scout(Action::Null, 0, 5, NodeType::All)), None);
        });
    }

    /// Tables take some bits of the key as the place, so each bit is as often 0 as 1.
    #[test]
    fn a_node_without_one_of_its_moves_has_a_key_of_its_own_with_all_bits_mixed() {
        with_worker(&start(), |context| {
            let mut node = root(context, (-20, 20), 6);
            let whole = node.position_key();
            assert_eq!(whole, start().key().0);
            let key = |&excluded: &Move| {
                node.excluded = excluded;
                node.position_key()
            };
            let keys: HashSet<u64> = legal_moves(&start()).as_slice().iter().map(key).collect();
            assert!(keys.len() == 20 && !keys.contains(&whole));
            let ones = keys.iter().map(|key| key.count_ones()).sum::<u32>() / 20;
            assert!((26..=38).contains(&ones), "{ones} of 64 bits");
        });
    }

    /// A reduced test that fails high is repeated at its full depth; a scout is not.
    #[test]
    fn a_late_test_that_is_reduced_by_one_ply_more_is_marked_as_reduced() {
        with_worker(&start(), |context| {
            let mut node = root(context, (-20, 20), 6);
            let reduced = |context: &SearchContext, node: &ChessNode, job: Job| {
                let again = node.reduced_more(context, &job);
                (again.depth.get(), again.effort)
            };
            assert_eq!(reduced(context, &node, scout_of("e3", 5)), (5, Effort::Scout), "too early");
            (0..5).for_each(|_| assert!(node.next(context).is_some()));
            assert_eq!(reduced(context, &node, scout_of("e3", 5)), (4, Effort::Reduced));
            assert_eq!(reduced(context, &node, scout_of("e3", 1)), (1, Effort::Scout));
            let full = Job { effort: Effort::Full, ..scout_of("e3", 5) };
            assert_eq!(reduced(context, &node, full), (5, Effort::Full));
        });
    }

    #[test]
    fn each_search_and_each_set_of_root_moves_has_a_key_whatever_their_order() {
        with_worker(&start(), |context| {
            let mut node = root(context, (-20, 20), 6);
            let mut key = |context: &mut SearchContext, moves: &[Move]| {
                node.picker.restart_at_root(&start(), moves.iter().copied(), 0);
                node.root_key(context).expect("it has a key")
            };
            let moves: Vec<Move> = legal_moves(&start()).into_iter().collect();
            let mut keys = HashSet::new();
            for search in 1..=20 {
                context.setup.search = search;
                keys.insert(key(context, &moves));
            }
            assert_eq!(keys.len(), 20);
            assert!(keys.insert(key(context, &moves[1..])));
            let reversed: Vec<Move> = moves.iter().rev().copied().collect();
            assert_eq!(key(context, &moves), key(context, &reversed));
        });
    }

    #[test]
    fn an_own_root_has_the_depth_and_the_window_of_its_task() {
        with_worker(&start(), |context| {
            let team = root(context, (-20, 20), 6);
            let begin = |context: &mut SearchContext, window, deeper| {
                let mut own = team;
                let task = RootTask { window, moves: RootMoves::All, deeper };
                assert_eq!(own.begin_own_root(context, &task), RootBegun::AsAssigned);
                (own.depth.get() - team.depth.get(), own.alpha.get(), own.beta.get(), own.node_type)
            };
            assert_eq!(begin(context, None, 2), (2, -20, 20, NodeType::Pv));
            let window = |alpha, beta| Some(Window { alpha, beta });
            assert_eq!(begin(context, window(4, 5), 0), (0, 4, 5, NodeType::Cut));
            assert_eq!(begin(context, window(-9, 50), 1), (1, -9, 50, NodeType::Pv));
        });
    }

    #[test]
    fn a_node_whose_value_was_guessed_is_deepened() {
        with_worker(&start(), |context| {
            let mut node = root(context, (-20, 20), 6);
            assert!(node.deepen(3));
            assert_eq!(node.depth, Depth::new(9));
        });
    }
}
