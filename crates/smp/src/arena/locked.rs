//! A plain value behind a lock in shared memory, the worker that takes the lock, and the right to force it open.
#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};

use cleave_shared_memory::{Plain, Shareable};
use cleave_sync::Lock;

use super::mailbox::Mailbox;
use super::team_state::{Alarm, Alarmed};
use crate::ids::WorkerId;

/// The lock order. A worker that holds a lock may take only locks that come later here. Debug builds assert this.
pub mod order {
    /// A split block, or the team's search where all workers search from the root. A worker never holds two: before it
    /// goes from a block to its parent, it releases the block.
    pub const BLOCK: u8 = 1;
    /// The outcome of a search, written with the root's block locked.
    pub(crate) const OUTCOME: u8 = 2;
    /// The setup that the main worker publishes when a search begins.
    pub(crate) const SEARCH_SETUP: u8 = 3;
    /// A worker's counters.
    pub(crate) const COUNTERS: u8 = 4;
}

/// A plain value that one worker at a time may see or change. `ORDER` is its place in the lock order ([`order`]). It
/// begins without a value.
#[repr(C)] // the lock beside what the value begins with
pub struct Locked<T, const ORDER: u8> {
    lock: Lock,
    has_value: AtomicBool,
    value: UnsafeCell<MaybeUninit<T>>,
}

// SAFETY: the value is reached only through a `Guard`, which exists only while the lock is held. The lock
// is taken from its holder only with a proof that no guard is used (`Exclusive::is_proven`).
unsafe impl<T: Plain, const ORDER: u8> Sync for Locked<T, ORDER> {}
// SAFETY: zeros are a free lock without a value. The value is plain, and no worker reads it before it is written
// (`has_value`).
unsafe impl<T: Plain, const ORDER: u8> Shareable for Locked<T, ORDER> {}

impl<T: Plain, const ORDER: u8> Locked<T, ORDER> {
    /// Locks, and waits as long as it takes.
    ///
    /// # Errors
    /// The alarm is on: a worker has died, perhaps while it held this lock.
    #[inline]
    pub fn lock(&self, lock_context: &LockContext<'_>) -> Result<Guard<'_, T, ORDER>, Alarmed> {
        let outer = held::reach_for(ORDER);
        self.lock.acquire(number(lock_context.id()), |holder| {
            lock_context.check_while_waiting(WorkerId::new(holder as usize))
        })?;
        Ok(self.guard(outer))
    }

    /// Locks unless another worker holds the lock.
    #[inline]
    pub(crate) fn try_lock(&self, lock_context: &LockContext<'_>) -> Option<Guard<'_, T, ORDER>> {
        let outer = held::reach_for(ORDER);
        self.lock.try_acquire(number(lock_context.id())).then(|| self.guard(outer))
    }

    #[inline]
    fn guard(&self, outer: u8) -> Guard<'_, T, ORDER> {
        held::set(ORDER);
        // Relaxed: written with the lock held only.
        Guard { locked: self, outer, has_value: self.has_value.load(Ordering::Relaxed) }
    }

    /// After a death: frees the lock if the dead worker held it, and then drops the value, which may be half written.
    /// Returns true if a value is left.
    pub fn recover(&self, exclusive: &Exclusive) -> bool {
        if self.lock.is_held() {
            self.force_unlock(exclusive);
        }
        self.has_value.load(Ordering::Relaxed)
    }

    /// Frees the lock and drops the value, which a dead holder may have left half written.
    pub fn force_unlock(&self, exclusive: &Exclusive) {
        let is_proven = exclusive.is_proven();
        assert!(is_proven || self.lock.try_acquire(0), "a lock is held between two steps");
        self.has_value.store(false, Ordering::Relaxed);
        if is_proven {
            self.lock.force_unlock();
        } else {
            self.lock.release();
        }
    }
}

/// Returns the worker's number as the lock's word stores it.
#[inline]
fn number(id: WorkerId) -> u32 {
    id.index() as u32
}

/// A lock that is held, and access to the value.
pub struct Guard<'l, T: Plain, const ORDER: u8> {
    locked: &'l Locked<T, ORDER>,
    /// The place in the lock order of the lock that was held before this one.
    outer: u8,
    /// A copy of the flag in [`Locked`], which the compiler would otherwise read at every access.
    has_value: bool,
}

impl<T: Plain, const ORDER: u8> Guard<'_, T, ORDER> {
    /// Stores a value, the first or a new one.
    pub fn put(&mut self, value: T) {
        // SAFETY: the lock is held, and `&mut self` makes this the only access through the guard. The overwritten bytes
        // have no `Drop`.
        unsafe { (*self.locked.value.get()).write(value) };
        // Relaxed: read with the lock held only.
        self.locked.has_value.store(true, Ordering::Relaxed);
        self.has_value = true;
    }

    /// Returns true if a value has been stored.
    #[inline]
    pub fn has_value(&self) -> bool {
        self.has_value
    }
}

impl<T: Plain, const ORDER: u8> Deref for Guard<'_, T, ORDER> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        assert!(self.has_value(), "no value has been stored yet");
        // SAFETY: a value has been written, and the lock is held, so no other worker changes it.
        unsafe { (*self.locked.value.get()).assume_init_ref() }
    }
}

impl<T: Plain, const ORDER: u8> DerefMut for Guard<'_, T, ORDER> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        assert!(self.has_value(), "no value has been stored yet");
        // SAFETY: a value has been written; the lock is held, and `&mut self` makes this the only
        // access through the guard.
        unsafe { (*self.locked.value.get()).assume_init_mut() }
    }
}

impl<T: Plain, const ORDER: u8> Drop for Guard<'_, T, ORDER> {
    #[inline]
    fn drop(&mut self) {
        held::set(self.outer);
        self.locked.lock.release();
    }
}

/// Watches over the other workers: raises the alarm if one has died.
pub trait Watch {
    /// Checks on the others if a check is due. `suspect` has held a lock for long.
    fn check(&self, suspect: Option<WorkerId>);
}

/// The worker that takes a lock, the alarm that ends its wait, and its watch over the others, if any.
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

    /// Returns the worker that takes the locks.
    pub(crate) fn id(&self) -> WorkerId {
        self.id
    }

    /// Called now and then while the worker waits for a lock.
    fn check_while_waiting(&self, holder: WorkerId) -> Result<(), Alarmed> {
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

/// The right to reset an arena. Its proof states that every other worker has parked, ended or died, and that the caller
/// holds no lock. With the proof, the reset takes locks from their holders. Without the proof it acquires each lock,
/// and panics if one is held.
pub struct Exclusive {
    is_proven: bool,
}

impl Exclusive {
    /// Returns the proof.
    ///
    /// # Safety
    /// As long as the proof exists no other worker uses the arena, and no guard of a lock in it is used.
    ///
    /// # Panics
    /// In a build with debug assertions, if this worker holds a lock.
    pub unsafe fn assume() -> Exclusive {
        debug_assert!(!held::any(), "this worker still uses what it has locked");
        Exclusive { is_proven: true }
    }

    /// Returns the right without a proof, for one thread that moves all workers. Between two steps none holds a lock.
    pub(crate) fn between_steps() -> Exclusive {
        Exclusive { is_proven: false }
    }

    fn is_proven(&self) -> bool {
        self.is_proven
    }

    /// Returns the proof for tests that search with one thread.
    #[cfg(test)]
    pub(crate) fn in_a_test() -> Exclusive {
        // SAFETY: a test ends its other threads, and forgets its guards, before it resets an arena.
        unsafe { Exclusive::assume() }
    }
}

/// The last lock that this worker took and still holds; in debug builds only.
mod held {
    #[cfg(debug_assertions)]
    thread_local! {
        static HELD: std::cell::Cell<u8> = const { std::cell::Cell::new(0) };
    }

    /// Checks that a lock of this place in the order may be taken now. Returns the place of the last lock held.
    #[inline(always)]
    pub(super) fn reach_for(order: u8) -> u8 {
        #[cfg(debug_assertions)]
        {
            let outer = HELD.get();
            assert!(outer < order, "lock order: {order} is to be taken with {outer} held");
            outer
        }
        #[cfg(not(debug_assertions))]
        {
            let _ = order;
            0
        }
    }

    pub(super) fn any() -> bool {
        #[cfg(debug_assertions)]
        return HELD.get() != 0;
        #[cfg(not(debug_assertions))]
        false
    }

    #[inline(always)]
    pub(super) fn set(order: u8) {
        #[cfg(debug_assertions)]
        HELD.set(order);
        #[cfg(not(debug_assertions))]
        let _ = order;
    }
}
