//! Defines where and when to split. Every threshold has a name and can be set at run time.

use cleave_shared_memory::Plain;

/// The part of the tree below the split frontier that one step of a worker covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub enum Grain {
    /// A subtree: the recursive driver runs within the step.
    Subtree,
    /// A node: for simulations, and for tests.
    Node,
}

/// The parameters of splitting. They take effect with the next search. `confidence`, `large_team`,
/// `large_team_confidence`, `weights`, `next_from` and `next_depth` concern Dynamic Tree Splitting alone. The others
/// concern all algorithms that share nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
#[non_exhaustive]
pub struct Params {
    /// The split frontier, in plies. While all workers are busy, only nodes with at least this remaining depth may be
    /// shared later; a worker searches deeper nodes alone. In algorithms other than Dynamic Tree Splitting, such nodes
    /// become split blocks at once.
    pub min_thread_depth: i32,
    /// The frontier is no lower than this share of the root's depth, in percent. The deeper the search, the larger the
    /// tree below every block, and the fewer blocks keep all workers busy.
    pub min_thread_share: i32,
    /// The frontier while a worker is idle, if that is lower, in plies. Small trees are shared when a worker needs
    /// them, and cost nothing otherwise.
    pub idle_thread_depth: i32,
    /// The most workers that search children of the same node at once.
    pub max_thread_group: u32,
    /// The root may be split.
    pub split_at_root: bool,
    /// The confidence that a small team requires, by type of node.
    pub confidence: Confidence,
    /// The least number of workers of a large team, to which `large_team_confidence` applies.
    pub large_team: u32,
    /// The confidence that a large team requires. By default it is lower than a small team's. While one worker searches
    /// the first child of every node, the tree has too little work for a large team. A worker that would be idle may as
    /// well try a node that turns out not to be worth it. Makes 16 workers faster by a third at 0.1 s of P_seq.
    pub large_team_confidence: Confidence,
    /// The weights in the priority of a node.
    pub weights: Weights,
    /// Microseconds for which an idle worker polls the job list before it sleeps. Waking a sleeper takes about ten
    /// microseconds, and more on a busy machine.
    pub idle_spin_us: u32,
    /// The length of a worker's steps.
    pub(crate) grain: Grain,
    /// The least depth of a next iteration that workers without work begin, in plies; 0 for never.
    pub next_from: u8,
    /// The split frontier in the tree of the next iteration, in plies. The lower it is, the sooner a worker notices
    /// work of higher rank.
    pub next_depth: u8,
}

/// Children that must have been searched without a cutoff before a node may be joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
#[non_exhaustive]
pub struct Confidence {
    /// PV nodes: before the first child there is no bound, and the work would be wasted.
    pub pv: u16,
    /// ALL nodes: if the type is right, all children must be searched anyway.
    pub all: u16,
    /// CUT nodes: each child without a cutoff makes the type less likely.
    pub cut: u16,
    /// The number of children beyond which more of them prove nothing new.
    pub limit: u16,
}

/// The weights whose sum is the priority of a joinable node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
#[non_exhaustive]
pub struct Weights {
    /// For a PV node.
    pub pv: u32,
    /// For an ALL node.
    pub all: u32,
    /// For a CUT node.
    pub cut: u32,
    /// For each child that indicates an ALL node, up to the limit.
    pub confidence: u32,
    /// For each ply of remaining depth: nearer the root one join brings more work.
    pub depth: u32,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            min_thread_depth: 5,
            min_thread_share: 40,
            idle_thread_depth: 3,
            max_thread_group: 64,
            split_at_root: true,
            confidence: Confidence { pv: 1, all: 1, cut: 3, limit: 3 },
            large_team: 3,
            large_team_confidence: Confidence { pv: 1, all: 0, cut: 1, limit: 3 },
            weights: Weights { pv: 30_000, all: 20_000, cut: 10_000, confidence: 10, depth: 100 },
            idle_spin_us: 50,
            grain: Grain::Subtree,
            next_from: 6,
            next_depth: 3,
        }
    }
}

impl Params {
    /// Returns these parameters with some of them set to other values.
    ///
    /// ```
    /// let params = cleave_smp::Params::default().with(|params| params.min_thread_depth = 4);
    /// ```
    #[must_use]
    pub fn with(mut self, set: impl FnOnce(&mut Params)) -> Params {
        set(&mut self);
        self
    }

    /// Returns the parameters of a search by this many workers whose root has this depth. They fix the frontier for the
    /// whole search.
    pub(crate) fn for_search(&self, workers: usize, depth: i32) -> Params {
        let share = self.min_thread_share.saturating_mul(depth) / 100;
        let is_large_team = workers >= self.large_team as usize;
        let confidence = if is_large_team { self.large_team_confidence } else { self.confidence };
        let next_from = if workers > 1 { self.next_from } else { 0 };
        Params {
            min_thread_depth: self.min_thread_depth.max(share),
            confidence,
            next_from,
            ..*self
        }
    }

    /// Returns true if a node of this depth may become a split block.
    pub(crate) fn is_above_frontier(
        &self,
        depth: i32,
        has_idle_worker: impl FnOnce() -> bool,
    ) -> bool {
        depth >= self.min_thread_depth || depth >= self.idle_thread_depth && has_idle_worker()
    }

    /// Returns true if workers without work begin a next iteration whose root has this depth.
    pub(crate) fn searches_ahead(&self, depth: i32) -> bool {
        self.next_from > 0 && depth >= i32::from(self.next_from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_worker_begins_no_next_iteration() {
        let params = Params::default();
        let next_from = [1, 2, 3].map(|workers| params.for_search(workers, 9).next_from);
        assert_eq!(next_from, [0, params.next_from, params.next_from]);
    }

    #[test]
    fn the_next_iteration_is_begun_from_a_depth_on() {
        let searches_ahead =
            |next_from, depth| Params { next_from, ..Params::default() }.searches_ahead(depth);
        assert_eq!([5, 6, 7].map(|depth| searches_ahead(6, depth)), [false, true, true]);
        assert!(!searches_ahead(0, 20), "0 is never");
    }

    #[test]
    fn the_frontier_rises_with_the_root() {
        let params = Params { min_thread_depth: 5, min_thread_share: 40, ..Params::default() };
        let frontier = |depth| params.for_search(2, depth).min_thread_depth;
        assert_eq!([1, 10, 15, 20, 30].map(frontier), [5, 5, 6, 8, 12]);
    }

    #[test]
    fn the_frontier_falls_while_a_worker_is_idle() {
        let params = Params { min_thread_depth: 8, idle_thread_depth: 3, ..Params::default() };
        let lowest = |idle| (1..10).find(|&depth| params.is_above_frontier(depth, || idle));
        assert_eq!([false, true].map(lowest), [Some(8), Some(3)]);
    }
}
