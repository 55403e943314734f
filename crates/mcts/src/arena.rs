//! The nodes of a tree, in one allocation that never grows.

use std::ops::Index;

use crossbeam_utils::CachePadded;

use crate::atomic::{AtomicBool, AtomicU32, Ordering};
use crate::node::{Children, Node, NodeId};

/// Nodes, and the number of nodes in use. A worker that needs nodes takes the next ones.
pub(crate) struct Arena {
    nodes: Box<[Node]>,
    /// On a line of its own: all workers write it, and only read the rest.
    used: CachePadded<AtomicU32>,
    is_full: AtomicBool,
}

impl Arena {
    /// Creates an arena with room for `capacity` nodes, at least one.
    pub(crate) fn new(capacity: u32) -> Arena {
        let nodes = (0..capacity.max(1)).map(|_| Node::default()).collect();
        let used = CachePadded::new(AtomicU32::new(1));
        Arena { nodes, used, is_full: AtomicBool::new(false) }
    }

    pub(crate) fn capacity(&self) -> u32 {
        self.nodes.len() as u32
    }

    pub(crate) fn used(&self) -> u32 {
        self.used.load(Ordering::Relaxed)
    }

    /// Takes `number` adjacent nodes, which still have their old contents. Returns `None` if fewer
    /// are left.
    pub(crate) fn take(&self, number: u32) -> Option<Children> {
        let capacity = self.capacity();
        let after = |used: u32| used.checked_add(number).filter(|&after| after <= capacity);
        match self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, after) {
            Ok(first) => Some(Children { first, number }),
            Err(_) => {
                self.is_full.store(true, Ordering::Relaxed);
                None
            }
        }
    }

    /// Returns true if a node did not get children for lack of room.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Keeps the first `used` nodes in use and frees the others.
    pub(crate) fn truncate(&mut self, used: u32) {
        self.used.store(used, Ordering::Relaxed);
        self.is_full.store(false, Ordering::Relaxed);
    }
}

impl Index<NodeId> for Arena {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }
}
