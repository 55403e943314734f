//! Virtual time: a team of any size, moved by one thread, exactly repeatable.
//!
//! A worker moves step by step ([`Worker::step`](cleave_smp::Worker::step)), whoever calls it. Here
//! one thread moves all workers, always the one whose clock is furthest behind. A [`CostModel`] says
//! what each step costs; a lock that is taken delays the workers that want it. The search is the real
//! one, with real nodes and a real table. So a run shows what the search does with this tree on a
//! machine with that many processors: which nodes it searches twice, which workers wait for others,
//! and when they find nothing to do.
//!
//! | file | what |
//! |---|---|
//! | `team.rs` | the loop: which worker is next, and when it is all over |
//! | `team/charging.rs` | what a step costs the worker, and whom it wakes |
//! | `clock.rs`, `idle.rs` | the workers that have a turn to come, and those that wait for work |
//! | `deadline.rs` | the time at which a search stops |
//! | `costs.rs`, `step_cost.rs`, `locks.rs` | the prices, charging for a step, waiting for locks |
//! | `invariants.rs` | what must hold between any two steps |
//! | `account.rs`, `trace.rs` | where the time went, and what happened when |
//!
//! A step takes effect at the beginning of the time that it takes. Below the split frontier a step is
//! one node ([`Grain::Node`](cleave_smp::Grain)), so times are right to within a node. The model
//! knows one thing about caches and memory: a node costs more when other workers search the same tree
//! ([`CostModel::sharing`]).

mod account;
mod clock;
mod costs;
mod deadline;
mod idle;
mod invariants;
mod locks;
mod step_cost;
mod team;
mod ticks;
mod trace;

pub use account::Account;
pub use costs::CostModel;
pub use team::VirtualTeam;
pub use ticks::Ticks;
pub use trace::{Activity, Event};

/// The machine to simulate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machine {
    /// Its processors, each with one worker: 1 to [`MAX_WORKERS`](cleave_smp::MAX_WORKERS).
    pub workers: usize,
    /// The prices of operations.
    pub costs: CostModel,
    /// Seed of the jitter.
    pub seed: u64,
    /// Percentage by which prices vary up and down at random, 0 to 100. With 0 all seeds give the
    /// same run, the reference.
    pub jitter: u32,
    /// The most events to record; 0 for none.
    pub events: usize,
    /// Whether to check the invariants of the arena after every step. Takes much longer.
    pub is_checked: bool,
}

impl Machine {
    /// A machine with this many processors, without jitter.
    pub fn new(workers: usize) -> Machine {
        Machine {
            workers,
            costs: CostModel::default(),
            seed: 0,
            jitter: 0,
            events: 0,
            is_checked: false,
        }
    }
}

/// A run on a simulated machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VirtualRun {
    /// From the beginning to the end.
    pub time: Ticks,
    /// Where the time of each worker went.
    pub accounts: Vec<Account>,
    /// A hash over the worker, time, position and window of every step: equal for equal runs.
    pub hash: u64,
    /// What happened when, up to [`Machine::events`].
    pub events: Vec<Event>,
}

impl VirtualRun {
    /// The account of all workers together.
    pub fn account(&self) -> Account {
        self.accounts.iter().fold(Account::default(), |sum, &account| sum + account)
    }
}

#[cfg(test)]
mod tests {
    use cleave_smp::instrument::Components;
    use cleave_smp::{Arena, Node, Params, WorkerId};

    use super::*;
    use crate::artificial::{ArtificialNode, Explorer, Shape};

    /// A search before this one, in real or virtual time, may have left any of these in the arena.
    #[test]
    fn a_run_does_not_depend_on_what_is_left_in_the_arena() {
        let run = |leave: &dyn Fn(&Arena<ArtificialNode>)| {
            let arena: Arena<ArtificialNode> = Arena::new(8).unwrap();
            leave(&arena);
            let helpers = (1..8).map(|_| Explorer::new(arena.shared())).collect();
            let mut team = VirtualTeam::new(&arena, Machine::new(8), Params::default(), helpers);
            let (mut main_worker, shape) = (Explorer::new(arena.shared()), Shape::default());
            ArtificialNode::prepare(&mut main_worker, &shape);
            let root = ArtificialNode::root(&mut main_worker);
            team.search(&mut main_worker, &root, &shape);
            team.run()
        };
        let mark_active = |arena: &Arena<_>| {
            let components = Components::new(arena);
            let block = components.take_block(WorkerId::new(7)).unwrap();
            components.post(block, 1);
            components.post(block, 0);
            components.put_block(block);
        };
        let first = run(&|_| {});
        assert_eq!(run(&mark_active), first, "the mark of an active pool");
        assert_eq!(run(&|arena| Components::new(arena).call()), first, "a call");
    }
}
