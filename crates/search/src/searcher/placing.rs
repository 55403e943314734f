//! Binds the workers of a searcher to processors.

use std::cell::OnceCell;

use cleave_sync::affinity::{self, Bound};
use cleave_topology::{Layout, Places, Policy, PolicyError, Topology};

use super::{SearchMode, Searcher};

/// When and where the workers are bound.
pub(super) struct Placing {
    policy: Policy,
    /// Read when a team first needs it.
    layout: OnceCell<Layout>,
}

impl Placing {
    /// Creates what this machine has by this policy.
    fn new(policy: &Policy) -> Result<Placing, PolicyError> {
        let layout = match policy {
            // Nothing can be wrong with it, and most programs have one worker.
            Policy::Auto => OnceCell::new(),
            policy => layout(policy)?.into(),
        };
        Ok(Placing { policy: policy.clone(), layout })
    }

    /// Returns the places of a team with groups of these sizes.
    fn places(&self, groups: &[usize]) -> Places {
        if self.policy == Policy::Auto && groups == [1] {
            return Places::default();
        }
        let layout = self.layout.get_or_init(|| layout(&self.policy).expect("no list"));
        layout.places(groups)
    }

    /// Returns the number of processors, if the policy gives it and not the system.
    pub(super) fn processors(&self) -> Option<usize> {
        self.layout.get().and_then(Layout::processors)
    }
}

impl Default for Placing {
    fn default() -> Placing {
        Placing::new(&Policy::Auto).expect("it lists no processors")
    }
}

/// Returns the layout of this machine. No session is under way, so this thread is not bound.
fn layout(policy: &Policy) -> Result<Layout, PolicyError> {
    let topology = Topology::of_this_machine();
    log::debug!("this machine has {topology}");
    let Some(allowed) = affinity::allowed() else {
        return Layout::new(&topology, None, policy).map(Layout::unbound);
    };
    let ignores_allowed = matches!(policy, Policy::Hardware | Policy::Listed(_));
    let reachable = ignores_allowed.then(|| affinity::reachable(&topology.all())).flatten();
    let topology = reachable.map_or_else(|| topology.clone(), |set| topology.within(&set));
    Layout::new(&topology, Some(allowed), policy)
}

impl Searcher {
    /// Sets when the workers are bound, and to which processors, from the next search on. The default is
    /// [`Policy::Auto`]. Lists of processors also limit their number.
    ///
    /// # Errors
    /// The machine does not have the processors. Nothing has changed.
    pub fn set_numa_policy(&mut self, policy: &Policy) -> Result<(), PolicyError> {
        self.placing = Some(Placing::new(policy)?);
        self.count_processors();
        Ok(())
    }

    /// Returns the processors of each worker in the searches of this searcher.
    pub fn places(&self) -> Places {
        self.places_of(&self.group_sizes())
    }

    /// Returns the processors of each worker of groups with these sizes.
    pub(super) fn places_of(&self, groups: &[usize]) -> Places {
        let groups = if self.mode == SearchMode::Sequential { &[1] } else { groups };
        self.placing.as_ref().map_or_else(Places::default, |placing| placing.places(groups))
    }

    /// Binds the workers of the first of these groups, unless another searcher binds them. Returns the places of all.
    pub(super) fn place_first(&mut self, groups: &[usize]) -> Places {
        let places = self.places_of(groups);
        if self.placing.is_some() {
            self.workers.place(places.from(0, groups[0]));
        }
        places
    }

    /// Binds this thread for a search of its own, if the policy says so.
    pub(super) fn bind_alone(&self) -> Option<Bound> {
        let places = self.places_of(&[1]);
        let set = places.sets.first()?;
        let complain =
            |error| log::warn!("the search is not bound to the processors {set}: {error}");
        Bound::to(set).map_err(complain).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use cleave_board::Position;
    use cleave_clock::Signal;
    use cleave_smp::Backend;
    use cleave_sync::affinity::{ProcessorSet, allowed};

    use super::*;
    use crate::algorithms::Algorithm;
    use crate::control::Limits;
    use crate::control::host::{Host, Status, Thinking, Undisturbed};
    use crate::searcher::Root;
    use crate::searcher::tests::{search, team};

    /// A host that notes where the search runs.
    #[derive(Default)]
    struct SeesProcessors(Vec<Option<ProcessorSet>>);

    impl Host for SeesProcessors {
        fn poll(&mut self, _: &Status) -> Signal {
            Signal::Continue
        }

        fn thinking(&mut self, _: &Thinking) {
            self.0.push(allowed());
        }
    }

    fn policy(text: &str) -> Policy {
        text.parse().unwrap()
    }

    /// Returns the processors of this process if a team can be bound to some of them only.
    fn several() -> Option<ProcessorSet> {
        allowed().filter(|processors| processors.len() > 1)
    }

    #[test]
    fn a_search_runs_where_the_policy_says() {
        let Some(before) = several() else { return };
        let last = before.iter().last().unwrap();
        let searched_on = |searcher: &mut Searcher| {
            let mut host = SeesProcessors::default();
            searcher.search(&Root::from(Position::start()), &Limits::to_depth(3), &mut host);
            assert_eq!(allowed(), Some(before), "the search is over");
            host.0.dedup();
            host.0
        };
        for workers in [1, 2] {
            let mut searcher = Searcher::new(1).unwrap();
            searcher.set_workers(workers, Backend::Thread).unwrap();
            searcher.set_numa_policy(&Policy::None).unwrap();
            assert_eq!(searched_on(&mut searcher), [Some(before)]);
            searcher.set_numa_policy(&policy(&last.to_string())).unwrap();
            assert_eq!(searched_on(&mut searcher), [Some(ProcessorSet::from_iter([last]))]);
            assert_eq!(searcher.team_size(), 1, "the policy names one processor");
            searcher.set_processors(2);
            assert_eq!(searcher.places().sets.len(), workers);
            searcher.set_processors(None);
            searcher.set_numa_policy(&Policy::None).unwrap();
            assert_eq!(searched_on(&mut searcher), [Some(before)]);
            assert_eq!(searcher.processors(), Searcher::new(1).unwrap().processors());
            assert_eq!(searcher.team_size(), workers.min(searcher.processors()));
        }
    }

    #[test]
    fn a_policy_that_names_missing_processors_changes_nothing() {
        let mut searcher = Searcher::new(1).unwrap();
        let all = Topology::of_this_machine().all();
        let first = policy(&all.iter().next().unwrap().to_string());
        searcher.set_numa_policy(&first).unwrap();
        let places = searcher.places();
        assert!(searcher.set_numa_policy(&policy("1023")).is_err());
        assert_eq!(searcher.places(), places);
    }

    /// Four groups of two workers, on nodes of one processor each.
    #[test]
    fn the_workers_of_all_groups_are_placed() {
        let Some(before) = several() else { return };
        let mut searcher = team(Algorithm::Dts, 8);
        searcher.set_group_size(2);
        let nodes: Vec<String> = before.iter().map(|processor| processor.to_string()).collect();
        searcher.set_numa_policy(&policy(&nodes.join(":"))).unwrap();
        let limits = Limits::to_depth(4);
        let outcome = searcher.search(&Root::from(Position::start()), &limits, &mut Undisturbed);
        assert_eq!(outcome.stats.unwrap().workers.len(), 8);
        let sets = searcher.places().sets;
        assert_eq!((searcher.groups.others.len(), sets.len()), (3, 8));
        for (group, sets) in searcher.groups.others.iter_mut().zip(sets[2..].chunks(2)) {
            assert!(!group.workers.team.set_placement(sets), "they were there");
        }
    }

    /// Each node has a part of the table once a game begins, and until the policy changes.
    #[test]
    fn a_new_game_spreads_the_table_over_the_nodes() {
        let Some(before) = several() else { return };
        let nodes: Vec<String> = before.iter().map(|processor| processor.to_string()).collect();
        let mut searcher = team(Algorithm::Dts, nodes.len());
        let address = |searcher: &Searcher| searcher.table.mapping.words().as_ptr().addr();
        let first = address(&searcher);
        searcher.set_numa_policy(&Policy::None).unwrap();
        searcher.new_game();
        assert_eq!(address(&searcher), first, "no worker is bound");
        searcher.set_numa_policy(&policy(&nodes.join(":"))).unwrap();
        let (outcome, _) = search(&mut searcher, &Position::start(), &Limits::to_depth(3));
        assert!(outcome.best.is_some());
        assert_eq!((searcher.table.spread_over(), searcher.table.mapping.mib()), (nodes.len(), 4));
        let spread = address(&searcher);
        searcher.new_game();
        assert_eq!(address(&searcher), spread, "it is where it should be");
        assert_eq!(
            searcher.table.mapping.words().iter().map(|word| word.load(Relaxed)).max(),
            Some(0)
        );
        searcher.set_numa_policy(&Policy::None).unwrap();
        searcher.new_game();
        assert_eq!(searcher.table.spread_over(), 0);
    }
}
