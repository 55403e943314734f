//! A node that waits for a bound, with no worker inside.
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
//! A block that is held back has no claims, and keeps its own claim on the block above. So no worker would finish it by
//! itself. A worker looks for such blocks before it leaves the tree: for blocks that have a bound, and for blocks to be
//! freed because a block above has been stopped. While a bound is missing, a busy worker will provide it or notice the
//! stop, and looks before it leaves. So the last worker to leave leaves no such block behind.

use std::sync::atomic::{Ordering, fence};

use cleave_smp::seam::{Event, JoinReason};
use cleave_smp::{Alarmed, Step};

use super::policy::SplitPolicy;
use super::rules::{Older, OlderGuard, OlderWorker, searched};
use super::shared_window::Windows;
use crate::traits::Narrow;

impl<'a, N: Narrow, P: SplitPolicy> Older<'a, N, P> {
    /// Returns true if the next child of the block, which has no claims, must wait for a bound.
    pub(super) fn must_hold_back(worker: &OlderWorker<'a, N, P>, body: &OlderGuard<'a, N>) -> bool {
        P::HOLDS_BACK
            && P::is_in_sequence(body.extra.position)
            && body.claims.is_open()
            && body.claims.out() == 0
            && searched(body) > Some(0)
            && !worker.blocks.has_bound(body.id)
    }

    /// Leaves the block as it is, for another worker to continue.
    ///
    /// The fence orders this before the look for blocks to continue. A worker that provides a bound looks after its own
    /// fence. So one of the two finds the block.
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

    /// Takes the block up again. The caller hands out a claim on it under the same lock.
    pub(super) fn take_up(worker: &OlderWorker<'a, N, P>, body: &mut OlderGuard<'a, N>) {
        if P::HOLDS_BACK {
            body.extra.is_held_back = false;
            worker.blocks.block(body.id).extra().set_held_back(false);
            // Before the block leaves the job list, paired with the fence of a worker that does not find it there.
            fence(Ordering::Release);
        }
    }

    /// Notes that the eldest child of the block has been searched, so that blocks that wait for it may continue.
    pub(super) fn give_bound(worker: &mut OlderWorker<'a, N, P>, body: &OlderGuard<'a, N>) {
        if P::HOLDS_BACK && body.extra.position.is_leftmost() {
            worker.blocks.block(body.id).extra().set_bound();
            worker.rules.memory.count_release();
            fence(Ordering::SeqCst);
            worker.notify_idle();
        }
    }

    /// Continues a held-back block that need not wait any longer, if there is one. The worker holds no claim.
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
        // A worker that has taken up a block that is no longer in the job list is counted before this worker leaves.
        fence(Ordering::Acquire);
        Ok(false)
    }
}
