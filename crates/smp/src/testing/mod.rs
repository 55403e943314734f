//! A tiny game for the unit tests: a uniform tree searched by plain minimax, optionally with cutoffs.
//!
//! The unit tests of `cleave-algorithms` include this file.

pub(crate) mod sleepy;

use std::cell::RefCell;
use std::sync::atomic::AtomicU64;

use cleave_shared_memory::Plain;

use crate::instrument::Traced;
use crate::random::mix;
use crate::{Absorbed, BestLine, Context, Node, NodeType, Opened, PathStep, SplitHint, Window};

/// Children of a node that is not a leaf, unless a test asks for more.
pub(crate) const CHILDREN: u64 = 4;

/// An operation of a node, and the key of the node.
pub(crate) type Call = (&'static str, u64);

thread_local! {
    /// The operations called on this thread, while a test records them.
    static CALLS: RefCell<Option<Vec<Call>>> = const { RefCell::new(None) };
}

type Act = Box<dyn FnOnce()>;

thread_local! {
    /// The action of this thread after it has opened this many more nodes.
    static AT_OPEN: RefCell<Option<(u64, Act)>> = const { RefCell::new(None) };
}

/// Runs `act` after this thread has opened this many nodes.
#[allow(dead_code, reason = "only the tests of cleave-smp ask for it")]
pub(crate) fn at_open(nodes: u64, act: impl FnOnce() + 'static) {
    AT_OPEN.set(Some((nodes, Box::new(act))));
}

fn opened() {
    let act = AT_OPEN.with_borrow_mut(|waiting| {
        let (left, act) = waiting.take()?;
        if left > 1 {
            *waiting = Some((left - 1, act));
            return None;
        }
        Some(act)
    });
    if let Some(act) = act {
        act();
    }
}

/// Returns the result of a search on this thread, and the operations that it calls.
pub(crate) fn calls_of<R>(search: impl FnOnce() -> R) -> (R, Vec<Call>) {
    CALLS.set(Some(Vec::new()));
    let result = search();
    (result, CALLS.take().expect("they are still wanted"))
}

pub(crate) fn called(operation: &'static str, key: u64) {
    CALLS.with_borrow_mut(|calls| calls.as_mut().map(|calls| calls.push((operation, key))));
}

/// A node, all of whose children may be searched at once.
#[derive(Clone, Copy, Debug, Plain)]
pub(crate) struct TinyNode {
    pub(crate) key: u64,
    pub(crate) depth: i32,
    /// Children of each node that is not a leaf, at most 8.
    pub(crate) children: u64,
    pub(crate) handed_out: u64,
    pub(crate) searched: u16,
    pub(crate) best: i32,
    /// A child of at least this value settles the node.
    pub(crate) bound: i32,
    /// The first child is searched with the full window: its job has no key.
    #[allow(
        dead_code,
        reason = "only the tests of cleave-algorithms, which share this file, ask for it"
    )]
    pub(crate) has_full_first: bool,
    /// The second child is put off until the first is back, and is then searched again.
    pub(crate) puts_off: bool,
    pub(crate) has_put_off: bool,
    pub(crate) is_first_searched: bool,
    /// The first child is searched in sequence.
    pub(crate) has_first_in_sequence: bool,
    /// Each child is searched again when it is back for the first time.
    pub(crate) searches_again: bool,
    /// The children that have come back, as bits.
    pub(crate) tried: u8,
    pub(crate) window: Option<Window>,
}

impl TinyNode {
    /// Returns a live root of this depth.
    pub(crate) fn root(depth: i32) -> TinyNode {
        TinyNode { depth, ..TinyNode::default() }
    }

    /// As [`TinyNode::root`], with cutoffs of some nodes at even depths.
    pub(crate) fn root_with_cutoffs(depth: i32) -> TinyNode {
        TinyNode::root_with_bound(depth, 300)
    }

    /// As [`TinyNode::root`], where a child of at least this value settles its node.
    pub(crate) fn root_with_bound(depth: i32, bound: i32) -> TinyNode {
        TinyNode { bound, ..TinyNode::root(depth) }
    }

    /// As [`TinyNode::root`], at the position with this key.
    pub(crate) fn root_with_key(depth: i32, key: u64) -> TinyNode {
        TinyNode { key, ..TinyNode::root(depth) }
    }

    /// The number of the child that is put off.
    pub(crate) const PUT_OFF: u64 = 1;

    /// As [`TinyNode::root`], where every node searches each child again.
    pub(crate) fn root_that_searches_again(depth: i32) -> TinyNode {
        TinyNode { searches_again: true, ..TinyNode::root(depth) }
    }
}

impl Default for TinyNode {
    fn default() -> TinyNode {
        TinyNode {
            key: 1,
            depth: 0,
            children: CHILDREN,
            handed_out: 0,
            searched: 0,
            best: i32::MIN,
            bound: i32::MAX,
            has_full_first: false,
            puts_off: false,
            has_put_off: false,
            is_first_searched: false,
            has_first_in_sequence: false,
            searches_again: false,
            tried: 0,
            window: None,
        }
    }
}

impl Node for TinyNode {
    /// The number of the child.
    type Job = u64;
    type Value = i32;
    type Line = u8;
    type PathStep = u8;
    type Setup = u8;
    /// Any number that the game shares.
    type Shared = AtomicU64;
    /// Nodes opened.
    type Context<'a> = u64;

    const STACK: usize = 32;

    fn enter(&mut self, _: &mut u64, parent: &TinyNode, &child: &u64) {
        let root = TinyNode::root(parent.depth - 1);
        *self = TinyNode {
            key: mix(parent.key ^ child),
            children: parent.children,
            bound: parent.bound,
            puts_off: parent.puts_off,
            has_first_in_sequence: parent.has_first_in_sequence,
            searches_again: parent.searches_again,
            window: parent.window,
            ..root
        };
        called("enter", self.key);
    }

    fn open(&mut self, nodes: &mut u64, _: &u64) -> Opened<i32> {
        called("open", self.key);
        opened();
        *nodes += 1;
        assert_eq!(self.handed_out, 0, "a node is opened again without having been entered");
        if self.depth > 0 { Opened::Live } else { Opened::Value((self.key % 1000) as i32) }
    }

    fn next(&mut self, _: &mut u64) -> Option<u64> {
        called("next", self.key);
        let child = self.handed_out;
        self.handed_out = self.children.min(child + 1);
        (child < self.children).then_some(child)
    }

    fn absorb(&mut self, _: &mut u64, child: &u64, value: i32, _: &u8) -> Absorbed<u64, i32> {
        called("absorb", self.key);
        if self.searches_again && self.tried & 1 << *child == 0 {
            self.tried |= 1 << *child;
            return Absorbed::Research(*child);
        }
        if self.puts_off && *child == TinyNode::PUT_OFF && !self.is_first_searched {
            self.has_put_off = true;
            return Absorbed::Continue;
        }
        self.is_first_searched |= *child == 0;
        self.searched += 1;
        self.best = self.best.max(-value);
        if self.best >= self.bound {
            return Absorbed::Settled(self.best);
        }
        if self.has_put_off && self.is_first_searched {
            self.has_put_off = false;
            return Absorbed::Research(TinyNode::PUT_OFF);
        }
        Absorbed::Continue
    }

    fn finish(&mut self, _: &mut u64) -> i32 {
        called("finish", self.key);
        self.best
    }

    fn depth(&self) -> i32 {
        self.depth
    }

    fn split_hint(&self) -> Option<SplitHint> {
        let may_split = !self.has_first_in_sequence || self.searched > 0;
        may_split.then_some(SplitHint { node_type: NodeType::All, searched: self.searched })
    }
}

impl BestLine<TinyNode> for u8 {
    fn of(_: &TinyNode) -> &u8 {
        &0
    }
}

impl PathStep<TinyNode> for u8 {
    fn of(_: &TinyNode, _: &u64) -> u8 {
        0
    }

    fn replay_step(&self, _: &mut u64) {}
}

impl Context<TinyNode> for u64 {
    fn nodes(&self) -> u64 {
        *self
    }
}

impl Traced for TinyNode {
    fn trace_key(&self) -> u64 {
        self.key
    }
}
