//! The processors of this machine, and which of them each worker of a team runs on.
//!
//! Workers that split one tree hand each other cache lines all the time. A line comes soonest from a core that shares a
//! cache, later from another part of the same socket, and latest from another socket. So a team keeps to a few
//! *domains* that have a core for each worker. A domain is the processors of one NUMA node that share their last cache.
//!
//! ```text
//!   Topology::read      /sys/devices -> processors with node, cache, core     reading.rs
//!   Policy              the option of the user                                policy.rs
//!   Layout::new         which domains there are, and when to bind             layout.rs
//!   Layout::places      the groups of a team -> a set for each worker         layout.rs
//! ```
//!
//! ```
//! use cleave_topology::{Layout, Policy, Topology};
//!
//! let topology = Topology::of_this_machine();
//! let layout = Layout::new(&topology, None, &Policy::Auto)?;
//! // One worker is never bound by itself.
//! assert!(layout.places(&[1]).sets.is_empty());
//! # Ok::<(), cleave_topology::PolicyError>(())
//! ```
//!
//! Files that are missing or make no sense are no error. Their processors are left out, and if none is left there is one
//! domain with all processors. Systems other than Linux have no such files.

mod layout;
mod list;
mod policy;
mod reading;

use std::fmt;
use std::path::Path;
use std::thread;

use cleave_sync::affinity::{self, MAX_PROCESSORS, ProcessorSet};

pub use layout::{Layout, Places};
pub use policy::{Policy, PolicyError, usable_processors};

/// The capacity of a processor of the fastest kind.
const FULL_CAPACITY: u32 = 1024;

/// The folder in which Linux describes the machine.
const DEVICES: &str = "/sys/devices";

/// A processor: one thread of a core.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Processor {
    /// The system's number.
    pub number: usize,
    /// The NUMA node.
    pub node: usize,
    /// The lowest number of a processor of the same node that shares the last cache.
    pub cache: usize,
    /// The lowest number of a processor of the same core.
    pub core: usize,
    /// How much it does in a second; 1024 for the fastest kind.
    pub capacity: u32,
}

/// The processors of a machine that are online.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Topology {
    processors: Vec<Processor>,
}

/// The processors of one node that share their last cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Domain {
    /// The node.
    pub node: usize,
    /// The processors.
    pub processors: ProcessorSet,
    /// The number of cores.
    pub cores: usize,
    /// The capacity of the fastest processor.
    pub capacity: u32,
}

impl Topology {
    /// Returns the topology of this machine.
    pub fn of_this_machine() -> Topology {
        let topology = Topology::read(Path::new(DEVICES));
        if topology.processors.is_empty() { Topology::undivided() } else { topology }
    }

    /// Returns the topology of a machine with these processors, in the order of their numbers.
    pub fn of(processors: Vec<Processor>) -> Topology {
        Topology { processors }
    }

    /// Returns one domain with all processors that the system gives this process.
    fn undivided() -> Topology {
        let counted = || {
            let processors = thread::available_parallelism().map_or(1, usize::from);
            (0..processors.min(MAX_PROCESSORS)).collect()
        };
        Topology::of_one_domain(&affinity::allowed().unwrap_or_else(counted))
    }

    /// Returns one domain with these processors.
    fn of_one_domain(processors: &ProcessorSet) -> Topology {
        let cache = processors.iter().next().unwrap_or(0);
        let processors = processors.iter().map(|number| Processor {
            number,
            node: 0,
            cache,
            core: number,
            capacity: FULL_CAPACITY,
        });
        Topology { processors: processors.collect() }
    }

    /// Returns the processors, in the order of their numbers.
    pub fn processors(&self) -> &[Processor] {
        &self.processors
    }

    /// Returns the numbers of all processors.
    pub fn all(&self) -> ProcessorSet {
        self.processors.iter().map(|processor| processor.number).collect()
    }

    /// Returns the part of this machine with these processors, such as a container.
    #[must_use]
    pub fn within(&self, processors: &ProcessorSet) -> Topology {
        let inside = self.processors.iter().filter(|it| processors.contains(it.number));
        Topology { processors: inside.copied().collect() }
    }

    /// Returns the domains with the processors that are also in `usable`: the fastest kind of core first, then by node.
    pub fn domains(&self, usable: &ProcessorSet) -> Vec<Domain> {
        let usable = |it: &&Processor| usable.contains(it.number);
        let key = |it: &Processor| (it.node, it.cache);
        let mut keys: Vec<_> = self.processors.iter().filter(usable).map(key).collect();
        keys.sort_unstable();
        keys.dedup();
        let domain = |wanted| {
            let inside = || self.processors.iter().filter(usable).filter(|it| key(it) == wanted);
            Domain {
                node: wanted.0,
                processors: inside().map(|it| it.number).collect(),
                cores: inside().map(|it| it.core).collect::<ProcessorSet>().len(),
                capacity: inside().map(|it| it.capacity).max().unwrap_or(0),
            }
        };
        let mut domains: Vec<Domain> = keys.into_iter().map(domain).collect();
        domains.sort_by_key(|domain| std::cmp::Reverse(domain.capacity));
        domains
    }
}

impl fmt::Display for Topology {
    /// Writes a line for people: `32 processors, 16 cores, 2 caches, 1 node`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let distinct = |of: fn(&Processor) -> (usize, usize)| {
            let mut all: Vec<_> = self.processors.iter().map(of).collect();
            all.sort_unstable();
            all.dedup();
            all.len()
        };
        let counted = |number, what: &str| match number {
            1 => format!("1 {what}"),
            _ => format!("{number} {what}s"),
        };
        let processors = counted(self.processors.len(), "processor");
        let cores = counted(distinct(|it| (0, it.core)), "core");
        let kinds = distinct(|it| (0, it.capacity as usize));
        let kinds = if kinds > 1 { format!(" of {kinds} kinds") } else { String::new() };
        let caches = counted(distinct(|it| (it.node, it.cache)), "shared cache");
        let nodes = counted(distinct(|it| (0, it.node)), "node");
        write!(f, "{processors}, {cores}{kinds}, {caches}, {nodes}")
    }
}
