//! The distributed table: every position has a *home*, the rank that keeps its deep entries for all.
//!
//! ```text
//!   rank 2 finishes a node ─── Entries ──►  home of the position
//!   rank 5 opens a node, and its own table has no deep enough entry
//!                          ─── Asks ─────►  home of the position
//!                          ◄── Entries ───  only if the home has a deeper one
//! ```
//!
//! Without homes each deep entry travels to all ranks, so the traffic of a rank grows with their number. With homes an
//! entry travels once, and again to each rank that asks for it. A rank keeps an answer in its own table, so that table
//! is also a cache of the others.
//!
//! A worker does not wait for the answer. A rank looks at the net once in 512 nodes of its main worker, so an answer
//! takes about a millisecond on any network. It serves the next visit to the position: in a re-search, by a
//! transposition, or in the next iteration. A lost question costs only its answer.

use std::time::Duration;

use cleave_search::cluster::{Ask, KeyedEntry};

use crate::batch::Batch;
use crate::message::Message;
use crate::net::Net;
use crate::rank::{Rank, Ranks};
use crate::sharing::Sharing;
use crate::statistics::Statistics;

/// The number of questions of one rank that may wait for answers. More are dropped.
const MOST_ASKED: usize = 1 << 12;

/// The place of one rank in the distributed table: its ways to the homes.
#[derive(Debug)]
pub(crate) struct Homes {
    this: Rank,
    ranks: Ranks,
    /// The least depth of nodes whose missing entries are asked for.
    ask_from: u32,
    /// What waits to be sent, by rank.
    outgoing: Vec<Outgoing>,
    /// Questions of others, each with its sender.
    asked: Vec<(Rank, Ask)>,
}

/// Entries, questions and answers for one rank.
#[derive(Debug, Default)]
struct Outgoing {
    entries: Batch<KeyedEntry>,
    asks: Batch<Ask>,
    answers: Batch<KeyedEntry>,
}

/// Returns the home of the position with this key.
pub(crate) fn home_of(key: u64, ranks: Ranks) -> Rank {
    // The table places an entry by the key itself. With the same bits all entries of a home would share a part of it.
    let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ key >> 32;
    let spread = spread.wrapping_mul(0xd6e8_feb8_6659_fd93);
    Rank::new(((u128::from(spread) * ranks.count() as u128) >> 64) as u16)
}

impl Homes {
    pub(crate) fn new(this: Rank, ranks: Ranks, ask_from: u32) -> Homes {
        let outgoing = ranks.iter().map(|_| Outgoing::default()).collect();
        Homes { this, ranks, ask_from, outgoing, asked: Vec::new() }
    }

    /// Returns the least depth of nodes whose missing entries are asked for; 0 if this rank is alone.
    pub(crate) fn ask_from(&self) -> u32 {
        if self.ranks == Ranks::ONE { 0 } else { self.ask_from }
    }

    /// Sends an entry to its home. Returns false if there is no room.
    pub(crate) fn store(&mut self, entry: KeyedEntry, now: Duration, sharing: &Sharing) -> bool {
        let home = home_of(entry.key, self.ranks);
        home == self.this || self.outgoing[home.index()].entries.add(entry, now, sharing)
    }

    /// Asks the home of a position. Returns false if there is no room.
    pub(crate) fn ask(&mut self, ask: Ask, now: Duration, sharing: &Sharing) -> bool {
        let home = home_of(ask.key, self.ranks);
        home == self.this || self.outgoing[home.index()].asks.add(ask, now, sharing)
    }

    /// Takes in another rank's questions. Returns the number of those for which there is no room.
    pub(crate) fn take_asks(&mut self, from: Rank, asks: &[Ask]) -> usize {
        let room = MOST_ASKED - self.asked.len();
        self.asked.extend(asks.iter().take(room).map(|&ask| (from, ask)));
        asks.len().saturating_sub(room)
    }

    /// Returns the questions that wait for answers.
    pub(crate) fn take_asked(&mut self) -> Vec<(Rank, Ask)> {
        std::mem::take(&mut self.asked)
    }

    /// Sends an answer. Returns false if there is no room.
    pub(crate) fn answer(
        &mut self,
        to: Rank,
        answer: KeyedEntry,
        now: Duration,
        sharing: &Sharing,
    ) -> bool {
        self.outgoing[to.index()].answers.add(answer, now, sharing)
    }

    /// Forgets everything about the last game.
    pub(crate) fn forget(&mut self) {
        self.asked.clear();
        for outgoing in &mut self.outgoing {
            outgoing.entries.clear();
            outgoing.asks.clear();
            outgoing.answers.clear();
        }
    }

    /// Sends what is due, as far as the net takes it. The rest is dropped. Questions and answers are always due: the
    /// sooner an answer comes, the more it saves.
    pub(crate) fn flush(
        &mut self,
        now: Duration,
        net: &mut dyn Net,
        sharing: &Sharing,
        statistics: &mut Statistics,
    ) {
        for (to, outgoing) in self.ranks.iter().zip(&mut self.outgoing) {
            while let Some(asks) = outgoing.asks.take(sharing) {
                let count = asks.len() as u64;
                match statistics.send(net, to, &Message::Asks(asks)) {
                    true => statistics.asks_sent += count,
                    false => statistics.asks_dropped += count,
                }
            }
            while let Some(answers) = outgoing.answers.take(sharing) {
                statistics.send_entries(net, to, answers);
            }
            while let Some(entries) = outgoing.entries.take_due(now, sharing) {
                statistics.send_entries(net, to, entries);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_is_the_home_of_about_as_many_positions() {
        for count in [1, 2, 3, 16, 64] {
            let ranks = Ranks::new(count).unwrap();
            let mut homes = vec![0_u32; ranks.count()];
            // Neighbouring keys, and keys that differ in their high bits only.
            for number in 0..64_000_u64 {
                homes[home_of(number, ranks).index()] += 1;
                homes[home_of(number << 44, ranks).index()] += 1;
            }
            let even = 128_000 / u32::from(count);
            assert!(
                homes.iter().all(|&here| here > even * 8 / 10 && here < even * 12 / 10),
                "{homes:?}"
            );
        }
    }
}
