//! The size of a tree, and the longest chains in it.

use std::ops::AddAssign;

use super::rule::Rule;

/// Nodes searched, and the longest chains among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CriticalPath {
    /// W: all nodes.
    pub work: u64,
    /// C under each rule, in the order of [`Rule::ALL`].
    pub(super) chains: [u64; Rule::ALL.len()],
}

impl CriticalPath {
    /// C: the nodes in the longest chain under this rule.
    pub fn chain(&self, rule: Rule) -> u64 {
        self.chains[rule as usize]
    }

    /// W / C: the most that any number of workers can gain; 1 for an empty tree.
    pub fn parallelism(&self, rule: Rule) -> f64 {
        if self.work == 0 { 1.0 } else { self.work as f64 / self.chain(rule) as f64 }
    }
}

/// One search after another.
impl AddAssign for CriticalPath {
    fn add_assign(&mut self, next: CriticalPath) {
        self.work += next.work;
        for (chain, more) in self.chains.iter_mut().zip(next.chains) {
            *chain += more;
        }
    }
}
