//! A tree of P_seq: its size and its critical path.

use std::collections::BTreeMap;

use cleave_search::{Limits, Root, Searcher};
use cleave_smp_lab::critical_path::Rule;
use serde::{Deserialize, Serialize};

use super::perturbation::perturb;
use super::positions::TestPosition;
use crate::chess::trace_critical_path;

/// The tree that P_seq searches from one position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Tree {
    /// The file of the position, and its id there.
    pub(crate) position: String,
    /// The number of the perturbation before the search.
    pub(crate) seed: u64,
    pub(crate) depth: u32,
    /// W: all nodes.
    pub(crate) nodes: u64,
    /// C: the nodes of the longest chain under each rule, by its name.
    pub(crate) chains: BTreeMap<String, u64>,
}

impl Tree {
    /// Searches the tree.
    pub(crate) fn measure(
        searcher: &mut Searcher,
        position: &TestPosition,
        depth: u32,
        seed: u64,
    ) -> Tree {
        perturb(searcher, seed);
        let (outcome, path) =
            trace_critical_path(searcher, &Root::from(position.position), &Limits::to_depth(depth));
        let chains = Rule::ALL.map(|rule| (rule.name().into(), path.chain(rule)));
        Tree { position: position.name(), seed, depth, nodes: outcome.nodes, chains: chains.into() }
    }

    /// W / C, if the rule has been measured.
    pub(crate) fn parallelism(&self, rule: Rule) -> Option<f64> {
        self.chains.get(rule.name()).map(|&chain| self.nodes as f64 / chain as f64)
    }
}
