//! A folder like `/sys/devices` of a made-up machine.

use std::fs;
use std::path::Path;

use cleave_sync::affinity::ProcessorSet;
use cleave_topology::{Processor, Topology};
use tempfile::TempDir;

/// A made-up machine whose parts have consecutive processors.
#[derive(Clone, Copy)]
pub(crate) struct Machine {
    pub(crate) nodes: usize,
    /// Last caches of a node.
    pub(crate) caches: usize,
    /// Cores of a cache.
    pub(crate) cores: usize,
    /// Threads of a core. The second threads have numbers above all first ones, as on real machines.
    pub(crate) threads: usize,
}

impl Machine {
    pub(crate) const fn new(nodes: usize, caches: usize, cores: usize, threads: usize) -> Machine {
        Machine { nodes, caches, cores, threads }
    }

    fn all_cores(&self) -> usize {
        self.nodes * self.caches * self.cores
    }

    /// Returns the processors of these cores as a list.
    fn list(&self, first: usize, cores: usize) -> String {
        let threads = 0..self.threads;
        let cpus = threads
            .flat_map(|thread| (first..first + cores).map(move |core| (thread, core)))
            .map(|(thread, core)| thread * self.all_cores() + core);
        cpus.collect::<ProcessorSet>().to_string()
    }

    /// Makes the folder. No machine has a fourth level for instructions, but it would group no data.
    pub(crate) fn folder(&self) -> TempDir {
        let folder = TempDir::new().unwrap();
        let processors = self.threads * self.all_cores();
        let write = |file: &str, text: &str| write(folder.path(), file, text);
        write("system/cpu/online", &format!("0-{}\n", processors - 1));
        let in_node = self.caches * self.cores;
        for node in 0..self.nodes {
            let list = self.list(node * in_node, in_node);
            write(&format!("system/node/node{node}/cpulist"), &list);
        }
        for cpu in 0..processors {
            let core = cpu % self.all_cores();
            let of = |what: &str| format!("system/cpu/cpu{cpu}/{what}");
            write(&of("topology/core_cpus_list"), &self.list(core, 1));
            let last = self.list(core / self.cores * self.cores, self.cores);
            for (index, kind, level) in [(0, "Data", 1), (1, "Instruction", 4), (3, "Unified", 3)] {
                let shared = if level == 3 { last.clone() } else { self.list(core, 1) };
                let file = |name: &str| of(&format!("cache/index{index}/{name}"));
                write(&file("level"), &format!("{level}\n"));
                write(&file("type"), &format!("{kind}\n"));
                write(&file("shared_cpu_list"), &shared);
            }
        }
        folder
    }

    /// Returns the topology that the folder describes, without the folder.
    pub(crate) fn topology(&self) -> Topology {
        let processor = |number: usize| {
            let core = number % self.all_cores();
            let (cache, node) = (core / self.cores, core / (self.caches * self.cores));
            Processor { number, node, cache: cache * self.cores, core, capacity: 1024 }
        };
        Topology::of((0..self.threads * self.all_cores()).map(processor).collect())
    }
}

/// Writes a file below a folder.
pub(crate) fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Returns the set of a list like `0-3,8`, or no processors for an empty one.
pub(crate) fn set(list: &str) -> ProcessorSet {
    let range = |range: &str| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        first.parse::<usize>().unwrap()..=last.parse().unwrap()
    };
    list.split(',').filter(|it| !it.is_empty()).flat_map(range).collect()
}

/// Returns the domains of a topology with these processors usable: node and processors.
pub(crate) fn domains(topology: &Topology, usable: &ProcessorSet) -> Vec<(usize, String)> {
    let domains = topology.domains(usable);
    domains.iter().map(|domain| (domain.node, domain.processors.to_string())).collect()
}
