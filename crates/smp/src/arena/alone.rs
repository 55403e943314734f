//! Values on cache lines of their own.

use std::ops::Deref;

use cleave_shared_memory::Shareable;

/// A value on cache lines of its own, so that reading it does not wait for writes to its
/// neighbours. Two lines of 64 bytes, as processors fetch them in pairs.
#[derive(Shareable)]
#[repr(C, align(128))]
pub(crate) struct Alone<T: Shareable> {
    value: T,
}

impl<T: Shareable> Deref for Alone<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.value
    }
}
