//! The sequential program: MTD(f) on one table.

use crate::driver::Driver;
use crate::game::Game;
use crate::table::{LOWEST, NO_CHILD, Table, proven};

/// A searcher with a table. It is also what a rank searches the last plies by.
#[derive(Clone, Debug)]
pub struct Searcher<G> {
    pub(crate) game: G,
    pub(crate) table: Table,
    /// Nodes visited so far.
    pub nodes: u64,
}

impl<G: Game> Searcher<G> {
    /// Returns a searcher whose table has 2 to the power of `bits` buckets.
    pub fn new(game: G, bits: u32) -> Searcher<G> {
        Searcher { game, table: Table::new(bits), nodes: 0 }
    }

    /// Returns the value of a position at this depth, after all depths before it.
    pub fn search(&mut self, root: &G::Position, depth: u8) -> i32 {
        let mut driver = Driver::new(depth);
        while let Some(pass) = driver.pass() {
            let value = self.test(root, pass.depth, pass.bound);
            driver.absorb(value);
        }
        driver.value()
    }

    /// Tests if the value of a position is at least `bound`. Returns a value on the same side of the bound as the exact
    /// value; the exact value lies between it and beyond.
    pub(crate) fn test(&mut self, position: &G::Position, depth: u8, bound: i32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return self.game.leaf(position, bound, &mut self.nodes);
        }
        let key = self.game.key(position);
        let (entry, hint) = self.table.probe(key, depth);
        if let Some(value) = entry.and_then(|entry| proven(entry.lower, entry.upper, bound)) {
            return value;
        }
        let children = self.game.children(position);
        if children.is_empty() {
            return self.game.end(position, depth);
        }
        let mut best = LOWEST;
        for number in in_order(children.len(), hint) {
            let value = -self.test(&children[usize::from(number)], depth - 1, 1 - bound);
            best = best.max(value);
            if best >= bound {
                self.table.store(key, depth, bound, best, number);
                return best;
            }
        }
        self.table.store(key, depth, bound, best, NO_CHILD);
        best
    }
}

/// Returns the numbers of all children, the hinted one first.
pub(crate) fn in_order(children: usize, hint: u16) -> impl Iterator<Item = u16> {
    let count = children as u16;
    let first = (hint < count).then_some(hint);
    first.into_iter().chain((0..count).filter(move |&number| Some(number) != first))
}
