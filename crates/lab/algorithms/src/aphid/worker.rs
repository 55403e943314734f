//! A worker: the main worker passes over its tree again and again, a helper searches leaf after leaf.

use super::SharedLeaves;
use super::frontier::Register;
use super::helper::LeafSearch;
use super::pass::Notes;
use crate::hooked_stepper::HookedStepper;
use crate::traits::CompleteNode;
use cleave_smp::Alarmed;
use cleave_smp::PathStep;
use cleave_smp::Step;
use cleave_smp::seam::Event;
use cleave_smp::seam::{Peer, Strategy};

/// A worker of the algorithm.
pub(crate) struct AphidWorker<'a, N: CompleteNode> {
    pub(super) peer: Peer<'a, N>,
    pub(super) shared: &'a SharedLeaves<N>,
    pub(super) state: State<N>,
    /// The root of the team's search; of the main worker.
    pub(super) root: N,
    pub(super) pass: HookedStepper<N, Notes>,
    pub(super) register: Register,
    /// What helpers had found when the pass began.
    pub(super) seen: u32,
    /// What had been offered when there was no leaf for this worker; of a helper.
    pub(super) looked: Option<u32>,
    /// The search of a leaf; of a helper.
    pub(super) descent: HookedStepper<N>,
    /// A leaf may be searched to other depths than that of its job, as far as is known.
    pub(super) may_deepen: bool,
}

/// Where a worker is between two steps.
#[derive(Clone, Copy)]
pub(super) enum State<N: CompleteNode> {
    Idle,
    /// The main worker is in a pass.
    Passing,
    /// The last pass came to no certain value: the main worker waits for the helpers.
    Waiting,
    /// A helper searches a leaf.
    Searching(LeafSearch<N>),
    /// The team's search is over before the worker's is: to leave, after a helper has given back what it
    /// had taken from this place; after the main worker, whose place is `None`, has told what is certain.
    Leaving(Option<usize>),
}

impl<'a, N: CompleteNode> Strategy<'a, N> for AphidWorker<'a, N> {
    fn peer(&self) -> &Peer<'a, N> {
        &self.peer
    }

    fn peer_mut(&mut self) -> &mut Peer<'a, N> {
        &mut self.peer
    }

    fn begin(&mut self, context: &mut N::Context<'_>, root: &N) -> Result<(), Alarmed> {
        self.shared.expect_root(root.root_key(context));
        self.register = Register::of(&self.shared.table);
        let step = N::PathStep::of(root, context);
        self.root = *root;
        let root_step = self.shared.search.begin(&mut self.peer, step)?;
        self.shared.offer();
        drop(root_step);
        self.begin_pass(context);
        Ok(())
    }

    fn step(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        match self.state {
            State::Idle => self.look_for_leaf(context),
            State::Passing => self.go_on(context),
            State::Waiting => self.wait(context),
            State::Searching(leaf_search) => self.search_leaf(context, leaf_search),
            State::Leaving(place) => {
                match place {
                    Some(place) => self.give_back(place)?,
                    None => self.publish_certain_results(context),
                }
                self.leave(context)
            }
        }
    }

    fn check_cancelled(&mut self) {
        if !self.is_idle() && !self.is_open() {
            self.abort();
        }
    }

    fn stop(&mut self) -> Result<(), Alarmed> {
        self.halt()
    }

    fn abandon(&mut self) {
        self.state = State::Idle;
        self.descent.restart();
    }

    fn is_idle(&self) -> bool {
        matches!(self.state, State::Idle)
    }

    fn is_waiting(&self) -> bool {
        matches!(self.state, State::Waiting)
    }

    fn has_work(&self) -> bool {
        if self.is_waiting() {
            self.has_news() || self.peer.mailbox.attention.is_called()
        } else {
            self.may_have_leaf(self.peer.common.team_state().serial())
        }
    }

    fn current_node(&self) -> Option<&N> {
        match self.state {
            State::Passing => Some(&self.peer.stack[self.pass.depth()]),
            State::Searching(_) => Some(&self.peer.stack[1 + self.descent.depth()]),
            State::Idle | State::Waiting | State::Leaving(_) => None,
        }
    }
}

impl<'a, N: CompleteNode> AphidWorker<'a, N> {
    /// A worker with nothing to do.
    pub(crate) fn new(peer: Peer<'a, N>, shared: &'a SharedLeaves<N>) -> AphidWorker<'a, N> {
        AphidWorker {
            shared,
            peer,
            state: State::Idle,
            root: N::default(),
            pass: HookedStepper::default(),
            register: Register::default(),
            seen: 0,
            looked: None,
            descent: HookedStepper::default(),
            may_deepen: true,
        }
    }

    /// Workers beside the main worker.
    pub(super) fn helpers(&self) -> usize {
        self.peer.common.team_state().team_size() - 1
    }

    /// True until the search that this worker takes part in has come to its end.
    pub(super) fn is_open(&self) -> bool {
        self.shared.search.is_open(self.peer.counters.serial)
    }

    /// True if there may be a leaf for this worker in the search with this number, the one under way.
    pub(super) fn may_have_leaf(&self, serial: u32) -> bool {
        self.shared.search.is_open(serial) && self.looked != Some(self.shared.offered())
    }

    /// The team's search is over before this worker's work is.
    pub(super) fn abort(&mut self) {
        let place = match self.state {
            State::Leaving(_) => return,
            State::Searching(leaf_search) => Some(leaf_search.place()),
            State::Waiting => {
                self.peer.resume();
                None
            }
            State::Idle | State::Passing => None,
        };
        self.state = State::Leaving(place);
        self.peer.report(Event::Aborted);
    }

    /// Stops the whole search.
    pub(super) fn halt(&mut self) -> Result<(), Alarmed> {
        if self.shared.search.stop(&mut self.peer)? {
            self.peer.common.wake_owners();
        }
        Ok(())
    }

    pub(super) fn leave(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.state = State::Idle;
        self.peer.leave(context)
    }
}
