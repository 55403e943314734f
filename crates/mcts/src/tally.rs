//! Packs a node's visits, the sum of their values, and its proof into one word.
//!
//! ```text
//!   63  62 61            37 36                        0
//!   proof |    visits      |  sum of values, in 1/4096
//! ```
//!
//! A playout adds its visit and its value with one atomic addition, so a reader never sees a visit
//! without its value. The sum is a whole number, so workers may add in any order. Enzenberger and
//! Müller (2009) have two words and accept that a reader sometimes sees a visit without its value.

use crate::atomic::{AtomicU64, Ordering};
use crate::proof::Proof;
use crate::value::Value;

const SUM_BITS: u32 = 37;
const VISIT_BITS: u32 = 25;
const PROOF_SHIFT: u32 = SUM_BITS + VISIT_BITS;

/// The maximum number of visits of a node, 33 million. No search makes more playouts.
pub const MAX_VISITS: u32 = (1 << VISIT_BITS) - 1;

// The sum fits even if all visits are wins.
const _: () = assert!((MAX_VISITS as u64) * (Value::UNITS as u64) < 1 << SUM_BITS);

/// The word.
#[derive(Default)]
pub(crate) struct Tally {
    word: AtomicU64,
}

/// The content of the word at one moment. Values are for the player who moved to the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// The number of finished playouts through the node.
    pub visits: u32,
    /// The sum of their values, in 1/4096 of a win.
    pub sum: u64,
    /// The proof.
    pub proof: Proof,
}

impl Tally {
    /// Adds visits whose values have this sum.
    ///
    /// Relaxed, like all operations of a tally: it is a hint for choosing, and publishes nothing
    /// else.
    pub(crate) fn add(&self, visits: u32, sum: u64) {
        debug_assert!(sum <= u64::from(visits) * u64::from(Value::UNITS));
        self.word.fetch_add(u64::from(visits) << SUM_BITS | sum, Ordering::Relaxed);
    }

    /// Moves the mean towards `mean` by `part` of the way, and returns the new mean.
    pub(crate) fn pull(&self, mean: f64, part: f64) -> f64 {
        let relaxed = Ordering::Relaxed;
        let pulled = |word: u64| {
            let sum = (word & ((1 << SUM_BITS) - 1)) as f64;
            let visits = (word >> SUM_BITS) as u32 & MAX_VISITS;
            let target = mean * f64::from(visits) * f64::from(Value::UNITS);
            let sum = (sum + part * (target - sum)).round() as u64;
            Some(word >> SUM_BITS << SUM_BITS | sum)
        };
        let _ = self.word.fetch_update(relaxed, relaxed, pulled);
        self.counts().mean().unwrap_or(mean)
    }

    /// Stores a proof. All proofs of a position agree, so a node is proven once.
    pub(crate) fn prove(&self, proof: Proof) {
        self.word.fetch_or((proof as u64) << PROOF_SHIFT, Ordering::Relaxed);
    }

    pub(crate) fn counts(&self) -> Counts {
        let word = self.word.load(Ordering::Relaxed);
        Counts {
            visits: (word >> SUM_BITS) as u32 & MAX_VISITS,
            sum: word & ((1 << SUM_BITS) - 1),
            proof: Proof::of_bits(word >> PROOF_SHIFT),
        }
    }

    pub(crate) fn set(&self, counts: Counts) {
        let proof = (counts.proof as u64) << PROOF_SHIFT;
        let word = proof | u64::from(counts.visits) << SUM_BITS | counts.sum;
        self.word.store(word, Ordering::Relaxed);
    }
}

impl Counts {
    /// Adds another tree's counts of the same position.
    pub(crate) fn merge(&mut self, other: Counts) {
        self.visits = self.visits.saturating_add(other.visits);
        self.sum += other.sum;
        if other.proof.is_known() {
            self.proof = other.proof;
        }
    }

    /// Returns the mean value, 0 to 1, or the value of the proof if there is one. Returns `None`
    /// without a visit or a proof.
    pub fn mean(&self) -> Option<f64> {
        if let Some(value) = self.proof.value() {
            return Some(value.share());
        }
        let units = f64::from(self.visits) * f64::from(Value::UNITS);
        (self.visits > 0).then(|| self.sum as f64 / units)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn a_tally_holds_its_limits_side_by_side() {
        let tally = Tally::default();
        let most = u64::from(MAX_VISITS) * u64::from(Value::UNITS);
        tally.add(MAX_VISITS, most);
        tally.prove(Proof::Draw);
        let counts = tally.counts();
        assert_eq!(counts, Counts { visits: MAX_VISITS, sum: most, proof: Proof::Draw });
        let other = Tally::default();
        other.set(counts);
        assert_eq!(other.counts(), counts);
        assert_eq!(counts.mean(), Some(0.5), "a proof outweighs all playouts");
    }

    #[test]
    fn a_pulled_mean_keeps_visits_and_proof() {
        let tally = Tally::default();
        tally.add(10, 10 * 1024);
        assert_eq!(tally.pull(0.75, 0.5), 0.5, "half of the way from 0.25");
        assert_eq!(tally.pull(0.75, 0.0), 0.5);
        assert_eq!(tally.counts(), Counts { visits: 10, sum: 10 * 2048, proof: Proof::None });
        tally.prove(Proof::Draw);
        tally.pull(1.0, 1.0);
        assert_eq!(tally.counts(), Counts { visits: 10, sum: 10 * 4096, proof: Proof::Draw });
        assert_eq!(Tally::default().pull(0.3, 0.5), 0.3, "the mean of no visits");
    }

    #[test]
    fn the_counts_of_two_trees_are_added() {
        let mut counts = Counts { visits: 3, sum: 4000, proof: Proof::None };
        counts.merge(Counts { visits: 4, sum: 500, proof: Proof::None });
        assert_eq!(counts, Counts { visits: 7, sum: 4500, proof: Proof::None });
        counts.merge(Counts { visits: 1, sum: 0, proof: Proof::Loss });
        counts.merge(Counts { visits: 1, sum: 0, proof: Proof::None });
        assert_eq!(counts, Counts { visits: 9, sum: 4500, proof: Proof::Loss });
    }
}
