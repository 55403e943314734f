//! The table of leaves, in shared memory: the APHID table of the source.
//!
//! The main worker alone puts leaves in and takes them out; helpers read, take and answer them. A place
//! keeps its leaf while a helper searches it. When a worker dies, the results stay: only the leaf that
//! it was writing to is lost, and all leaves are dealt out anew.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cleave_shared_memory::Shareable;
use cleave_smp::seam::{BlockId, Exclusive, Guard, LockContext, Locked, order};
use cleave_smp::{Alarmed, Window, WorkerId};
use cleave_sync::chaos;

use super::choice::Candidate;
use super::duty::{Duty, Visit};
use super::leaf::{Finding, Leaf, Question};
use crate::open_search::LOCK;
use crate::traits::CompleteNode;

/// Places in the table. When all are taken by leaves of the last passes, the main worker searches the
/// others by itself.
pub(super) const PLACES: usize = 1024;

/// Bytes of a cache line.
const LINE: usize = 64;

/// A leaf that has not been visited for so many passes may be forgotten.
pub(super) const FORGOTTEN_AFTER: u32 = 8;

/// The leaves of the main worker's tree.
#[derive(Shareable)]
#[repr(C)]
pub(super) struct LeafTable<N: CompleteNode> {
    /// The places from here on have not been used.
    used: AtomicU32,
    /// The key of each leaf; 0 for a free place.
    keys: [AtomicU64; PLACES],
    /// The pass that has come to it last, in the upper half, and its number in that pass.
    visits: [AtomicU64; PLACES],
    /// See [`Duty`].
    duties: [AtomicU32; PLACES],
    leaves: [Locked<Leaf<N>, { order::BLOCK }>; PLACES],
}

/// A leaf, locked.
pub(super) struct LockedLeaf<'a, N: CompleteNode> {
    leaf: Guard<'a, Leaf<N>, { order::BLOCK }>,
    duty: &'a AtomicU32,
}

impl<N: CompleteNode> LeafTable<N> {
    /// The places that may hold a leaf.
    fn used(&self) -> usize {
        self.used.load(Relaxed) as usize
    }

    /// The cache lines that a look at all candidates reads.
    pub(super) fn lines(&self) -> u32 {
        let words = size_of::<AtomicU64>() + size_of::<AtomicU32>();
        (self.used() * words).div_ceil(LINE) as u32
    }

    /// The leaves with their keys.
    pub(super) fn entries(&self) -> impl Iterator<Item = (usize, u64)> {
        let keys = self.keys[..self.used()].iter().map(|key| key.load(Relaxed));
        keys.enumerate().filter(|&(_, key)| key != 0)
    }

    /// The leaves as a helper that chooses among them sees them.
    pub(super) fn candidates(&self) -> impl Iterator<Item = Candidate> + Clone {
        (0..self.used()).map(|place| Candidate {
            place,
            duty: self.duty(place),
            visit: self.visit(place),
        })
    }

    pub(super) fn duty(&self, place: usize) -> Duty {
        Duty::unpack(self.duties[place].load(Relaxed))
    }

    fn visit(&self, place: usize) -> Visit {
        let word = self.visits[place].load(Relaxed);
        Visit { pass: (word >> 32) as u32, rank: word as u32 }
    }

    /// The main worker has come to this leaf.
    pub(super) fn note_visit(&self, place: usize, Visit { pass, rank }: Visit) {
        self.visits[place].store(u64::from(pass) << 32 | u64::from(rank), Relaxed);
    }

    /// Locks a leaf.
    ///
    /// # Errors
    /// The alarm is on.
    pub(super) fn lock<'a>(
        &'a self,
        place: usize,
        lock_context: &LockContext<'_>,
    ) -> Result<LockedLeaf<'a, N>, Alarmed> {
        let leaf = self.leaves[place].lock(lock_context)?;
        Ok(LockedLeaf { leaf, duty: &self.duties[place] })
    }

    /// A place for one more leaf: one that was never used, or that of the leaf forgotten longest.
    pub(super) fn find_room(&self, pass: u32) -> Option<usize> {
        if self.used() < PLACES {
            return Some(self.used());
        }
        let places = (0..PLACES).filter(|&place| {
            let age = pass.saturating_sub(self.visit(place).pass);
            age > FORGOTTEN_AFTER && !self.duty(place).is_taken
        });
        places.min_by_key(|&place| self.visit(place))
    }

    /// Puts a leaf into a place that there is room in, on the list of `owner`. Returns the key of the
    /// leaf that was there; `None` if a helper has taken that one up in the meantime, and it stays.
    ///
    /// # Errors
    /// The alarm is on.
    pub(super) fn put(
        &self,
        place: usize,
        key: u64,
        leaf: Leaf<N>,
        (owner, visit): (WorkerId, Visit),
        lock_context: &LockContext<'_>,
    ) -> Result<Option<u64>, Alarmed> {
        let mut guard = self.leaves[place].lock(lock_context)?;
        if self.duty(place).is_taken {
            return Ok(None);
        }
        let before = self.keys[place].swap(key, Relaxed);
        guard.put(leaf);
        self.note_visit(place, visit);
        let duty = &self.duties[place];
        duty.store(Duty { owner: Some(owner), ..Duty::default() }.pack(), Relaxed);
        LockedLeaf { leaf: guard, duty }.update(|_| {});
        self.used.fetch_max(place as u32 + 1, Relaxed);
        Ok(Some(before))
    }

    /// Forgets all leaves. No helper may be at one.
    pub(super) fn clear(&self) {
        for place in 0..self.used() {
            self.forget(place);
        }
        self.used.store(0, Relaxed);
    }

    fn forget(&self, place: usize) {
        self.keys[place].store(0, Relaxed);
        self.visits[place].store(0, Relaxed);
        self.duties[place].store(0, Relaxed);
    }

    /// After a death: what has been found stays, but for the leaf that the dead worker was writing to,
    /// and no leaf is on anybody's list.
    pub(super) fn recover(&self, exclusive: &Exclusive) {
        for (place, leaf) in self.leaves[..self.used()].iter().enumerate() {
            if leaf.recover(exclusive) {
                let duty = Duty { owner: None, is_taken: false, ..self.duty(place) };
                self.duties[place].store(duty.pack(), Relaxed);
            } else {
                self.forget(place);
            }
        }
    }
}

/// The lock of the leaf at this place, as virtual time knows it: those of the leaves follow that of the
/// search.
pub(super) fn lock_of(place: usize) -> BlockId {
    BlockId::from_index(LOCK.index() + 1 + place)
}

impl<N: CompleteNode> LockedLeaf<'_, N> {
    /// True unless it has been lost in a death.
    pub(super) fn has_value(&self) -> bool {
        self.leaf.has_value()
    }

    pub(super) fn leaf(&self) -> &Leaf<N> {
        &self.leaf
    }

    pub(super) fn duty(&self) -> Duty {
        Duty::unpack(self.duty.load(Relaxed))
    }

    /// Changes who has to do with it.
    pub(super) fn assign(&mut self, change: impl FnOnce(&mut Duty)) {
        let mut duty = self.duty();
        change(&mut duty);
        chaos::point();
        self.duty.store(duty.pack(), Relaxed);
    }

    /// The main worker asks something else about it.
    pub(super) fn ask(&mut self, question: Question<N>) {
        self.update(|leaf| leaf.question = question);
    }

    /// A search has found this.
    pub(super) fn take_in(&mut self, depth: i32, found: Finding<N>, window: Window) {
        self.update(|leaf| leaf.take_in(depth, window, found));
    }

    /// Changes the leaf, and what there is to do about it with it.
    fn update(&mut self, change: impl FnOnce(&mut Leaf<N>)) {
        change(&mut self.leaf);
        let plies_behind = self.leaf.plies_behind().min(u8::MAX.into()) as u8;
        let is_ahead = self.leaf.is_ahead();
        self.assign(|duty| (duty.plies_behind, duty.is_ahead) = (plies_behind, is_ahead));
    }
}
