//! Blocks that their owner offers to other workers: the splits of Crafty.
//!
//! ```text
//!   owner A                           idle B                  owner C, which waits elsewhere
//!
//!   returns job 1 of X: others
//!   are idle, so A offers 2 places
//!   A takes job 2                     joins X: 1 place left   joins X: no place left
//!   A returns job 2, takes job 5      takes job 3             takes job 4
//!   A finds no job, waits; may take
//!   a place in any other block
//! ```
//!
//! Every node that is deep enough lies in a block from the beginning, but no worker may join the block until its owner
//! has taken in a result there and decided to offer it. So a *split* is a decision of the worker that works at the node,
//! as in a recursive program. [`SplitPolicy::places`] decides.
//!
//! An owner that waits for its clients and may join any block counts as idle for the owner of another. It sleeps on an
//! event count of its own, so a mark shows that it waits.

use cleave_smp::instrument::SharedLine;
use cleave_smp::seam::Event;
use cleave_smp::{Params, WorkerId};

use super::policy::{Candidate, Help, SplitPolicy};
use super::rules::{Older, OlderGuard, OlderWorker};
use crate::traits::Narrow;

/// A block that its owner may offer now.
pub(crate) struct Offering<'o> {
    /// The block.
    pub(crate) candidate: Candidate,
    /// The parameters of the search.
    pub(crate) params: &'o Params,
    /// Returns the number of workers that could come at once, counting no more than the given number.
    pub(crate) idle: &'o mut dyn FnMut(u32) -> u32,
    /// Returns the number of blocks that the owner has offered and no worker has joined.
    pub(crate) untaken: &'o dyn Fn() -> u32,
}

impl<'a, N: Narrow, P: SplitPolicy> Older<'a, N, P> {
    /// Lets the owner, which has just taken in a result, offer the block.
    pub(super) fn offer(worker: &mut OlderWorker<'a, N, P>, body: &mut OlderGuard<'a, N>) {
        if !P::OFFERS || worker.peer.is_alone || body.extra.is_offered {
            return;
        }
        let Some(split_hint) = body.node.split_hint() else { return };
        if !Self::owns(worker, body.id) {
            return;
        }
        let (blocks, params) = (worker.blocks, worker.peer.params);
        let owned = std::mem::take(&mut worker.rules.owned);
        let is_untaken = |block| blocks.block(block).extra().is_untaken();
        let places = P::places(&mut Offering {
            candidate: Candidate::new(split_hint, body),
            params: &params,
            idle: &mut |most| Self::idle_workers(worker, most),
            untaken: &|| owned.iter().filter(|&&block| is_untaken(block)).count() as u32,
        });
        worker.rules.owned = owned;
        body.extra.places = places;
        body.extra.is_offered = places > 0;
        worker.blocks.block(body.id).extra().set_untaken(places > 0);
    }

    /// Takes a place in an offered block.
    pub(super) fn take_place(worker: &OlderWorker<'a, N, P>, body: &mut OlderGuard<'a, N>) {
        if P::OFFERS {
            body.extra.places = body.extra.places.saturating_sub(1);
            worker.blocks.block(body.id).extra().set_untaken(false);
        }
    }

    /// Leaves an offered block. While the node searches one child again it has no job for this worker. So the place
    /// becomes free again. Otherwise no job is left, and no worker is to come.
    pub(super) fn return_place(worker: &OlderWorker<'a, N, P>, body: &mut OlderGuard<'a, N>) {
        if !P::OFFERS || !body.extra.is_offered {
            return;
        }
        if !body.claims.is_open() {
            body.extra.places = 0;
            worker.blocks.block(body.id).extra().set_untaken(false);
        } else if !Self::owns(worker, body.id) {
            body.extra.places = body.extra.places.saturating_add(1);
        }
    }

    /// Returns the number of workers that are idle, or that wait as owners and would join any block. Counts no more
    /// than `most`.
    fn idle_workers(worker: &mut OlderWorker<'a, N, P>, most: u32) -> u32 {
        let idle = worker.idle_workers(most);
        if P::HELP != Help::Anybody || idle >= most {
            return idle;
        }
        worker.peer.report(Event::Read(SharedLine::OwnerMarks));
        let view = Self::view(worker);
        (idle + view.memory.waiting_owners().count(view.team_size())).min(most)
    }

    /// Shows that the worker, about to wait as an owner, would join any block.
    pub(super) fn mark_waiting(worker: &mut OlderWorker<'a, N, P>) {
        if P::HELP == Help::Anybody {
            worker.rules.memory.waiting_owners().mark_active(worker.peer.id.index());
            worker.peer.report(Event::Wrote(SharedLine::OwnerMarks));
        }
    }

    /// Shows that the worker does not wait any more.
    pub(super) fn unmark_waiting(worker: &mut OlderWorker<'a, N, P>) {
        if P::HELP == Help::Anybody {
            worker.rules.memory.waiting_owners().mark_empty(worker.peer.id.index());
            worker.peer.report(Event::Wrote(SharedLine::OwnerMarks));
        }
    }

    /// Wakes up to `most` owners that wait and may join the worker's block, which has just become joinable.
    pub(super) fn call_waiting_owners(worker: &mut OlderWorker<'a, N, P>, most: u32) {
        if P::HELP != Help::Anybody {
            return;
        }
        worker.peer.report(Event::Read(SharedLine::OwnerMarks));
        let view = Self::view(worker);
        let (team_size, not) = (view.team_size(), [worker.peer.id, worker.block.owner()]);
        let marked = view.memory.waiting_owners().pools(team_size).map(WorkerId::new);
        for owner in marked.filter(|owner| !not.contains(owner)).take(most as usize) {
            Self::wake_owner(worker, owner);
        }
    }

    /// Wakes another owner that waits, if there is still work that anybody may join.
    pub(super) fn pass_call_on(worker: &mut OlderWorker<'a, N, P>) {
        if P::HELP == Help::Anybody && worker.has_job(|_| true) {
            Self::call_waiting_owners(worker, 1);
        }
    }
}
