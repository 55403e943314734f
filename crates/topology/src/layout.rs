//! Places the workers of a team on processors.

use cleave_sync::affinity::ProcessorSet;

use crate::{Domain, Policy, PolicyError, Topology};

/// The domains that a team may use, and when it is bound to them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    domains: Vec<Domain>,
    binds: Binds,
    /// The number of processors, if the policy gives it and not the system.
    processors: Option<usize>,
}

/// The teams that are bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Binds {
    Never,
    /// A team that needs more than half of the cores.
    LargeTeams,
    Always,
}

/// The processors of each worker of a team.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// The processors on which each worker runs, the first group's workers first. Empty if no worker is bound.
    pub sets: Vec<ProcessorSet>,
    /// The number of nodes that the workers are in; 0 if no worker is bound.
    pub nodes: usize,
}

impl Layout {
    /// Divides the processors of a machine as the policy says. `allowed` are those on which the process may run; `None`
    /// means all.
    ///
    /// # Errors
    /// The policy lists processors that the machine does not have.
    pub fn new(
        topology: &Topology,
        allowed: Option<ProcessorSet>,
        policy: &Policy,
    ) -> Result<Layout, PolicyError> {
        let all = topology.all();
        let usable = allowed.map_or(all, |allowed| allowed.intersection(&all));
        let (domains, binds) = match policy {
            Policy::None => (Vec::new(), Binds::Never),
            Policy::Auto => (topology.domains(&usable), Binds::LargeTeams),
            Policy::System => (topology.domains(&usable), Binds::Always),
            Policy::Hardware => (topology.domains(&all), Binds::Always),
            Policy::Listed(nodes) => (listed(topology, nodes)?, Binds::Always),
        };
        // With one domain of all usable processors the system has the same choice.
        let changes_nothing = domains.len() < 2 && domains.iter().all(|it| it.processors == usable);
        let binds = if changes_nothing { Binds::Never } else { binds };
        let gives_processors = matches!(policy, Policy::Hardware | Policy::Listed(_));
        let processors = gives_processors.then(|| domains.iter().map(Domain::len).sum());
        Ok(Layout { domains, binds, processors })
    }

    /// Returns the layout of a system that binds no worker. The number of processors stays.
    #[must_use]
    pub fn unbound(self) -> Layout {
        Layout { binds: Binds::Never, ..self }
    }

    /// Returns the number of processors, if the policy gives it. Otherwise the system does.
    pub fn processors(&self) -> Option<usize> {
        self.processors
    }

    /// Returns the domains, in the order in which teams use them. None if no team is bound.
    pub fn domains(&self) -> &[Domain] {
        if self.binds == Binds::Never { &[] } else { &self.domains }
    }

    /// Returns true if a team of this many workers is bound.
    ///
    /// By [`Policy::Auto`] this is a team that needs more than half of the cores. A smaller team may be one of several on
    /// the machine, as in a tournament. All of them would be bound to the same first processors.
    fn binds(&self, workers: usize) -> bool {
        match self.binds {
            Binds::Never => false,
            Binds::LargeTeams => 2 * workers > self.domains.iter().map(|it| it.cores).sum(),
            Binds::Always => true,
        }
    }

    /// Returns the places of the workers of a team that divides into groups of these sizes.
    ///
    /// A worker may run on all processors of one domain; the system chooses among them. Each group has the first domain of
    /// the fastest kind that has a core for each of its workers. If there is none, it has as many domains from the first
    /// free one on as it needs. It shares them with no other group. If there are not enough domains for that, neighboring
    /// groups share one.
    ///
    /// A team that needs more than all cores uses all domains, and neighboring groups share them. Workers beyond the cores
    /// share cores, and workers beyond the processors share processors, as many in each domain as its size says.
    pub fn places(&self, groups: &[usize]) -> Places {
        let workers = groups.iter().sum();
        if !self.binds(workers) {
            return Places::default();
        }
        let counts = self.counts(groups);
        let used: Vec<&Domain> = counts.iter().map(|&(domain, _)| &self.domains[domain]).collect();
        let mut nodes: Vec<usize> = used.iter().map(|domain| domain.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let sets = counts
            .iter()
            .zip(used)
            .flat_map(|(&(_, workers), domain)| std::iter::repeat_n(domain.processors, workers));
        Places { sets: sets.collect(), nodes: nodes.len() }
    }

    /// Returns the domains that groups of these sizes use, and their numbers of workers.
    fn counts(&self, groups: &[usize]) -> Vec<(usize, usize)> {
        let workers = groups.iter().sum::<usize>();
        let cores: Vec<usize> = self.domains.iter().map(|domain| domain.cores).collect();
        let Some(beyond) = workers.checked_sub(cores.iter().sum()).filter(|&beyond| beyond > 0)
        else {
            let kind = |domain: &&Domain| domain.capacity == self.domains[0].capacity;
            let fastest = self.domains.iter().take_while(kind).count();
            return apart(&cores, fastest, groups).unwrap_or_else(|| fill(&cores, workers));
        };
        let processors: usize = self.domains.iter().map(Domain::len).sum();
        let turns = workers.div_ceil(processors);
        let rooms: Vec<usize> =
            self.domains.iter().map(|domain| domain.len() * turns - domain.cores).collect();
        let more = share_out(&rooms, beyond);
        cores.iter().zip(more).map(|(cores, more)| cores + more).enumerate().collect()
    }
}

impl Domain {
    fn len(&self) -> usize {
        self.processors.len()
    }
}

impl Places {
    /// Returns the places of the workers from this number on.
    #[must_use]
    pub fn from(&self, first: usize, workers: usize) -> &[ProcessorSet] {
        self.sets.get(first..first + workers).unwrap_or(&[])
    }
}

/// Returns the domains that the user has listed.
fn listed(topology: &Topology, nodes: &[ProcessorSet]) -> Result<Vec<Domain>, PolicyError> {
    let all = topology.all();
    let domain = |(node, set): (usize, &ProcessorSet)| {
        let missing: ProcessorSet = set.iter().filter(|&cpu| !all.contains(cpu)).collect();
        if !missing.is_empty() {
            return Err(PolicyError::Missing(missing.to_string(), all.to_string()));
        }
        let known = || topology.processors().iter().filter(|it| set.contains(it.number));
        Ok(Domain {
            node,
            processors: *set,
            cores: known().map(|it| it.core).collect::<ProcessorSet>().len(),
            capacity: known().map(|it| it.capacity).max().unwrap_or(0),
        })
    };
    nodes.iter().enumerate().map(domain).collect()
}

/// Returns domains and their numbers of workers, group by group, if each group can have whole domains for itself. The first
/// `fastest` domains are of the fastest kind.
fn apart(rooms: &[usize], fastest: usize, groups: &[usize]) -> Option<Vec<(usize, usize)>> {
    let mut free: Vec<usize> = (0..rooms.len()).collect();
    let mut counts = Vec::new();
    for &group in groups {
        let holds_all = |&domain: &usize| domain < fastest && rooms[domain] >= group;
        let taken = match free.iter().position(holds_all) {
            Some(at) => at..at + 1,
            None => 0..enough(free.iter().map(|&domain| rooms[domain]), group)?,
        };
        let taken: Vec<usize> = free.drain(taken).collect();
        let rooms: Vec<usize> = taken.iter().map(|&domain| rooms[domain]).collect();
        counts.extend(taken.into_iter().zip(share_out(&rooms, group)));
    }
    Some(counts)
}

/// Returns the domains from the first on that have room for these workers, and their numbers of workers.
fn fill(rooms: &[usize], workers: usize) -> Vec<(usize, usize)> {
    let used = enough(rooms.iter().copied(), workers).unwrap_or(rooms.len());
    share_out(&rooms[..used], workers).enumerate().collect()
}

/// Returns how many of these rooms, from the first on, hold the workers.
fn enough(rooms: impl Iterator<Item = usize>, workers: usize) -> Option<usize> {
    let mut held = 0;
    let filled = |room| {
        held += room;
        held >= workers
    };
    rooms.into_iter().map(filled).position(|holds| holds).map(|last| last + 1)
}

/// Divides workers in proportion to the rooms. No room gets more than it holds if all together hold them.
fn share_out(rooms: &[usize], workers: usize) -> impl Iterator<Item = usize> {
    let total: usize = rooms.iter().sum::<usize>().max(1);
    let (mut room, mut placed) = (0, 0);
    rooms.iter().map(move |&more| {
        room += more;
        let share = workers * room / total - placed;
        placed += share;
        share
    })
}
