//! Knowledge about moves and evaluation that a search gathers and keeps for the next search.

use cleave_shared_memory::Shareable;

use crate::algorithms::Ballot;
use crate::corrections::Corrections;
use crate::ordering::history::History;

/// The tables in which a worker learns: its own, or the team's ([`cleave_smp::learns_apart`]). All-zero bytes are empty
/// tables.
#[derive(Shareable)]
pub(crate) struct Learnt {
    /// History tables.
    pub(crate) history: History,
    /// The corrections of the evaluation.
    pub(crate) corrections: Corrections,
}

impl Learnt {
    /// Clears the tables.
    pub(crate) fn clear(&self) {
        self.history.clear();
        self.corrections.clear();
    }
}

/// The data of a helper that learns in separate tables. All-zero bytes are empty tables and no vote.
#[derive(Shareable)]
pub(crate) struct OfHelper {
    /// The helper's tables.
    pub(crate) learnt: Learnt,
    /// The helper's vote.
    pub(crate) ballot: Ballot,
}

impl OfHelper {
    /// Clears the tables and the vote.
    pub(crate) fn clear(&self) {
        self.learnt.clear();
        self.ballot.clear();
    }
}
