//! One thread, which never sleeps.

use std::time::Duration;

use crate::atomic::AtomicU32;

/// Returns at once, for no reason: no other thread could wake a sleeper.
pub(crate) fn wait(_: &AtomicU32, _expected: u32, _timeout: Option<Duration>) {}

/// Does nothing: there are no sleepers.
pub(crate) fn wake(_: &AtomicU32, _count: u32) {}
