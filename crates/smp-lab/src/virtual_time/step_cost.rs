//! Charging a worker for a step: every use has its price, and a taken lock has to be waited for.

use super::account::Account;
use super::costs::CostModel;
use super::locks::Locks;
use super::ticks::Ticks;
use cleave_smp::WorkerId;
use cleave_smp::instrument::{BlockId, Use};
use cleave_smp::random::Rng;

/// Varies prices at random, repeatably.
pub(super) struct Jitter {
    rng: Rng,
    /// In thousandths of the price.
    most: u64,
}

impl Jitter {
    /// Varies them by at most this percentage up or down.
    pub(super) fn new(seed: u64, percent: u32) -> Jitter {
        Jitter { rng: Rng::new(seed), most: 10 * u64::from(percent.min(100)) }
    }

    fn vary(&mut self, price: Ticks) -> Ticks {
        if self.most == 0 {
            return price;
        }
        let thousandths = 1000 - self.most + self.rng.below(2 * self.most + 1);
        Ticks((price.0 * thousandths + 500) / 1000)
    }
}

/// The cost of one step, charged to a worker's account item by item.
pub(super) struct StepCost<'t> {
    pub(super) who: WorkerId,
    /// The team's size.
    pub(super) workers: usize,
    pub(super) costs: &'t CostModel,
    pub(super) jitter: &'t mut Jitter,
    pub(super) locks: &'t mut Locks,
    pub(super) account: &'t mut Account,
    pub(super) lock_waits: &'t mut u64,
    /// The time, as the step goes on.
    pub(super) now: Ticks,
    /// The block locked last.
    pub(super) inside: Option<BlockId>,
}

impl StepCost<'_> {
    /// Nodes searched in the step.
    pub(super) fn pay_nodes(&mut self, nodes: u64) {
        self.pay(self.costs.node.times(nodes), |account| &mut account.search);
        // What one worker does not pay draws no random number.
        if self.workers > 1 {
            let sharing = self.costs.sharing_of(nodes, self.workers);
            self.pay(sharing, |account| &mut account.sharing);
        }
    }

    /// A look at the attention word.
    pub(super) fn pay_attention(&mut self) {
        self.pay(self.costs.attention, |account| &mut account.signals);
    }

    /// The start of a search of the root.
    pub(super) fn pay_begin(&mut self) {
        self.pay(self.costs.begin, |account| &mut account.split);
    }

    /// A wake-up call to a sleeper.
    pub(super) fn pay_ring(&mut self) {
        self.pay(self.costs.ring, |account| &mut account.look);
    }

    /// Posting a block while others poll: their copies of the cache lines are invalidated.
    pub(super) fn pay_posting(&mut self) {
        self.pay(self.costs.transfer, |account| &mut account.split);
    }

    /// One use. What it does to other workers is the caller's business.
    pub(super) fn pay_for(&mut self, used: Use) {
        let costs = self.costs;
        match used {
            Use::Lock(block) => self.lock(block, costs.hold),
            Use::Glance(block) => self.lock(block, Ticks::ZERO),
            Use::Refused => {
                self.pay(costs.transfer, |account| &mut account.locks);
                self.pay(costs.lock, |account| &mut account.split);
            }
            Use::Offer => self.pay_inside(costs.offer),
            Use::HandOut(_) => self.pay_inside(costs.hand_out),
            Use::Report(bytes) => {
                self.pay(CostModel::copying(costs.report_kib, bytes), |account| &mut account.copy);
                self.pay_inside(costs.report);
            }
            Use::Join => self.pay(costs.join, |account| &mut account.copy),
            Use::Copy(bytes) => {
                self.pay(CostModel::copying(costs.join_kib, bytes), |account| &mut account.copy);
            }
            Use::Scan(pools) => self.pay(costs.scan_of(pools), |account| &mut account.look),
            Use::CallAll => {
                let others = self.workers as u64 - 1;
                self.pay(costs.call.times(others), |account| &mut account.signals);
            }
            Use::AttentionCheck => self.pay(costs.heed, |account| &mut account.signals),
            Use::Abort => self.pay(costs.abort, |account| &mut account.split),
            Use::Ring | Use::Posted | Use::Withdrawn => {}
        }
    }

    fn pay(&mut self, price: Ticks, on: impl FnOnce(&mut Account) -> &mut Ticks) {
        let price = self.jitter.vary(price);
        *on(self.account) += price;
        self.now += price;
    }

    /// What happens with the block locked keeps it locked for longer.
    fn pay_inside(&mut self, price: Ticks) {
        self.pay(price, |account| &mut account.split);
        if let Some(block) = self.inside {
            self.locks.keep(block, self.now + self.costs.hold);
        }
    }

    /// Takes a lock, and keeps it for `hold` after the time that taking it costs.
    fn lock(&mut self, block: BlockId, hold: Ticks) {
        let acquired = self.locks.take(block, self.who, self.now, hold);
        let waited = acquired.at - self.now;
        if waited > Ticks::ZERO {
            *self.lock_waits += 1;
            self.account.locks += waited;
            self.now = acquired.at;
        }
        if acquired.is_foreign {
            self.pay(self.costs.transfer, |account| &mut account.locks);
        }
        self.pay(self.costs.lock, |account| &mut account.split);
        self.inside = Some(block);
        self.locks.keep(block, self.now + hold);
    }
}
