//! Machines are read as they are, and damaged descriptions as far as they make sense.

use std::fs;

use cleave_sync::affinity::ProcessorSet;
use cleave_topology::Topology;
use proptest::prelude::*;

use crate::machine::{Machine, domains, set, write};

fn all_domains(topology: &Topology) -> Vec<(usize, String)> {
    domains(topology, &topology.all())
}

/// The other tests may use the short way.
#[test]
fn a_machine_is_what_its_folder_says() {
    for machine in [Machine::new(1, 1, 2, 2), Machine::new(2, 2, 2, 1), Machine::new(2, 1, 3, 2)] {
        assert_eq!(Topology::read(machine.folder().path()), machine.topology());
    }
}

#[test]
fn one_socket_is_one_domain() {
    let topology = Topology::read(Machine::new(1, 1, 8, 2).folder().path());
    assert_eq!(all_domains(&topology), [(0, "0-15".into())]);
    assert_eq!(topology.domains(&topology.all())[0].cores, 8);
    let line = "16 processors, 8 cores, 1 shared cache, 1 node";
    assert_eq!(topology.to_string(), line);
}

#[test]
fn two_sockets_are_two_domains() {
    let topology = Topology::read(Machine::new(2, 1, 8, 2).folder().path());
    let expected = [(0, "0-7,16-23".into()), (1, "8-15,24-31".into())];
    assert_eq!(all_domains(&topology), expected);
}

#[test]
fn eight_core_complexes_are_eight_domains() {
    let topology = Topology::read(Machine::new(1, 8, 8, 1).folder().path());
    let complexes = (0..8).map(|complex| (0, format!("{}-{}", 8 * complex, 8 * complex + 7)));
    assert_eq!(all_domains(&topology), complexes.collect::<Vec<_>>());
    assert_eq!(topology.to_string(), "64 processors, 64 cores, 8 shared caches, 1 node");
}

/// A cache that reaches over two nodes, as with sub-NUMA clustering, is one domain in each.
#[test]
fn a_domain_is_in_one_node() {
    let folder = Machine::new(2, 1, 2, 1).folder();
    for cpu in 0..4 {
        write(folder.path(), &format!("system/cpu/cpu{cpu}/cache/index3/shared_cpu_list"), "0-3");
    }
    let expected = [(0, "0-1".into()), (1, "2-3".into())];
    let topology = Topology::read(folder.path());
    assert_eq!(all_domains(&topology), expected);
    assert_eq!(topology.processors()[3].cache, 2, "the first processor of the node");
}

/// Fast cores have two threads and share a cache; the small ones have another.
#[test]
fn the_domain_of_the_fast_cores_is_first() {
    for by_capacity in [true, false] {
        let folder = Machine::new(1, 2, 4, 1).folder();
        if !by_capacity {
            write(folder.path(), "cpu_atom/cpus", "0-3\n");
        }
        for cpu in (0..8).filter(|_| by_capacity) {
            let capacity = if cpu < 4 { "446\n" } else { "1024\n" };
            write(folder.path(), &format!("system/cpu/cpu{cpu}/cpu_capacity"), capacity);
        }
        let topology = Topology::read(folder.path());
        assert_eq!(all_domains(&topology), [(0, "4-7".into()), (0, "0-3".into())]);
        assert!(topology.to_string().contains("8 cores of 2 kinds"), "{topology}");
    }
}

#[test]
fn offline_processors_are_in_no_domain() {
    let folder = Machine::new(1, 2, 4, 1).folder();
    write(folder.path(), "system/cpu/online", "1-3,5,7\n");
    let topology = Topology::read(folder.path());
    assert_eq!(all_domains(&topology), [(0, "1-3".into()), (0, "5,7".into())]);
}

#[test]
fn a_container_uses_its_processors_alone() {
    let topology = Machine::new(2, 2, 4, 1).topology();
    let expected = [(0, "2-3".into()), (1, "8,11".into())];
    assert_eq!(domains(&topology, &set("2-3,8,11,99")), expected);
    assert_eq!(domains(&topology, &ProcessorSet::default()), []);
}

/// As in many virtual machines.
#[test]
fn caches_of_one_core_each_are_no_domains() {
    for threads in [1, 2] {
        let topology = Topology::read(Machine::new(2, 4, 1, threads).folder().path());
        let nodes: Vec<usize> = all_domains(&topology).iter().map(|(node, _)| *node).collect();
        assert_eq!(nodes, [0, 1], "{threads} threads a core");
    }
    let folder = Machine::new(2, 2, 2, 1).folder();
    for cpu in 0..8 {
        fs::remove_dir_all(folder.path().join(format!("system/cpu/cpu{cpu}/cache"))).unwrap();
    }
    let expected = [(0, "0-3".into()), (1, "4-7".into())];
    assert_eq!(all_domains(&Topology::read(folder.path())), expected);
}

#[test]
fn without_nodes_the_machine_is_one() {
    let folder = Machine::new(2, 1, 2, 1).folder();
    fs::remove_dir_all(folder.path().join("system/node")).unwrap();
    let expected = [(0, "0-1".into()), (0, "2-3".into())];
    assert_eq!(all_domains(&Topology::read(folder.path())), expected);
}

#[test]
fn a_folder_without_files_has_no_processors() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(Topology::read(folder.path()).processors(), []);
    assert_eq!(Topology::read(&folder.path().join("missing")).processors(), []);
    assert!(!Topology::of_this_machine().processors().is_empty());
}

/// A set of processors has room for the numbers 0 to 1023.
#[test]
fn a_processor_with_too_large_a_number_is_left_out() {
    let folder = Machine::new(1, 1, 2, 1).folder();
    fs::remove_file(folder.path().join("system/cpu/online")).unwrap();
    for number in [1023, 1024, 1025] {
        fs::create_dir(folder.path().join(format!("system/cpu/cpu{number}"))).unwrap();
    }
    assert_eq!(Topology::read(folder.path()).all(), set("0-1,1023"));
}

#[test]
fn damaged_files_are_left_out() {
    for text in ["", "\0\u{fffd}", "0-", "7-0", "0-99999999999", "many", "0-1023,0"] {
        let folder = Machine::new(2, 2, 2, 1).folder();
        write(folder.path(), "system/cpu/online", text);
        for cpu in 0..8 {
            let of = |what| format!("system/cpu/cpu{cpu}/{what}");
            write(folder.path(), &of("cache/index3/shared_cpu_list"), text);
            write(folder.path(), &of("topology/core_cpus_list"), text);
            write(folder.path(), &of("cpu_capacity"), text);
        }
        // Its folders show which processors there are.
        let topology = Topology::read(folder.path());
        assert_eq!(all_domains(&topology), [(0, "0-3".into()), (1, "4-7".into())], "{text:?}");
        write(folder.path(), "system/node/node0/cpulist", text);
        write(folder.path(), "system/node/node1/cpulist", text);
        assert_eq!(all_domains(&Topology::read(folder.path())), [(0, "0-7".into())], "{text:?}");
    }
}

/// Says that a processor does not share its own cache, is in two nodes, and that a file is a folder.
#[test]
fn contradictions_are_resolved() {
    let folder = Machine::new(2, 1, 2, 1).folder();
    write(folder.path(), "system/cpu/cpu0/cache/index3/shared_cpu_list", "1-3");
    write(folder.path(), "system/node/node1/cpulist", "0-3");
    fs::remove_file(folder.path().join("system/cpu/cpu1/topology/core_cpus_list")).unwrap();
    fs::create_dir(folder.path().join("system/cpu/cpu1/topology/core_cpus_list")).unwrap();
    let topology = Topology::read(folder.path());
    assert_eq!(topology.all(), set("0-3"));
    let domains = topology.domains(&topology.all());
    assert_eq!(domains.iter().map(|domain| domain.processors.len()).sum::<usize>(), 4);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn nothing_in_the_files_is_too_strange(
        text in "[0-9,\\-\n]{0,12}|.{0,8}",
        files in proptest::collection::vec(0..60usize, 1..12),
    ) {
        let folder = Machine::new(2, 1, 2, 1).folder();
        let mut paths = Vec::new();
        let mut folders = vec![folder.path().to_owned()];
        while let Some(below) = folders.pop() {
            for entry in fs::read_dir(below).unwrap().flatten() {
                let to = if entry.path().is_dir() { &mut folders } else { &mut paths };
                to.push(entry.path());
            }
        }
        paths.sort();
        files.iter().for_each(|file| fs::write(&paths[file % paths.len()], &text).unwrap());
        let topology = Topology::read(folder.path());
        let domains = topology.domains(&topology.all());
        let processors: usize = domains.iter().map(|domain| domain.processors.len()).sum();
        prop_assert_eq!(processors, topology.processors().len());
    }
}
