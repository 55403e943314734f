//! The turns of the ranks, and the messages that are on their way.
//!
//! Each rank runs in a thread of its own, but only one at a time: the rank that is furthest behind in virtual time.
//! Among equals it is the rank with the lowest number.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use cleave_cluster::{Full, Rank, Ranks};
use cleave_virtual_time::virtual_time::Ticks;

use super::faults::Faults;
use super::model::Network;

/// Messages that may be on their way from one rank to another.
const MOST_IN_FLIGHT: usize = 16;

/// The turns of all ranks, and the messages between them.
pub(super) struct Turns {
    shared: Mutex<Shared>,
    /// By rank: it is its turn.
    turn: Vec<Condvar>,
}

/// When a rank goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wake {
    /// When it is this time for all.
    At(Ticks),
    /// When a message has arrived, from this time on.
    ForMessage(Ticks),
    /// Never: it has left.
    Never,
}

/// Everything that the ranks share.
pub(super) struct Shared {
    network: Network,
    faults: Faults,
    turn: usize,
    is_closed: bool,
    ranks: Vec<RankState>,
    /// Messages sent so far.
    sent: u64,
    trace: u64,
}

/// One rank.
struct RankState {
    wake: Wake,
    /// The messages on their way to the rank: by time of arrival, then in the order of sending.
    inbox: BTreeMap<(Ticks, u64), (Rank, Vec<u8>)>,
    /// When its link is free for the next message.
    free: Ticks,
    /// The receivers of messages of this rank that are on their way, each with the time when it arrives.
    in_flight: Vec<(Rank, Ticks)>,
}

impl Turns {
    pub(super) fn new(ranks: Ranks, network: Network, faults: Faults) -> Turns {
        let rank_state = |_| RankState {
            wake: Wake::At(Ticks::ZERO),
            inbox: BTreeMap::new(),
            free: Ticks::ZERO,
            in_flight: Vec::new(),
        };
        let shared = Shared {
            network,
            faults,
            turn: 0,
            is_closed: false,
            ranks: ranks.iter().map(rank_state).collect(),
            sent: 0,
            trace: 0,
        };
        Turns { shared: Mutex::new(shared), turn: ranks.iter().map(|_| Condvar::new()).collect() }
    }

    /// Locks the state that the ranks share. Only the rank whose turn it is touches it.
    pub(super) fn shared(&self) -> MutexGuard<'_, Shared> {
        // A rank that panics leaves it whole, and the panic ends the search.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the first turn.
    pub(super) fn enter(&self, rank: Rank) {
        self.wait_for_turn(rank, self.shared());
    }

    /// Passes the turn on, until it is this rank's again.
    pub(super) fn pass(&self, rank: Rank, wake: Wake) {
        let mut shared = self.shared();
        shared.ranks[rank.index()].wake = wake;
        shared.turn = shared.next();
        if shared.turn != rank.index() {
            self.turn[shared.turn].notify_one();
            if wake != Wake::Never {
                self.wait_for_turn(rank, shared);
            }
        }
    }

    fn wait_for_turn(&self, rank: Rank, mut shared: MutexGuard<'_, Shared>) {
        while shared.turn != rank.index() {
            shared = self.turn[rank.index()].wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends the cluster: all ranks leave.
    pub(super) fn close(&self) {
        self.shared().is_closed = true;
    }
}

impl Shared {
    /// Returns the rank that is furthest behind. If all wait for messages and none is on its way, the first.
    fn next(&self) -> usize {
        let times = self.ranks.iter().enumerate();
        let times =
            times.filter_map(|(rank, rank_state)| Some((rank_state.wakes(self.is_closed)?, rank)));
        times.min().map_or(0, |(_, rank)| rank)
    }

    pub(super) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Returns a hash over all messages sent so far.
    pub(super) fn trace(&self) -> u64 {
        self.trace
    }

    /// When the next message for this rank arrives, if one is on its way.
    pub(super) fn next_arrival(&self, rank: Rank) -> Option<Ticks> {
        self.ranks[rank.index()].next_arrival()
    }

    pub(super) fn take(&mut self, rank: Rank, now: Ticks) -> Option<(Rank, Vec<u8>)> {
        let inbox = &mut self.ranks[rank.index()].inbox;
        let first = inbox.first_entry().filter(|first| first.key().0 <= now)?;
        Some(first.remove())
    }

    pub(super) fn in_flight(&self, rank: Rank) -> usize {
        self.ranks[rank.index()].in_flight.len()
    }

    pub(super) fn send(
        &mut self,
        from: Rank,
        to: Rank,
        now: Ticks,
        message: &[u8],
    ) -> Result<(), Full> {
        let network = self.network;
        let sender = &mut self.ranks[from.index()];
        sender.in_flight.retain(|&(_, arrival)| arrival > now);
        if sender.in_flight.iter().filter(|(other, _)| *other == to).count() >= MOST_IN_FLIGHT {
            return Err(Full);
        }
        sender.free = sender.free.max(now) + network.time_to_send(message.len());
        let arrival = sender.free + network.latency;
        sender.in_flight.push((to, arrival));
        self.note(from, to, now, message);
        let mut message = message.to_vec();
        for late in self.faults.afflict(self.sent, &mut message) {
            self.sent += 1;
            let arrival = (arrival + late, self.sent);
            self.ranks[to.index()].inbox.insert(arrival, (from, message.clone()));
        }
        self.sent += 1;
        Ok(())
    }

    fn note(&mut self, from: Rank, to: Rank, now: Ticks, message: &[u8]) {
        let words = [from.number().into(), to.number().into(), now.0];
        let bytes = message.iter().map(|&byte| u64::from(byte));
        self.trace = words.into_iter().chain(bytes).fold(self.trace, |hash, word| {
            (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
    }
}

impl RankState {
    fn next_arrival(&self) -> Option<Ticks> {
        self.inbox.first_key_value().map(|((arrival, _), _)| *arrival)
    }

    /// When it goes on, given the messages now on their way.
    fn wakes(&self, is_closed: bool) -> Option<Ticks> {
        match self.wake {
            Wake::At(time) => Some(time),
            Wake::ForMessage(time) if is_closed => Some(time),
            Wake::ForMessage(time) => self.next_arrival().map(|arrival| arrival.max(time)),
            Wake::Never => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_network_spoils_as_many_messages_as_it_should() {
        for seed in 0..4 {
            let ranks = Ranks::new(2).unwrap();
            let network: Network = "ideal".parse().unwrap();
            let turns = Turns::new(ranks, network, Faults::all(50, seed));
            let (mut shared, to) = (turns.shared(), Rank::new(1));
            let (mut lost, mut repeated, mut late, mut garbled) = (0, 0, 0, 0);
            for number in 0..20_000_u64 {
                let sent = Ticks(number * 10_000_000);
                shared.send(Rank::FIRST, to, sent, &number.to_le_bytes()).unwrap();
                let at_once = shared.take(to, sent);
                let after = |shared: &mut Shared| shared.take(to, Ticks(sent.0 + 9_000_000));
                let later: Vec<_> = std::iter::from_fn(|| after(&mut shared)).collect();
                let arrived: Vec<_> = at_once.iter().chain(&later).collect();
                lost += usize::from(arrived.is_empty());
                repeated += usize::from(arrived.len() == 2);
                late += usize::from(at_once.is_none() && !later.is_empty());
                garbled += usize::from(
                    arrived.first().is_some_and(|(_, bytes)| **bytes != number.to_le_bytes()),
                );
            }
            // Of 1,000 each, less the faults of lost messages.
            for count in [lost, repeated, late, garbled] {
                assert!((850..1150).contains(&count), "{lost} {repeated} {late} {garbled}");
            }
        }
    }
}
