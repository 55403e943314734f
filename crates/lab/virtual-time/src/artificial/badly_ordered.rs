//! A tree in the worst order: the textbook example of a super-linear speed-up.
//!
//! ```text
//!                   0
//!          ┌────────┴───────┐
//!          1               11
//!     ┌────┼────┐           │
//!     2    5    8          12
//!    3 4  6 7  9 10
//! ```
//!
//! A node is won for its side to move if one of its children is lost for the other side. Every node has that child last,
//! if it has one at all. One worker therefore visits all thirteen nodes, in the order of their numbers. A second worker
//! begins at once with node 11, and finds that node 0 is won while the first is still below node 1.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use cleave_algorithms::{Arena, Guess, Keys, Narrow, OwnRoot};
use cleave_shared_memory::{Plain, Shareable};
use cleave_smp::driver::{self, Never};
use cleave_smp::instrument::Traced;
use cleave_smp::{Absorbed, ArenaError, Context, End, Node, Opened, Params};

use crate::virtual_time::{CostModel, Machine, Ticks, VirtualTeam};

/// The nodes of the tree.
pub const NODES: usize = 13;

/// The children of each node.
pub const CHILDREN: [&[u8]; NODES] =
    [&[1, 11], &[2, 5, 8], &[3, 4], &[], &[], &[6, 7], &[], &[], &[9, 10], &[], &[], &[12], &[]];

/// The leaves that are lost for their side to move. All others are won.
const LOST: [u8; 2] = [4, 7];

const WIN: i8 = 1;

/// A visit to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit {
    /// Its place in the order of all visits, from 1.
    pub order: u32,
    /// The worker, from 0.
    pub worker: u32,
}

/// A search of the tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Searched {
    /// The visit to each node, if it was visited.
    pub visits: [Option<Visit>; NODES],
    /// The value of the root: 1 for a win.
    pub value: i8,
    /// The time, in nodes.
    pub time: f64,
}

impl Searched {
    /// Returns the number of nodes visited.
    pub fn nodes(&self) -> usize {
        self.visits.iter().flatten().count()
    }
}

/// Searches the tree with the recursive driver alone.
pub fn search_alone() -> Searched {
    let log = VisitLog::default();
    let mut visitor = Visitor { log: &log, worker: 0, nodes: 0 };
    let mut stack = [TreeNode::default(); 8];
    visitor.visit(0);
    let value = driver::search(&mut visitor, &mut stack, &mut Never).expect("nothing interrupts");
    Searched { visits: log.visits(), value, time: visitor.nodes as f64 }
}

/// Searches the tree in virtual time with this many workers of Dynamic Tree Splitting. A node takes so long that nothing
/// else counts.
///
/// # Errors
/// There is no memory for the workers.
pub fn search_by_team(workers: usize) -> Result<Searched, ArenaError> {
    const NODE: Ticks = Ticks(1_000_000);
    let costs = CostModel { node: NODE, sharing: Ticks::ZERO, ..CostModel::default() };
    let machine = Machine { costs, ..Machine::new(workers) };
    let params = Params::default().with(|params| params.min_thread_depth = 0);
    let arena: Arena<TreeNode> = Arena::new(workers)?;
    let visitor = |worker| Visitor { log: arena.shared(), worker, nodes: 0 };
    let helpers = (1..workers as u32).map(visitor).collect();
    let mut team = VirtualTeam::new(&arena, machine, params, helpers);
    let mut main_worker = visitor(0);
    main_worker.visit(0);
    let finished = team.search(&mut main_worker, &TreeNode::default(), &());
    let End::Value(value) = finished.end else { panic!("nothing stops the search") };
    // The root is open when the search begins.
    let time = 1.0 + team.run().time.share_of(NODE);
    Ok(Searched { visits: arena.shared().visits(), value, time })
}

/// The visits of all workers.
#[derive(Shareable)]
struct VisitLog {
    count: AtomicU32,
    /// Of each node, the order of the visit and the worker, or 0.
    of_node: [AtomicU32; NODES],
}

impl Default for VisitLog {
    fn default() -> VisitLog {
        VisitLog { count: AtomicU32::new(0), of_node: [const { AtomicU32::new(0) }; NODES] }
    }
}

impl VisitLog {
    fn visits(&self) -> [Option<Visit>; NODES] {
        let words = self.of_node.each_ref().map(|word| word.load(Relaxed));
        words.map(|word| (word > 0).then_some(Visit { order: word >> 16, worker: word & 0xffff }))
    }
}

/// The context of a worker: notes its visits.
struct Visitor<'a> {
    log: &'a VisitLog,
    worker: u32,
    nodes: u64,
}

impl Visitor<'_> {
    fn visit(&mut self, node: u8) {
        let order = 1 + self.log.count.fetch_add(1, Relaxed);
        self.log.of_node[usize::from(node)].store(order << 16 | self.worker, Relaxed);
        self.nodes += 1;
    }
}

impl Context<TreeNode> for Visitor<'_> {
    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// A node of the tree.
#[derive(Clone, Copy, Default, Plain)]
struct TreeNode {
    number: u8,
    ply: u8,
    handed_out: u8,
}

impl Node for TreeNode {
    type Job = u8;
    type Value = i8;
    type Line = ();
    type PathStep = ();
    type Setup = ();
    type Shared = VisitLog;
    type Context<'a> = Visitor<'a>;

    fn enter(&mut self, _: &mut Visitor<'_>, parent: &TreeNode, &number: &u8) {
        *self = TreeNode { number, ply: parent.ply + 1, handed_out: 0 };
    }

    fn open(&mut self, visitor: &mut Visitor<'_>, _: &u8) -> Opened<i8> {
        visitor.visit(self.number);
        match CHILDREN[usize::from(self.number)] {
            [] if LOST.contains(&self.number) => Opened::Value(-WIN),
            [] => Opened::Value(WIN),
            _ => Opened::Live,
        }
    }

    fn next(&mut self, _: &mut Visitor<'_>) -> Option<u8> {
        let child = CHILDREN[usize::from(self.number)].get(usize::from(self.handed_out));
        self.handed_out += u8::from(child.is_some());
        child.copied()
    }

    fn absorb(&mut self, _: &mut Visitor<'_>, _: &u8, child: i8, _: &()) -> Absorbed<u8, i8> {
        if child == -WIN { Absorbed::Settled(WIN) } else { Absorbed::Continue }
    }

    fn finish(&mut self, _: &mut Visitor<'_>) -> i8 {
        -WIN
    }

    fn depth(&self) -> i32 {
        3 - i32::from(self.ply)
    }
}

impl Traced for TreeNode {}
impl Narrow for TreeNode {}
impl OwnRoot for TreeNode {}
impl Guess for TreeNode {}

impl Keys for TreeNode {
    fn position_key(&self) -> u64 {
        self.number.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_worker_visits_all_nodes_in_the_order_of_their_numbers() {
        let alone = search_alone();
        let orders = alone.visits.map(|visit| visit.map(|visit| visit.order));
        assert_eq!(orders, std::array::from_fn(|node| Some(node as u32 + 1)));
        assert_eq!((alone.value, alone.time), (WIN, 13.0));
        let of_one = search_by_team(1).unwrap();
        assert_eq!((of_one.visits, of_one.value), (alone.visits, alone.value));
    }

    #[test]
    fn two_workers_visit_six_nodes_of_thirteen_and_are_more_than_twice_as_fast() {
        let [alone, two] = [search_alone(), search_by_team(2).unwrap()];
        assert_eq!((alone.nodes(), two.nodes()), (13, 6));
        assert_eq!(two.value, alone.value);
        assert!(alone.time > 3.0 * two.time, "{two:?}");
        let of_second = two.visits.iter().flatten().filter(|visit| visit.worker == 1);
        assert_eq!(of_second.count(), 2, "nodes 11 and 12: {two:?}");
    }
}
