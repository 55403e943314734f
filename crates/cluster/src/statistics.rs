//! Counts the data that a rank has sent, received and used.

use cleave_search::cluster::KeyedEntry;

use crate::message::Message;
use crate::net::Net;
use crate::rank::Rank;

/// Counts of one rank since the cluster began.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Table entries sent, counted once for each neighbour.
    pub entries_sent: u64,
    /// Table entries received.
    pub entries_received: u64,
    /// Nodes opened with an entry from another rank. With several groups, only the first group
    /// counts.
    pub entries_used: u64,
    /// Table entries that were not sent because too many messages were on their way, or not stored
    /// because too many had come. Does not count entries of other groups that the first group had
    /// no time to send.
    pub entries_dropped: u64,
    /// Questions to the homes of positions.
    pub asks_sent: u64,
    /// Questions of other ranks that this rank has answered.
    pub asks_answered: u64,
    /// Questions that were not sent or not looked up, because too many waited.
    pub asks_dropped: u64,
    /// Bytes sent.
    pub bytes_sent: u64,
    /// Bytes received.
    pub bytes_received: u64,
    /// Messages received that could not be read.
    pub malformed: u64,
    /// The maximum number of messages in flight at a time.
    pub most_in_flight: usize,
    /// The number of uses of each other rank's results, by rank.
    pub results_used: Vec<u64>,
}

impl Statistics {
    /// Sends a message. Returns false if the net refuses it.
    pub(crate) fn send(&mut self, net: &mut dyn Net, to: Rank, message: &Message) -> bool {
        let bytes = message.encode();
        let is_sent = net.try_send(to, &bytes).is_ok();
        if is_sent {
            self.bytes_sent += bytes.len() as u64;
        }
        is_sent
    }

    /// Sends entries, or drops them if the net refuses them.
    pub(crate) fn send_entries(&mut self, net: &mut dyn Net, to: Rank, entries: Vec<KeyedEntry>) {
        let count = entries.len() as u64;
        match self.send(net, to, &Message::Entries(entries)) {
            true => self.entries_sent += count,
            false => self.entries_dropped += count,
        }
    }

    pub(crate) fn note_used(&mut self, rank: Rank) {
        if let Some(count) = self.results_used.get_mut(rank.index()) {
            *count += 1;
        }
    }
}
