//! Charging a worker for a step: each event has its price, and a taken lock has to be waited for.

use super::account::Account;
use super::costs::CostModel;
use super::lines::Lines;
use super::locks::Locks;
use super::ticks::Ticks;
use cleave_smp::WorkerId;
use cleave_smp::instrument::{BlockId, Event, SharedLine};
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
    pub(super) lines: &'t mut Lines,
    pub(super) account: &'t mut Account,
    pub(super) lock_waits: &'t mut u64,
    /// The time, as the step goes on.
    pub(super) now: Ticks,
    /// The block locked last.
    pub(super) inside: Option<BlockId>,
    /// The lock that the last event waited for, and how long.
    pub(super) waited: Option<(BlockId, Ticks)>,
}

impl StepCost<'_> {
    /// Nodes searched in the step.
    pub(super) fn pay_nodes(&mut self, nodes: u64) {
        self.pay(self.costs.node.times(nodes), |account| &mut account.search);
        // One worker pays nothing and draws no random number.
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
    pub(super) fn pay_notification(&mut self) {
        self.pay(self.costs.ring, |account| &mut account.look);
    }

    /// Posting a block while others poll: their copies of the cache lines are invalidated.
    pub(super) fn pay_posting(&mut self) {
        self.pay(self.costs.transfer, |account| &mut account.split);
    }

    /// Pays for one event. Its effect on other workers is the caller's business. Returns false if it costs nothing and has no
    /// such effect.
    pub(super) fn pay_for(&mut self, event: Event) -> bool {
        let costs = self.costs;
        match event {
            // The posted jobs are in the line of the lock.
            Event::Locked { block, is_glance: true } => self.lock(block, Ticks::ZERO, Ticks::ZERO),
            Event::Locked { block, .. } | Event::EntryLocked(block) => {
                self.lock(block, costs.handover, costs.hold);
            }
            Event::Refused => {
                self.pay(costs.transfer, |account| &mut account.locks);
                self.pay(costs.lock, |account| &mut account.split);
            }
            Event::BlockMade { .. } | Event::TaskWritten => self.pay_inside(costs.offer),
            Event::JobTaken { block: Some(_), .. } => self.pay_inside(costs.hand_out),
            Event::ResultReturned { bytes, .. }
            | Event::AnswerWritten { bytes }
            | Event::TaskCopied { bytes } => {
                self.pay(CostModel::copying(costs.report_kib, bytes), |account| &mut account.copy);
                self.pay_inside(costs.report);
            }
            Event::Arrived => self.pay(costs.join, |account| &mut account.copy),
            Event::Copied { bytes } | Event::Moved { bytes } => {
                self.pay(CostModel::copying(costs.join_kib, bytes), |account| &mut account.copy);
            }
            Event::MarksUsed { marks } => {
                let (lock, transfer) = costs.marks_of(marks, self.workers);
                self.pay(transfer, |account| &mut account.locks);
                self.pay(lock, |account| &mut account.split);
            }
            Event::Scanned { pools } | Event::PoolsRead { pools } => {
                self.pay(costs.scan_of(pools), |account| &mut account.look);
            }
            Event::CalledAll => {
                let others = self.workers as u64 - 1;
                self.pay(costs.call.times(others), |account| &mut account.signals);
            }
            Event::Called(_) => self.pay(costs.call, |account| &mut account.signals),
            Event::DemandChecked => self.pay_attention(),
            Event::AttentionChecked => self.pay(costs.respond, |account| &mut account.signals),
            Event::Aborted | Event::Suspended => {
                self.pay(costs.abort, |account| &mut account.split);
            }
            Event::Read(line) => self.read(line),
            Event::ReadTrails => self.read_of_all(SharedLine::Trail),
            Event::ReadWhereabouts => self.read_of_all(SharedLine::Whereabouts),
            Event::Wrote(line) => {
                self.fetch(|lines, who, now, fetch| lines.write(line, who, now, fetch));
            }
            Event::NotifiedOne
            | Event::NotifiedAll
            | Event::OwnerWoken(_)
            | Event::Posted
            | Event::Withdrawn => {}
            _ => return false,
        }
        true
    }

    fn read(&mut self, line: SharedLine) {
        self.fetch(|lines, who, now, fetch| lines.read(line, who, now, fetch));
    }

    /// Reads the line of each worker.
    fn read_of_all(&mut self, line: fn(WorkerId) -> SharedLine) {
        (0..self.workers).for_each(|id| self.read(line(WorkerId::new(id))));
    }

    fn pay(&mut self, price: Ticks, on: impl FnOnce(&mut Account) -> &mut Ticks) {
        let price = self.jitter.vary(price);
        *on(self.account) += price;
        self.now += price;
    }

    /// Fetches a line that others write, if this worker does not have it.
    fn fetch(&mut self, used: impl FnOnce(&mut Lines, WorkerId, Ticks, Ticks) -> Ticks) {
        let until = used(self.lines, self.who, self.now, self.costs.transfer);
        self.account.locks += until - self.now;
        self.now = until;
    }

    /// A look at the attention word after another worker has written it.
    pub(super) fn pay_call(&mut self) {
        self.pay(self.costs.transfer, |account| &mut account.signals);
    }

    /// Pays for work under the lock of the block, which keeps it locked for longer.
    fn pay_inside(&mut self, price: Ticks) {
        self.pay(price, |account| &mut account.split);
        if let Some(block) = self.inside {
            self.locks.keep(block, self.now + self.costs.hold);
        }
    }

    /// Takes a lock, and keeps it for `hold` after the time that taking it costs. If another worker had it last, these
    /// other lines are paid for as well.
    fn lock(&mut self, block: BlockId, lines: Ticks, hold: Ticks) {
        let acquired = self.locks.take(block, self.who, self.now, hold);
        let waited = acquired.at - self.now;
        if waited > Ticks::ZERO {
            *self.lock_waits += 1;
            self.account.locks += waited;
            self.waited = Some((block, waited));
            self.now = acquired.at;
        }
        if acquired.is_foreign {
            self.pay(self.costs.transfer + lines, |account| &mut account.locks);
        }
        self.pay(self.costs.lock, |account| &mut account.split);
        self.inside = Some(block);
        self.locks.keep(block, self.now + hold);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_smp::instrument::Task;

    const COSTS: CostModel = CostModel {
        node: Ticks(1_000),
        sharing: Ticks(300),
        attention: Ticks(1),
        lock: Ticks(20),
        transfer: Ticks(150),
        sharing_of_history: Ticks::ZERO,
        handover: Ticks(11),
        hold: Ticks(300),
        offer: Ticks(2),
        hand_out: Ticks(3),
        report: Ticks(4),
        report_kib: Ticks(1024),
        join: Ticks(5),
        join_kib: Ticks(2048),
        scan: Ticks(30),
        scan_pool: Ticks(60),
        pause: Ticks(6),
        ring: Ticks(7),
        wake_up: Ticks(8),
        call: Ticks(40),
        respond: Ticks(50),
        abort: Ticks(9),
        begin: Ticks(10),
    };

    /// Returns the costs of a worker's step, in a team of this size, from this time on.
    fn paid(
        (who, workers): (usize, usize),
        locks: &mut Locks,
        now: Ticks,
        pay: impl FnOnce(&mut StepCost<'_>),
    ) -> Account {
        let mut account = Account::default();
        let mut cost = StepCost {
            who: WorkerId::new(who),
            workers,
            costs: &COSTS,
            jitter: &mut Jitter::new(0, 0),
            locks,
            lines: &mut Lines::new(workers),
            account: &mut account,
            lock_waits: &mut 0,
            now,
            inside: None,
            waited: None,
        };
        pay(&mut cost);
        let took = cost.now - now;
        assert_eq!(account.total(), took, "the account must show all the time taken, and no more");
        account
    }

    fn alone(pay: impl FnOnce(&mut StepCost<'_>)) -> Account {
        paid((0, 1), &mut Locks::new(1), Ticks::ZERO, pay)
    }

    #[test]
    fn a_node_costs_more_in_a_team_than_alone() {
        let search = Ticks(7_000);
        assert_eq!(alone(|cost| cost.pay_nodes(7)), Account { search, ..Account::default() });
        let two = paid((1, 2), &mut Locks::new(2), Ticks::ZERO, |cost| cost.pay_nodes(7));
        assert_eq!(two, Account { search, sharing: Ticks(1_050), ..Account::default() });
    }

    /// Without the transfer a contended lock would cost no more than a private one.
    #[test]
    fn a_lock_costs_more_after_another_worker_and_most_while_that_worker_holds_it() {
        let block = BlockId::from_index(0);
        let locks = &mut Locks::new(2);
        let mut lock =
            |who, now| paid((who, 2), locks, Ticks(now), |cost| lock_for(cost, block, false));
        let split = Ticks(20);
        assert_eq!(lock(0, 0), Account { split, ..Account::default() });
        assert_eq!(lock(0, 1_000), Account { split, ..Account::default() });
        let fetched = Ticks(150 + 11);
        assert_eq!(lock(1, 2_000), Account { split, locks: fetched, ..Account::default() });
        // The other worker holds it for 300 ticks after the 181 that taking it cost.
        let locks_for = fetched + Ticks(81);
        assert_eq!(lock(0, 2_400), Account { split, locks: locks_for, ..Account::default() });
        // A worker that does not work there fetches only the line of the lock.
        let glance = paid((1, 2), locks, Ticks(9_000), |cost| lock_for(cost, block, true));
        assert_eq!(glance, Account { split, locks: Ticks(150), ..Account::default() });
    }

    fn lock_for(cost: &mut StepCost<'_>, block: BlockId, is_glance: bool) {
        cost.pay_for(Event::Locked { block, is_glance });
    }

    #[test]
    fn every_event_is_charged_to_its_own_item() {
        let block = BlockId::from_index(0);
        let (task, searched) = (Task::default(), None);
        let none = Account::default();
        for (event, expected) in [
            (Event::Refused, Account { split: Ticks(20), locks: Ticks(150), ..none }),
            (Event::BlockMade { block }, Account { split: Ticks(2), ..none }),
            (
                Event::JobTaken { block: Some(block), depth: 9, task, searched },
                Account { split: Ticks(3), ..none },
            ),
            (
                Event::ResultReturned { block: None, value: 0, bytes: 5 },
                Account { split: Ticks(4), copy: Ticks(5), ..none },
            ),
            (Event::Arrived, Account { copy: Ticks(5), ..none }),
            (Event::Copied { bytes: 5 }, Account { copy: Ticks(10), ..none }),
            (Event::MarksUsed { marks: 2 }, Account { split: Ticks(80), ..none }),
            (Event::Scanned { pools: 2 }, Account { look: Ticks(150), ..none }),
            (Event::Called(WorkerId::MAIN), Account { signals: Ticks(40), ..none }),
            (Event::DemandChecked, Account { signals: Ticks(1), ..none }),
            (Event::AttentionChecked, Account { signals: Ticks(50), ..none }),
            (Event::Aborted, Account { split: Ticks(9), ..none }),
        ] {
            let paid = alone(|cost| assert!(cost.pay_for(event)));
            assert_eq!(paid, expected, "{event:?}");
        }
        assert_eq!(alone(|cost| assert!(!cost.pay_for(Event::PoolEmpty))), none);
        let locks = &mut Locks::new(5);
        let in_team = |locks: &mut Locks, event| {
            paid((0, 5), locks, Ticks::ZERO, |cost| assert!(cost.pay_for(event)))
        };
        let call = in_team(locks, Event::CalledAll);
        assert_eq!(call, Account { signals: Ticks(160), ..none });
        // Another worker wrote four fifths of the lines of three marks last.
        let marks = in_team(locks, Event::MarksUsed { marks: 3 });
        assert_eq!(marks, Account { split: Ticks(120), locks: Ticks(360), ..none });
    }
}
