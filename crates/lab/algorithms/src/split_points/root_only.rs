//! Splitting at the root only.
//!
//! Folklore: the first attempt in every program. Cray Blitz did it on two processors in
//! 1983. 1983. Published: about 1.3 to 1.5 for any number of processors.
//!
//! The main worker searches the first move of the root alone, the largest part of the tree. Then every worker takes a
//! root move, and searches it alone. The search waits for the worker with the largest move.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | the root, after its first child |
//! | Who may take it? | whoever is idle |
//! | Who carries the value up? | the main worker, which made the root's block |
//! | Who iterates? | the main worker |
//!
//! Waits: all others while the first move is searched, and in the end all for the last worker.
//!
//! ```text
//!   main worker   1 ====================|2 ====|5 ====|......waits.....| value
//!   B             ......................|3 ===========|................
//!   C             ......................|4 ============================|
//! ```

use cleave_smp::{Params, WorkerId};

use super::memory::View;
use super::policy::{Candidate, Carrier, SplitPolicy};
use super::position::TreePosition;
use crate::traits::Narrow;

/// Splitting at the root only.
pub(crate) struct RootOnly;

impl SplitPolicy for RootOnly {
    const CARRIER: Carrier = Carrier::Owner;

    fn new(_: WorkerId) -> RootOnly {
        RootOnly
    }

    /// Makes only the root a block.
    fn may_become_block<N: Narrow>(&self, _: View<'_, N>, _: TreePosition) -> bool {
        false
    }

    fn priority(candidate: &Candidate, _: &Params) -> u32 {
        u32::from(candidate.eldest_is_known)
    }
}
