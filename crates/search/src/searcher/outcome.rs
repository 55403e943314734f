//! The result of a search.

use cleave_board::{Move, Position, Value};
use cleave_smp::Stats;

use crate::tree_counts::TreeCounts;

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The move to play; `None` only if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply, to ponder on.
    pub ponder: Option<Move>,
    /// Value for the side to move.
    pub value: Value,
    /// The last iteration finished.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The best line.
    pub line: Vec<Move>,
    /// Nodes searched below each root move, the best move first. They sum to `nodes`, minus the nodes of a mate proof
    /// ([`Limits::mate`](crate::Limits)).
    pub effort: Vec<(Move, u64)>,
    /// Other counts of the tree; zeros for Monte-Carlo search.
    pub tree: TreeCounts,
    /// Torn table entries that this search has rejected.
    pub torn_rejected: u64,
    /// Statistics of the team; `None` for the sequential program.
    pub stats: Option<Stats>,
    /// The number of moves within which a search for a mate ([`Limits::mate`](crate::Limits)) has proved that none
    /// exists.
    pub no_mate_in: Option<u32>,
}

impl Outcome {
    /// Adds the counts of another group in the same search.
    pub(crate) fn include(&mut self, other: Outcome) {
        self.nodes += other.nodes;
        self.tree += other.tree;
        for (mv, nodes) in other.effort {
            if let Some((_, sum)) = self.effort.iter_mut().find(|(same, _)| *same == mv) {
                *sum += nodes;
            }
        }
        if let Some((stats, others)) = self.stats.as_mut().zip(other.stats) {
            stats.workers.extend(others.workers);
        }
    }

    /// Writes the results and counts of the search to the log.
    pub(crate) fn log(&self) {
        let Outcome { best, value, depth, nodes, tree, .. } = self;
        let best = best.map_or_else(|| "no move".into(), |mv| mv.to_string());
        log::debug!("the search ends at depth {depth}: {best}, {value}, {nodes} nodes; {tree}");
        if let Some(stats) = &self.stats {
            let (splits, joins) = (stats.sum(|it| it.splits), stats.sum(|it| it.joins));
            let (workers, idle) = (stats.workers.len(), 100.0 * stats.idle_share());
            log::debug!("the team of {workers}: {splits} splits, {joins} joins, {idle:.1} % idle");
        }
    }

    /// Returns the result at a root without moves: mate, stalemate, or all moves excluded.
    pub(crate) fn without_moves(position: &Position) -> Outcome {
        let value = if position.in_check() { Value::mated_in(0) } else { Value::ZERO };
        Outcome {
            best: None,
            ponder: None,
            value,
            depth: 0,
            nodes: 0,
            line: Vec::new(),
            effort: Vec::new(),
            tree: TreeCounts::default(),
            torn_rejected: 0,
            stats: None,
            no_mate_in: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_another_group_are_added() {
        let counted = |nodes, table_hits| Outcome {
            nodes,
            tree: TreeCounts { table_hits, ..TreeCounts::default() },
            effort: vec![(Move::NONE, nodes)],
            ..Outcome::without_moves(&Position::start())
        };
        let mut outcome = counted(200, 2);
        outcome.include(counted(300, 7));
        assert_eq!((outcome.nodes, outcome.tree.table_hits), (500, 9));
        assert_eq!(outcome.effort, [(Move::NONE, 500)]);
    }
}
