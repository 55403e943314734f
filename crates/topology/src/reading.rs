//! Reads how Linux describes the machine.
//!
//! | file below `/sys/devices` | content |
//! |---|---|
//! | `system/cpu/online` | the processors that run |
//! | `system/node/nodeN/cpulist` | the processors of a NUMA node |
//! | `system/cpu/cpuN/cache/indexM/{level,type,shared_cpu_list}` | the processors that share a cache |
//! | `system/cpu/cpuN/topology/core_cpus_list`, once `thread_siblings_list` | the threads of a core |
//! | `system/cpu/cpuN/cpu_capacity` | the speed of a processor, where they differ |
//! | `cpu_atom/cpus` | the small cores of Intel's hybrid processors |
//!
//! Virtual machines and containers leave out most of them.

use std::fs;
use std::path::Path;

use cleave_sync::affinity::{MAX_PROCESSORS, ProcessorSet};

use crate::{FULL_CAPACITY, Processor, Topology, list};

/// The capacity of a small core whose capacity the system does not report.
const SMALL_CAPACITY: u32 = FULL_CAPACITY / 2;

impl Topology {
    /// Reads the topology below this folder, usually `/sys/devices`. It has no processors if nothing can be read.
    pub fn read(devices: &Path) -> Topology {
        let machine = Files { devices };
        let online = machine.list("system/cpu/online").unwrap_or_else(|| machine.folders());
        let nodes = machine.nodes(&online);
        let small = machine.list("cpu_atom/cpus").unwrap_or_default();
        let processors = online.iter().map(|number| {
            let node = nodes.iter().find(|(_, cpus)| cpus.contains(number));
            let (node, cpus) = node.copied().unwrap_or((0, ProcessorSet::default()));
            let cache = machine.last_cache(number).map(|shared| shared.intersection(&cpus));
            let core = machine.core(number).intersection(&online);
            let usual = if small.contains(number) { SMALL_CAPACITY } else { FULL_CAPACITY };
            Processor {
                number,
                node,
                cache: cache.and_then(|cache| cache.iter().next()).unwrap_or(number),
                core: core.iter().next().unwrap_or(number),
                capacity: machine.capacity(number).unwrap_or(usual),
            }
        });
        let mut topology = Topology { processors: processors.collect() };
        topology.join_private_caches();
        topology
    }

    /// Makes each node in which no two cores share their last cache one domain. Virtual machines often report no shared
    /// cache, and a cache of one core groups nothing.
    fn join_private_caches(&mut self) {
        let mut nodes: Vec<usize> = self.processors.iter().map(|it| it.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        for node in nodes {
            let in_node = || self.processors.iter().filter(move |it| it.node == node);
            let shares = |one: &Processor| {
                in_node().any(|two| one.cache == two.cache && one.core != two.core)
            };
            if in_node().any(shares) {
                continue;
            }
            let first = in_node().next().map_or(0, |first| first.number);
            for processor in self.processors.iter_mut().filter(|it| it.node == node) {
                processor.cache = first;
            }
        }
    }
}

/// The files that describe a machine.
struct Files<'a> {
    devices: &'a Path,
}

impl Files<'_> {
    fn text(&self, file: &str) -> Option<String> {
        fs::read_to_string(self.devices.join(file)).ok()
    }

    fn list(&self, file: &str) -> Option<ProcessorSet> {
        list::parse(&self.text(file)?).ok()
    }

    /// Returns the numbers N of the entries `PREFIXN` of a folder, in their order.
    fn numbered(&self, folder: &str, prefix: &str) -> Vec<usize> {
        let Ok(entries) = fs::read_dir(self.devices.join(folder)) else { return Vec::new() };
        let number = |entry: fs::DirEntry| {
            entry.file_name().to_str()?.strip_prefix(prefix)?.parse::<usize>().ok()
        };
        let mut numbers: Vec<usize> = entries.flatten().filter_map(number).collect();
        numbers.sort_unstable();
        numbers
    }

    /// Returns the processors that have a folder: all of them are online if nothing else is known.
    fn folders(&self) -> ProcessorSet {
        let numbers = self.numbered("system/cpu", "cpu").into_iter();
        numbers.filter(|&number| number < MAX_PROCESSORS).collect()
    }

    /// Returns the nodes and their processors that are online. A processor is in one node only. Those in none form one.
    fn nodes(&self, online: &ProcessorSet) -> Vec<(usize, ProcessorSet)> {
        let mut left = *online;
        let mut nodes = Vec::new();
        for node in self.numbered("system/node", "node") {
            let listed = self.list(&format!("system/node/node{node}/cpulist")).unwrap_or_default();
            let cpus = listed.intersection(&left);
            left = left.iter().filter(|&cpu| !cpus.contains(cpu)).collect();
            // Some nodes have memory alone.
            if !cpus.is_empty() {
                nodes.push((node, cpus));
            }
        }
        if !left.is_empty() {
            let free = (0..).find(|free| nodes.iter().all(|(node, _)| node != free));
            nodes.push((free.unwrap_or(0), left));
        }
        nodes
    }

    /// Returns the processors that share the highest cache of this one.
    fn last_cache(&self, processor: usize) -> Option<ProcessorSet> {
        let folder = format!("system/cpu/cpu{processor}/cache");
        let cache = |index| {
            let file = |name| self.text(&format!("{folder}/index{index}/{name}"));
            let holds_data = file("type").is_none_or(|kind| kind.trim() != "Instruction");
            let level: u32 = file("level")?.trim().parse().ok().filter(|_| holds_data)?;
            let shared = list::parse(&file("shared_cpu_list")?).ok()?;
            shared.contains(processor).then_some((level, shared))
        };
        let caches = self.numbered(&folder, "index").into_iter().filter_map(cache);
        caches.max_by_key(|&(level, _)| level).map(|(_, shared)| shared)
    }

    /// Returns the processors of the same core.
    fn core(&self, processor: usize) -> ProcessorSet {
        let of_core = ["core_cpus_list", "thread_siblings_list"].into_iter().find_map(|name| {
            self.list(&format!("system/cpu/cpu{processor}/topology/{name}"))
                .filter(|cpus| cpus.contains(processor))
        });
        of_core.unwrap_or_else(|| [processor].into_iter().collect())
    }

    fn capacity(&self, processor: usize) -> Option<u32> {
        let text = self.text(&format!("system/cpu/cpu{processor}/cpu_capacity"))?;
        text.trim().parse().ok().filter(|capacity| (1..=FULL_CAPACITY).contains(capacity))
    }
}
