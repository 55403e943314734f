//! Dynamic Tree Splitting.
//!
//! R. M. Hyatt, "The Dynamic Tree-Splitting Parallel Search Algorithm" (ICCA Journal 20(1), 1997),
//! first in Cray Blitz (1988). Published speed-up: 2.0, 3.7, 6.6 and 11.1 on 2, 4, 8 and 16
//! processors.
//!
//! All workers are peers. An idle worker looks at all nodes that could be shared and chooses: PV
//! nodes first, then ALL nodes, then CUT nodes where children have failed to cause a cutoff; how many,
//! see below. Nobody owns a node, and nobody waits: a worker that finds nothing left leaves.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | the children of any block, as soon as its type and confidence allow it |
//! | Who may take it? | whoever is idle; it chooses the block of highest priority in the job list |
//! | Who carries the value up? | the worker that brings back the last claim, or the cutoff |
//! | Who iterates? | the main worker; the others may begin its next iteration |
//!
//! ```text
//!   A  makes X, takes job 1 ..brings 1, takes 2 ........brings 2, leaves, joins elsewhere
//!   B                          joins X, takes 3 ..................brings 3: last one out,
//!                                                                 finishes X, goes on above
//! ```
//!
//! What differs from the source: workers that find nothing to join begin the next iteration, below all
//! work of the one under way (`split/next_iteration`; `Params::next_from`, 0 for never). A PV node is any
//! with an open window, and a node keeps its type. A team of `Params::crowd` workers or more joins an ALL
//! node at once and a CUT node after one child, where a smaller team asks for one and three. There, an
//! idle processor could make any node of another's tree a split point; here a node can be joined if it
//! is a block, and every node above the frontier is one, with its lock, from the start.

use crate::ids::WorkerId;
use crate::params::Params;
use crate::split::{Candidate, Carrier, SplitPolicy};

/// Dynamic Tree Splitting.
pub(crate) struct Dts;

impl SplitPolicy for Dts {
    const CARRIER: Carrier = Carrier::LastOut;
    const SEARCHES_AHEAD: bool = true;

    fn new(_: WorkerId) -> Dts {
        Dts
    }

    #[inline]
    fn priority(candidate: &Candidate, params: &Params) -> u32 {
        params.priority(candidate.split_hint, candidate.height)
    }
}
