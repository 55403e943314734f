//! Principal variation splitting.
//!
//! T. A. Marsland and M. Campbell, "Parallel Search of Strongly Ordered Game Trees" (ACM Computing
//! Surveys 14(4), 1982). Published speed-up: 3.75 on 5 processors there; 4.1 on 8 and 4.6 on 16 in
//! V. Manohararajah, "Parallel Alpha-Beta Search on Shared Memory Multiprocessors" (2001).
//!
//! One worker goes down the leftmost branch to the frontier. On the way back up, the value of the eldest child is known
//! at every node of that branch. Then each worker takes a brother and searches it alone. When the last has come back,
//! the branch goes up a ply.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | a node of the leftmost branch, after its eldest child |
//! | Who may take it? | whoever is idle |
//! | Who carries the value up? | the owner: the worker that came down the branch |
//! | Who iterates? | the main worker |
//!
//! Waits: at every ply of the branch all workers for the last one, and all but one for the lowest ply.
//!
//! ```text
//!            P0                       at P2    at P1        at P0
//!          / | \ \         A  =======|=====...|=======....|====.....|
//!         P1 a  b c        B  .......|==......|==========.|=========|
//!       / | \ \            C  .......|====....|====.......|===......|
//!      P2 d  e f                     all meet before the branch goes up a ply
//!    / | \ \
//!   P3 g  h i    P0 to P3: the leftmost branch; a to i: each searched by one worker alone
//! ```
//!
//! The source leaves one point open: here the worker that has scouted a brother which fails high also searches it
//! again, alone, although its node is then a PV node.
//!
//! In the source a brother goes to a group of processors, which divide it as in tree splitting. Here it goes to one
//! worker.

use cleave_smp::{Params, WorkerId};

use super::memory::View;
use super::policy::{Candidate, Carrier, SplitPolicy};
use super::position::TreePosition;
use crate::traits::Narrow;

/// Principal variation splitting.
pub(crate) struct PvSplit;

impl SplitPolicy for PvSplit {
    const CARRIER: Carrier = Carrier::Owner;

    fn new(_: WorkerId) -> PvSplit {
        PvSplit
    }

    fn may_become_block<N: Narrow>(&self, _: View<'_, N>, position: TreePosition) -> bool {
        position.is_leftmost()
    }

    fn priority(candidate: &Candidate, _: &Params) -> u32 {
        u32::from(candidate.eldest_is_known)
    }
}
