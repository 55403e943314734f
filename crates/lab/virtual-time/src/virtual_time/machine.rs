//! The machine to simulate, and a run on it.

use super::account::Account;
use super::costs::CostModel;
use super::team::Death;
use super::ticks::Ticks;
use super::trace::Event;
use crate::recording::Recording;
use cleave_smp::instrument::SharedLine;

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
    /// True if the steps of every worker are recorded.
    pub is_recorded: bool,
    /// The worker that is killed, if one is.
    pub death: Option<Death>,
    /// Whether to check the invariants of the arena after every step. Takes much longer.
    pub is_checked: bool,
}

impl Machine {
    /// Returns a machine with this many processors, without jitter.
    pub fn new(workers: usize) -> Machine {
        Machine {
            workers,
            costs: CostModel::default(),
            seed: 0,
            jitter: 0,
            events: 0,
            is_recorded: false,
            death: None,
            is_checked: false,
        }
    }
}

/// A run on a simulated machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VirtualRun {
    /// From the beginning to the end.
    pub time: Ticks,
    /// The accounts of all workers.
    pub accounts: Vec<Account>,
    /// How often lines that others use as well were written, by [kind](SharedLine::kind).
    pub writes: [u64; SharedLine::KINDS],
    /// A hash over the worker, time, position and window of every step: equal for equal runs.
    pub hash: u64,
    /// The events with their times, up to [`Machine::events`].
    pub events: Vec<Event>,
    /// The steps of every worker, if [`Machine::is_recorded`].
    pub recording: Option<Recording>,
}

impl VirtualRun {
    /// Returns the account of all workers together.
    pub fn account(&self) -> Account {
        self.accounts.iter().fold(Account::default(), |sum, &account| sum + account)
    }
}
