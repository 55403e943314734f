//! What a worker needs to take a lock: its identity, and what ends the wait.

use std::sync::atomic::Ordering;

use super::alarm::{Alarm, Alarmed};
use super::mailbox::Mailbox;
use crate::ids::WorkerId;

/// Watches over the other workers: raises the alarm if one has died.
pub trait Watch {
    /// Checks on the others, if it is time to. `suspect` has held a lock for long.
    fn check(&self, suspect: Option<WorkerId>);
}

/// The worker that takes a lock, the alarm that ends its wait, and its watch over the others, if
/// any.
#[derive(Clone, Copy)]
pub struct LockContext<'a> {
    id: WorkerId,
    mailbox: &'a Mailbox,
    alarm: &'a Alarm,
    watch: Option<&'a dyn Watch>,
}

impl<'a> LockContext<'a> {
    pub(crate) fn new(
        id: WorkerId,
        mailbox: &'a Mailbox,
        alarm: &'a Alarm,
        watch: Option<&'a dyn Watch>,
    ) -> LockContext<'a> {
        LockContext { id, mailbox, alarm, watch }
    }

    /// The worker that takes the locks.
    pub(crate) fn id(&self) -> WorkerId {
        self.id
    }

    /// Called now and then while the worker waits for a lock.
    pub(super) fn check_while_waiting(&self, holder: WorkerId) -> Result<(), Alarmed> {
        self.mailbox.lock_waits.fetch_add(1, Ordering::Relaxed);
        self.check_on_others(Some(holder));
        self.alarm.check()
    }

    /// Checks on the other workers, if this worker watches over them.
    #[inline]
    pub(crate) fn check_on_others(&self, suspect: Option<WorkerId>) {
        if let Some(watch) = self.watch {
            watch.check(suspect);
        }
    }
}
