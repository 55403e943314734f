//! How the older algorithms hook into the machine of Dynamic Tree Splitting.
//!
//! The worker is that of `dts/`. What its [policy](SplitPolicy) asks for beyond that is in three files:
//! [owners](super::owners) that wait for their clients, windows that [narrow](super::narrow) under way, and
//! nodes that are [held back](super::hold_back) until they have a bound.

use super::fields::{Fields, Guarded, OlderBody};
use super::memory::{OlderMemory, View};
use super::policy::{Candidate, Carrier, SplitPolicy};
use super::position::TreePosition;
use crate::arena::Alarmed;
use crate::dts::{BlockFlow, BlockGuard, Flow, Hooks, SplitWorker};
use crate::event::Event;
use crate::ids::BlockId;
use crate::node::{Absorbed, SplitHint};
use crate::older::traits::Narrow;
use crate::params::Params;
use crate::stepper::Progress;
use crate::team::{Peer, Step};

/// What a worker of an older algorithm keeps.
pub(crate) struct Older<'a, N: Narrow, P> {
    pub(super) policy: P,
    pub(super) memory: &'a OlderMemory<N>,
    /// Where the child of the job claimed lies; without a job it means nothing.
    pub(super) position: TreePosition,
    /// The blocks that it owns, from the root down, if blocks have owners.
    pub(super) owned: Vec<BlockId>,
    /// The last of them, while the worker waits there for its clients.
    pub(super) awaits: Option<BlockId>,
    /// A window above may be narrower than when the job was handed out.
    pub(super) must_narrow: bool,
    /// Children that the node had searched before it took the result in.
    searched_before: Option<u16>,
}

/// A worker of the older algorithm that `P` is the policy of.
pub(crate) type OlderWorker<'a, N, P> = SplitWorker<'a, N, Older<'a, N, P>>;

/// A block that such a worker has locked.
pub(super) type OlderGuard<'a, N> = BlockGuard<'a, N, Fields>;

/// A worker with nothing to do.
pub(crate) fn worker<'a, N: Narrow, P: SplitPolicy>(
    peer: Peer<'a, N>,
    memory: &'a OlderMemory<N>,
) -> OlderWorker<'a, N, P> {
    let older = Older {
        policy: P::new(peer.id),
        memory,
        position: TreePosition::ROOT,
        owned: Vec::new(),
        awaits: None,
        must_narrow: false,
        searched_before: None,
    };
    SplitWorker::new(peer, &memory.blocks, older)
}

impl<'a, N: Narrow, P: SplitPolicy> Hooks<'a, N> for Older<'a, N, P> {
    type Extra = Fields;

    fn priority(body: &OlderBody<N>, split_hint: Option<SplitHint>, params: &Params) -> u32 {
        split_hint.map_or(0, |split_hint| P::priority(&Candidate::new(split_hint, body), params))
    }

    /// An owner that waits only looks below its own block.
    fn choose(worker: &mut OlderWorker<'a, N, P>, passed_over: Option<BlockId>) -> Option<BlockId> {
        let view = worker.view();
        worker.peer.report(Event::Scanned { pools: P::pools_searched(view) });
        if worker.hooks.awaits.is_some() {
            worker.best_job(|block| Some(block) != passed_over && Self::may_join(worker, block))
        } else {
            worker.hooks.policy.choose(view, passed_over)
        }
    }

    fn may_join(worker: &OlderWorker<'a, N, P>, block: BlockId) -> bool {
        let (view, older) = (worker.view(), &worker.hooks);
        older.policy.may_join(view, block)
            && older.awaits.is_none_or(|awaited| view.is_below(block, awaited))
    }

    fn notify_idle(worker: &mut OlderWorker<'a, N, P>) {
        if P::NAMES_WORKERS {
            worker.peer.report(Event::NotifiedAll);
            worker.peer.common.team_state().event_count().notify_all();
        } else {
            worker.notify_one();
        }
    }

    fn unlock_and_announce(
        worker: &mut OlderWorker<'a, N, P>,
        body: OlderGuard<'a, N>,
        is_joinable: bool,
    ) {
        let has_more = P::CARRIER == Carrier::Owner
            && body.claims.is_open()
            && !worker.is_full(&body)
            && body.node.split_hint().is_some();
        drop(body);
        if is_joinable {
            worker.notify_idle();
            worker.call_helpful_owners(worker.block);
        }
        if has_more {
            worker.call_owner(worker.block);
        }
    }

    fn becomes_block(worker: &mut OlderWorker<'a, N, P>, _: &N::Context<'_>) -> bool {
        let Older { policy, position, .. } = &worker.hooks;
        policy.may_become_block(worker.view(), *position) && worker.is_above_frontier()
    }

    fn before_begin(worker: &mut OlderWorker<'a, N, P>, body: &mut OlderGuard<'a, N>) {
        if body.link.is_some() {
            body.extra.position = worker.hooks.position;
        }
        worker.blocks.block(body.id).extra().begin(body.extra.position);
        worker.begin_window(body);
        worker.own(body);
    }

    fn before_join(
        worker: &mut OlderWorker<'a, N, P>,
        body: &mut OlderGuard<'a, N>,
    ) -> Result<(), Alarmed> {
        if worker.hooks.awaits.is_some() {
            worker.stop_waiting();
        } else {
            worker.peer.join()?;
        }
        worker.take_up(body);
        Ok(())
    }

    fn before_job(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        body: OlderGuard<'a, N>,
    ) -> BlockFlow<'a, N, Self> {
        let body = match worker.narrow_before_job(context, body)? {
            Flow::GoOn(body) => body,
            done => return Ok(done),
        };
        if worker.must_hold_back(&body) {
            return worker.hold_back(context, body).map(Flow::Done);
        }
        let must_leave = body.claims.out() > 0 && P::is_in_sequence(body.extra.position);
        if must_leave || body.claims.is_open() && worker.is_full(&body) {
            return worker.leave_block(context, body).map(Flow::Done);
        }
        Ok(Flow::GoOn(body))
    }

    fn after_next(
        &mut self,
        peer: &Peer<'a, N>,
        body: &OlderBody<N>,
        split_hint: Option<SplitHint>,
        job: &mut N::Job,
    ) {
        let Some(split_hint) = split_hint else {
            self.position = body.extra.position.child(false);
            return;
        };
        let is_eldest = split_hint.searched == 0 && body.claims.out() == 0;
        self.position = body.extra.position.child(is_eldest);
        if !peer.is_alone && P::widens(&Candidate::new(split_hint, body), &peer.params) {
            *job = body.node.widened(job);
        }
    }

    fn search_subtree(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
    ) -> Result<Option<N::Value>, Alarmed> {
        if P::NARROWS {
            worker.search_narrowing(context)
        } else {
            worker.search_with_driver(context)
        }
    }

    fn search_node(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
    ) -> Progress<N::Value> {
        if P::NARROWS { worker.step_narrowed(context) } else { worker.step_dive(context) }
    }

    fn before_result(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        body: OlderGuard<'a, N>,
    ) -> BlockFlow<'a, N, Self> {
        let flow = worker.narrow_before_result(context, body)?;
        if let Flow::GoOn(body) = &flow {
            worker.hooks.searched_before = searched(body);
        }
        Ok(flow)
    }

    /// A node may take the value in and ask for another child, which it has put off.
    fn after_result(
        worker: &mut OlderWorker<'a, N, P>,
        body: &mut OlderGuard<'a, N>,
        absorbed: &Absorbed<N::Job, N::Value>,
    ) {
        worker.pass_window_on(body);
        let is_again = matches!(absorbed, Absorbed::Again(_));
        let is_taken_in = !is_again || searched(body) > worker.hooks.searched_before;
        if is_taken_in && worker.is_about_the_eldest(body) {
            body.extra.eldest_is_known = true;
            worker.give_bound(body);
        }
        if is_again && is_taken_in {
            worker.hooks.position = body.extra.position.child(false);
        }
    }

    fn before_going_up(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        mut body: OlderGuard<'a, N>,
        value: N::Value,
    ) -> BlockFlow<'a, N, Self> {
        if body.extra.is_owned && !worker.owns(body.id) {
            return worker.leave_value(context, body, value).map(Flow::Done);
        }
        worker.hooks.position = body.extra.position;
        worker.disown(&mut body);
        Ok(Flow::GoOn(body))
    }

    fn before_leaving(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        body: OlderGuard<'a, N>,
    ) -> BlockFlow<'a, N, Self> {
        let open = worker.blocks.block(body.id).extra();
        let is_exhausted = !body.claims.is_open() && !body.claims.is_stopped();
        if P::GOES_DEEPER && is_exhausted && !open.is_exhausted() {
            open.exhaust();
            let block = body.id;
            let step = worker.leave_block(context, body)?;
            worker.call_for_what_is_below(block);
            return Ok(Flow::Done(step));
        }
        worker.hooks.position = body.extra.position;
        worker.leave_as_owner_or_client(context, body)
    }

    fn after_leaving(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
    ) -> Result<Option<Step>, Alarmed> {
        if let Some(&block) = worker.hooks.owned.last() {
            worker.come_back_to(block);
            return worker.attend(context, block).map(Some);
        }
        let goes_on = P::HOLDS_BACK && worker.go_on_somewhere()?;
        Ok(goes_on.then_some(Step::Joined))
    }

    fn after_stop(worker: &OlderWorker<'a, N, P>, _: BlockId) {
        if P::HOLDS_BACK {
            worker.hooks.memory.count_release();
        }
    }

    /// A stop calls all workers, and wakes owners that wait.
    const KEEPS_TRAILS: bool = false;

    fn after_call(worker: &OlderWorker<'a, N, P>) {
        if P::CARRIER == Carrier::Owner {
            worker.peer.common.wake_owners();
        }
    }

    fn check_cancelled(worker: &mut OlderWorker<'a, N, P>) {
        if !worker.is_useless() {
            worker.hooks.must_narrow = P::NARROWS;
        } else if let Some(awaited) = worker.hooks.awaits {
            worker.blocks.block(awaited).extra().end_wait();
        } else {
            worker.abort();
        }
    }

    fn before_giving_back(
        worker: &mut OlderWorker<'a, N, P>,
        body: OlderGuard<'a, N>,
    ) -> BlockFlow<'a, N, Self> {
        if P::NARROWS && !worker.is_useless_at(&body) {
            return Ok(Flow::Done(worker.go_back_to(&body)));
        }
        Ok(Flow::GoOn(body))
    }

    fn idle(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
    ) -> Result<Step, Alarmed> {
        match worker.hooks.awaits {
            Some(awaited) => worker.wait(context, awaited),
            None => worker.look_for_work(context),
        }
    }

    fn is_waiting(worker: &OlderWorker<'a, N, P>) -> bool {
        worker.hooks.awaits.is_some()
    }

    fn has_work(worker: &OlderWorker<'a, N, P>) -> bool {
        if worker.hooks.awaits.is_some() || P::SELECTS {
            Self::would_find_work(worker)
        } else {
            worker.best_job(|_| true).is_some()
        }
    }

    fn would_find_work(worker: &OlderWorker<'a, N, P>) -> bool {
        match worker.hooks.awaits {
            Some(awaited) => worker.may_stop_waiting(awaited),
            None => worker.has_job(|block| Self::may_join(worker, block)),
        }
    }

    fn finds_what_others_find(_: &OlderWorker<'a, N, P>) -> bool {
        !P::NAMES_WORKERS
    }

    fn owned_blocks(&self) -> &[BlockId] {
        &self.owned
    }

    fn forget(&mut self) {
        self.owned.clear();
        self.awaits = None;
    }
}

impl<'a, N: Narrow, P: SplitPolicy> OlderWorker<'a, N, P> {
    /// The team and its blocks.
    pub(super) fn view(&self) -> View<'a, N> {
        View { common: self.peer.common, memory: self.hooks.memory }
    }

    /// True if the job that has been brought to the block is its first child's. A node that cannot say
    /// which is its first when it hands it out, being in a phase in sequence, has no other out.
    fn is_about_the_eldest(&self, body: &OlderBody<N>) -> bool {
        let is_only_one = || body.claims.out() == 1 && searched(body) > Some(0);
        let Guarded { eldest_is_known, .. } = body.extra;
        self.hooks.position.is_eldest || (!eldest_is_known && is_only_one())
    }
}

/// Children searched to the end, if the node tells.
pub(super) fn searched<N: Narrow>(body: &OlderBody<N>) -> Option<u16> {
    body.node.split_hint().map(|split_hint| split_hint.searched)
}
