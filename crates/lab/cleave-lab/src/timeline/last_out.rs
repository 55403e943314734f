//! A moment of a timeline: the last worker out finishes a block that another worker began.

use cleave_virtual_time::recording::{Broken, Recording, TraceEvent, Tree};
use serde::{Deserialize, Serialize};

/// The last worker out of a block takes its value to the parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct LastOut {
    /// The worker that began the block, and the time in nanoseconds.
    pub(crate) began: (usize, u64),
    /// The worker that finished it, and the time.
    pub(crate) finished: (usize, u64),
    /// The most claims that were out at once.
    pub(crate) claims: u32,
}

impl LastOut {
    /// Returns the block with the most claims that one worker began and another finished, both in the window.
    ///
    /// # Errors
    /// The recording is broken.
    pub(crate) fn best(
        recording: &Recording,
        (from, to): (u64, u64),
    ) -> Result<Option<LastOut>, Broken> {
        let (mut tree, mut best) = (Tree::default(), None::<LastOut>);
        for entry in recording.entries()? {
            tree.follow(&entry?, |tree, step, at, event| {
                let TraceEvent::Finished { block, .. } = *event else { return };
                let Some(block) = tree.block(block).filter(|block| block.ended_by.is_none()) else {
                    return;
                };
                let began = (block.maker.index(), block.made.0);
                let finished = (step.worker.index(), at.0);
                let is_inside = began.1 >= from && finished.1 < to && began.0 != finished.0;
                if is_inside && best.is_none_or(|best| best.claims < block.most_inside) {
                    best = Some(LastOut { began, finished, claims: block.most_inside });
                }
            });
        }
        Ok(best)
    }
}
