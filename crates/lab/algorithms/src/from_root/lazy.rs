//! `lazy`: helpers iterate by themselves, some a ply ahead, and share only the table.
//!
//! Lazy SMP, known from Texel (Österlund 2015) and from Stockfish since its version 7 (2016). All workers share the
//! transposition table and nothing else. To avoid searching the same nodes at the same time, they search different
//! depths: half of the helpers begin a ply deeper than the main worker. A helper's results at depth D + 1 order the
//! moves of workers at depth D, and answer them once they reach D + 1.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | nothing but the transposition table; in chess each worker has its own histories |
//! | Who may take it? | everybody searches everything that the table does not answer |
//! | Who carries the value up? | every worker for itself |
//! | Who iterates? | everybody: the first to finish depth D gives the main worker its result |
//!
//! No worker waits: a helper that has finished a depth begins the next one at once.
//!
//! ```text
//!   main worker  │─ depth 8 ───│─ depth 9 ──┤ (ended by worker 1) │─ depth 10 ──
//!   worker 1     │─ depth 9 ──────────────── ┤ value, line         │─ depth 10 ──
//!   worker 2     │─ depth 8 ───│─ depth 9 ──┤ (begun anew)        │─ depth 10 ──
//! ```
//!
//! A helper that has been overtaken, such as worker 2 above, begins anew: helpers with odd numbers at D + 1, the others
//! at D. Helpers use the value and the order of the root moves that they have found themselves, and have their own
//! aspiration windows.
//!
//! In Cheng (Sedlák, about 2013) half of the helpers are also a ply ahead, and the first result of the root counts.
//! Programs differ in this. In Stockfish every worker iterates at its own pace, and votes:
//! [`lazy_stockfish`](super::lazy_stockfish). In Texel helpers begin anew at each move of the root:
//! [`lazy_texel`](crate::lazy_texel).

use cleave_smp::WorkerId;

use super::exclusion::Nobody;
use super::iteration::Iteration;
use super::plan::{AsAsked, Plan};
use super::{Rules, SharedRoot};
use crate::traits::{Keys, OwnRoot};

pub(crate) fn rules<'a, N: OwnRoot + Keys>(_: &'a SharedRoot<N>, who: WorkerId) -> Rules<'a, N> {
    Rules { plan: plan(who), exclusion: Box::new(Nobody) }
}

/// Returns the plan of a worker. The main worker searches as requested, and helpers iterate by themselves.
pub(super) fn plan<'a, N: OwnRoot + Keys>(who: WorkerId) -> Box<dyn Plan<N> + 'a> {
    if who == WorkerId::MAIN {
        return Box::new(AsAsked);
    }
    let plies_ahead = (who.index() % 2) as i32;
    Box::new(Iteration::new(plies_ahead))
}

#[cfg(test)]
mod tests {
    use super::super::TeamSearch;
    use super::super::plan::{Next, PartialResult};
    use super::*;
    use crate::testing::TinyNode;

    #[test]
    fn every_second_helper_begins_a_ply_ahead() {
        let deeper = |who| {
            let (root, partial) = (TinyNode::root(5), PartialResult::of(6));
            let mut team_search = TeamSearch { root, step: 0, key: Some(1), partial };
            match plan(WorkerId::new(who)).enter(&mut 0, &mut team_search) {
                Next::Search(task) => task.deeper,
                _ => panic!("a search is begun"),
            }
        };
        assert_eq!([0, 1, 2, 3, 4, 5].map(deeper), [0, 1, 0, 1, 0, 1]);
    }
}
