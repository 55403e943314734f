//! The simulated network as one rank sees it.

use std::sync::Arc;
use std::time::Duration;

use cleave_cluster::{Full, Net, Rank};
use cleave_virtual_time::virtual_time::Ticks;

use super::turns::{Turns, Wake};

/// The simulated network as one rank sees it.
pub(super) struct Port {
    turns: Arc<Turns>,
    rank: Rank,
    now: Ticks,
    /// When the search under way began.
    begin: Ticks,
}

impl Port {
    pub(super) fn new(turns: Arc<Turns>, rank: Rank) -> Port {
        Port { turns, rank, now: Ticks::ZERO, begin: Ticks::ZERO }
    }

    /// Returns a hash over all messages that any rank has sent so far.
    pub(super) fn trace(&self) -> u64 {
        self.turns.shared().trace()
    }

    /// Waits for this rank's first turn. The first rank has it from the beginning.
    pub(super) fn enter(&self) {
        self.turns.enter(self.rank);
    }
}

impl Net for Port {
    fn now(&mut self, searched: Option<Duration>) -> Duration {
        match searched {
            None => self.begin = self.now,
            Some(searched) => {
                let searched = Ticks(searched.as_nanos() as u64);
                self.now = self.now.max(self.begin + searched);
            }
        }
        self.turns.pass(self.rank, Wake::At(self.now));
        self.now.into()
    }

    fn try_send(&mut self, to: Rank, message: &[u8]) -> Result<(), Full> {
        self.turns.shared().send(self.rank, to, self.now, message)
    }

    fn try_receive(&mut self) -> Option<(Rank, Vec<u8>)> {
        self.turns.shared().take(self.rank, self.now)
    }

    fn in_flight(&self) -> usize {
        self.turns.shared().in_flight(self.rank)
    }

    fn is_closed(&self) -> bool {
        self.turns.shared().is_closed()
    }

    fn wait(&mut self) {
        self.turns.pass(self.rank, Wake::ForMessage(self.now));
        let arrival = self.turns.shared().next_arrival(self.rank);
        self.now = self.now.max(arrival.unwrap_or(self.now));
    }
}

impl Drop for Port {
    /// The rank leaves, perhaps in a panic: the others must not wait for it.
    fn drop(&mut self) {
        if self.rank == Rank::FIRST || std::thread::panicking() {
            self.turns.close();
        }
        self.turns.pass(self.rank, Wake::Never);
    }
}
