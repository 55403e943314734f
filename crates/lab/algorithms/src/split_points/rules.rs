//! Hooks the older algorithms into the machine of Dynamic Tree Splitting.
//!
//! The worker is the worker of `dts/`. Additional requirements of its [policy](SplitPolicy) are in four files:
//! [owners](super::owners) that wait for their clients, blocks that an owner [offers](super::offers), windows that
//! [narrow](super::narrow) under way, and nodes that are [held back](super::hold_back) until they have a bound.

use cleave_smp::instrument::Grain;
use cleave_smp::seam::{
    AtBlock, BlockFlow, BlockGuard, BlockId, Event, Flow, Peer, Progress, Rules, Sharing,
    SplitWorker,
};
use cleave_smp::{Absorbed, Alarmed, Params, SplitHint, Step};

use super::fields::{Fields, Guarded, OlderBody};
use super::memory::{OlderMemory, View};
use super::policy::{Candidate, Carrier, Help, SplitPolicy};
use super::position::TreePosition;
use crate::traits::Narrow;

/// The data of a worker of an older algorithm.
pub(crate) struct Older<'a, N: Narrow, P> {
    pub(super) policy: P,
    pub(super) memory: &'a OlderMemory<N>,
    /// The position of the child of the claimed job. Without a job it means nothing.
    pub(super) position: TreePosition,
    /// The blocks that it owns, from the root down, if blocks have owners.
    pub(super) owned: Vec<BlockId>,
    /// The last of them, while the worker waits there for its clients.
    pub(super) awaits: Option<BlockId>,
    /// A window above may be narrower than when the job was handed out.
    pub(super) must_narrow: bool,
    /// Children that the node had searched before it took in the result.
    searched_before: Option<u16>,
}

/// A worker of the older algorithm with the policy `P`.
pub(crate) type OlderWorker<'a, N, P> = SplitWorker<'a, N, Older<'a, N, P>>;

/// A block that such a worker has locked.
pub(super) type OlderGuard<'a, N> = BlockGuard<'a, N, Fields>;

/// Creates a worker with nothing to do.
pub(super) fn worker<'a, N: Narrow, P: SplitPolicy>(
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

impl<'a, N: Narrow, P: SplitPolicy> Rules<'a, N> for Older<'a, N, P> {
    type Extra = Fields;

    fn priority(body: &OlderBody<N>, split_hint: SplitHint, params: &Params) -> u32 {
        P::priority(&Candidate::new(split_hint, body), params)
    }

    /// Lets a waiting owner look only below its own block.
    fn choose(worker: &mut OlderWorker<'a, N, P>, passed_over: Option<BlockId>) -> Option<BlockId> {
        let view = Self::view(worker);
        worker.peer.report(Event::Scanned { pools: P::pools_searched(view) });
        if worker.rules.awaits.is_some() {
            worker.best_job(|block| Some(block) != passed_over && Self::may_join(worker, block))
        } else {
            worker.rules.policy.choose(view, passed_over)
        }
    }

    fn may_join(worker: &OlderWorker<'a, N, P>, block: BlockId) -> bool {
        let (view, older) = (Self::view(worker), &worker.rules);
        older.policy.may_join(view, block)
            && older
                .awaits
                .is_none_or(|awaited| P::HELP == Help::Anybody || view.is_below(block, awaited))
    }

    fn notify_idle(worker: &mut OlderWorker<'a, N, P>) {
        if P::NAMES_WORKERS {
            worker.peer.report(Event::NotifiedAll);
            worker.peer.common.team_state().event_count().notify_all();
        } else {
            worker.notify_one();
            Self::pass_call_on(worker);
        }
    }

    fn unlock_and_announce(
        worker: &mut OlderWorker<'a, N, P>,
        body: OlderGuard<'a, N>,
        is_joinable: bool,
    ) {
        let has_more = P::CARRIER == Carrier::Owner
            && body.claims.is_open()
            && !Self::is_full(worker, &body)
            && body.node.split_hint().is_some();
        let places = body.extra.places;
        drop(body);
        if is_joinable && P::HELP == Help::Anybody {
            worker.notify_one();
            Self::call_waiting_owners(worker, places);
        } else if is_joinable {
            worker.notify_idle();
            Self::call_helpful_owners(worker, worker.block);
        }
        if has_more {
            Self::call_owner(worker, worker.block);
        }
    }

    /// Makes no blocks of a stack while it is searched.
    fn sharing(worker: &mut OlderWorker<'a, N, P>, _: &N::Context<'_>) -> Sharing {
        let Older { policy, position, .. } = &worker.rules;
        let may_become_block = policy.may_become_block(Self::view(worker), *position);
        let (depth, params) = (worker.peer.stack[0].depth(), &worker.peer.params);
        let is_deep_enough = P::is_deep_enough(*position, depth, params);
        let at_once =
            may_become_block && is_deep_enough.unwrap_or_else(|| worker.is_above_frontier());
        Sharing { at_once, on_demand: false }
    }

    fn search_private(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
    ) -> Result<Option<Progress<N::Value>>, Alarmed> {
        Ok(match worker.peer.params.grain() {
            _ if !P::NARROWS => None,
            Grain::Node => Some(Self::step_narrowed(worker, context)),
            Grain::Subtree => Some(Self::search_narrowing(worker, context)?.into()),
        })
    }

    fn begin_block(worker: &mut OlderWorker<'a, N, P>, body: &mut OlderGuard<'a, N>) {
        if body.link.is_some() {
            body.extra.position = worker.rules.position;
        }
        worker.blocks.block(body.id).extra().begin(body.extra.position);
        Self::begin_window(worker, body);
        Self::own(worker, body);
    }

    fn enter_tree(
        worker: &mut OlderWorker<'a, N, P>,
        body: &mut OlderGuard<'a, N>,
    ) -> Result<(), Alarmed> {
        if worker.rules.awaits.is_some() {
            Self::stop_waiting(worker);
        } else {
            worker.peer.join()?;
        }
        Self::take_up(worker, body);
        Self::take_place(worker, body);
        Ok(())
    }

    fn at_block(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        body: OlderGuard<'a, N>,
        about_to: AtBlock<N::Value>,
    ) -> BlockFlow<'a, N, Self> {
        match about_to {
            AtBlock::TakeJob => Self::before_job(worker, context, body),
            AtBlock::ReturnResult => Self::before_result(worker, context, body),
            AtBlock::Propagate(value) => Self::before_propagating(worker, context, body, value),
            AtBlock::Leave => Self::before_leaving(worker, context, body),
            AtBlock::ReturnUselessJob => Self::before_giving_back(worker, body),
        }
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

    /// A node may take in the value and request another child that it has put off.
    fn after_result(
        worker: &mut OlderWorker<'a, N, P>,
        body: &mut OlderGuard<'a, N>,
        absorbed: &Absorbed<N::Job, N::Value>,
    ) {
        Self::pass_window_on(worker, body);
        let is_again = matches!(absorbed, Absorbed::Research(_));
        let is_taken_in = !is_again || searched(body) > worker.rules.searched_before;
        if is_taken_in && Self::is_about_the_eldest(worker, body) {
            body.extra.eldest_is_known = true;
            Self::give_bound(worker, body);
        }
        if is_again && is_taken_in {
            worker.rules.position = body.extra.position.child(false);
        }
        Self::offer(worker, body);
    }

    fn after_leaving(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
    ) -> Result<Option<Step>, Alarmed> {
        if let Some(&block) = worker.rules.owned.last() {
            worker.come_back_to(block);
            return Self::attend(worker, context, block).map(Some);
        }
        let goes_on = P::HOLDS_BACK && Self::go_on_somewhere(worker)?;
        Ok(goes_on.then_some(Step::Joined))
    }

    fn after_stop(worker: &OlderWorker<'a, N, P>, _: BlockId) {
        if P::HOLDS_BACK {
            worker.rules.memory.count_release();
        }
    }

    /// A stop calls all workers, and wakes owners that wait.
    const KEEPS_TRAILS: bool = false;

    fn after_call(worker: &OlderWorker<'a, N, P>) {
        if P::CARRIER == Carrier::Owner {
            worker.peer.common.wake_owners();
        }
    }
}

impl<'a, N: Narrow, P: SplitPolicy> Older<'a, N, P> {
    fn before_job(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        body: OlderGuard<'a, N>,
    ) -> BlockFlow<'a, N, Self> {
        let body = match Self::narrow_before_job(worker, context, body)? {
            Flow::Continue(body) => body,
            done => return Ok(done),
        };
        if Self::must_hold_back(worker, &body) {
            return Self::hold_back(worker, context, body).map(Flow::Done);
        }
        let must_leave = body.claims.out() > 0 && P::is_in_sequence(body.extra.position);
        if must_leave || body.claims.is_open() && Self::is_full(worker, &body) {
            return worker.leave_block(context, body).map(Flow::Done);
        }
        Ok(Flow::Continue(body))
    }

    fn before_result(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        body: OlderGuard<'a, N>,
    ) -> BlockFlow<'a, N, Self> {
        let flow = Self::narrow_before_result(worker, context, body)?;
        if let Flow::Continue(body) = &flow {
            worker.rules.searched_before = searched(body);
        }
        Ok(flow)
    }

    fn before_propagating(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        mut body: OlderGuard<'a, N>,
        value: N::Value,
    ) -> BlockFlow<'a, N, Self> {
        if body.extra.is_owned && !Self::owns(worker, body.id) {
            return Self::leave_value(worker, context, body, value).map(Flow::Done);
        }
        worker.rules.position = body.extra.position;
        Self::disown(worker, &mut body);
        Ok(Flow::Continue(body))
    }

    fn before_leaving(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        mut body: OlderGuard<'a, N>,
    ) -> BlockFlow<'a, N, Self> {
        let open = worker.blocks.block(body.id).extra();
        let is_exhausted = !body.claims.is_open() && !body.claims.is_stopped();
        if P::GOES_DEEPER && is_exhausted && !open.is_exhausted() {
            open.exhaust();
            let block = body.id;
            let step = worker.leave_block(context, body)?;
            Self::call_for_what_is_below(worker, block);
            return Ok(Flow::Done(step));
        }
        worker.rules.position = body.extra.position;
        Self::return_place(worker, &mut body);
        Self::leave_as_owner_or_client(worker, context, body)
    }

    fn before_giving_back(
        worker: &mut OlderWorker<'a, N, P>,
        body: OlderGuard<'a, N>,
    ) -> BlockFlow<'a, N, Self> {
        if P::NARROWS && !Self::is_useless_at(worker, &body) {
            return Ok(Flow::Done(Self::go_back_to(worker, &body)));
        }
        Ok(Flow::Continue(body))
    }

    /// Returns the team and its blocks.
    pub(super) fn view(worker: &OlderWorker<'a, N, P>) -> View<'a, N> {
        View { common: worker.peer.common, memory: worker.rules.memory }
    }

    /// Returns true if the returned job belongs to the first child of the block. A node in a sequential phase cannot
    /// identify its first child when it hands it out, but then has no other job out.
    fn is_about_the_eldest(worker: &OlderWorker<'a, N, P>, body: &OlderBody<N>) -> bool {
        let is_only_one = || body.claims.out() == 1 && searched(body) > Some(0);
        let Guarded { eldest_is_known, .. } = body.extra;
        worker.rules.position.is_eldest || (!eldest_is_known && is_only_one())
    }
}

/// Returns the number of children searched to the end, if the node gives a hint.
pub(super) fn searched<N: Narrow>(body: &OlderBody<N>) -> Option<u16> {
    body.node.split_hint().map(|split_hint| split_hint.searched)
}
