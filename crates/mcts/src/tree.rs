//! A tree: its nodes, the position at its root, and the playouts that it may still make.

use crossbeam_utils::CachePadded;

use crate::arena::Arena;
use crate::atomic::{AtomicU64, Ordering};
use crate::game::{Game, Move};
use crate::node::{Children, Node, NodeId};
use crate::params::Params;
use crate::proof::Proof;
use crate::random::Random;
use crate::tally::{Counts, MAX_VISITS};

/// A tree that any number of workers may grow at the same time.
pub struct Tree<G> {
    pub(crate) arena: Arena,
    pub(crate) root: G,
    pub(crate) params: Params,
    seed: u64,
    /// Number of the next playout. All workers write it, and read what lies around it.
    next: CachePadded<AtomicU64>,
    /// The first number that is not to be made.
    end: AtomicU64,
    /// A full arena is left as it is.
    may_stay_full: bool,
}

impl<G: Game> Tree<G> {
    pub(crate) fn new(root: G, params: Params, capacity: u32, seed: u64) -> Tree<G> {
        Tree {
            arena: Arena::new(capacity),
            root,
            params,
            seed,
            next: CachePadded::new(AtomicU64::new(0)),
            end: AtomicU64::new(0),
            may_stay_full: false,
        }
    }

    /// A tree of one node, to stand in for this one.
    pub(crate) fn stump(&self) -> Tree<G> {
        Tree::new(self.root.clone(), self.params, 1, 0)
    }

    /// Allows this many more playouts, but no more visits than a node can count.
    pub(crate) fn allow(&mut self, playouts: u64) {
        let room = u64::from(MAX_VISITS - self.counts(NodeId::ROOT).visits);
        let next = self.next.load(Ordering::Relaxed);
        self.end.store(next + playouts.min(room), Ordering::Relaxed);
    }

    /// No playout begins any more.
    pub(crate) fn stop(&self) {
        self.end.store(0, Ordering::Relaxed);
    }

    /// Playouts that are allowed and have not begun.
    pub(crate) fn remaining(&self) -> u64 {
        let (next, end) = (self.next.load(Ordering::Relaxed), self.end.load(Ordering::Relaxed));
        end.saturating_sub(next)
    }

    /// Takes the numbers of the next playouts, at most this many. `None` if there is nothing to do: the
    /// playouts are used up, the root is proven, or the arena is full.
    pub(crate) fn take_playouts(&self, most: u64) -> Option<(u64, u64)> {
        let is_over = self.counts(NodeId::ROOT).proof.is_known();
        if is_over || self.arena.is_full() && !self.may_stay_full {
            return None;
        }
        let relaxed = Ordering::Relaxed;
        let end = self.end.load(relaxed);
        let after = |next: u64| (next < end).then(|| next.saturating_add(most).min(end));
        let first = self.next.fetch_update(relaxed, relaxed, after).ok()?;
        Some((first, most.min(end - first)))
    }

    /// The random numbers of a playout.
    pub(crate) fn random(&self, playout: u64) -> Random {
        Random::of(self.seed, playout)
    }

    /// Makes the children of a node, unless another worker does so or there is no room.
    pub(crate) fn expand(&self, id: NodeId, moves: &[Move], priors: &[f32]) -> bool {
        let node = &self.arena[id];
        let Some(children) = self.arena.take(moves.len() as u32) else {
            node.disclaim();
            return false;
        };
        for ((child, mv), prior) in children.ids().zip(moves).zip(priors) {
            self.arena[child].reset(*mv, *prior);
        }
        node.publish(children);
        true
    }

    /// The highest mean of a child that has been visited.
    pub(crate) fn best_mean(&self, id: NodeId) -> Option<f64> {
        self.children(id).filter_map(|child| self.counts(child).mean()).max_by(f64::total_cmp)
    }

    /// Tries to prove a node from its children.
    pub(crate) fn prove(&self, id: NodeId) -> Proof {
        let node = &self.arena[id];
        if let Some(children) = node.children() {
            let proofs = children.ids().map(|child| self.counts(child).proof);
            let proof = Proof::of_children(proofs);
            if proof.is_known() {
                node.tally.prove(proof);
            }
        }
        self.counts(id).proof
    }

    /// If the arena is full, frees half of it. True if there is room again; a tree that cannot be made
    /// smaller stays as it is from now on.
    pub(crate) fn make_room(&mut self) -> bool {
        if !self.arena.is_full() || self.may_stay_full {
            return false;
        }
        let before = self.arena.used();
        self.keep(NodeId::ROOT, self.arena.capacity() / 2);
        self.may_stay_full = self.arena.used() == before;
        true
    }

    /// Has this position at the root. What is known of it is kept if a way leads there: moves from the old
    /// root to the same position, which may have another past. The memory stays.
    pub fn set_root(&mut self, root: G, way: Option<&[Move]>) {
        way.unwrap_or(&[]).iter().for_each(|&mv| self.advance(mv));
        if way.is_none() {
            self.arena[NodeId::ROOT].reset(Move(0), 1.0);
            self.arena.truncate(1);
        }
        self.root = root;
    }

    /// Plays a move: what is known of the position after it becomes the tree.
    pub(crate) fn advance(&mut self, mv: Move) {
        self.root.play(mv);
        self.may_stay_full = false;
        let child = self.child(NodeId::ROOT, mv);
        match child {
            Some(child) => self.keep(child, self.arena.capacity() / 2),
            None => {
                self.arena[NodeId::ROOT].reset(mv, 1.0);
                self.arena.truncate(1);
            }
        }
    }

    fn child(&self, of: NodeId, mv: Move) -> Option<NodeId> {
        self.children(of).find(|&child| self.node(child).mv() == mv)
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.arena[id]
    }

    /// What is known of a node, for the player who moved to it.
    pub fn counts(&self, id: NodeId) -> Counts {
        self.arena[id].tally.counts()
    }

    /// The children of a node; none if it has not been expanded.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<G> {
        self.arena[id].children().into_iter().flat_map(Children::ids)
    }

    /// The move that leads to a node.
    pub fn mv(&self, id: NodeId) -> Move {
        self.arena[id].mv()
    }

    /// Visits of a node that ended there. The others are visits of its children as well.
    pub fn ends(&self, id: NodeId) -> u32 {
        self.arena[id].ends()
    }

    /// Playouts under way through a node; none after a search.
    pub fn pending(&self, id: NodeId) -> u32 {
        self.arena[id].pending()
    }

    /// The position at the root.
    pub fn root(&self) -> &G {
        &self.root
    }

    /// Nodes in use.
    pub fn size(&self) -> u32 {
        self.arena.used()
    }

    /// Calls `see` for every node that has been visited, with its position and its distance from the root.
    pub fn visit(&self, mut see: impl FnMut(NodeId, &G, u32)) {
        let mut open = vec![(NodeId::ROOT, self.root.clone(), 0)];
        while let Some((id, game, ply)) = open.pop() {
            see(id, &game, ply);
            for child in self.children(id).filter(|&child| self.counts(child).visits > 0) {
                let mut after = game.clone();
                after.play(self.mv(child));
                open.push((child, after, ply + 1));
            }
        }
    }
}
