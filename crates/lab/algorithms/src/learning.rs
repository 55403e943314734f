//! Chooses the tables in which workers learn: the team's, or separate ones.

use cleave_smp::learns_apart;

/// The tables in which a game learns while it searches: in chess, histories of moves and corrections of the evaluation.
/// The game has to follow this, for example by [`HelpersTables`](cleave_smp::HelpersTables). Killers are always the
/// worker's own.
///
/// Workers that share nodes order the same moves, so common tables help them, as in Crafty. Workers that each search
/// the root by themselves diverge through their own tables. In Texel and Stockfish each thread has its own tables. So
/// did the processes of UIDPABS, APHID and Weill's ABDADA, which shared no memory for them. Since version 18 threads of
/// Stockfish share the corrections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Learning {
    /// One set of tables, which all workers read and write.
    OfTeam,
    /// A set for each worker.
    OfWorker,
    /// Histories of moves for each worker, and common corrections of the evaluation.
    MovesOfWorker,
    /// A set for each worker of a small team, one set in a larger one: see [`learns_apart`].
    BySize,
}

impl Learning {
    /// Returns true if each worker of a team of this size learns in its own tables.
    pub const fn has_private_tables(self, workers: usize) -> bool {
        match self {
            Learning::OfTeam => false,
            Learning::OfWorker | Learning::MovesOfWorker => true,
            Learning::BySize => learns_apart(workers),
        }
    }

    /// Returns true if workers with tables of their own still have corrections of the evaluation in common.
    pub const fn has_common_corrections(self) -> bool {
        matches!(self, Learning::MovesOfWorker)
    }
}
