//! Binds threads to processors.
//!
//! The system moves a thread from processor to processor as it likes. A thread that is bound to some processors stays
//! near the caches and the memory that it has filled. Linux binds threads; elsewhere [`allowed`] reports nothing and
//! [`Bound::to`] fails, which changes nothing but speed. A thread or process that is started later begins with the
//! binding of its starter.

use std::{fmt, io};

use crate::binding;
use crate::free_map::bits;

/// The most processors that a set may hold: as many as Linux counts in its usual set.
pub const MAX_PROCESSORS: usize = 1024;

/// A set of processors, by the numbers that the system gives them.
///
/// ```
/// use cleave_sync::affinity::ProcessorSet;
///
/// let set: ProcessorSet = [0, 1, 2, 8].into_iter().collect();
/// assert_eq!((set.len(), set.to_string().as_str()), (4, "0-2,8"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct ProcessorSet {
    words: [u64; MAX_PROCESSORS / 64],
}

impl ProcessorSet {
    /// Adds a processor. Returns false if it was in the set.
    ///
    /// # Panics
    /// If the number is not below [`MAX_PROCESSORS`].
    pub fn insert(&mut self, processor: usize) -> bool {
        let (word, bit) = (&mut self.words[processor / 64], 1 << (processor % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Returns true if the processor is in the set.
    pub fn contains(&self, processor: usize) -> bool {
        self.words.get(processor / 64).is_some_and(|word| word >> (processor % 64) & 1 != 0)
    }

    /// Returns the number of processors.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns true if there are no processors.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the processors, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let words = self.words.into_iter().enumerate();
        words.flat_map(|(index, word)| bits(word).map(move |bit| 64 * index + bit))
    }

    /// Returns the processors that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &ProcessorSet) -> ProcessorSet {
        self.iter().filter(|&processor| other.contains(processor)).collect()
    }
}

impl FromIterator<usize> for ProcessorSet {
    fn from_iter<I: IntoIterator<Item = usize>>(processors: I) -> ProcessorSet {
        let mut set = ProcessorSet::default();
        for processor in processors {
            set.insert(processor);
        }
        set
    }
}

impl fmt::Display for ProcessorSet {
    /// Writes the list as Linux does: `0-2,8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let begins = |&processor: &usize| processor == 0 || !self.contains(processor - 1);
        for (index, first) in self.iter().filter(begins).enumerate() {
            let last = (first..).find(|&last| !self.contains(last + 1)).unwrap_or(first);
            let comma = if index > 0 { "," } else { "" };
            match last {
                last if last == first => write!(f, "{comma}{first}")?,
                last => write!(f, "{comma}{first}-{last}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for ProcessorSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// Returns the processors on which this thread may run, or `None` if the system does not report them.
pub fn allowed() -> Option<ProcessorSet> {
    binding::allowed_processors().filter(|set| !set.is_empty())
}

/// Returns which of these processors a thread of this process can be bound to, or `None` if there are none. A container may
/// lack some. Binds this thread for a moment.
pub fn reachable(processors: &ProcessorSet) -> Option<ProcessorSet> {
    let _bound = Bound::to(processors).ok()?;
    allowed()
}

/// A thread that is bound to processors. When this is dropped, the thread may again run where it could before.
#[derive(Debug)]
pub struct Bound {
    before: ProcessorSet,
}

impl Bound {
    /// Binds this thread. Processors that are offline, or not in the thread's control group, are left out.
    ///
    /// # Errors
    /// The system binds no threads, or none of the processors is available.
    pub fn to(processors: &ProcessorSet) -> io::Result<Bound> {
        let before = allowed().ok_or(io::ErrorKind::Unsupported)?;
        binding::run_on(processors)?;
        Ok(Bound { before })
    }

    /// Returns the processors on which the thread could run before.
    pub fn before(&self) -> ProcessorSet {
        self.before
    }

    /// Keeps the thread bound until it ends.
    pub fn for_good(self) {
        std::mem::forget(self);
    }
}

impl Drop for Bound {
    fn drop(&mut self) {
        // The processors may have gone offline. Then the system has already let the thread run elsewhere.
        let _ = binding::run_on(&self.before);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_written_as_a_list() {
        let list = |set: &[usize]| set.iter().copied().collect::<ProcessorSet>().to_string();
        assert_eq!(list(&[]), "");
        assert_eq!(list(&[7]), "7");
        assert_eq!(list(&[0, 1, 63, 64, 65, 1023]), "0-1,63-65,1023");
    }

    #[test]
    fn a_set_has_what_was_put_in() {
        let mut set = ProcessorSet::default();
        assert!(set.is_empty() && set.insert(70) && !set.insert(70) && set.insert(3));
        assert!(set.iter().eq([3, 70]) && set.contains(70) && !set.contains(71));
        assert!(!set.contains(MAX_PROCESSORS), "no set holds it");
        let other = [70, 71].into_iter().collect();
        assert!(set.intersection(&other).iter().eq([70]));
    }

    /// A test thread is bound, not the program.
    #[test]
    fn a_bound_thread_is_free_again_afterwards() {
        std::thread::spawn(|| {
            let Some(before) = allowed() else {
                assert!(Bound::to(&ProcessorSet::from_iter([0])).is_err(), "nothing is reported");
                return;
            };
            let one: ProcessorSet = before.iter().take(1).collect();
            let bound = Bound::to(&one).unwrap();
            assert_eq!((allowed(), bound.before()), (Some(one), before));
            drop(bound);
            assert_eq!(allowed(), Some(before));
            let more: ProcessorSet = one.iter().chain([MAX_PROCESSORS - 1]).collect();
            assert_eq!(reachable(&more), Some(one), "no machine here has the last one");
            assert_eq!((reachable(&ProcessorSet::default()), allowed()), (None, Some(before)));
            assert!(
                Bound::to(&ProcessorSet::default()).is_err(),
                "no processor is no place to run"
            );
            assert_eq!(allowed(), Some(before));
            Bound::to(&one).unwrap().for_good();
            assert_eq!(allowed(), Some(one));
        })
        .join()
        .unwrap();
    }
}
