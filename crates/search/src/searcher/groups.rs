//! Searches by several groups. This searcher's team is the first; each of the others has its own searcher.

use std::thread;

use cleave_clock::{Pace, Timer};
use cleave_smp::{Backend, MAX_WORKERS};

use super::outcome::Outcome;
use super::{Root, SearchMode, Searcher, SearcherError};
use crate::algorithms::{self, Algorithm};
use crate::control::Limits;
use crate::control::host::{Host, Undisturbed};
use crate::groups::blackboard::{Blackboard, FIRST, Group};
use crate::groups::division;
use crate::groups::host::GroupHost;

/// The groups except the first, and their size.
pub(super) struct Groups {
    /// The approximate number of workers that split one tree.
    pub(super) size: usize,
    /// Empty before the first search, and after a change of settings.
    pub(super) others: Vec<Searcher>,
    /// The system has refused a group its memory or its processes. All workers split one tree until a new game or
    /// another mode.
    pub(super) are_refused: bool,
}

impl Groups {
    /// Dissolves the groups. The next search that needs them makes new ones.
    pub(super) fn dissolve(&mut self) {
        (self.others, self.are_refused) = (Vec::new(), false);
    }
}

impl Default for Groups {
    fn default() -> Groups {
        Groups { size: division::GROUP_SIZE, others: Vec::new(), are_refused: false }
    }
}

impl Searcher {
    /// Divides teams of Dynamic Tree Splitting into groups of about this many workers, at least 1, from the next search
    /// on. The default is 16. A team of up to half as many more workers still splits one tree. So does any team in a
    /// search for a mate, whose proof a group would disturb. So does any team in a search to a number of nodes, which
    /// is defined for one team.
    pub fn set_group_size(&mut self, size: usize) {
        self.groups.size = size.max(1);
        self.groups.dissolve();
    }

    /// Returns the sizes of the groups into which the team divides; one if it does not.
    pub fn group_sizes(&self) -> Vec<usize> {
        let SearchMode::Parallel { workers, .. } = self.mode else {
            return vec![self.workers.team.size()];
        };
        let present = workers.min(self.workers.team.processors());
        let may_part = !self.table.is_guest
            && !self.groups.are_refused
            && !self.monte_carlo.is_on()
            && algorithms::algorithm(&self.workers.team) == Algorithm::Dts;
        if may_part {
            division::group_sizes(present, self.groups.size).collect()
        } else {
            vec![present]
        }
    }

    /// Returns the number of workers of the searcher's own team: the first group's, or all.
    pub(super) fn own_workers(&self) -> usize {
        match self.mode {
            SearchMode::Sequential => 1,
            SearchMode::Parallel { workers, .. } if workers > MAX_WORKERS => workers,
            SearchMode::Parallel { workers, .. } => match self.group_sizes()[..] {
                [first, _, ..] => first,
                _ => workers,
            },
        }
    }

    /// Gives the team its workers for a search with these limits. Much may have changed since the mode was set: the
    /// algorithm, and with it whether there are groups. Returns the sizes of the groups.
    pub(super) fn fit_team(&mut self, limits: &Limits) -> Vec<usize> {
        let SearchMode::Parallel { workers, .. } = self.mode else { return vec![1] };
        let is_counted = limits.nodes.is_some() || matches!(limits.pace, Pace::Nodes(_));
        let splits_one_tree = is_counted || limits.mate.is_some();
        let wanted = if splits_one_tree { workers } else { self.own_workers() };
        if wanted != self.workers.team.workers()
            && let Err(error) = self.workers.resize(wanted)
        {
            log::warn!("the team keeps its {} workers: {error}", self.workers.team.workers());
        }
        if splits_one_tree { vec![self.workers.team.size()] } else { self.group_sizes() }
    }

    /// Searches with the team as the first group, together with the others. The clock is already running.
    pub(super) fn run_groups(
        &mut self,
        mut others: Vec<Searcher>,
        root: &Root,
        timer: Timer,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> Outcome {
        let blackboard = Blackboard::new(1 + others.len());
        let outcome = thread::scope(|scope| {
            let blackboard = &blackboard;
            let helping = others.iter_mut().enumerate().map_while(|(index, group)| {
                let help = move || group.help(root, limits, blackboard, index + 1);
                let started = thread::Builder::new().spawn_scoped(scope, help);
                started.map_err(|reason| log::warn!("a group could not be started: {reason}")).ok()
            });
            let helping: Vec<_> = helping.collect();
            let over = EndsSearch(blackboard);
            let mut group_host = GroupHost::new(blackboard, FIRST, host);
            let mut outcome = self.run_team(root, timer, limits, &mut group_host);
            drop(over);
            for group in helping {
                outcome.include(group.join().expect("no group panics"));
            }
            outcome
        });
        self.groups.others = others;
        outcome
    }

    /// Takes the groups of these sizes but the first, ready to search, out of this searcher. Returns none if the system
    /// refuses one of them. Binds the workers of all groups.
    pub(super) fn gather(&mut self, sizes: &[usize]) -> Vec<Searcher> {
        let SearchMode::Parallel { backend, .. } = self.mode else { return Vec::new() };
        let places = self.place_first(sizes);
        let (first, sizes) = (sizes[0], &sizes[1..]);
        if sizes.is_empty() {
            return Vec::new();
        }
        let mut others = std::mem::take(&mut self.groups.others);
        if !others.iter().map(Searcher::team_size).eq(sizes.iter().copied()) {
            let made: Result<_, _> =
                sizes.iter().map(|&size| self.make_group(size, backend)).collect();
            others = match made {
                Ok(made) => made,
                Err(error) => {
                    log::warn!("the team does not divide into groups: {error}");
                    self.groups.are_refused = true;
                    return Vec::new();
                }
            };
        }
        let mut placed = first;
        for (group, &size) in others.iter_mut().zip(sizes) {
            group.follow(self);
            group.workers.place(places.from(placed, size));
            placed += size;
        }
        let musters = |searcher: &mut Searcher| backend == Backend::Thread || searcher.muster();
        if !musters(self) || !others.iter_mut().all(musters) {
            log::warn!("the team does not divide into groups: a worker could not be started");
            self.groups.are_refused = true;
            return Vec::new();
        }
        others
    }

    /// Creates a group of this many workers that searches on this searcher's table.
    fn make_group(&self, size: usize, backend: Backend) -> Result<Searcher, SearcherError> {
        let mut group = Searcher::with_table(self.table.shared(), self.workers.evaluation.clone())?;
        group.settings = self.settings.clone();
        // This searcher places the workers of all groups.
        group.placing = None;
        // The number of processors has already been taken into account.
        group.workers.team.set_processors(size);
        group.set_mode(SearchMode::Parallel { workers: size, backend })?;
        Ok(group)
    }

    /// Takes over settings that may have changed since the last search without dissolving the groups.
    fn follow(&mut self, first: &Searcher) {
        self.settings = first.settings.clone();
        self.workers.team.params = first.workers.team.params;
    }

    /// Searches what the first group searches, until that has ended. No group searches deeper than requested.
    fn help(
        &mut self,
        root: &Root,
        limits: &Limits,
        blackboard: &Blackboard,
        group: Group,
    ) -> Outcome {
        let Limits { depth, excluded, included, multi_pv, .. } = limits;
        let limits = Limits {
            excluded: excluded.clone(),
            included: included.clone(),
            multi_pv: *multi_pv,
            ..Limits::to_depth(depth.unwrap_or(Limits::DEEPEST))
        };
        self.search(root, &limits, &mut GroupHost::new(blackboard, group, &mut Undisturbed))
    }
}

/// Ends the search of all groups when the first group's search has ended, also by a panic.
struct EndsSearch<'a>(&'a Blackboard);

impl Drop for EndsSearch<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}
