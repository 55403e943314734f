//! Young Brothers Wait.
//!
//! R. Feldmann, B. Monien, P. Mysliwietz and O. Vornberger, "Distributed Game-Tree Search" (ICCA
//! Journal 12(2), 1989), first in Zugzwang (1987); R. Feldmann, "Game Tree Search on Massively
//! Parallel Systems" (thesis, Paderborn, 1993). Published speed-up: 142 on 256 and 344 on 1024
//! transputers.
//!
//! The brothers of a node wait until its eldest is searched; after that all of them may be searched
//! at once. The worker that made a node is its owner. The others that work there are its clients,
//! which bring their values to it. An owner without a job of its own waits for them.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | any node above the frontier whose eldest child is known |
//! | Who may take it? | whoever is idle, at the node nearest the root |
//! | Who carries the value up? | the owner |
//! | Who iterates? | the main worker |
//!
//! Waits: an owner for its clients.
//!
//! ```text
//!   A  makes X, takes job 1 ..brings 1, takes 2 ....brings 2, waits .....| finishes X
//!   B                          joins X, takes 3 ........brings 3, leaves |
//!   C                           joins X, takes 4, the last ...brings 4, calls A, leaves
//! ```
//!
//! In the source, an idle processor asks random others for work, because none sees the whole tree. It receives that
//! processor's node nearest the root. Here all nodes are visible, and it takes the one nearest the root. The published
//! figures belong to a later form of the rule, which makes CUT nodes wait for all promising children and ALL nodes for
//! none. Here the first form holds at all nodes.

use cleave_smp::{Params, WorkerId};

use super::policy::{Candidate, Carrier, SplitPolicy};

/// Young Brothers Wait.
pub(crate) struct Ybwc;

impl SplitPolicy for Ybwc {
    const CARRIER: Carrier = Carrier::Owner;

    fn new(_: WorkerId) -> Ybwc {
        Ybwc
    }

    fn priority(candidate: &Candidate, _: &Params) -> u32 {
        nearest_the_root(candidate)
    }
}

/// Returns the priority of a block, which may be joined when its eldest child is known. Blocks nearer the root come
/// first.
pub(super) fn nearest_the_root(candidate: &Candidate) -> u32 {
    if candidate.eldest_is_known { by_ply(candidate) } else { 0 }
}

/// Returns the priority of a block that may be joined. Blocks nearer the root come first.
pub(super) fn by_ply(candidate: &Candidate) -> u32 {
    u32::from(u16::MAX - candidate.position.ply) + 1
}
