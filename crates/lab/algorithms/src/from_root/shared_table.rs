//! `shared-table`: all workers search the same root, and diverge through the table's answers.
//!
//! The idea is as old as shared memory: start the same search on every processor and share nothing but the
//! transposition table. The workers begin alike. The first to finish a subtree stores it. A worker that comes there
//! later is answered at once, runs ahead, and so reaches other subtrees first. No source describes it by itself,
//! because it is the basis of `lazy`, `abdada` and other algorithms. Surveys give a speed-up of 1.3 to 2.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | nothing but the transposition table; in chess each worker has its own histories |
//! | Who may take it? | everybody searches everything that the table does not answer |
//! | Who carries the value up? | every worker for itself; the first to finish the root concludes the search |
//! | Who iterates? | the main worker; each search of the root is one of all workers |
//!
//! No worker waits, except at the end until all have noticed that the root is finished.
//!
//! ```text
//!   worker 0   a ──── b ──── c ─                a, b, c ...: subtrees of the root, in order
//!   worker 1   a ──── (b)  c ──── d ──── e      (b): answered by the table
//! ```
//!
//! Depth, window and order of the moves are the same for all. Workers in step with each other would search the same
//! tree at the same time, but no two processors stay equally fast for long.

use cleave_smp::WorkerId;

use super::exclusion::Nobody;
use super::plan::AsAsked;
use super::{Rules, SharedRoot};
use crate::traits::{Keys, OwnRoot};

pub(crate) fn rules<'a, N: OwnRoot + Keys>(_: &'a SharedRoot<N>, _: WorkerId) -> Rules<'a, N> {
    Rules { plan: Box::new(AsAsked), exclusion: Box::new(Nobody) }
}
