//! The interface for answering tests. The device and the twin implement it.

use std::time::Duration;

use crate::{Answer, DeviceError, Test};

/// Answers many tests at once, while its user continues with other work.
///
/// There are two slots, so the next tests can be prepared while the last ones are answered. Answers
/// come in the order of the tests, and are the same from all implementations.
pub trait Tester {
    /// Returns the maximum number of tests of a slot.
    fn capacity(&self) -> usize;

    /// Begins to answer tests. Drops the slot's earlier tests.
    fn begin(&mut self, slot: usize, tests: &[Test]) -> Result<(), DeviceError>;

    /// Returns the answers if they are ready within this time.
    fn answers(&mut self, slot: usize, time: Duration) -> Result<Option<Vec<Answer>>, DeviceError>;

    /// Clears the table.
    fn forget(&mut self);
}
