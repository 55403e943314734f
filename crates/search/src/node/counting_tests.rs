//! Compares the counts of a tree with counts by a driver.

use cleave_board::{Position, Value};
use cleave_tt::Bound;

use super::{Absorbed, Action, ChessNode, NodeType, Opened};
use crate::bench;
use crate::context::SearchContext;
use crate::table::TtHit;
use crate::testing::{mv, root, scout, with_worker};
use crate::units::{Depth, Ply};

/// Searches as the sequential driver does, and counts the cutoffs itself: all by moves, and those by the first move.
fn count_cutoffs(context: &mut SearchContext, stack: &mut [ChessNode]) -> (Value, [u64; 2]) {
    let (node, below) = stack.split_first_mut().expect("the stack is deep enough");
    let (mut sum, mut tried) = ([0, 0], Vec::new());
    while let Some(mut job) = node.next(context) {
        loop {
            below[0].enter(context, node, &job);
            let value = match below[0].open(context, &job) {
                Opened::Value(value) => value,
                Opened::Live => {
                    let (value, cutoffs) = count_cutoffs(context, below);
                    (sum[0], sum[1]) = (sum[0] + cutoffs[0], sum[1] + cutoffs[1]);
                    value
                }
            };
            if let Action::Move(mv) = job.action {
                tried.push(mv);
            }
            match node.absorb(context, &job, value, &below[0].line) {
                Absorbed::Research(again) => job = again,
                Absorbed::Continue => break,
                Absorbed::Settled(value) => {
                    if matches!(job.action, Action::Move(_)) {
                        tried.dedup();
                        (sum[0], sum[1]) = (sum[0] + 1, sum[1] + u64::from(tried.len() == 1));
                    }
                    return (value, sum);
                }
            }
        }
    }
    (node.finish(context), sum)
}

/// A cutoff by the null move, by its verification or by an exclusion search is not a cutoff by a move.
#[test]
fn cutoffs_are_counted_as_a_driver_sees_them() {
    for position in bench::positions().take(6) {
        with_worker(&position, |context| {
            let mut stack = vec![ChessNode::default(); 128];
            stack[0] = root(context, (-5_000, 5_000), 7);
            let (_, [cutoffs, by_first_move]) = count_cutoffs(context, &mut stack);
            let counts = context.tree_counts_of_all();
            assert_eq!((counts.cutoffs, counts.first_move_cutoffs), (cutoffs, by_first_move));
            assert!(by_first_move < cutoffs && cutoffs < 2 * by_first_move, "{counts}");
        });
    }
}

/// A lookup finds nothing, finds a position, or ends the node.
#[test]
fn lookups_in_the_table_are_counted_by_what_they_find() {
    let start = Position::start();
    for (depth_in_table, found) in [(None, (1, 0, 0)), (Some(5), (1, 1, 0)), (Some(6), (1, 1, 1))] {
        with_worker(&start, |context| {
            let parent = root(context, (-5_000, 5_000), 20);
            let push = mv(&start, "a3");
            if let Some(depth) = depth_in_table {
                let hit = TtHit {
                    mv: mv(&start.make(push), "e5"),
                    value: Value::new(30),
                    eval: Value::ZERO,
                    depth: Depth::new(depth),
                    bound: Bound::Lower,
                    pv: false,
                };
                context.shared.table.store(&start.make(push), Ply::ROOT.next(), &hit);
            }
            let before = context.tree_counts_of_all();
            let job = scout(Action::Move(push), 20, 6, NodeType::Cut);
            let mut child = ChessNode::default();
            child.enter(context, &parent, &job);
            child.open(context, &job);
            let counts = context.tree_counts_of_all() - before;
            assert_eq!((counts.table_probes, counts.table_hits, counts.table_cutoffs), found);
        });
    }
}
