//! Keeps a part of a tree when its root changes or when memory is full.
//!
//! **The rule**: the most visited nodes keep their children, as long as there is room. All other nodes lose their
//! children, but keep their own counts, and get new children at their next visit. A node has at least as many visits as
//! any node below it. So every kept node has a kept parent.
//!
//! Kept nodes slide down within the arena and keep their order. The only allocation is a list of the nodes with
//! children.

use crate::game::Game;
use crate::node::{Children, NodeId};
use crate::tree::Tree;

/// A node with children.
struct Family {
    parent: NodeId,
    children: Children,
    visits: u32,
}

impl<G: Game> Tree<G> {
    /// Makes `root` the root, and keeps at most `room` nodes below it. No worker may be in the tree.
    pub(crate) fn keep(&mut self, root: NodeId, room: u32) {
        let mut families = self.families(root);
        families.sort_by_key(|family| (std::cmp::Reverse(family.visits), family.parent));
        let mut used = 1;
        let fits = families.iter().take_while(|family| {
            used += family.children.number;
            used <= room.max(1)
        });
        let kept = fits.count();
        families.truncate(kept);
        // Children are made after their parent, so they are behind it in the arena, before and after the move.
        families.sort_by_key(|family| family.children.first);
        self.slide(root, &families);
    }

    /// Returns all nodes with children, from this node down.
    fn families(&self, root: NodeId) -> Vec<Family> {
        let mut families = Vec::new();
        let mut open = vec![root];
        while let Some(parent) = open.pop() {
            let node = self.node(parent);
            if let Some(children) = node.children() {
                families.push(Family { parent, children, visits: node.tally.counts().visits });
                open.extend(children.ids());
            }
        }
        families
    }

    /// Moves the children of these families to the beginning of the arena, after the root.
    fn slide(&mut self, root: NodeId, families: &[Family]) {
        let mut next = 1;
        let places = families.iter().map(|family| {
            let place = Children { first: next, number: family.children.number };
            next += place.number;
            (family.parent, place)
        });
        let mut places: Vec<(NodeId, Children)> = places.collect();
        places.sort_by_key(|place| place.0);
        let place_of = |id: NodeId| {
            let at = places.binary_search_by_key(&id, |place| place.0).ok()?;
            Some(places[at].1)
        };
        // A node moves down or stays, and the nodes before it have already moved.
        self.node(NodeId::ROOT).copy(self.node(root), place_of(root));
        let kept = families.iter().flat_map(|family| family.children.ids());
        for (to, from) in (1..).zip(kept) {
            self.node(NodeId(to)).copy(self.node(from), place_of(from));
        }
        self.arena.truncate(next);
    }
}
