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

use super::hooks::{OlderGuard, OlderWorker, searched};
use super::policy::SplitPolicy;
use crate::arena::Alarmed;
use crate::dts::Arrival;
use crate::event::Event;
use crate::older::traits::Narrow;
use crate::team::Step;

impl<'a, N: Narrow, P: SplitPolicy> OlderWorker<'a, N, P> {
    /// True if the next child of the block, which has no claims, is to wait for a bound.
    pub(super) fn must_hold_back(&self, body: &OlderGuard<'a, N>) -> bool {
        P::HOLDS_BACK
            && P::is_in_sequence(body.extra.position)
            && body.claims.is_open()
            && body.claims.out() == 0
            && searched(body) > Some(0)
            && !self.blocks.has_bound(body.id)
    }

    /// Leaves the block as it is, for another worker to go on with.
    ///
    /// The fence orders this before the look for blocks to go on with; whoever gives a bound looks
    /// after a fence of its own. So one of the two finds the block.
    pub(super) fn hold_back(
        &mut self,
        context: &mut N::Context<'_>,
        mut body: OlderGuard<'a, N>,
    ) -> Result<Step, Alarmed> {
        debug_assert!(body.claims.out() == 0 && body.claims.is_open());
        body.extra.is_held_back = true;
        self.blocks.block(body.id).extra().set_held_back(true);
        self.post(&mut body);
        drop(body);
        fence(Ordering::SeqCst);
        self.turn_back(context)
    }

    /// The block is taken up again: the caller hands a claim on it out under the same lock.
    pub(super) fn take_up(&self, body: &mut OlderGuard<'a, N>) {
        if P::HOLDS_BACK {
            body.extra.is_held_back = false;
            self.blocks.block(body.id).extra().set_held_back(false);
            // Before the block leaves the job list, paired with the fence of who does not find it there.
            fence(Ordering::Release);
        }
    }

    /// The eldest child of the block has been searched: what waits for that may be gone on with.
    pub(super) fn give_bound(&mut self, body: &OlderGuard<'a, N>) {
        if P::HOLDS_BACK && body.extra.position.is_leftmost() {
            self.blocks.block(body.id).extra().set_bound();
            self.hooks.memory.count_release();
            fence(Ordering::SeqCst);
            self.notify_idle();
        }
    }

    /// Without a claim: goes on with a block that is held back and need not be any more, if there
    /// is one.
    pub(super) fn go_on_somewhere(&mut self) -> Result<bool, Alarmed> {
        let view = self.view();
        while let Some(block) = view.best_in_all_pools(|block| {
            view.block(block).extra().is_held_back() && self.hooks.policy.may_join(view, block)
        }) {
            let mut body = self.lock(block)?;
            if body.extra.is_held_back {
                body.claims.hand_out();
                self.take_up(&mut body);
                self.post(&mut body);
                self.start_joining(&body, Arrival::Joined);
                drop(body);
                self.peer.report(Event::Joined { block, is_first: false });
                self.peer.report(Event::PoolsRead { pools: view.team_size() as u32 });
                return Ok(true);
            }
        }
        // Who has taken up what is no longer in the job list is counted before this worker leaves.
        fence(Ordering::Acquire);
        Ok(false)
    }
}
