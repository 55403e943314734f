//! A tree: its nodes, the position at its root, and the number of playouts left.

use crossbeam_utils::CachePadded;

use crate::arena::Arena;
use crate::atomic::{AtomicU64, Ordering};
use crate::game::{Game, Move};
use crate::node::{Children, Node, NodeId};
use crate::params::Params;
use crate::proof::Proof;
use crate::random::Random;
use crate::tally::{Counts, MAX_VISITS};

/// A tree. Any number of workers may grow it at the same time.
pub struct Tree<G> {
    pub(crate) arena: Arena,
    pub(crate) root: G,
    pub(crate) params: Params,
    seed: u64,
    /// The number of the next playout. All workers write it, so it is on a line of its own.
    next: CachePadded<AtomicU64>,
    /// The first number beyond the allowed playouts.
    end: AtomicU64,
    /// True if a full arena cannot be made smaller and stays full.
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

    /// Returns a tree of one node, as a placeholder for this tree.
    pub(crate) fn stump(&self) -> Tree<G> {
        Tree::new(self.root.clone(), self.params, 1, 0)
    }

    /// Allows `playouts` more playouts, but no more visits than a node can count.
    pub(crate) fn allow(&mut self, playouts: u64) {
        let room = u64::from(MAX_VISITS - self.counts(NodeId::ROOT).visits);
        let next = self.next.load(Ordering::Relaxed);
        self.end.store(next + playouts.min(room), Ordering::Relaxed);
    }

    /// Lets no new playout begin.
    pub(crate) fn stop(&self) {
        self.end.store(0, Ordering::Relaxed);
    }

    /// Returns the number of allowed playouts that have not begun.
    pub(crate) fn remaining(&self) -> u64 {
        let (next, end) = (self.next.load(Ordering::Relaxed), self.end.load(Ordering::Relaxed));
        end.saturating_sub(next)
    }

    /// Takes the numbers of the next playouts, at most `most`. Returns `None` if there is nothing to do: the playouts
    /// are used up, the root is proven, or the arena is full.
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

    /// Returns the random numbers of a playout.
    pub(crate) fn random(&self, playout: u64) -> Random {
        Random::of(self.seed, playout)
    }

    /// Makes the children of a node, unless there is no room.
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

    /// Returns the highest mean of a child that has been visited.
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

    /// Frees half of the arena if it is full. Returns true if it tried. A tree that cannot be made smaller stays full
    /// from now on.
    pub(crate) fn make_room(&mut self) -> bool {
        if !self.arena.is_full() || self.may_stay_full {
            return false;
        }
        let before = self.arena.used();
        self.keep(NodeId::ROOT, self.arena.capacity() / 2);
        self.may_stay_full = self.arena.used() == before;
        true
    }

    /// Sets the position at the root. `way` has the moves from the old root to this position; with a way the tree below
    /// is kept. The new root may have another past. The memory stays allocated.
    pub fn set_root(&mut self, root: G, way: Option<&[Move]>) {
        way.unwrap_or(&[]).iter().for_each(|&mv| self.advance(mv));
        if way.is_none() {
            self.arena[NodeId::ROOT].reset(Move(0), 1.0);
            self.arena.truncate(1);
        }
        self.root = root;
    }

    /// Plays a move. The part of the tree below it becomes the tree.
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

    /// Returns the counts of a node, for the player who moved to it.
    pub fn counts(&self, id: NodeId) -> Counts {
        self.arena[id].tally.counts()
    }

    /// Returns the children of a node, or none if it has not been expanded.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<G> {
        self.arena[id].children().into_iter().flat_map(Children::ids)
    }

    /// Returns the move that leads to a node.
    pub fn mv(&self, id: NodeId) -> Move {
        self.arena[id].mv()
    }

    /// Returns the visits of a node that ended there. Its other visits are visits of its children as well.
    pub fn ends(&self, id: NodeId) -> u32 {
        self.arena[id].ends()
    }

    /// Returns the number of playouts under way through a node. It is 0 after a search.
    pub fn pending(&self, id: NodeId) -> u32 {
        self.arena[id].pending()
    }

    /// Returns the position at the root.
    pub fn root(&self) -> &G {
        &self.root
    }

    /// Returns the number of nodes in use.
    pub fn size(&self) -> u32 {
        self.arena.used()
    }

    /// Calls `see` for every visited node, with its position and its distance from the root.
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
