//! Searches by two ranks, each with one by one rank.

use std::collections::BTreeSet;

use cleave_kit::statistics::round;

use crate::validate::validation::Sample;

/// The effort of a search.
pub(super) struct Taken {
    pub(super) seconds: f64,
    /// The nodes of the first rank.
    pub(super) nodes: u64,
}

/// Searches by two ranks, each with one by one rank.
pub(super) struct Pairs {
    pub(super) sample: Sample,
    /// The sizes of the trees of one rank; there should be one.
    trees_of_one: BTreeSet<u64>,
}

impl Default for Pairs {
    fn default() -> Pairs {
        let sample = Sample { speedup: Vec::new(), node_ratio: Vec::new() };
        Pairs { sample, trees_of_one: BTreeSet::new() }
    }
}

impl Pairs {
    pub(super) fn add(&mut self, one: &Taken, two: &Taken) {
        self.sample.speedup.push(round(one.seconds / two.seconds, 4));
        self.sample.node_ratio.push(round(two.nodes as f64 / one.nodes.max(1) as f64, 4));
        self.trees_of_one.insert(one.nodes);
    }

    /// Returns true if one rank searched the same tree each time, in both worlds.
    pub(super) fn have_one_tree(&self, other: &Pairs) -> bool {
        self.trees_of_one.union(&other.trees_of_one).count() == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_other_tree_of_several_is_noticed() {
        let pairs = |nodes: [u64; 3]| {
            let mut pairs = Pairs::default();
            for nodes in nodes {
                pairs.add(&Taken { seconds: 1.0, nodes }, &Taken { seconds: 0.5, nodes: 700 });
            }
            pairs
        };
        let same = pairs([1_000; 3]);
        assert!(same.have_one_tree(&pairs([1_000; 3])));
        for other in [[900, 1_000, 1_000], [1_000, 1_000, 900], [900; 3]] {
            assert!(!same.have_one_tree(&pairs(other)) && !pairs(other).have_one_tree(&same));
        }
    }
}
