//! The best value that any worker has found at each depth of a root.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cleave_shared_memory::Shareable;
use cleave_sync::chaos;

use crate::open_search::MOST_AHEAD;

/// The number of depths that are distinguished: more than workers can search at one time.
const DEPTHS: usize = 64;
const _: () = assert!(DEPTHS > MOST_AHEAD as usize + 1);

/// The best values, by depth. They are written with the team's search locked.
#[derive(Shareable)]
pub(super) struct BestByDepth {
    /// The depth, from 1, in the upper half and the value in the lower half; 0 for none.
    values: [AtomicU64; DEPTHS],
}

impl BestByDepth {
    /// Clears the values for a new root.
    pub(super) fn clear(&self) {
        self.values.iter().for_each(|value| value.store(0, Relaxed));
    }

    /// Notes a value that a worker has found.
    pub(super) fn note(&self, depth: i32, score: i32) {
        if self.at(depth).is_none_or(|best| best < score) {
            chaos::point();
            self.place(depth)
                .store(u64::from(depth as u32) << 32 | u64::from(score as u32), Relaxed);
        }
    }

    /// Returns the best value at this depth so far.
    pub(super) fn at(&self, depth: i32) -> Option<i32> {
        let word = self.place(depth).load(Relaxed);
        (word >> 32 == u64::from(depth as u32)).then_some(word as u32 as i32)
    }

    fn place(&self, depth: i32) -> &AtomicU64 {
        &self.values[depth as usize % DEPTHS]
    }
}

#[cfg(test)]
mod tests {
    use cleave_shared_memory::SharedSlice;

    use super::*;

    #[test]
    fn the_best_value_of_each_depth_is_known() {
        let all: SharedSlice<BestByDepth> = SharedSlice::new("best-by-depth", 1).unwrap();
        let best = &all[0];
        assert_eq!(best.at(5), None);
        for (depth, score) in [(5, -40), (6, 3), (5, -70), (5, -10)] {
            best.note(depth, score);
        }
        assert_eq!((best.at(5), best.at(6)), (Some(-10), Some(3)));
        best.note(5 + DEPTHS as i32, 9);
        assert_eq!(best.at(5), None, "its place is that of another depth now");
        best.clear();
        assert_eq!(best.at(6), None);
    }
}
