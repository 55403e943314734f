//! The main worker at a leaf of its tree: looks up known results, and puts questions about the others into the table.

use std::collections::HashMap;

use super::duty::Visit;
use super::leaf::{Finding, Leaf, Question, Reply, Wanted};
use super::table::{LeafTable, lock_of};
use super::{LEAST_DEPTH, MAX_UPPER_PLIES, SharedLeaves};
use crate::traits::CompleteNode;
use cleave_smp::Alarmed;
use cleave_smp::PathStep;
use cleave_smp::WorkerId;
use cleave_smp::seam::{Event, Meter};
use cleave_smp::seam::{LockContext, TeamState};

/// The main worker's private index of the table.
#[derive(Default)]
pub(super) struct Register {
    /// The place of each leaf, by key.
    places: HashMap<u64, usize>,
    /// The number of leaves dealt out to helpers.
    dealt: usize,
    /// The number of leaves that this pass has visited.
    ranked: u32,
}

impl Register {
    /// Creates the register of a table.
    pub(super) fn of<N: CompleteNode>(table: &LeafTable<N>) -> Register {
        let places = table.entries().map(|(place, key)| (key, place)).collect();
        Register { places, ..Register::default() }
    }

    pub(super) fn begin_pass(&mut self) {
        self.ranked = 0;
    }
}

/// The table of leaves, as the main worker sees it in a pass.
pub(super) struct Frontier<'f, 'a, N: CompleteNode> {
    pub(super) shared: &'a SharedLeaves<N>,
    pub(super) team_state: &'a TeamState<N>,
    pub(super) lock_context: LockContext<'a>,
    pub(super) register: &'f mut Register,
    pub(super) meter: &'f mut Meter,
    /// The number of workers to which leaves are dealt out.
    pub(super) helpers: usize,
    /// The number of the pass.
    pub(super) pass: u32,
}

/// A possible question about a node that has just been entered, not opened.
#[derive(Clone, Copy)]
pub(super) struct Request<N: CompleteNode> {
    /// Distinguishes it from all other leaves of the tree.
    pub(super) key: u64,
    pub(super) job: N::Job,
    pub(super) wanted: Wanted,
}

impl<N: CompleteNode> Request<N> {
    /// Returns `None` if a question is not worthwhile, or if the game has no windows of numbers.
    pub(super) fn of(child: &N, job: N::Job, key: u64) -> Option<Request<N>> {
        let wanted = Wanted { depth: child.depth(), window: child.window()? };
        (wanted.depth >= LEAST_DEPTH).then_some(Request { key, job, wanted })
    }
}

impl<N: CompleteNode> Frontier<'_, '_, N> {
    /// Returns the known result of a leaf, and asks the helpers about it from now on. Returns `None` if it is not in
    /// the table. `above` are the nodes from the root to its parent.
    ///
    /// # Errors
    /// The alarm is on.
    pub(super) fn look_up(
        &mut self,
        context: &N::Context<'_>,
        above: &[N],
        leaf: &Request<N>,
    ) -> Result<Option<Reply<N>>, Alarmed> {
        self.meter.note(Event::PoolsRead { pools: 1 });
        let Some(&place) = self.register.places.get(&leaf.key) else { return Ok(None) };
        self.meter.note(Event::EntryLocked(lock_of(place)));
        let mut locked = self.shared.table.lock(place, &self.lock_context)?;
        let visit = self.visit();
        self.shared.table.note_visit(place, visit);
        if locked.leaf().question.wanted != leaf.wanted {
            locked.ask(question(context, above, leaf));
            self.meter.note(Event::Moved { bytes: size_of::<Question<N>>() as u64 });
        }
        if locked.duty().owner.is_none() {
            let owner = self.deal();
            locked.assign(|duty| duty.owner = Some(owner));
        }
        let reply = locked.leaf().reply();
        let is_due = locked.duty().is_due();
        drop(locked);
        if is_due {
            self.notify_idle();
        }
        Ok(Some(reply))
    }

    /// Puts a leaf that is not in the table there. Returns a guess. Returns `None` if there is no room, or if a helper
    /// has just taken the leaf that would make room. Then the main worker must search the leaf itself.
    ///
    /// # Errors
    /// The alarm is on.
    pub(super) fn put(
        &mut self,
        context: &N::Context<'_>,
        above: &[N],
        leaf: &Request<N>,
        estimate: N::Value,
    ) -> Result<Option<Finding<N>>, Alarmed> {
        let Some(place) = self.shared.table.find_room(self.pass) else { return Ok(None) };
        let (owner, visit) = (self.deal(), self.visit());
        let new = Leaf::new(question(context, above, leaf), estimate);
        let who = (owner, visit);
        let table = &self.shared.table;
        self.meter.note(Event::EntryLocked(lock_of(place)));
        let put = table.put(place, leaf.key, new, who, &self.lock_context)?;
        let Some(before) = put else { return Ok(None) };
        self.register.places.remove(&before);
        self.register.places.insert(leaf.key, place);
        self.meter.note(Event::Moved { bytes: size_of::<Question<N>>() as u64 });
        self.notify_idle();
        Ok(Some(Finding { value: estimate, line: *N::default().line() }))
    }

    /// Deals leaves out in turn.
    fn deal(&mut self) -> WorkerId {
        let owner = WorkerId::new(1 + self.register.dealt % self.helpers);
        self.register.dealt += 1;
        owner
    }

    fn visit(&mut self) -> Visit {
        self.register.ranked += 1;
        Visit { pass: self.pass, rank: self.register.ranked }
    }

    fn notify_idle(&mut self) {
        self.shared.offer();
        self.meter.note(Event::NotifiedOne);
        self.team_state.event_count().notify_one();
    }
}

fn question<N: CompleteNode>(
    context: &N::Context<'_>,
    above: &[N],
    leaf: &Request<N>,
) -> Question<N> {
    let [.., parent] = above else { unreachable!("the root is no leaf") };
    let mut steps = [None; MAX_UPPER_PLIES - 1];
    for (step, node) in steps.iter_mut().zip(&above[1..]) {
        *step = Some(N::PathStep::of(node, context));
    }
    Question { steps, parent: *parent, job: leaf.job, wanted: leaf.wanted }
}
