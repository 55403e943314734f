//! A tiny game for the unit tests: a uniform tree searched by plain minimax, with cutoffs if wanted.

use std::cell::RefCell;
use std::sync::atomic::AtomicU64;

use cleave_shared_memory::Plain;

use crate::node::{Absorbed, Node, NodeType, Opened, SplitHint};
use crate::older::traits::{Guess, Keys, Narrow, OwnRoot};
use crate::random::mix;
use crate::window::Window;

/// Children of a node that is not a leaf.
const CHILDREN: u64 = 4;

/// An operation of a node, and the key of the node.
pub(crate) type Call = (&'static str, u64);

thread_local! {
    /// The operations that are called on this thread, while somebody wants to know.
    static CALLS: RefCell<Option<Vec<Call>>> = const { RefCell::new(None) };
}

type Act = Box<dyn FnOnce()>;

thread_local! {
    /// What this thread does once it has opened this many more nodes.
    static AT_OPEN: RefCell<Option<(u64, Act)>> = const { RefCell::new(None) };
}

/// Does this when so many nodes have been opened on this thread.
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

/// The result of a search on this thread, and the operations that it calls.
pub(crate) fn calls_of<R>(search: impl FnOnce() -> R) -> (R, Vec<Call>) {
    CALLS.set(Some(Vec::new()));
    let result = search();
    (result, CALLS.take().expect("they are still wanted"))
}

fn called(operation: &'static str, key: u64) {
    CALLS.with_borrow_mut(|calls| calls.as_mut().map(|calls| calls.push((operation, key))));
}

/// A node, all of whose children may be searched at once.
#[derive(Clone, Copy, Debug, Plain)]
pub(crate) struct TinyNode {
    key: u64,
    height: i32,
    handed_out: u64,
    searched: u16,
    best: i32,
    /// A child of at least this value settles the node.
    bound: i32,
    /// The first child is searched with the full window: its job has no key.
    has_full_first: bool,
    /// The second child is put off until the first is back, and then searched again.
    puts_off: bool,
    has_put_off: bool,
    is_first_searched: bool,
    /// The first child is searched in sequence.
    has_first_in_sequence: bool,
    /// Each child is searched again when it is back for the first time.
    searches_again: bool,
    /// The children that have been back, by bits.
    tried: u8,
    window: Option<Window>,
}

impl TinyNode {
    /// A live root of this height.
    pub(crate) fn root(height: i32) -> TinyNode {
        TinyNode { height, ..TinyNode::vacant() }
    }

    /// As [`TinyNode::root`]; at even heights some nodes are cut off.
    pub(crate) fn root_with_cutoffs(height: i32) -> TinyNode {
        TinyNode::root_with_bound(height, 300)
    }

    /// As [`TinyNode::root`]; a child of at least this value settles its node.
    pub(crate) fn root_with_bound(height: i32, bound: i32) -> TinyNode {
        TinyNode { bound, ..TinyNode::root(height) }
    }

    /// As [`TinyNode::root`], to be searched with this window. The values do not depend on it.
    pub(crate) fn root_with_window(height: i32, window: Window) -> TinyNode {
        TinyNode { window: Some(window), ..TinyNode::root(height) }
    }

    /// As [`TinyNode::root`], at the position with this key.
    pub(crate) fn root_with_key(height: i32, key: u64) -> TinyNode {
        TinyNode { key, ..TinyNode::root(height) }
    }

    /// The number of the child that is put off.
    pub(crate) const PUT_OFF: u64 = 1;

    /// As [`TinyNode::root`]; if its second child is back before the first, every node puts it off until
    /// that is back, and then searches it again.
    pub(crate) fn root_that_puts_off(height: i32) -> TinyNode {
        TinyNode { puts_off: true, ..TinyNode::root(height) }
    }

    /// As [`TinyNode::root`]; the first child of every node is searched in a phase in sequence.
    pub(crate) fn root_with_first_in_sequence(height: i32) -> TinyNode {
        TinyNode { has_first_in_sequence: true, ..TinyNode::root(height) }
    }

    /// As [`TinyNode::root`]; every node searches each child again.
    pub(crate) fn root_that_searches_again(height: i32) -> TinyNode {
        TinyNode { searches_again: true, ..TinyNode::root(height) }
    }

    /// As [`TinyNode::root`]; the job of its first child has no key.
    pub(crate) fn root_with_full_first(height: i32) -> TinyNode {
        TinyNode { has_full_first: true, ..TinyNode::root(height) }
    }
}

impl TinyNode {
    /// True if no child is left to be handed out.
    pub(crate) fn is_handed_out(&self) -> bool {
        self.handed_out == CHILDREN
    }

    /// True if the first child has been taken in.
    pub(crate) fn is_first_searched(&self) -> bool {
        self.is_first_searched
    }
}

impl Node for TinyNode {
    /// The number of the child.
    type Job = u64;
    type Value = i32;
    type Line = u8;
    type PathStep = u8;
    type Setup = u8;
    /// Any number: what the game shares.
    type Shared = AtomicU64;
    /// Nodes opened.
    type Context<'a> = u64;

    const STACK: usize = 32;

    fn vacant() -> TinyNode {
        TinyNode {
            key: 1,
            height: 0,
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

    fn enter(&mut self, _: &mut u64, parent: &TinyNode, &child: &u64) {
        let root = TinyNode::root(parent.height - 1);
        *self = TinyNode {
            key: mix(parent.key ^ child),
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
        if self.height > 0 { Opened::Live } else { Opened::Value((self.key % 1000) as i32) }
    }

    fn next(&mut self, _: &mut u64) -> Option<u64> {
        called("next", self.key);
        let child = self.handed_out;
        self.handed_out = CHILDREN.min(child + 1);
        (child < CHILDREN).then_some(child)
    }

    fn absorb(&mut self, _: &mut u64, child: &u64, value: i32, _: &u8) -> Absorbed<u64, i32> {
        called("absorb", self.key);
        if self.searches_again && self.tried & 1 << *child == 0 {
            self.tried |= 1 << *child;
            return Absorbed::Again(*child);
        }
        if self.puts_off && *child == TinyNode::PUT_OFF && !self.is_first_searched {
            self.has_put_off = true;
            return Absorbed::GoOn;
        }
        self.is_first_searched |= *child == 0;
        self.searched += 1;
        self.best = self.best.max(-value);
        if self.best >= self.bound {
            return Absorbed::Done(self.best);
        }
        if self.has_put_off && self.is_first_searched {
            self.has_put_off = false;
            return Absorbed::Again(TinyNode::PUT_OFF);
        }
        Absorbed::GoOn
    }

    fn finish(&mut self, _: &mut u64) -> i32 {
        called("finish", self.key);
        self.best
    }

    fn line(&self) -> &u8 {
        &0
    }

    fn trace_key(&self) -> u64 {
        self.key
    }

    fn height(&self) -> i32 {
        self.height
    }

    fn split_hint(&self) -> Option<SplitHint> {
        let may_split = !self.has_first_in_sequence || self.searched > 0;
        may_split.then_some(SplitHint { node_type: NodeType::All, searched: self.searched })
    }

    fn step(&self, _: &u64) -> u8 {
        0
    }

    fn retrace(_: &mut u64, _: &u8) {}

    fn prepare(_: &mut u64, _: &u8) {}

    fn nodes(nodes: &u64) -> u64 {
        *nodes
    }

    fn leave(_: &mut u64) {}

    fn must_stop(_: &u64) -> bool {
        false
    }

    fn smp_idle(_: &mut u64) {}
}

impl Keys for TinyNode {
    fn position_key(&self) -> u64 {
        self.key
    }

    fn job_key(&self, child: &u64) -> Option<u64> {
        let is_full = self.has_full_first && *child == 0;
        (!is_full).then(|| mix(self.key ^ child))
    }
}

impl Narrow for TinyNode {
    fn window(&self) -> Option<Window> {
        let below_bound = Window { alpha: i32::MIN, beta: self.bound };
        self.window.or((self.bound < i32::MAX).then_some(below_bound))
    }

    /// All are, so that under mandatory work first nodes wait.
    fn has_whole_window(_: &u64) -> bool {
        true
    }
}

impl OwnRoot for TinyNode {
    fn root_key(&self, _: &u64) -> Option<u64> {
        Some(mix(self.key ^ self.bound as u64))
    }

    fn score(value: &i32) -> Option<i32> {
        Some(*value)
    }

    fn vote(_: &mut u64, depth: i32, _: &i32, _: &u8) {
        called("vote", depth as u64);
    }
}

impl Guess for TinyNode {
    /// Wrong by up to 500.
    fn estimate(&self, _: &u64) -> Option<i32> {
        Some(500)
    }

    fn deepen(&mut self, plies: i32) -> bool {
        self.height += plies;
        true
    }
}
