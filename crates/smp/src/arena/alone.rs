//! Cache lines of one's own.

use std::ops::Deref;

use cleave_shared_memory::Shareable;

/// A thing on cache lines of its own: who reads it does not wait for those who write beside it.
/// Two lines of 64 bytes, as processors fetch them in pairs.
#[derive(Shareable)]
#[repr(C, align(128))]
pub(super) struct Alone<T: Shareable> {
    thing: T,
}

impl<T: Shareable> Deref for Alone<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.thing
    }
}
