//! What the cluster asks of a network.

use std::time::Duration;

use crate::rank::Rank;

/// A message was refused: too many are on their way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full;

/// A network as one rank sees it. Nothing but [`Net::wait`] blocks, and a message may be lost, come
/// twice, or come late.
pub trait Net {
    /// The time since the cluster began. `searched` is how long the search under way has lasted in
    /// virtual time, `None` if there is none; a real network has a clock of its own.
    fn now(&mut self, searched: Option<Duration>) -> Duration;

    /// Begins to send a message.
    ///
    /// # Errors
    /// Too many messages to this rank are on their way.
    fn try_send(&mut self, to: Rank, message: &[u8]) -> Result<(), Full>;

    /// The next message that has arrived, and whose it is.
    fn try_receive(&mut self) -> Option<(Rank, Vec<u8>)>;

    /// Messages that are being sent.
    fn in_flight(&self) -> usize;

    /// True if the cluster has been ended from outside: there is nobody left to search for.
    fn is_closed(&self) -> bool;

    /// There is nothing to do: waits a moment, at most until a message arrives.
    fn wait(&mut self);
}
