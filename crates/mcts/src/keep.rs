//! What stays of a tree when its root moves on, or when memory is full.
//!
//! **The rule**: the nodes that have been visited most keep their children, as many of them as have room.
//! All others lose theirs, but not what is known of themselves, and get new ones at their next visit.
//! A node has at least as many visits as any below it, so nothing that stays hangs from what goes.
//!
//! What stays slides down within the arena and keeps its order; nothing is allocated but a list of what
//! has children.

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
    /// Makes `root` the root, and keeps at most `room` nodes below it. Only while no worker is in the tree.
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
        // Children are made after their parent, so each lies behind it, before and after.
        families.sort_by_key(|family| family.children.first);
        self.slide(root, &families);
    }

    /// All nodes with children below this one, and the node itself.
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

    /// Moves the children of these families to the beginning of the arena, behind the root.
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
        // A node moves down or stays, and those before it have moved already.
        self.node(NodeId::ROOT).copy(self.node(root), place_of(root));
        let kept = families.iter().flat_map(|family| family.children.ids());
        for (to, from) in (1..).zip(kept) {
            self.node(NodeId(to)).copy(self.node(from), place_of(from));
        }
        self.arena.truncate(next);
    }
}
