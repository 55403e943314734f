//! In whose tables workers learn: in those of the team, or each in its own.

use cleave_smp::learns_apart;

/// Whose the tables are in which a game learns while it searches: in chess, histories of moves and
/// corrections of the evaluation. The game has to follow it, as by
/// [`HelpersTables`](cleave_smp::HelpersTables). Killers are always the worker's own.
///
/// Workers that share nodes order the same moves, and learn together, as in Crafty. Workers that each search the root by
/// themselves part ways by what they have learnt: in Texel and Stockfish each
/// thread has tables of its own, as had the processes of UIDPABS, APHID and Weill's ABDADA, which shared no memory for
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Learning {
    /// One set of tables, which all workers read and write.
    OfTeam,
    /// A set for each worker.
    OfWorker,
    /// A set for each worker of a small team, one set in a larger one: see [`learns_apart`].
    BySize,
}

impl Learning {
    /// True if each of so many workers learns for itself.
    pub const fn has_private_tables(self, workers: usize) -> bool {
        match self {
            Learning::OfTeam => false,
            Learning::OfWorker => true,
            Learning::BySize => learns_apart(workers),
        }
    }
}
