//! `uidpabs`: the moves of the root are dealt to the workers, and each deepens its own.
//!
//! M. Newborn, "Unsynchronized Iteratively Deepening Parallel Alpha-Beta Search", IEEE PAMI 10(5),
//! 1988; 3.94 on 8 processors. After two plies that all search together the moves of the root are dealt
//! out, in the order found there, as cards are. From then on each worker iterates on its own share and
//! waits for nobody: shares that are easy to search get deeper than others.
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
//! Depth D of the team is done when every share has reached it, so a worker with a hard share keeps
//! the others from being heard, but not from searching. The best value so far is known to all: the
//! window of a share begins at the best value that any worker has found at this depth or, if none has
//! come to it, a little below the best one of the depth before. A share all of whose moves are worse
//! than that is done without a value, unless nobody has found a better one; then it is searched again
//! with an open window. The source has narrow windows, too: with them it matters less, says its
//! abstract, how soon a value is backed up. The abstract does not say how it sets them. That they
//! are open above, and that the table is shared, are choices made here.
//!
//! The first move of a share is searched as the first move of a node, whatever its rank at the root.
//! That costs little where every move is searched to the same depth, as in 1988. Where late moves are
//! reduced, the shares together are a larger tree than the root.
//!
//! The source ends with its time, and compares values of whatever depth each share has come to. So it
//! is here where a share is already beyond D. A worker for which no move is left has nothing to do,
//! and a single worker searches as it is asked.
//!
//! A share that is decided, as one of moves that are all mated, would get deeper in no time and without
//! end. One that is 32 plies ahead of the team waits for the team's next depth. The source says nothing of
//! this.

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

/// The last depth that all search together, in plies.
const COMMON_PLIES: i32 = 2;

/// How far below the best value of the depth before the window of a depth begins.
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
    /// The deal that its share is of; `None` while all search together.
    deal: Option<Deal>,
    depth: i32,
    /// The window at this depth has been too high for all shares.
    is_widened: bool,
    /// The descent holds the search of `depth`; else that is still to be begun.
    is_under_way: bool,
    /// The team's search is one of all moves by everybody.
    is_common: bool,
    /// The worker's result counts in the team's search already.
    has_reported: bool,
    /// The last depth that the share has come to.
    finished: Option<FinishedDepth<N>>,
}

/// What all shares must be of, so that together they are the root. Those of two deals may overlap, and
/// leave moves out.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Deal {
    /// The root, which can be told from others.
    key: u64,
    /// The searches stopped so far: after one some shares have come to its depth, and others have not.
    stops: u32,
    /// To so many workers.
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

    /// The deal of a search; `None` if its root cannot be told from others.
    fn deal_of(&self, team_search: &TeamSearch<N>) -> Option<Deal> {
        let (stops, seats) = (self.stops.load(Ordering::Relaxed), team_search.partial.parts.seats);
        team_search.key.map(|key| Deal { key, stops, seats })
    }

    /// Begins with the share as it is dealt now.
    fn begin(&mut self, team_search: &TeamSearch<N>) -> Next<N> {
        self.finished = None;
        (self.depth, self.is_widened) = (team_search.root.depth(), false);
        let of = team_search.partial.parts.seats;
        self.search(team_search, RootMoves::Share { place: self.place, of })
    }

    /// Begins a search of the depth that is due.
    fn search(&mut self, team_search: &TeamSearch<N>, moves: RootMoves) -> Next<N> {
        self.is_under_way = true;
        let deeper = self.depth - team_search.root.depth();
        let window = team_search.root.window().map(|_| self.window(N::full_window()));
        Next::Search(RootTask { deeper, window, moves })
    }

    /// Goes on with the share at the depth that is due, unless that is too far ahead. Then it has
    /// reported, and who has not is busy once all have entered; until then it repeats its last depth.
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
        // A value at the end of all values leaves none above it.
        let alpha = alpha.map_or(full.alpha, |alpha| alpha.clamp(full.alpha, full.beta - 1));
        Window { alpha, ..full }
    }

    /// Takes a result in, and sets what is due next.
    fn take_in(&mut self, context: &mut N::Context<'_>, found: Found<N>) {
        self.is_under_way = false;
        if self.finished.as_ref().is_some_and(|finished| finished.depth >= self.depth) {
            // A repetition, whose window begins at the value it would have to find again.
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

    /// Reports the result if the share has come to the depth of the team's search. The last one to do
    /// so concludes it.
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

    /// One more share is done. True if it is the last.
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
                // The main worker is the first to enter.
                self.best_by_depth.clear();
            }
            return self.begin(team_search);
        }
        if let Some(conclusion) = self.report(context, team_search) {
            return conclusion;
        }
        if self.depth < depth {
            // The main worker has left depths out. The share stays what it is.
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

    /// Its share is empty, which counts as done.
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
