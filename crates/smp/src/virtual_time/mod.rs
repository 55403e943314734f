//! Virtual time: any number of workers in one thread, exactly repeatable.
//!
//! A worker is a thing that is moved step by step ([`Worker::step`](crate::Worker::step)), and does
//! not care who moves it. Here one thread moves all of them, always the one whose clock is furthest
//! behind. Every step costs time by a [`CostModel`]; a lock that is taken delays whoever wants it.
//! The search is the real one, with real nodes and a real table, so what is measured is what DTS
//! does with this tree on a machine of so many processors: which nodes it searches twice, who waits
//! for whom, where nobody finds anything to do.
//!
//! | file | what |
//! |---|---|
//! | `team.rs` | the loop: who is next, what did the step cost, whom did it wake |
//! | `clock.rs`, `idle.rs` | those who have a turn to come, and those who wait for something to do |
//! | `costs.rs`, `till.rs`, `locks.rs` | prices, paying, waiting for locks |
//! | `invariants.rs` | what must be true between any two steps |
//! | `account.rs`, `trace.rs` | where the time went, and what happened when |
//!
//! A step happens at the beginning of the time that it takes. Below the split frontier a step is a
//! node ([`Grain::Node`](crate::Grain)), so that is the error. Of caches and memory the model
//! knows one thing: a node costs more when others search the same tree ([`CostModel::sharing`]).

mod account;
mod clock;
mod costs;
mod idle;
mod invariants;
mod locks;
mod team;
mod ticks;
mod till;
mod trace;

pub use account::Account;
pub use costs::CostModel;
pub use team::VirtualTeam;
pub use ticks::Ticks;
pub use trace::{Activity, Event};

/// The machine to imitate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machine {
    /// Its processors, each with one worker: 1 to [`MAX_WORKERS`](crate::MAX_WORKERS).
    pub workers: usize,
    /// What things cost on it.
    pub costs: CostModel,
    /// Seed of the jitter.
    pub seed: u64,
    /// By how many percent prices vary up and down at random, 0 to 100. With 0 all seeds are the
    /// same: the reference run.
    pub jitter: u32,
    /// The most events to write down; 0 for none.
    pub events: usize,
    /// Whether to look between all steps if everything in the arena is as it should be. Takes much
    /// longer.
    pub is_checked: bool,
}

impl Machine {
    /// A machine with so many processors, without jitter.
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

/// What has happened on a machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VirtualRun {
    /// From the beginning to the end.
    pub time: Ticks,
    /// Where the time of each worker went.
    pub accounts: Vec<Account>,
    /// A hash over worker, time, position and window of every step: equal for equal runs.
    pub hash: u64,
    /// What happened, as far as there was room.
    pub events: Vec<Event>,
}

impl VirtualRun {
    /// The account of all workers together.
    pub fn account(&self) -> Account {
        self.accounts.iter().fold(Account::default(), |sum, &account| sum + account)
    }
}
