//! Young Brothers Wait with helpful masters.
//!
//! R. Feldmann, "Game Tree Search on Massively Parallel Systems" (thesis, Paderborn, 1993). As [`Ybwc`](super::Ybwc),
//! but a waiting owner may help its clients. It joins only blocks below its own, so that it is back when its clients
//! are. It has no published figure of its own.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | any node above the frontier whose eldest child is known |
//! | Who may take it? | whoever is idle, at the node nearest the root; an owner that waits, below its own |
//! | Who carries the value up? | the owner |
//! | Who iterates? | the main worker |
//!
//! Waits: an owner for its clients, while they have no work to share.
//!
//! ```text
//!   A  owns X, brings 2, waits | joins Y, takes job 7 ..brings 7, leaves | finishes X
//!   B  took job 3 of X, made Y below it ......brings 6, waits .......| finishes Y,
//!                                                                      brings 3, leaves
//! ```
//!
//! An owner that helps may become the owner of further blocks below, and wait there in turn.
//!
//! On strongly ordered artificial trees (`tests/literature.rs`) the gain is small. Teams of 2, 4, 8, 16 and 64 are
//! faster than `ybwc` by 2.3 ± 0.6, 1.2 ± 0.4, 1.1 ± 0.7, 1.2 ± 0.5 and -1.6 ± 1.6 per cent, all of them together by
//! 0.8 ± 0.3. `book/src/which-search.md` has positions of chess.

use cleave_smp::{Params, WorkerId};

use super::policy::{Candidate, Carrier, Help, SplitPolicy};
use super::ybwc::nearest_the_root;

/// Young Brothers Wait with helpful masters.
pub(crate) struct YbwcHelpful;

impl SplitPolicy for YbwcHelpful {
    const CARRIER: Carrier = Carrier::Owner;
    const HELP: Help = Help::Clients;

    fn new(_: WorkerId) -> YbwcHelpful {
        YbwcHelpful
    }

    fn priority(candidate: &Candidate, _: &Params) -> u32 {
        nearest_the_root(candidate)
    }
}
