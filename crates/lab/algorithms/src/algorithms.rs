//! The table of algorithms: their names, and the makers of their workers.
//!
//! Only this file names them all.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use cleave_shared_memory::SharedSlice;
use cleave_smp::instrument::{Observed, Snapshot};
use cleave_smp::seam::{
    DtsBlocks, DtsWorker, Exclusive, Memory, Peer, Strategies, Strategy, Team, WorkerMarks, map,
};
use cleave_smp::{ArenaError, Common};

use crate::aphid::{AphidWorker, SharedLeaves};
use crate::from_root::{self, SharedRoot};
use crate::lazy_texel::{SharedMove, TexelWorker};
use crate::learning::Learning::{self, BySize, MovesOfWorker, OfTeam, OfWorker};
use crate::split_points::{
    self, Crafty22, Crafty25, Dpvs, Epvs, Jamboree, MandatoryWorkFirst, OlderMemory, PvSplit,
    RootOnly, TreeSplitting, Ybwc, YbwcHelpful,
};
use crate::traits::CompleteNode;

/// Makes the type [`Algorithm`] and the maker of workers from one row for each algorithm: its name, whether it shares
/// nodes in split blocks, which workers learn together, and its worker.
macro_rules! algorithms {
    ($($(#[$doc:meta])* $variant:ident, $name:literal, $shares_nodes:literal, $learning:ident,
        |$memory:ident, $peer:ident| $worker:expr;)*) => {
        /// The algorithm by which a team shares a tree.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        #[non_exhaustive]
        pub enum Algorithm {
            $($(#[$doc])* $variant,)*
        }

        impl Algorithm {
            /// All algorithms, in the order of a menu.
            pub const ALL: [Algorithm; [$($name),*].len()] = [$(Algorithm::$variant),*];

            /// The names of all algorithms, in the same order.
            pub const NAMES: [&'static str; Self::ALL.len()] = [$($name),*];

            /// Returns true for algorithms that share nodes in split blocks.
            pub const fn has_split_blocks(self) -> bool {
                match self {
                    $(Algorithm::$variant => $shares_nodes,)*
                }
            }

            /// Returns the tables in which its workers learn.
            pub const fn learning(self) -> Learning {
                match self {
                    $(Algorithm::$variant => $learning,)*
                }
            }
        }

        impl<N: CompleteNode> Strategies<N> for Algorithms<N> {
            fn worker<'a>(&'a self, peer: Peer<'a, N>) -> Box<dyn Strategy<'a, N> + 'a> {
                self.note_use();
                match self.selected() {
                    $(Algorithm::$variant => {
                        let ($memory, $peer) = (self, peer);
                        $worker
                    })*
                }
            }
        }
    };
}

/// Creates a worker of an older algorithm that shares nodes.
macro_rules! older {
    ($policy:ident, $memory:ident, $peer:ident) => {
        Box::new(split_points::worker::<N, $policy>($peer, &$memory.older))
    };
}

algorithms! {
    /// Dynamic Tree Splitting, of Hyatt (1988).
    #[default]
    Dts, "dts", true, BySize, |memory, peer| Box::new(DtsWorker::of(peer, &memory.dts));
    /// Only the root is shared.
    Root, "root", true, OfTeam, |memory, peer| older!(RootOnly, memory, peer);
    /// Principal variation splitting, of Marsland and Campbell (1982).
    PvSplit, "pv-split", true, OfTeam, |memory, peer| older!(PvSplit, memory, peer);
    /// Enhanced principal variation splitting, of Hyatt, Suter and Nelson (1989).
    Epvs, "epvs", true, OfTeam, |memory, peer| older!(Epvs, memory, peer);
    /// Dynamic principal variation splitting, of Schaeffer (1989).
    Dpvs, "dpvs", true, OfTeam, |memory, peer| older!(Dpvs, memory, peer);
    /// Young Brothers Wait, of Feldmann, Monien, Mysliwietz and Vornberger (1989), in Zugzwang from
    /// 1987.
    Ybwc, "ybwc", true, OfTeam, |memory, peer| older!(Ybwc, memory, peer);
    /// Young Brothers Wait with helpful masters, of Feldmann (1993).
    YbwcHelpful, "ybwc-helpful", true, OfTeam, |memory, peer| older!(YbwcHelpful, memory, peer);
    /// Jamboree search with work stealing, of Kuszmaul (1994).
    Jamboree, "jamboree", true, OfTeam, |memory, peer| older!(Jamboree, memory, peer);
    /// Tree splitting, of Finkel and Fishburn (1980).
    TreeSplitting, "tree-splitting", true, OfTeam,
        |memory, peer| older!(TreeSplitting, memory, peer);
    /// Mandatory work first, of Akl, Barnard and Doran (1980, in full 1982).
    Mwf, "mwf", true, OfTeam, |memory, peer| older!(MandatoryWorkFirst, memory, peer);
    /// Crafty's parallel search until version 22.1, of Hyatt (2008).
    Crafty22, "crafty-22", true, OfTeam, |memory, peer| older!(Crafty22, memory, peer);
    /// Crafty's parallel search of version 25, of Hyatt (2016).
    Crafty25, "crafty-25", true, OfTeam, |memory, peer| older!(Crafty25, memory, peer);
    /// All workers search the same root and share a table.
    SharedTable, "shared-table", false, OfWorker,
        |memory, peer| from_root::worker(peer, memory.root(), from_root::shared_table::rules);
    /// Lazy SMP: helpers iterate by themselves, and the first to finish a depth counts, as in Cheng (2013).
    Lazy, "lazy", false, OfWorker,
        |memory, peer| from_root::worker(peer, memory.root(), from_root::lazy::rules);
    /// Lazy SMP with skipped depths and a vote, as in Stockfish until version 10 (2018).
    LazyStockfish10, "lazy-stockfish-10", false, OfWorker,
        |memory, peer| from_root::worker(peer, memory.root(), from_root::lazy_stockfish::rules_10);
    /// Lazy SMP with breadcrumbs and a vote, as in Stockfish 11 to 13 (2020, 2021).
    LazyStockfish13, "lazy-stockfish-13", false, OfWorker,
        |memory, peer| from_root::worker(peer, memory.root(), from_root::lazy_stockfish::rules_13);
    /// Lazy SMP with common corrections of the evaluation and a vote, as in Stockfish 18 (2026).
    LazyStockfish18, "lazy-stockfish-18", false, MovesOfWorker,
        |memory, peer| from_root::worker(peer, memory.root(), from_root::lazy_stockfish::rules_18);
    /// Lazy SMP from move to move of the root, as in Texel, of Österlund (2015).
    LazyTexel, "lazy-texel", false, OfWorker,
        |memory, peer| Box::new(TexelWorker::new(peer, memory.root_move()));
    /// ABDADA, of Weill (1996).
    Abdada, "abdada", false, OfWorker,
        |memory, peer| from_root::worker(peer, memory.root(), from_root::abdada::rules);
    /// Simplified ABDADA, of Kerrigan (2017).
    AbdadaSimplified, "abdada-simplified", false, OfWorker,
        |memory, peer| from_root::worker(peer, memory.root(), from_root::abdada_simplified::rules);
    /// Approximate ABDADA, of Österlund (2017).
    AbdadaApproximate, "abdada-approximate", false, OfWorker,
        |memory, peer| from_root::worker(peer, memory.root(), from_root::abdada_approximate::rules);
    /// Aspiration search, of Baudet (1978).
    Aspiration, "aspiration", false, OfWorker,
        |memory, peer| from_root::worker(peer, memory.root(), from_root::aspiration::rules);
    /// Null windows at neighbouring values.
    WindowNull, "window-null", false, OfWorker,
        |memory, peer| from_root::worker(peer, memory.root(), from_root::window_null::rules);
    /// UIDPABS, of Newborn (1988).
    Uidpabs, "uidpabs", false, OfWorker,
        |memory, peer| from_root::worker(peer, memory.root(), from_root::uidpabs::rules);
    /// APHID, of Brockington and Schaeffer (1996).
    Aphid, "aphid", false, OfWorker, |memory, peer| Box::new(AphidWorker::new(peer, memory.leaves()));
}

impl Algorithm {
    /// Returns the name that options and commands use.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Returns true if a team searches all root moves that were best in recent iterations together, one after the
    /// other, before it splits the root: Crafty's `NextRootMoveParallel`. The game follows this at its root.
    pub fn searches_best_together(self) -> bool {
        matches!(self, Algorithm::Crafty22 | Algorithm::Crafty25)
    }

    /// Returns true if a team finds a whole line with the value of the root, and false if only its first move is
    /// certain.
    pub fn finds_a_line(self) -> bool {
        self != Algorithm::WindowNull
    }

    /// Returns the index in [`Algorithm::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No algorithm has this name.
#[derive(Debug, thiserror::Error)]
#[error("no algorithm is called '{0}'; expected one of {names}", names = Algorithm::NAMES.join(", "))]
pub struct UnknownAlgorithm(String);

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Algorithm, UnknownAlgorithm> {
        let named = |algorithm: &Algorithm| algorithm.name() == name;
        Algorithm::ALL.into_iter().find(named).ok_or_else(|| UnknownAlgorithm(name.into()))
    }
}

/// The memory of all algorithms. A team is set to one of them.
pub struct Algorithms<N: CompleteNode> {
    /// The index in [`Algorithm::ALL`]. Not shared: helpers are forked after it is set.
    selected: AtomicUsize,
    /// Workers have been made that use the blocks of Dynamic Tree Splitting.
    is_dts_used: AtomicBool,
    is_older_used: AtomicBool,
    dts: DtsBlocks<N>,
    pub(crate) older: OlderMemory<N>,
    root: SharedSlice<SharedRoot<N>>,
    root_move: SharedSlice<SharedMove<N>>,
    leaves: SharedSlice<SharedLeaves<N>>,
}

impl<N: CompleteNode> Algorithms<N> {
    /// Notes that a worker of the team's algorithm is made.
    fn note_use(&self) {
        match self.selected() {
            Algorithm::Dts => self.is_dts_used.store(true, Ordering::Relaxed),
            _ => self.is_older_used.store(true, Ordering::Relaxed),
        }
    }

    /// Gives the memory of blocks that the selected algorithm does not use back to the system, by making new blocks.
    fn give_back_unused(&mut self, workers: usize) {
        if self.selected() == Algorithm::Dts {
            if let Ok(older) = OlderMemory::new(workers) {
                (self.older, self.is_older_used) = (older, AtomicBool::new(false));
            }
        } else if let Ok(dts) = DtsBlocks::new(workers) {
            (self.dts, self.is_dts_used) = (dts, AtomicBool::new(false));
        }
    }

    /// Sets the algorithm, before its workers are made and before helpers are forked. For a [`Team`] with helpers use
    /// [`SetAlgorithm::set_algorithm`].
    pub fn select(&self, algorithm: Algorithm) {
        self.selected.store(algorithm.index(), Ordering::Relaxed);
    }

    /// Returns the algorithm.
    pub fn selected(&self) -> Algorithm {
        Algorithm::ALL[self.selected.load(Ordering::Relaxed)]
    }

    /// Returns the blocks of Dynamic Tree Splitting.
    pub fn dts(&self) -> &DtsBlocks<N> {
        &self.dts
    }

    /// Returns the number of split blocks in use; 0 between searches.
    pub fn blocks_in_use(&self) -> u32 {
        self.dts.in_use() + self.older.blocks.in_use()
    }

    /// Returns the number of marks on nodes or jobs in work, for algorithms that put such work off; 0 between searches.
    pub fn marks_in_use(&self) -> usize {
        self.root().marks_in_use()
    }

    pub(crate) fn root(&self) -> &SharedRoot<N> {
        &self.root[0]
    }

    pub(crate) fn root_move(&self) -> &SharedMove<N> {
        &self.root_move[0]
    }

    pub(crate) fn leaves(&self) -> &SharedLeaves<N> {
        &self.leaves[0]
    }
}

impl<N: CompleteNode> Memory for Algorithms<N> {
    fn new(workers: usize) -> Result<Algorithms<N>, ArenaError> {
        Ok(Algorithms {
            selected: AtomicUsize::new(Algorithm::default().index()),
            is_dts_used: AtomicBool::new(false),
            is_older_used: AtomicBool::new(false),
            dts: DtsBlocks::new(workers)?,
            older: OlderMemory::new(workers)?,
            root: map("cleave-smp-root", 1)?,
            root_move: map("cleave-smp-move", 1)?,
            leaves: map("cleave-smp-leaves", 1)?,
        })
    }

    fn resize(&mut self, workers: usize) -> Result<(), ArenaError> {
        let dts = DtsBlocks::new(workers)?;
        self.older.resize(workers)?;
        self.dts = dts;
        Ok(())
    }

    fn reset(&self, exclusive: &Exclusive) {
        // A reset touches every block, and the system would allocate memory for blocks that were never used.
        if self.is_dts_used.load(Ordering::Relaxed) {
            self.dts.reset(exclusive);
        }
        if self.is_older_used.load(Ordering::Relaxed) {
            self.older.reset(exclusive);
        }
        self.root().reset(exclusive);
        self.root_move().reset(exclusive);
        self.leaves().reset(exclusive);
    }
}

/// A team that can be set to any algorithm.
pub trait SetAlgorithm {
    /// Sets the algorithm from the next session on.
    fn set_algorithm(&mut self, algorithm: Algorithm);
}

impl<N: CompleteNode> SetAlgorithm for Team<N, Algorithms<N>> {
    fn set_algorithm(&mut self, algorithm: Algorithm) {
        if algorithm != self.arena().memory().selected() {
            let workers = self.workers();
            let memory = self.memory_mut();
            memory.select(algorithm);
            memory.give_back_unused(workers);
        }
    }
}

impl<N: CompleteNode> Observed<N> for Algorithms<N> {
    fn active_pools(&self) -> &WorkerMarks {
        match self.selected() {
            Algorithm::Dts => self.dts.active_pools(),
            _ => self.older.blocks.active_pools(),
        }
    }

    fn snapshot(&self, common: &Common<N>) -> Snapshot {
        match self.selected() {
            Algorithm::Dts => self.dts.snapshot(common),
            _ => self.older.snapshot(common),
        }
    }
}

#[cfg(test)]
mod tests {
    use cleave_smp::{Worker, WorkerId};

    use super::*;
    use crate::Arena;
    use crate::testing::{TinyNode, exclusive, sleepy};

    #[test]
    fn names_and_places_lead_back_to_the_algorithm() {
        for (place, algorithm) in Algorithm::ALL.into_iter().enumerate() {
            assert_eq!(algorithm.index(), place);
            assert_eq!(Algorithm::NAMES[place], algorithm.name());
            assert_eq!(algorithm.name().parse::<Algorithm>().unwrap(), algorithm);
        }
        let error = "dtss".parse::<Algorithm>().unwrap_err().to_string();
        assert!(
            error.contains("'dtss'") && error.contains(&Algorithm::NAMES.join(", ")),
            "{error}"
        );
    }
    /// Otherwise it allocates memory for unused blocks while all workers wait.
    #[test]
    fn a_reset_leaves_blocks_alone_that_have_never_been_used() {
        let arena: Arena<TinyNode> = Arena::new(2).unwrap();
        arena.memory().dts().pool(WorkerId::MAIN).free.take().unwrap();
        arena.memory().select(Algorithm::Ybwc);
        let _worker = Worker::new(&arena, WorkerId::MAIN);
        arena.reset(&exclusive());
        assert_eq!(arena.memory().blocks_in_use(), 1);
    }

    #[test]
    fn no_worker_sleeps_while_there_is_work() {
        for algorithm in Algorithm::ALL {
            // Their helpers may sleep until the next notification although there is work, but not all of them.
            let is_strict =
                !matches!(algorithm, Algorithm::Aphid | Algorithm::Dpvs | Algorithm::Mwf);
            for seed in 0..50 {
                let arena: Arena<TinyNode> = Arena::new(sleepy::WORKERS).unwrap();
                arena.memory().select(algorithm);
                println!("{algorithm}, seed {seed}");
                sleepy::deepen(&arena, seed, is_strict);
            }
        }
    }
}
