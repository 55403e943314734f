//! A worker: the main worker repeats passes over its tree, a helper searches leaf after leaf.

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
    /// The root of the team's search, in the main worker.
    pub(super) root: N,
    pub(super) pass: HookedStepper<N, Notes>,
    pub(super) register: Register,
    /// The number of results when the pass began.
    pub(super) seen: u32,
    /// The number of offers when there was no leaf for this worker, in a helper.
    pub(super) looked: Option<u32>,
    /// The search of a leaf, in a helper.
    pub(super) descent: HookedStepper<N>,
    /// False once the game has refused to search a leaf to another depth than its job's.
    pub(super) may_deepen: bool,
}

/// The state of a worker between two steps.
#[derive(Clone, Copy)]
pub(super) enum State<N: CompleteNode> {
    Idle,
    /// The main worker is in a pass.
    Passing,
    /// The last pass had no certain value. The main worker waits for the helpers.
    Waiting,
    /// A helper searches a leaf.
    Searching(LeafSearch<N>),
    /// The team's search is over before the worker's is, so the worker leaves. A helper first returns the leaf at this
    /// place. The main worker, whose place is `None`, first publishes its certain results.
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
    /// Returns a worker with nothing to do.
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

    /// Returns the number of workers in addition to the main worker.
    pub(super) fn helpers(&self) -> usize {
        self.peer.common.team_state().team_size() - 1
    }

    /// Returns true until the search in which this worker takes part has ended.
    pub(super) fn is_open(&self) -> bool {
        self.shared.search.is_open(self.peer.counters.serial)
    }

    /// Returns true if there may be a leaf for this worker in the search under way, which has this number.
    pub(super) fn may_have_leaf(&self, serial: u32) -> bool {
        self.shared.search.is_open(serial) && self.looked != Some(self.shared.offered())
    }

    /// Aborts the worker's search, because the team's search is over.
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
