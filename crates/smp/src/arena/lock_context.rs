//! Who takes a lock, and how the wait for it ends.

use std::sync::atomic::Ordering;

use super::alarm::Alarm;
use super::mailbox::Mailbox;
use crate::ids::WorkerId;
use crate::lock::Alarmed;

/// Somebody who can tell if a worker has died, and then raises the alarm.
pub(crate) trait Watch {
    /// Looks after the others, if it is time for it. `suspect` holds a lock for long.
    fn look(&self, suspect: Option<WorkerId>);
}

/// What a worker takes locks with: its number, and the alarm that ends the wait.
#[derive(Clone, Copy)]
pub(crate) struct LockContext<'a> {
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

    /// Called now and then while waiting for a lock.
    pub(super) fn look_up(&self, holder: WorkerId) -> Result<(), Alarmed> {
        self.mailbox.lock_waits.fetch_add(1, Ordering::Relaxed);
        self.watch(Some(holder));
        self.alarm.check()
    }

    /// Looks after the other workers, if that is this worker's business.
    #[inline]
    pub(crate) fn watch(&self, suspect: Option<WorkerId>) {
        if let Some(watch) = self.watch {
            watch.look(suspect);
        }
    }
}
