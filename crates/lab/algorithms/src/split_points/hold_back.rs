//! A node that waits for a bound, with nobody in it.
//!
//! ```text
//!   worker A                      worker B                      worker C
//!
//!   brings the first child of b,
//!   b has no bound: holds it back,
//!   takes other work
//!                                 brings a: b has a bound now,
//!                                 wakes an idle worker
//!                                                               joins b, goes on with it
//! ```
//!
//! A block that is held back has no claims, and keeps its own claim on the block above. So nobody
//! would bring it to an end by itself, and a worker looks for such blocks before it leaves the
//! tree: for those that have a bound, and those to be cleared away because something above has been
//! stopped. While a bound is missing somebody is busy who will give it, or hear of the stop, and looks
//! before it leaves, so the last to leave leaves none of them behind.

use std::sync::atomic::{Ordering, fence};

use cleave_smp::seam::{Event, JoinReason};
use cleave_smp::{Alarmed, Step};

use super::policy::SplitPolicy;
use super::rules::{Older, OlderGuard, OlderWorker, searched};
use super::shared_window::Windows;
use crate::traits::Narrow;

impl<'a, N: Narrow, P: SplitPolicy> Older<'a, N, P> {
    /// True if the next child of the block, which has no claims, is to wait for a bound.
    pub(super) fn must_hold_back(worker: &OlderWorker<'a, N, P>, body: &OlderGuard<'a, N>) -> bool {
        P::HOLDS_BACK
            && P::is_in_sequence(body.extra.position)
            && body.claims.is_open()
            && body.claims.out() == 0
            && searched(body) > Some(0)
            && !worker.blocks.has_bound(body.id)
    }

    /// Leaves the block as it is, for another worker to go on with.
    ///
    /// The fence orders this before the look for blocks to go on with; whoever gives a bound looks
    /// after a fence of its own. So one of the two finds the block.
    pub(super) fn hold_back(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        mut body: OlderGuard<'a, N>,
    ) -> Result<Step, Alarmed> {
        debug_assert!(body.claims.out() == 0 && body.claims.is_open());
        body.extra.is_held_back = true;
        worker.blocks.block(body.id).extra().set_held_back(true);
        worker.post(&mut body);
        drop(body);
        fence(Ordering::SeqCst);
        worker.seek_other_work(context)
    }

    /// The block is taken up again: the caller hands a claim on it out under the same lock.
    pub(super) fn take_up(worker: &OlderWorker<'a, N, P>, body: &mut OlderGuard<'a, N>) {
        if P::HOLDS_BACK {
            body.extra.is_held_back = false;
            worker.blocks.block(body.id).extra().set_held_back(false);
            // Before the block leaves the job list, paired with the fence of who does not find it there.
            fence(Ordering::Release);
        }
    }

    /// The eldest child of the block has been searched: what waits for that may be gone on with.
    pub(super) fn give_bound(worker: &mut OlderWorker<'a, N, P>, body: &OlderGuard<'a, N>) {
        if P::HOLDS_BACK && body.extra.position.is_leftmost() {
            worker.blocks.block(body.id).extra().set_bound();
            worker.rules.memory.count_release();
            fence(Ordering::SeqCst);
            worker.notify_idle();
        }
    }

    /// Without a claim: goes on with a block that is held back and need not be any more, if there
    /// is one.
    pub(super) fn go_on_somewhere(worker: &mut OlderWorker<'a, N, P>) -> Result<bool, Alarmed> {
        let view = Self::view(worker);
        while let Some(block) = view.best_in_all_pools(|block| {
            view.block(block).extra().is_held_back() && worker.rules.policy.may_join(view, block)
        }) {
            let mut body = worker.lock(block)?;
            if body.extra.is_held_back {
                body.claims.hand_out();
                Self::take_up(worker, &mut body);
                worker.post(&mut body);
                worker.start_joining(&body, JoinReason::Joined);
                drop(body);
                worker.peer.report(Event::Joined { block, is_first: false });
                worker.peer.report(Event::PoolsRead { pools: view.team_size() as u32 });
                return Ok(true);
            }
        }
        // Who has taken up what is no longer in the job list is counted before this worker leaves.
        fence(Ordering::Acquire);
        Ok(false)
    }
}
