//! Dynamic Tree Splitting alone.

use std::fmt;
use std::str::FromStr;

use cleave_shared_memory::Shareable;
use cleave_smp::learns_apart;
pub(crate) use cleave_smp::{Arena, HelperSlot, Team};

use crate::context::SearchContext;
use crate::context::worker_state::WorkerState;
use crate::control::Limits;
use crate::node::ChessNode;
use crate::root::report::{IterationReport, RootResults};
use crate::units::Depth;

/// The algorithm of a team.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Algorithm {
    /// Dynamic Tree Splitting, of Hyatt (1988).
    #[default]
    Dts,
}

impl Algorithm {
    /// All algorithms of this program.
    pub const ALL: [Algorithm; 1] = [Algorithm::Dts];

    /// Their names.
    pub const NAMES: [&'static str; 1] = ["dts"];

    /// Returns the name that options and commands use.
    pub const fn name(self) -> &'static str {
        Self::NAMES[0]
    }

    /// Returns the index in [`Algorithm::ALL`].
    pub const fn index(self) -> usize {
        0
    }

    /// True: a team finds a whole line with the value of the root.
    pub const fn finds_a_line(self) -> bool {
        true
    }

    /// False: the root is split like any other node.
    pub const fn searches_best_together(self) -> bool {
        false
    }

    /// True: nodes are shared in split blocks.
    pub const fn has_split_blocks(self) -> bool {
        true
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// This program has no algorithm of this name.
#[derive(Debug, thiserror::Error)]
#[error("this program has only the algorithm 'dts', not '{0}'")]
pub struct UnknownAlgorithm(String);

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Algorithm, UnknownAlgorithm> {
        if name == Algorithm::Dts.name() {
            Ok(Algorithm::Dts)
        } else {
            Err(UnknownAlgorithm(name.into()))
        }
    }
}

/// All workers search the team's root, without guesses.
#[derive(Clone, Copy, Default)]
pub(crate) struct ByItself;

impl ByItself {
    pub(crate) fn prepare(self) {}

    pub(crate) fn own_root(self, _: &WorkerState) -> Option<&OwnRoot> {
        None
    }
}

/// No worker has its own root.
#[derive(Default)]
pub(crate) struct OwnRoot;

impl OwnRoot {
    pub(crate) fn new() -> OwnRoot {
        OwnRoot
    }

    pub(crate) fn set_aside(&mut self) {}
}

/// Returns the results that the main worker uses at the end of a search of the root.
pub(crate) fn final_results<'r>(
    published: &'r RootResults,
    _: Option<&OwnRoot>,
) -> Option<&'r RootResults> {
    Some(published)
}

/// Returns the team's algorithm.
pub(crate) fn algorithm(_: &Team<ChessNode>) -> Algorithm {
    Algorithm::Dts
}

pub(crate) fn set_algorithm(_: &mut Team<ChessNode>, _: Algorithm) {}

/// Returns true if each worker of a team of this size learns in its own tables.
pub(crate) fn learn_apart(_: &Team<ChessNode>, workers: usize) -> bool {
    learns_apart(workers)
}

/// Returns false: what a worker learns in its own tables includes corrections of the evaluation.
pub(crate) fn has_common_corrections(_: &Team<ChessNode>) -> bool {
    false
}

/// Returns the number of split blocks in use; 0 between searches.
pub(crate) fn blocks_in_use(team: &Team<ChessNode>) -> u32 {
    team.arena().memory().in_use()
}

/// No worker votes.
#[derive(Shareable)]
pub(crate) struct Ballot;

impl Ballot {
    pub(crate) fn clear(&self) {}
}

impl SearchContext<'_> {
    /// Returns the nominal depth of this worker's current iteration.
    pub(crate) fn iteration(&self) -> Depth {
        self.tree_iteration()
    }

    #[inline(always)]
    pub(crate) fn is_presumed(&self) -> bool {
        false
    }

    /// Notes that the root move with this number has been handed out.
    pub(crate) fn note_current_root_move(&self, number: u16) {
        self.report().set_current(number);
    }

    pub(crate) fn team_number(&self, number: u16) -> u16 {
        number
    }

    pub(crate) fn own_or<'r>(&'r self, report: &'r IterationReport) -> &'r RootResults {
        report.results()
    }

    pub(crate) fn has_share(&self) -> bool {
        false
    }

    /// Returns `finished`: there was no vote.
    pub(crate) fn play_elected(&mut self, finished: Depth, _: &Limits) -> Depth {
        finished
    }
}
