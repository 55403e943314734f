//! What a search learns about moves and evaluation, and keeps for the next search.

use cleave_shared_memory::Shareable;

use crate::algorithms::Ballot;
use crate::corrections::Corrections;
use crate::ordering::history::History;

/// The tables in which a worker learns: its own, or those of the team
/// ([`cleave_smp::learns_apart`]). All-zero bytes are empty tables.
#[derive(Shareable)]
pub(crate) struct Learnt {
    /// History tables.
    pub(crate) history: History,
    /// What the search has learnt about the evaluation.
    pub(crate) corrections: Corrections,
}

impl Learnt {
    /// Forgets everything.
    pub(crate) fn clear(&self) {
        self.history.clear();
        self.corrections.clear();
    }
}

/// What a helper has of its own, if the team's algorithm has each learn for itself. All-zero bytes are empty.
#[derive(Shareable)]
pub(crate) struct OfHelper {
    /// What it has learnt.
    pub(crate) learnt: Learnt,
    /// What it holds to be best.
    pub(crate) ballot: Ballot,
}

impl OfHelper {
    /// Forgets everything.
    pub(crate) fn clear(&self) {
        self.learnt.clear();
        self.ballot.clear();
    }
}
