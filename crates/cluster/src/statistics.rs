//! What a rank has sent and received, and what came of it.

use crate::rank::Rank;

/// Counts of one rank since the cluster began.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Table entries sent, once for each neighbour.
    pub entries_sent: u64,
    /// Table entries received.
    pub entries_received: u64,
    /// Nodes opened with an entry that had come from another rank; of several groups by the first.
    pub entries_used: u64,
    /// Table entries not sent, since too many messages were on their way, or not stored, since too
    /// many had come. Entries of other groups that the first had no time to send are left out.
    pub entries_dropped: u64,
    /// Bytes sent.
    pub bytes_sent: u64,
    /// Bytes received.
    pub bytes_received: u64,
    /// Messages received that could not be read.
    pub malformed: u64,
    /// The most messages that were on their way at a time.
    pub most_in_flight: usize,
    /// How often a result of each rank was used here, by rank; not those of this rank itself.
    pub results_used: Vec<u64>,
}

impl Statistics {
    pub(crate) fn note_used(&mut self, rank: Rank) {
        if let Some(count) = self.results_used.get_mut(rank.index()) {
            *count += 1;
        }
    }
}
