//! Teams are placed on made-up machines.

use cleave_sync::affinity::ProcessorSet;
use cleave_topology::{Layout, Places, Policy, PolicyError, Processor, Topology};
use proptest::prelude::*;

use crate::machine::{Machine, set};

fn layout(machine: Machine, allowed: Option<&str>, policy: &str) -> Layout {
    let policy: Policy = policy.parse().unwrap();
    Layout::new(&machine.topology(), allowed.map(set), &policy).unwrap()
}

/// Returns the sets of the workers in order, each with the number of workers that have it.
fn counted(places: &Places) -> Vec<(String, usize)> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for set in &places.sets {
        match counted.last_mut() {
            Some((last, count)) if *last == set.to_string() => *count += 1,
            _ => counted.push((set.to_string(), 1)),
        }
    }
    counted
}

fn owned((set, workers): (&str, usize)) -> (String, usize) {
    (set.to_owned(), workers)
}

fn places(machine: Machine, policy: &str, groups: &[usize]) -> Vec<(String, usize)> {
    counted(&layout(machine, None, policy).places(groups))
}

const LAPTOP: Machine = Machine::new(1, 1, 4, 2);
const TWO_SOCKETS: Machine = Machine::new(2, 1, 8, 2);
const EIGHT_COMPLEXES: Machine = Machine::new(1, 8, 8, 1);

#[test]
fn nothing_is_bound_on_a_machine_with_one_cache() {
    for policy in ["auto", "system", "hardware", "none", "0-7"] {
        for workers in [1, 2, 4, 8, 20] {
            let places = layout(LAPTOP, None, policy).places(&[workers]);
            assert_eq!(places, Places::default(), "{policy}, {workers} workers");
        }
    }
}

#[test]
fn auto_binds_teams_that_need_more_than_half_of_the_cores() {
    let bound = |workers| !places(TWO_SOCKETS, "auto", &[workers]).is_empty();
    assert_eq!([1, 2, 8, 9, 16, 40].map(bound), [false, false, false, true, true, true]);
    let two_cores = |workers| !places(Machine::new(2, 1, 1, 1), "auto", &[workers]).is_empty();
    assert_eq!([1, 2].map(two_cores), [false, true], "one worker is never bound");
}

#[test]
fn system_binds_every_team() {
    assert_eq!(places(TWO_SOCKETS, "system", &[1]), [("0-7,16-23".into(), 1)]);
    assert_eq!(places(TWO_SOCKETS, "none", &[16]), []);
}

#[test]
fn a_team_has_the_fewest_domains_with_a_core_for_each_worker() {
    let (first, second) = ("0-7,16-23".to_owned(), "8-15,24-31".to_owned());
    let system = |workers| places(TWO_SOCKETS, "system", &[workers]);
    assert_eq!(system(8), [(first.clone(), 8)]);
    assert_eq!(system(12), [(first.clone(), 6), (second.clone(), 6)]);
    assert_eq!(system(16), [(first.clone(), 8), (second.clone(), 8)]);
    // Beyond the cores, workers share cores in all domains.
    assert_eq!(system(17), [(first.clone(), 8), (second.clone(), 9)]);
    assert_eq!(system(32), [(first.clone(), 16), (second.clone(), 16)]);
    // More workers than processors.
    assert_eq!(system(40), [(first, 20), (second, 20)]);
}

#[test]
fn a_team_that_needs_more_than_all_cores_leaves_no_cache_idle() {
    for (machine, teams) in
        [(Machine::new(1, 8, 8, 2), [65, 90]), (Machine::new(1, 4, 4, 2), [17, 23])]
    {
        for groups in teams.map(|workers| vec![workers]).into_iter().chain([vec![16; 5]]) {
            let counts = places(machine, "auto", &groups);
            assert_eq!(counts.len(), machine.caches, "{groups:?}: {counts:?}");
            let workers = counts.iter().map(|it| it.1);
            assert!(workers.clone().max().unwrap() - workers.min().unwrap() <= 1, "{counts:?}");
        }
    }
}

/// Two cores with two processors each, and two cores with one.
#[test]
fn workers_beyond_the_cores_go_where_there_are_more_processors() {
    let processor = |number| {
        let (cache, core) = if number < 4 { (0, number / 2 * 2) } else { (4, number) };
        Processor { number, node: 0, cache, core, capacity: 1024 }
    };
    let topology = Topology::of((0..6).map(processor).collect());
    let layout = Layout::new(&topology, None, &Policy::System).unwrap();
    let places = |workers| counted(&layout.places(&[workers]));
    assert_eq!(places(4), [("0-3", 2), ("4-5", 2)].map(owned));
    assert_eq!(places(6), [("0-3", 4), ("4-5", 2)].map(owned));
    assert_eq!(places(12), [("0-3", 8), ("4-5", 4)].map(owned));
}

#[test]
fn a_domain_that_holds_a_group_comes_before_several() {
    let container = layout(EIGHT_COMPLEXES, Some("6-15,20-31"), "system");
    let places = |groups: &[usize]| counted(&container.places(groups));
    assert_eq!(places(&[2]), [("6-7".into(), 2)]);
    assert_eq!(places(&[8]), [("8-15".into(), 8)]);
    assert_eq!(places(&[8, 2, 8]), [("8-15", 8), ("6-7", 2), ("24-31", 8)].map(owned));
    assert_eq!(places(&[9]), [("6-7", 1), ("8-15", 8)].map(owned));
}

/// Two fast cores and six slow ones.
#[test]
fn a_team_does_not_leave_fast_cores_for_a_domain_that_holds_it() {
    let processor = |number| {
        let (cache, capacity) = if number < 2 { (0, 1024) } else { (2, 400) };
        Processor { number, node: 0, cache, core: number, capacity }
    };
    let topology = Topology::of((0..8).map(processor).collect());
    let layout = Layout::new(&topology, None, &Policy::System).unwrap();
    assert_eq!(counted(&layout.places(&[2])), [("0-1", 2)].map(owned));
    assert_eq!(counted(&layout.places(&[6])), [("0-1", 1), ("2-7", 5)].map(owned));
}

#[test]
fn a_group_has_domains_of_its_own() {
    let domain = |number: usize| format!("{}-{}", 8 * number, 8 * number + 7);
    let both = places(EIGHT_COMPLEXES, "system", &[12, 12]);
    assert_eq!(both, [0, 1, 2, 3].map(|number| (domain(number), 6)));
    let four = places(EIGHT_COMPLEXES, "auto", &[16; 4]);
    assert_eq!(four, [0, 1, 2, 3, 4, 5, 6, 7].map(|number| (domain(number), 8)));
    let of_eight = layout(EIGHT_COMPLEXES, None, "auto").places(&[8; 8]);
    for group in 0..8 {
        assert_eq!(of_eight.from(8 * group, 8), [set(&domain(group)); 8]);
    }
}

#[test]
fn groups_share_a_domain_if_there_are_too_few() {
    let machine = Machine::new(1, 3, 8, 1);
    let places = places(machine, "auto", &[12, 12]);
    assert_eq!(places, [("0-7".into(), 8), ("8-15".into(), 8), ("16-23".into(), 8)]);
}

#[test]
fn a_container_is_placed_on_its_processors() {
    let places = |policy| layout(TWO_SOCKETS, Some("6-9"), policy);
    let allowed = [("6-7".to_owned(), 2), ("8-9".to_owned(), 2)];
    assert_eq!(counted(&places("system").places(&[4])), allowed);
    assert_eq!(counted(&places("auto").places(&[4])), allowed);
    assert_eq!(places("auto").processors(), None, "the system counts them");
    assert_eq!(places("hardware").processors(), Some(32));
    assert_eq!(counted(&places("hardware").places(&[4])), [("0-7,16-23".into(), 4)]);
}

#[test]
fn hardware_leaves_the_processors_that_the_process_was_started_with() {
    let layout = layout(LAPTOP, Some("0-1"), "hardware");
    assert_eq!(counted(&layout.places(&[2])), [("0-7".into(), 2)]);
}

#[test]
fn hardware_and_lists_have_only_the_processors_of_a_container() {
    let container = TWO_SOCKETS.topology().within(&set("6-9"));
    let layout = |policy: &str| Layout::new(&container, Some(set("6")), &policy.parse().unwrap());
    let hardware = layout("hardware").unwrap();
    assert_eq!(hardware.processors(), Some(4));
    assert_eq!(counted(&hardware.places(&[4])), [("6-7", 2), ("8-9", 2)].map(owned));
    assert_eq!(layout("7:8").unwrap().processors(), Some(2));
    assert_eq!(layout("7:8,16"), Err(PolicyError::Missing("16".into(), "6-9".into())));
}

#[test]
fn a_system_that_binds_nothing_has_the_number_of_processors() {
    for (policy, processors) in [("0-3:8-11", Some(8)), ("hardware", Some(32)), ("system", None)] {
        let layout = layout(TWO_SOCKETS, None, policy).unbound();
        assert_eq!((layout.places(&[16]), layout.processors()), (Places::default(), processors));
    }
}

#[test]
fn listed_nodes_are_used_as_listed() {
    let layout = layout(LAPTOP, None, "4:5:6:7");
    let one_each = |workers: usize| (4..4 + workers).map(|cpu| (cpu.to_string(), 1));
    for workers in 1..=4 {
        assert!(counted(&layout.places(&[workers])).into_iter().eq(one_each(workers)));
    }
    assert_eq!(layout.processors(), Some(4));
    assert_eq!((layout.places(&[4]).nodes, layout.places(&[1]).nodes), (4, 1));
}

#[test]
fn processors_that_do_not_exist_are_refused() {
    let policy = "0-3:8-9,5".parse().unwrap();
    let error = Layout::new(&LAPTOP.topology(), None, &policy).unwrap_err();
    assert_eq!(error, PolicyError::Missing("8-9".into(), "0-7".into()));
    let text = "NumaPolicy lists 8-9, but the processors of this machine are 0-7";
    assert_eq!(error.to_string(), text);
}

#[test]
fn nodes_in_use_are_counted() {
    let layout = layout(Machine::new(2, 2, 4, 1), None, "system");
    let nodes = [4, 8, 9, 16].map(|workers| layout.places(&[workers]).nodes);
    assert_eq!(nodes, [1, 1, 2, 2]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Every worker has a place, and no domain more workers than the cores, else the processors, of the most crowded one.
    /// No domain is left out if there is a worker for each core.
    #[test]
    fn every_worker_has_a_place(
        (nodes, caches, cores, threads) in (1..3usize, 1..5usize, 1..6usize, 1..3usize),
        groups in proptest::collection::vec(1..20usize, 1..6),
    ) {
        let machine = Machine::new(nodes, caches, cores, threads);
        let topology = machine.topology();
        let layout = Layout::new(&topology, None, &Policy::System).unwrap();
        let places = layout.places(&groups);
        let workers: usize = groups.iter().sum();
        prop_assert_eq!(places.sets.len(), if layout.domains().is_empty() { 0 } else { workers });
        for domain in layout.domains() {
            let here = places.sets.iter().filter(|set| **set == domain.processors).count();
            let (all_cores, all) = (nodes * caches * cores, topology.processors().len());
            let processors = domain.processors.len();
            let most = if workers <= all_cores { domain.cores } else { processors * workers.div_ceil(all) };
            prop_assert!(here <= most, "{here} workers in {domain:?}");
            prop_assert!(here > 0 || workers < all_cores, "no worker in {domain:?}");
        }
        let all = topology.all();
        prop_assert!(places.sets.iter().all(|set: &ProcessorSet| set.intersection(&all) == *set));
    }
}
