//! A table behind locks: the time of a team whose workers lock a part of the table for each probe and each store.
//!
//! The table of the search has no locks, so the steps of a search cannot charge for them. Here a node is a probe, the
//! work of a node, and a store. Keys are random, as those of positions are: each lock guards an equal share of the
//! table.

use cleave_smp::WorkerId;
use cleave_smp::random::{Rng, mix};

use super::clock::Clock;
use super::machine::Machine;
use super::ticks::Ticks;

/// The time for which an access keeps its lock: it compares the keys of a bucket that is in the cache already. A guess.
pub const HELD: Ticks = Ticks(20);

/// The locks of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableLocks {
    /// None: each slot can be checked by itself.
    Lockless,
    /// This many locks, each for an equal share of the table.
    Mutexed(usize),
}

/// A lock, on a cache line that moves to each worker that takes it.
#[derive(Clone, Copy, Default)]
struct Lock {
    free_at: Ticks,
    holder: Option<WorkerId>,
}

/// A worker's next access.
#[derive(Clone, Copy)]
struct Progress {
    node: u64,
    stores: bool,
}

/// Returns the time in which each worker of the machine finishes this many nodes.
///
/// A locked access costs the price of a lock. If another worker had the lock last, the worker fetches its line, which
/// no other worker can take meanwhile. If another worker has the lock now, the worker waits.
pub fn time_of_nodes(machine: &Machine, locks: TableLocks, nodes: u64) -> Ticks {
    let mut guards = match locks {
        TableLocks::Lockless => Vec::new(),
        TableLocks::Mutexed(count) => vec![Lock::default(); count.max(1)],
    };
    let mut of_worker = vec![Progress { node: 0, stores: false }; machine.workers];
    let (mut clock, mut random) = (Clock::default(), Rng::new(machine.seed));
    for worker in 0..machine.workers {
        clock.schedule(Ticks(worker as u64), WorkerId::new(worker));
    }
    let mut end = Ticks::ZERO;
    while let Some((now, who)) = clock.next() {
        let Progress { node, stores } = of_worker[who.index()];
        let key = mix(mix(who.index() as u64) ^ node);
        let mut next = now + HELD;
        if !guards.is_empty() {
            let place = ((u128::from(key) * guards.len() as u128) >> 64) as usize;
            next = guards[place].take(machine, who, now);
        }
        if stores {
            if node + 1 == nodes {
                end = end.max(next);
                continue;
            }
            of_worker[who.index()] = Progress { node: node + 1, stores: false };
        } else {
            of_worker[who.index()].stores = true;
            next += work_of_node(machine, &mut random);
        }
        clock.schedule(next, who);
    }
    end
}

/// Returns the work of a node apart from its two accesses to the table.
fn work_of_node(machine: &Machine, random: &mut Rng) -> Ticks {
    let costs = &machine.costs;
    let sharing = if machine.workers > 1 { costs.sharing } else { Ticks::ZERO };
    let work = (costs.node + sharing).less(HELD.times(2)).0;
    let percent = u64::from(100 - machine.jitter) + random.below(2 * u64::from(machine.jitter) + 1);
    Ticks(work * percent / 100)
}

impl Lock {
    /// Takes the lock for an access, and returns its end.
    fn take(&mut self, machine: &Machine, who: WorkerId, now: Ticks) -> Ticks {
        let is_foreign = self.holder.is_some_and(|holder| holder != who);
        let fetch = if is_foreign { machine.costs.transfer } else { Ticks::ZERO };
        let end = now.max(self.free_at) + fetch + machine.costs.lock + HELD;
        *self = Lock { free_at: end, holder: Some(who) };
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODES: u64 = 2_000;

    fn time(workers: usize, locks: TableLocks) -> Ticks {
        let machine = Machine { jitter: 5, ..Machine::new(workers) };
        time_of_nodes(&machine, locks, NODES)
    }

    #[test]
    fn without_locks_every_worker_takes_the_price_of_its_nodes() {
        let costs = Machine::new(1).costs;
        for (workers, node) in [(1, costs.node), (2, costs.node + costs.sharing)] {
            let machine = Machine::new(workers);
            let time = time_of_nodes(&machine, TableLocks::Lockless, NODES);
            assert_eq!(time.less(node.times(NODES)).0, workers as u64 - 1, "{workers}");
        }
    }

    #[test]
    fn one_worker_pays_for_two_locks_a_node_and_nothing_else() {
        let machine = Machine::new(1);
        let of = |locks| time_of_nodes(&machine, locks, NODES);
        let more = of(TableLocks::Mutexed(1)) - of(TableLocks::Lockless);
        assert_eq!(more, machine.costs.lock.times(2 * NODES));
    }

    #[test]
    fn one_lock_lets_one_worker_after_the_other_use_the_table() {
        let costs = Machine::new(16).costs;
        let access = costs.transfer + costs.lock + HELD;
        let time = time(16, TableLocks::Mutexed(1));
        let share = time.share_of(access.times(2 * 16 * NODES));
        assert!((0.9..=1.0).contains(&share), "{share}");
    }

    #[test]
    fn more_locks_take_less_time_and_never_less_than_none() {
        let times = [1, 64, 1 << 20].map(|locks| time(16, TableLocks::Mutexed(locks)));
        assert!(times[0] > times[1] && times[1] > times[2], "{times:?}");
        assert!(times[2] > time(16, TableLocks::Lockless));
        assert_eq!(times[1], time(16, TableLocks::Mutexed(64)), "the same every time");
    }
}
