//! The table of leaves, in shared memory: the APHID table of the source.
//!
//! Only the main worker adds and removes leaves. Helpers read, take and answer them. A place keeps its leaf while a
//! helper searches it. When a worker dies, the results stay. Only the leaf that it was writing to is lost, and all
//! leaves are dealt out anew.

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

/// Places in the table. When leaves of the last passes occupy all of them, the main worker searches the other leaves
/// itself.
pub(super) const PLACES: usize = 1024;

/// Bytes of a cache line.
const LINE: usize = 64;

/// A leaf may be forgotten after this many passes without a visit.
pub(super) const FORGOTTEN_AFTER: u32 = 8;

/// The leaves of the main worker's tree.
#[derive(Shareable)]
#[repr(C)]
pub(super) struct LeafTable<N: CompleteNode> {
    /// The places from here on have not been used.
    used: AtomicU32,
    /// The key of each leaf; 0 for a free place.
    keys: [AtomicU64; PLACES],
    /// The last pass that visited each leaf, in the upper half, and its number in that pass.
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
    /// Returns the places that may hold a leaf.
    fn used(&self) -> usize {
        self.used.load(Relaxed) as usize
    }

    /// Returns the number of cache lines that a look at all candidates reads.
    pub(super) fn lines(&self) -> u32 {
        let words = size_of::<AtomicU64>() + size_of::<AtomicU32>();
        (self.used() * words).div_ceil(LINE) as u32
    }

    /// Returns the leaves with their keys.
    pub(super) fn entries(&self) -> impl Iterator<Item = (usize, u64)> {
        let keys = self.keys[..self.used()].iter().map(|key| key.load(Relaxed));
        keys.enumerate().filter(|&(_, key)| key != 0)
    }

    /// Returns the leaves as a choosing helper sees them.
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

    /// Notes the main worker's visit to this leaf.
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

    /// Returns a place for one more leaf: a place never used, or the place of the leaf forgotten longest.
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

    /// Puts a leaf into a free or forgotten place, on the list of `owner`. Returns the key of the leaf that was there.
    /// Returns `None` if a helper has taken that leaf in the meantime, and it stays.
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

    /// Forgets all leaves. No helper may be searching one.
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

    /// Recovers after a death. The results stay, except of the leaf that the dead worker was writing to, and no leaf is
    /// on any list.
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

/// Returns the lock of the leaf at this place, as virtual time numbers it: the leaves' locks follow the lock of the
/// search.
pub(super) fn lock_of(place: usize) -> BlockId {
    BlockId::from_index(LOCK.index() + 1 + place)
}

impl<N: CompleteNode> LockedLeaf<'_, N> {
    /// Returns true unless the leaf has been lost in a death.
    pub(super) fn has_value(&self) -> bool {
        self.leaf.has_value()
    }

    pub(super) fn leaf(&self) -> &Leaf<N> {
        &self.leaf
    }

    pub(super) fn duty(&self) -> Duty {
        Duty::unpack(self.duty.load(Relaxed))
    }

    /// Changes the leaf's duty.
    pub(super) fn assign(&mut self, change: impl FnOnce(&mut Duty)) {
        let mut duty = self.duty();
        change(&mut duty);
        chaos::point();
        self.duty.store(duty.pack(), Relaxed);
    }

    /// Asks another question about the leaf.
    pub(super) fn ask(&mut self, question: Question<N>) {
        self.update(|leaf| leaf.question = question);
    }

    /// Takes in the result of a search.
    pub(super) fn take_in(&mut self, depth: i32, found: Finding<N>, window: Window) {
        self.update(|leaf| leaf.take_in(depth, window, found));
    }

    /// Changes the leaf, and its duty accordingly.
    fn update(&mut self, change: impl FnOnce(&mut Leaf<N>)) {
        change(&mut self.leaf);
        let plies_behind = self.leaf.plies_behind().min(u8::MAX.into()) as u8;
        let is_ahead = self.leaf.is_ahead();
        self.assign(|duty| (duty.plies_behind, duty.is_ahead) = (plies_behind, is_ahead));
    }
}
