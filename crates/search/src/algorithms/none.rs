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

/// How a team shares a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Algorithm {
    /// Dynamic Tree Splitting, of Hyatt (1988).
    #[default]
    Dts,
}

impl Algorithm {
    /// All that this program has.
    pub const ALL: [Algorithm; 1] = [Algorithm::Dts];

    /// Their names.
    pub const NAMES: [&'static str; 1] = ["dts"];

    /// The name that options and commands use.
    pub const fn name(self) -> &'static str {
        Self::NAMES[0]
    }

    /// The place in [`Algorithm::ALL`].
    pub const fn index(self) -> usize {
        0
    }

    /// True: a team finds a whole line with the value of the root.
    pub const fn finds_a_line(self) -> bool {
        true
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
#[error("this program has one algorithm, 'dts', and not '{0}'")]
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

/// All workers search the root of the team, and on no guesses.
#[derive(Clone, Copy, Default)]
pub(crate) struct ByItself;

impl ByItself {
    pub(crate) fn prepare(self) {}

    pub(crate) fn own_root(self, _: &WorkerState) -> Option<&OwnRoot> {
        None
    }
}

/// No worker has a root of its own.
#[derive(Default)]
pub(crate) struct OwnRoot;

impl OwnRoot {
    pub(crate) fn new() -> OwnRoot {
        OwnRoot
    }
}

/// The results by which the main worker goes at the end of a search of the root.
pub(crate) fn final_results<'r>(
    published: &'r RootResults,
    _: Option<&OwnRoot>,
) -> Option<&'r RootResults> {
    Some(published)
}

/// How the team shares a tree.
pub(crate) fn algorithm(_: &Team<ChessNode>) -> Algorithm {
    Algorithm::Dts
}

pub(crate) fn set_algorithm(_: &mut Team<ChessNode>, _: Algorithm) {}

/// True if each worker of a team of so many learns for itself.
pub(crate) fn learn_apart(_: &Team<ChessNode>, workers: usize) -> bool {
    learns_apart(workers)
}

/// Split blocks in use; 0 between searches.
pub(crate) fn blocks_in_use(team: &Team<ChessNode>) -> u32 {
    team.arena().memory().in_use()
}

/// Nobody votes.
#[derive(Shareable)]
pub(crate) struct Ballot;

impl Ballot {
    pub(crate) fn clear(&self) {}
}

impl SearchContext<'_> {
    /// The nominal depth of the iteration that this worker is at.
    pub(crate) fn iteration(&self) -> Depth {
        self.tree_iteration()
    }

    #[inline(always)]
    pub(crate) fn is_presumed(&self) -> bool {
        false
    }

    /// A move of the root of this number has been handed out.
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

    /// There was no vote.
    pub(crate) fn play_elected(&mut self, finished: Depth, _: &Limits) -> Depth {
        finished
    }
}
