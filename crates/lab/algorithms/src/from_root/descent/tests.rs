use cleave_shared_memory::SharedSlice;
use cleave_smp::{Node, WorkerId};

use super::super::abdada::NodeCounts;
use super::super::abdada_simplified::JobMarks;
use super::super::busy_jobs::{self, BusyJobs};
use super::super::exclusion::Nobody;
use super::super::lazy_stockfish::breadcrumbs::{Breadcrumbs, OfWorker};
use super::*;
use crate::testing::{TinyNode, calls_of};
use cleave_smp::driver::Never;

fn stack() -> Vec<TinyNode> {
    let mut stack = vec![TinyNode::default(); TinyNode::STACK];
    stack[0] = TinyNode::root(5);
    stack
}

/// Returns the jobs of the root, which are the numbers of its children.
fn jobs() -> Vec<u64> {
    let mut root = stack()[0];
    std::iter::from_fn(|| root.next(&mut 0)).collect()
}

/// Searches a tree. Returns the value and the order in which the children of the root have been
/// searched.
fn search(exclusion: Box<dyn Exclusion<TinyNode> + '_>) -> (i32, Vec<u64>) {
    search_from(stack(), exclusion)
}

fn search_from(
    mut stack: Vec<TinyNode>,
    exclusion: Box<dyn Exclusion<TinyNode> + '_>,
) -> (i32, Vec<u64>) {
    let mut nodes = 0;
    let mut descent = Descent::new(exclusion);
    let mut order: Vec<u64> = Vec::new();
    loop {
        match descent.step(&mut nodes, &mut stack, Grain::Node, &mut Never) {
            Progress::Done(value) => return (value, order),
            _ if descent.depth() < 2 => {}
            _ => order.extend(descent.root_job()),
        }
        order.dedup();
    }
}

/// Searches while another worker is searching these jobs of the root.
fn search_beside_jobs(busy: &[u64]) -> (i32, Vec<u64>) {
    let tables: SharedSlice<BusyJobs> = SharedSlice::new("busy-jobs", 1).unwrap();
    let key = |job| stack()[0].job_key(&job).unwrap();
    for &job in busy {
        tables[0].put(busy_jobs::mark(key(job), WorkerId::new(1)));
    }
    let found = search(Box::new(JobMarks::new(&tables[0], WorkerId::MAIN)));
    for job in jobs() {
        let is_marked = tables[0].is_busy(busy_jobs::mark(key(job), WorkerId::new(2)));
        assert_eq!(is_marked, busy.contains(&job), "only own marks go");
    }
    found
}

/// Searches while another worker is in these children of the root.
fn search_beside_nodes(busy: &[u64]) -> (i32, Vec<u64>) {
    let tables: SharedSlice<NodeCounts> = SharedSlice::new("node-counts", 1).unwrap();
    let counts = &tables[0];
    let exclusion: &dyn Exclusion<TinyNode> = &counts;
    let mark = |job| {
        let mut child = TinyNode::default();
        child.enter(&mut 0, &stack()[0], &job);
        exclusion.node_mark(&child, 1).unwrap()
    };
    busy.iter().for_each(|&job| exclusion.put(mark(job)));
    let found = search(Box::new(counts));
    for job in jobs() {
        assert_eq!(exclusion.is_busy(mark(job)), busy.contains(&job), "who has left counts");
    }
    found
}

#[test]
fn children_of_other_workers_come_last() {
    let (value, order) = search(Box::new(Nobody));
    assert_eq!(order, [0, 1, 2, 3]);
    for search in [search_beside_jobs, search_beside_nodes] {
        assert_eq!(search(&[]), (value, order.clone()));
        assert_eq!(search(&[1]), (value, vec![0, 2, 3, 1]));
        assert_eq!(search(&[1, 2]), (value, vec![0, 3, 1, 2]));
        assert_eq!(search(&[0, 1, 2, 3]).1, [0, 1, 2, 3], "the first is never put off");
    }
}

/// The first job of a node is searched as it is, and so are all jobs below a node without another's breadcrumb.
#[test]
fn late_jobs_of_a_node_with_a_breadcrumb_are_reduced_more_and_none_is_put_off() {
    let all: SharedSlice<Breadcrumbs> = SharedSlice::new("breadcrumbs", 1).unwrap();
    let [of_other, own] = [1, 0].map(|who| OfWorker::new(&all[0], WorkerId::new(who)));
    let of_other: &dyn Exclusion<TinyNode> = &of_other;
    let value = search(Box::new(Nobody)).0;
    of_other.put(of_other.node_mark(&stack()[0], 0).unwrap());
    let (found, calls) = calls_of(|| search(Box::new(own)));
    assert_eq!(found, (value, vec![0, 1, 2, 3]));
    let reduced = calls.into_iter().filter(|call| call.0 == "reduced_more");
    assert_eq!(reduced.map(|call| call.1).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(all[0].in_use(), 1, "the other's is left");
}

#[test]
fn jobs_put_off_are_counted_until_the_count_is_taken() {
    let tables: SharedSlice<BusyJobs> = SharedSlice::new("busy-jobs", 1).unwrap();
    let root = stack()[0];
    for job in [1, 2] {
        tables[0].put(busy_jobs::mark(root.job_key(&job).unwrap(), WorkerId::new(1)));
    }
    let (mut nodes, mut stack) = (0, stack());
    let mut descent = Descent::new(Box::new(JobMarks::new(&tables[0], WorkerId::MAIN)));
    while !matches!(
        descent.step(&mut nodes, &mut stack, Grain::Node, &mut Never),
        Progress::Done(_)
    ) {}
    assert_eq!([descent.take_deferrals(), descent.take_deferrals()], [2, 0]);
}

/// As the first move of a PV node in chess, which is searched with the full window.
#[test]
fn the_second_job_is_put_off_although_the_first_has_no_key() {
    let tables: SharedSlice<BusyJobs> = SharedSlice::new("busy-jobs", 1).unwrap();
    let mut stack = stack();
    stack[0] = TinyNode::root_with_full_first(5);
    assert_eq!(stack[0].job_key(&0), None);
    let key = stack[0].job_key(&1).unwrap();
    tables[0].put(busy_jobs::mark(key, WorkerId::new(1)));
    let marks = JobMarks::new(&tables[0], WorkerId::MAIN);
    assert_eq!(search_from(stack, Box::new(marks)).1, [0, 2, 3, 1]);
}

#[test]
fn a_search_that_was_left_removes_no_mark_of_others_when_it_is_given_up() {
    let tables: SharedSlice<NodeCounts> = SharedSlice::new("node-counts", 1).unwrap();
    let exclusion: &dyn Exclusion<TinyNode> = &&tables[0];
    let (mut nodes, mut stack) = (0, stack());
    let mark = exclusion.node_mark(&stack[0], 0).unwrap();
    let mut descent = Descent::new(Box::new(&tables[0]));
    descent.step(&mut nodes, &mut stack, Grain::Node, &mut Never);
    assert!(exclusion.is_busy(mark), "the descent is in the root");
    descent.suspend();
    assert!(!exclusion.is_busy(mark), "the descent has left the root");
    exclusion.put(mark);
    descent.restart();
    assert!(exclusion.is_busy(mark), "another worker is in the root");
}

/// Interrupts at every check.
struct Always;

impl<N: Node> Interrupt<N> for Always {
    fn is_raised(&mut self) -> bool {
        true
    }
}

#[test]
fn a_search_that_was_left_is_taken_up_where_it_was() {
    let (value, _) = search(Box::new(Nobody));
    for grain in [Grain::Node, Grain::Subtree] {
        let tables: SharedSlice<BusyJobs> = SharedSlice::new("busy-jobs", 1).unwrap();
        let mut descent = Descent::new(Box::new(JobMarks::new(&tables[0], WorkerId::MAIN)));
        let (mut nodes, mut stack) = (0, stack());
        let mut steps = 0;
        let found = loop {
            steps += 1;
            let progress = if steps % 5 == 0 {
                descent.step(&mut nodes, &mut stack, grain, &mut Always)
            } else {
                descent.step(&mut nodes, &mut stack, grain, &mut Never)
            };
            match progress {
                Progress::Done(value) => break value,
                Progress::Interrupted | Progress::Deeper => {}
            }
            assert!(steps < 10_000, "it begins anew each time");
            descent.suspend();
            let mark = |job| busy_jobs::mark(job, WorkerId::new(1));
            let root_job = descent.root_job().and_then(|job| TinyNode::root(5).job_key(job));
            assert!(root_job.is_none_or(|key| !tables[0].is_busy(mark(key))), "marks stay");
            descent.resume(&mut nodes, &mut stack);
            let is_marked = root_job.is_some_and(|key| tables[0].is_busy(mark(key)));
            assert_eq!(is_marked, descent.root_job().is_some_and(|&job| job > 0));
        };
        assert_eq!(found, value);
    }
}
