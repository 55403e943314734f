//! Who answers tests: a device, or the twin.

use std::time::Duration;

use crate::{Answer, DeviceError, Test};

/// Answers tests, many at once, while its user does something else.
///
/// There are two slots, so that the next tests can be prepared while the last ones are answered. Answers come in
/// the order of the tests, and do not depend on who gives them.
pub trait Tester {
    /// The most tests that a slot takes.
    fn capacity(&self) -> usize;

    /// Begins to answer. What the slot was answering is forgotten.
    fn begin(&mut self, slot: usize, tests: &[Test]) -> Result<(), DeviceError>;

    /// The answers, if they are there within this time.
    fn answers(&mut self, slot: usize, time: Duration) -> Result<Option<Vec<Answer>>, DeviceError>;

    /// Forgets what the table knows.
    fn forget(&mut self);
}
