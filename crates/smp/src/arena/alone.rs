//! Cache lines of one's own.

use std::ops::Deref;

use cleave_plain::Shareable;

/// A thing on cache lines of its own: who reads it does not wait for those who write beside it.
/// Two lines of 64 bytes, as processors fetch them in pairs.
#[repr(C, align(128))]
pub(super) struct Alone<T: Shareable> {
    thing: T,
}
cleave_plain::shareable!(struct Alone<T: Shareable> { thing });

impl<T: Shareable> Deref for Alone<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.thing
    }
}
