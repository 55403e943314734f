//! The upper plies of the tree, and the questions that they need.

use std::collections::HashSet;

use cleave_board::{Move, Position};
use cleave_movegen::legal_moves;

use super::{Root, ended, turned};
use crate::Packed;
use crate::twin::{Known, evaluate};

/// A tree of a few plies. Its leaves are the frontier; lanes search below them.
pub(super) struct Upper {
    nodes: Vec<Node>,
    plies: u32,
}

struct Node {
    position: Position,
    mv: Move,
    ply: u32,
    /// The children, as indices into `Upper::nodes`, the most promising first.
    children: Vec<u32>,
    known: Known,
}

/// A question about a leaf: does it reach the bound for its side to move?
pub(super) type Question = (u32, i32);

impl Upper {
    /// Builds the tree of all positions up to `plies` plies from the root, parents before children.
    pub(super) fn new(root: &Root, plies: u32) -> Upper {
        let node = |position, mv, ply| {
            // The evaluation is the first estimate of promise.
            let value = evaluate(&Packed::new(&position));
            Node {
                position,
                mv,
                ply,
                children: Vec::new(),
                known: Known { low: value, high: value },
            }
        };
        let mut nodes = vec![node(root.position, Move::NONE, 0)];
        let mut place = 0;
        while place < nodes.len() {
            let (position, ply) = (nodes[place].position, nodes[place].ply);
            if ply < plies && (place == 0 || ended(root, &position, 0).is_none()) {
                for mv in &legal_moves(&position) {
                    let child = nodes.len() as u32;
                    nodes[place].children.push(child);
                    nodes.push(node(position.make(mv), mv, ply + 1));
                }
            }
            place += 1;
        }
        Upper { nodes, plies }
    }

    pub(super) const fn plies(&self) -> u32 {
        self.plies
    }

    /// Forgets all values before a search to another depth, but sorts the moves by them first.
    pub(super) fn reset(&mut self, root: &Root, depth: u32) {
        let promise: Vec<i32> =
            self.nodes.iter().map(|node| node.known.low.midpoint(node.known.high)).collect();
        for node in &mut self.nodes {
            // A child that is bad for its side is good for the parent.
            node.children.sort_by_key(|&child| promise[child as usize]);
            let value =
                (node.ply > 0).then(|| ended(root, &node.position, depth - node.ply)).flatten();
            node.known = value.map_or(Known::NOTHING, |value| Known { low: value, high: value });
        }
        self.back_up();
    }

    /// Returns the bounds of the root's value.
    pub(super) fn known(&self) -> Known {
        self.nodes[0].known
    }

    /// Returns a move with the value of the root. The value must be known.
    pub(super) fn best(&self) -> Move {
        let worth = |child: &&u32| -self.nodes[**child as usize].known.high;
        let first_best = self.nodes[0].children.iter().rev().max_by_key(worth);
        first_best.map_or(Move::NONE, |&child| self.nodes[child as usize].mv)
    }

    pub(super) fn position(&self, leaf: u32) -> &Position {
        &self.nodes[leaf as usize].position
    }

    /// Enters answers into the tree.
    pub(super) fn learn(&mut self, answers: impl Iterator<Item = (Question, bool)>) {
        for ((leaf, bound), reaches) in answers {
            let known = &mut self.nodes[leaf as usize].known;
            *known = known.with(bound, reaches);
        }
        self.back_up();
    }

    /// Carries the bounds from the leaves to the root.
    fn back_up(&mut self) {
        for place in (0..self.nodes.len()).rev() {
            let children = self.nodes[place].children.iter();
            let knowns = children.map(|&child| turned(self.nodes[child as usize].known));
            let best =
                knowns.reduce(|a, b| Known { low: a.low.max(b.low), high: a.high.max(b.high) });
            self.nodes[place].known = best.unwrap_or(self.nodes[place].known);
        }
    }

    /// Returns questions that show which of the bounds the root reaches, on the assumption that its value is `value`.
    /// There are at most `room` questions, the surest first, and none was asked before.
    ///
    /// One child is enough to refute a node, best the most promising. Holding a node takes all children. A question
    /// that only matters if `n` more promising questions disappoint is `n` steps from sure. Bounds after the first two
    /// count the same way.
    pub(super) fn questions(
        &self,
        bounds: &[i32],
        value: i32,
        room: usize,
        asked: &mut HashSet<Question>,
    ) -> Vec<Question> {
        let mut gathering = Gathering { upper: self, room, asked, list: Vec::new() };
        for doubt in 0..MOST_DOUBT {
            for (place, &bound) in bounds.iter().enumerate().take(2 * doubt + 2) {
                gathering.collect(0, bound, value >= bound, doubt - place / 2);
            }
        }
        gathering.list
    }
}

/// A list of questions under construction.
struct Gathering<'a> {
    upper: &'a Upper,
    room: usize,
    asked: &'a mut HashSet<Question>,
    list: Vec<Question>,
}

impl Gathering<'_> {
    fn collect(&mut self, node: u32, bound: i32, reaches: bool, doubt: usize) {
        let nodes = &self.upper.nodes;
        let here = &nodes[node as usize];
        if here.known.answer(bound).is_some() || self.list.len() >= self.room {
            return;
        }
        if here.children.is_empty() {
            if self.asked.insert((node, bound)) {
                self.list.push((node, bound));
            }
            return;
        }
        let open = |child: &&u32| nodes[**child as usize].known.answer(1 - bound).is_none();
        for (place, &child) in here.children.iter().filter(open).enumerate() {
            let cost = if reaches { place } else { 0 };
            if cost > doubt {
                break;
            }
            self.collect(child, 1 - bound, !reaches, doubt - cost);
        }
    }
}

/// The maximum number of steps from sure.
const MOST_DOUBT: usize = 12;
