//! The joining rules.

use cleave_smp::{NodeType, Params, SplitHint};

/// The rule that decides which jobs of a node may run at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Dynamic Tree Splitting, as a crowd of workers joins. PV nodes are joined after their first child, ALL nodes at
    /// once, CUT nodes after one child without a cutoff ([`Params::large_team_confidence`]).
    Dts,
    /// Young Brothers Wait: every node after its first child.
    Ybwc,
    /// PV-splitting: the nodes of the leftmost branch after their first child, and nothing below them.
    PvSplit,
    /// The root after its first child, and nothing else.
    Root,
    /// Everything but the first child of PV nodes, before which there is no bound to search against. It includes the
    /// work before the moves (null move, exclusion search), and goes down to the leaves.
    Unlimited,
}

/// A node that is about to hand out a job.
pub(super) struct Moment {
    /// The hint of the node; `None` in a phase that is strictly in sequence.
    pub(super) hint: Option<SplitHint>,
    /// Its remaining depth.
    pub(super) depth: i32,
    pub(super) is_root: bool,
    /// It is the first child of the first child ... of the root, or the root.
    pub(super) is_leftmost: bool,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 5] = [Rule::Dts, Rule::Ybwc, Rule::PvSplit, Rule::Root, Rule::Unlimited];

    /// Returns the name; a rule of an algorithm has that algorithm's name.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Dts => "dts",
            Rule::Ybwc => "ybwc",
            Rule::PvSplit => "pv-split",
            Rule::Root => "root",
            Rule::Unlimited => "unlimited",
        }
    }

    /// Returns true if the job that the node hands out now need not wait for the jobs that are out. `params` has the
    /// confidence and the split frontier, [`Params::idle_thread_depth`], which every rule with a limit shares.
    pub(super) fn allows(self, moment: &Moment, params: &Params) -> bool {
        let Some(hint) = moment.hint else { return self == Rule::Unlimited };
        if self != Rule::Unlimited && moment.depth < params.idle_thread_depth {
            return false;
        }
        let confidence = params.large_team_confidence;
        let (is_allowed, wanted) = match (self, hint.node_type) {
            (Rule::Dts, NodeType::Pv) => (true, confidence.pv),
            (Rule::Dts, NodeType::All) => (true, confidence.all),
            (Rule::Dts, NodeType::Cut) => (true, confidence.cut),
            (Rule::Ybwc, _) => (true, 1),
            (Rule::PvSplit, _) => (moment.is_leftmost, 1),
            (Rule::Root, _) => (moment.is_root, 1),
            (Rule::Unlimited, NodeType::Pv) => (true, 1),
            (Rule::Unlimited, NodeType::Cut | NodeType::All) => (true, 0),
        };
        is_allowed && hint.searched >= wanted
    }
}
