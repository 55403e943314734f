//! `uidpabs`: the moves of the root are dealt to the workers, and each deepens its own.
//!
//! M. Newborn, "Unsynchronized Iteratively Deepening Parallel Alpha-Beta Search", IEEE PAMI 10(5), 1988; 3.94 on 8
//! processors. After two plies that all search together, the moves of the root are dealt out like cards, in the order
//! found there. From then on each worker iterates on its own share without waiting: shares that are easy to search get
//! deeper than others.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | the moves of the root; the game shares a table |
//! | Who may take it? | fixed: whoever it was dealt to |
//! | Who carries the value up? | every worker for itself; the main worker takes the best |
//! | Who iterates? | everybody, on its own share |
//!
//! ```text
//!                 depth 1 and 2    depth 3         4         5
//!   worker 0      all moves       │ a d g ────│ d a g ────│ d ──    depth 3 is done when all
//!   worker 1      all moves       │ b e h ──────────────│ b e       three have done it; the best
//!   worker 2      all moves       │ c f ──│ c f ──│ f c ────│       of their moves is played
//!                                                       ▲
//!                                    depth 3 is done ───┘
//! ```
//!
//! Depth D of the team is done when every share has reached it. So a worker with a hard share delays the others'
//! results, but not their searches. All workers know the best value so far. The window of a share begins at the best
//! value that any worker has found at this depth. If none has reached it, the window begins a little below the best
//! value of the depth before. A share with only worse moves is done without a value, unless no worker has found a
//! better one. Then it is searched again with an open window. The source has narrow windows too. By its abstract, they
//! make it less important how soon a value is backed up. The abstract does not describe how it sets them. The open
//! upper end and the shared table are choices made here.
//!
//! The first move of a share is searched as the first move of a node, whichever rank it has at the root. That costs
//! little if every move is searched to the same depth, as in 1988. If late moves are reduced, the shares together are a
//! larger tree than the root.
//!
//! The source ends by its time, and compares values of the depths that the shares have reached. The same applies here
//! to a share that is already beyond D. A worker without a move has nothing to do, and a single worker searches as
//! requested.
//!
//! A decided share, for example one whose moves are all mated, would deepen quickly and without end. A share that is 32
//! plies ahead of the team waits for the team's next depth. The source does not mention this.

use std::sync::atomic::{AtomicU32, Ordering};

use cleave_smp::{Window, WorkerId};

use super::best_by_depth::BestByDepth;
use super::exclusion::Nobody;
use super::iteration::FinishedDepth;
use super::plan::{AsAsked, Found, Next, Plan};
use super::{Rules, SharedRoot, TeamSearch};
use crate::open_search::MOST_AHEAD;
use crate::own_root::{RootMoves, RootTask};
use crate::traits::{Keys, OwnRoot};

/// The last depth that all workers search together, in plies.
const COMMON_PLIES: i32 = 2;

/// The window of a depth begins this far below the best value of the depth before.
const MARGIN: i32 = 16;

pub(crate) fn rules<'a, N: OwnRoot + Keys>(
    shared: &'a SharedRoot<N>,
    who: WorkerId,
) -> Rules<'a, N> {
    let plan = SharePlan::new(&shared.best_by_depth, &shared.search.stops, who);
    Rules { plan: Box::new(plan), exclusion: Box::new(Nobody) }
}

/// The plan of a worker that deepens its share.
struct SharePlan<'a, N: OwnRoot + Keys> {
    best_by_depth: &'a BestByDepth,
    /// The searches stopped so far.
    stops: &'a AtomicU32,
    place: usize,
    /// The deal of its share. `None` while all search together.
    deal: Option<Deal>,
    depth: i32,
    /// The window at this depth has been too high for all shares.
    is_widened: bool,
    /// The descent holds the search of `depth`. Otherwise that search has not begun.
    is_under_way: bool,
    /// In the team's search every worker searches all moves.
    is_common: bool,
    /// The worker's result is already part of the team's search.
    has_reported: bool,
    /// The last depth that the share has finished.
    finished: Option<FinishedDepth<N>>,
}

/// The deal that all shares must have in common, so that together they are the root. Shares of two deals may overlap
/// and leave moves out.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Deal {
    /// The key of the root.
    key: u64,
    /// The searches stopped so far. After a stop some shares have reached its depth, and others have not.
    stops: u32,
    /// The number of workers to which the moves are dealt.
    seats: usize,
}

impl<'a, N: OwnRoot + Keys> SharePlan<'a, N> {
    fn new(
        best_by_depth: &'a BestByDepth,
        stops: &'a AtomicU32,
        who: WorkerId,
    ) -> SharePlan<'a, N> {
        SharePlan {
            best_by_depth,
            stops,
            place: who.index(),
            deal: None,
            depth: 0,
            is_widened: false,
            is_under_way: false,
            is_common: true,
            has_reported: false,
            finished: None,
        }
    }

    /// Returns the deal of a search. Returns `None` if its root cannot be distinguished from others.
    fn deal_of(&self, team_search: &TeamSearch<N>) -> Option<Deal> {
        let (stops, seats) = (self.stops.load(Ordering::Relaxed), team_search.partial.parts.seats);
        team_search.key.map(|key| Deal { key, stops, seats })
    }

    /// Begins with the share of the current deal.
    fn begin(&mut self, team_search: &TeamSearch<N>) -> Next<N> {
        self.finished = None;
        (self.depth, self.is_widened) = (team_search.root.depth(), false);
        let of = team_search.partial.parts.seats;
        self.search(team_search, RootMoves::Share { place: self.place, of })
    }

    /// Begins a search of the due depth.
    fn search(&mut self, team_search: &TeamSearch<N>, moves: RootMoves) -> Next<N> {
        self.is_under_way = true;
        let deeper = self.depth - team_search.root.depth();
        let window = team_search.root.window().map(|_| self.window(N::full_window()));
        Next::Search(RootTask { deeper, window, moves })
    }

    /// Continues with the share at the due depth, unless that is too far ahead. Then this worker has reported, and a
    /// worker that has not is busy once all have entered. Until then it repeats its last depth.
    fn go_on(&mut self, team_search: &TeamSearch<N>) -> Next<N> {
        let deepest = team_search.root.depth() + MOST_AHEAD;
        let parts = &team_search.partial.parts;
        if self.depth > deepest && parts.taken == parts.seats {
            return Next::Leave;
        }
        self.depth = self.depth.min(deepest);
        self.search(team_search, RootMoves::Own)
    }

    fn window(&self, full: Window) -> Window {
        let best = self.best_by_depth;
        let expected = || if self.is_widened { None } else { best.at(self.depth - 1) };
        let alpha =
            best.at(self.depth).or_else(|| expected().map(|value| value.saturating_sub(MARGIN)));
        // A value at the end of all values would leave no value above it.
        let alpha = alpha.map_or(full.alpha, |alpha| alpha.clamp(full.alpha, full.beta - 1));
        Window { alpha, ..full }
    }

    /// Takes in a result, and sets the due depth and window.
    fn take_in(&mut self, context: &mut N::Context<'_>, found: Found<N>) {
        self.is_under_way = false;
        if self.finished.as_ref().is_some_and(|finished| finished.depth >= self.depth) {
            // This was a repetition. Its window begins at the value that it would have to find again.
            self.depth += 1;
            return;
        }
        if let Some(score) = N::score(&found.value) {
            if found.is_exact(None) {
                self.best_by_depth.note(self.depth, score);
            } else if self.best_by_depth.at(self.depth).is_none_or(|best| best < score) {
                self.is_widened = true;
                return;
            }
        }
        N::keep_root_results(context);
        self.finished = Some(FinishedDepth { depth: self.depth, found });
        self.depth += 1;
        self.is_widened = false;
    }

    /// Reports the result if the share has reached the depth of the team's search. The last share to do so concludes
    /// it.
    fn report(
        &mut self,
        context: &mut N::Context<'_>,
        team_search: &mut TeamSearch<N>,
    ) -> Option<Next<N>> {
        let finished = self.finished.as_ref()?;
        if self.has_reported || finished.depth < team_search.root.depth() {
            return None;
        }
        self.has_reported = true;
        let rank = |found: &Found<N>| (found.is_exact(None), N::score(&found.value));
        let best = team_search.partial.best;
        if best.is_none_or(|best| rank(&finished.found) > rank(&best)) {
            team_search.partial.best = Some(finished.found);
        }
        let is_last = Self::count(team_search);
        team_search.root.publish_root_results(context, is_last);
        if is_last { Self::conclude(team_search) } else { None }
    }

    /// Counts one more share as done. Returns true if it is the last.
    fn count(team_search: &mut TeamSearch<N>) -> bool {
        let parts = &mut team_search.partial.parts;
        parts.done += 1;
        parts.done == parts.seats
    }

    fn conclude(team_search: &TeamSearch<N>) -> Option<Next<N>> {
        let window = team_search.root.window().map(|_| N::full_window());
        team_search.partial.best.map(|best| Next::Conclude(Found { window, ..best }))
    }
}

impl<N: OwnRoot + Keys> Plan<N> for SharePlan<'_, N> {
    fn has_seat(&self, seats: usize) -> bool {
        self.place < seats
    }

    fn enter(&mut self, context: &mut N::Context<'_>, team_search: &mut TeamSearch<N>) -> Next<N> {
        self.has_reported = false;
        let depth = team_search.root.depth();
        self.is_common = team_search.partial.parts.seats == 1 || depth <= COMMON_PLIES;
        if self.is_common {
            (self.deal, self.is_under_way) = (None, false);
            return AsAsked.enter(context, team_search);
        }
        team_search.partial.parts.taken += 1;
        let deal = self.deal_of(team_search);
        if deal.is_none() || deal != self.deal {
            self.deal = deal;
            if self.place == WorkerId::MAIN.index() {
                // The main worker enters first.
                self.best_by_depth.clear();
            }
            return self.begin(team_search);
        }
        if let Some(conclusion) = self.report(context, team_search) {
            return conclusion;
        }
        if self.depth < depth {
            // The main worker has skipped depths. The share does not change.
            (self.depth, self.is_widened, self.is_under_way) = (depth, false, false);
        }
        match self.is_under_way {
            true => Next::Resume { deeper: self.depth - depth },
            false => self.go_on(team_search),
        }
    }

    fn finish(
        &mut self,
        context: &mut N::Context<'_>,
        team_search: &mut TeamSearch<N>,
        found: Found<N>,
    ) -> Next<N> {
        if self.is_common {
            return AsAsked.finish(context, team_search, found);
        }
        self.take_in(context, found);
        match self.report(context, team_search) {
            Some(conclusion) => conclusion,
            None => self.go_on(team_search),
        }
    }

    fn finish_late(&mut self, context: &mut N::Context<'_>, found: Found<N>) -> bool {
        if !self.is_common {
            self.take_in(context, found);
        }
        !self.is_common
    }

    /// Counts the empty share as done.
    fn pass(&mut self, context: &mut N::Context<'_>, team_search: &mut TeamSearch<N>) -> Next<N> {
        (self.deal, self.is_under_way) = (None, false);
        if !Self::count(team_search) {
            return Next::Leave;
        }
        N::keep_root_results(context);
        team_search.root.publish_root_results(context, true);
        Self::conclude(team_search).unwrap_or(Next::Leave)
    }

    fn keeps_its_search(&self) -> bool {
        self.is_under_way
    }

    fn forget(&mut self) {
        let who = WorkerId::new(self.place);
        *self = SharePlan::new(self.best_by_depth, self.stops, who);
    }
}

#[cfg(test)]
mod tests;
