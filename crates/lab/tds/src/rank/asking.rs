//! A distributed table whose nodes are searched elsewhere ([`Scheme::DistributedTable`]): a node waits for the answer of
//! its position's home, and the rank searches other nodes meanwhile.

use cleave_cluster::Rank;

use super::{Scheme, TdsRank};
use crate::game::Game;
use crate::message::{Message, Search};
use crate::node::State;
use crate::table::{LOWEST, NO_CHILD, proven};

impl<G: Game> TdsRank<G> {
    pub(super) fn asks_for(&self, search: Search) -> bool {
        self.plan.scheme == Scheme::DistributedTable && self.home(search.key) != self.this
    }

    /// Asks the home of a node for its entry; the node waits.
    pub(super) fn ask(&mut self, search: Search, position: G::Position) {
        if let Some(node) = self.nodes.get_mut(&search) {
            node.state = State::Asking(position);
        }
        self.statistics.asked += 1;
        self.post(self.home(search.key), Message::Probe(search));
    }

    pub(super) fn take_probe(&mut self, from: Rank, search: Search) {
        let (entry, best) = self.searcher.table.probe(search.key, search.depth);
        let (lower, upper) = entry.map_or((LOWEST, -LOWEST), |entry| (entry.lower, entry.upper));
        self.post(from, Message::Answer { search, lower, upper, best });
    }

    /// Keeps an answer in the table of this rank, and lets the node go on.
    pub(super) fn take_answer(&mut self, search: Search, (lower, upper): (i32, i32), best: u16) {
        let Some(node) = self.nodes.get_mut(&search) else { return };
        let State::Asking(position) = &node.state else { return };
        node.state = State::Answered(position.clone());
        let Search { key, depth, .. } = search;
        let table = &mut self.searcher.table;
        if lower > LOWEST {
            table.store(key, depth, lower, lower, best);
        }
        if upper < -LOWEST || best != NO_CHILD {
            table.store(key, depth, upper.saturating_add(1), upper, best);
        }
        match proven(lower, upper, search.bound) {
            Some(value) => self.reply_to_all(search, value),
            None => self.make_ready(search),
        }
    }

    /// Stores a result in the part of the table that this rank keeps.
    pub(super) fn take_store(&mut self, search: Search, value: i32, best: u16) {
        let Search { key, depth, bound } = search;
        self.searcher.table.store(key, depth, bound, value, best);
    }
}
