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
    /// A worker may run on all processors of one domain; the system chooses among them. Each group has the fewest domains
    /// that have a core for each of its workers, and shares them with no other group. If there are not enough domains for
    /// that, neighboring groups share one. Workers beyond the cores share cores, and workers beyond the processors share
    /// processors, as many in each domain as its size says.
    pub fn places(&self, groups: &[usize]) -> Places {
        let workers = groups.iter().sum();
        if !self.binds(workers) {
            return Places::default();
        }
        let rooms = self.rooms(workers);
        let apart = apart(&rooms, groups);
        let counts = apart.unwrap_or_else(|| fill(&rooms, workers));
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

    /// Returns how many of these workers each domain has room for: one on each core, else one on each processor, else more.
    fn rooms(&self, workers: usize) -> Vec<usize> {
        let sum = |of: fn(&Domain) -> usize| self.domains.iter().map(of).sum::<usize>();
        let cores: fn(&Domain) -> usize = |domain| domain.cores;
        let (of, turns) = match workers {
            workers if workers <= sum(cores) => (cores, 1),
            workers => (Domain::len as fn(&Domain) -> usize, workers.div_ceil(sum(Domain::len))),
        };
        self.domains.iter().map(|domain| of(domain) * turns).collect()
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

/// Returns domains and their numbers of workers, group by group, if each group can have whole domains for itself.
fn apart(rooms: &[usize], groups: &[usize]) -> Option<Vec<(usize, usize)>> {
    let mut free = 0;
    let mut counts = Vec::new();
    for &group in groups {
        let first = free;
        while rooms[first..free].iter().sum::<usize>() < group {
            free += 1;
            if free > rooms.len() {
                return None;
            }
        }
        let shares = share_out(&rooms[first..free], group);
        counts.extend((first..free).zip(shares));
    }
    Some(counts)
}

/// Returns the fewest domains that have room for these workers, from the first on, and their numbers of workers.
fn fill(rooms: &[usize], workers: usize) -> Vec<(usize, usize)> {
    let enough = (1..=rooms.len()).find(|&used| rooms[..used].iter().sum::<usize>() >= workers);
    let used = enough.unwrap_or(rooms.len());
    share_out(&rooms[..used], workers).enumerate().collect()
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
