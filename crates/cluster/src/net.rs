//! The interface to a network.

use std::time::Duration;

use crate::rank::Rank;

/// The error of a message that was refused because too many are on their way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full;

/// A network for one rank. Only [`Net::wait`] blocks. A message may be lost, come twice, or come
/// late.
pub trait Net {
    /// Returns the time since the cluster began. `searched` is the virtual time of the search under
    /// way, or `None` if there is no search. A real network has its own clock.
    fn now(&mut self, searched: Option<Duration>) -> Duration;

    /// Begins to send a message.
    ///
    /// # Errors
    /// Too many messages to this rank are on their way.
    fn try_send(&mut self, to: Rank, message: &[u8]) -> Result<(), Full>;

    /// Returns the next arrived message and its sender.
    fn try_receive(&mut self) -> Option<(Rank, Vec<u8>)>;

    /// Returns the number of messages being sent.
    fn in_flight(&self) -> usize;

    /// Returns true if the cluster has been ended from outside.
    fn is_closed(&self) -> bool;

    /// Waits for a moment, at most until a message arrives.
    fn wait(&mut self);
}
