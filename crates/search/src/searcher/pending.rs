//! A search that is about to begin, with the team or with any other driver.

use std::cell::Cell;
use std::time::Duration;

use cleave_smp::{Params, WorkerId};

use super::outcome::Outcome;
use super::workers::lock;
use super::{Root, Searcher};
use crate::algorithms::Arena;
use crate::context::SearchContext;
use crate::context::setup::RootSetup;
use crate::context::worker_state::WorkerState;
use crate::control::host::{Host, Undisturbed};
use crate::control::{Control, Limits};
use crate::iterate::driver::{Driver, Recursive};
use crate::iterate::iterate;
use crate::mates::iterate_and_prove;
use crate::node::ChessNode;
use crate::units::Depth;

/// The parts from which a driver is made.
pub struct DriverParts<'s> {
    /// The split blocks of the team.
    pub arena: &'s Arena<ChessNode>,
    /// The parameters of splitting.
    pub params: Params,
    /// Nodes for a driver that searches alone.
    pub stack: &'s mut [ChessNode],
    /// The contexts of all workers but the main worker.
    pub helpers: Vec<SearchContext<'s>>,
    /// The time since the search began, which a driver with its own clock sets.
    pub clock: &'s Cell<Duration>,
    /// The search.
    pub search: PendingSearch<'s>,
}

/// A search that is about to begin.
pub struct PendingSearch<'s> {
    pub(super) context: SearchContext<'s>,
    pub(super) setup: &'s RootSetup,
    pub(super) limits: &'s Limits,
}

impl PendingSearch<'_> {
    /// Searches from the first iteration to the last.
    pub fn run(self, driver: &mut dyn Driver) -> Outcome {
        let PendingSearch { mut context, setup, limits } = self;
        let context = &mut context;
        let workers = context.shared.tallies.of_worker.len();
        log::debug!("a search of {} begins; workers: {workers}", setup.root.to_fen());
        let torn_before = context.shared.table.torn_rejected();
        context.begin_search(setup);
        context.root.exclude(&limits.excluded);
        context.root.confine_to(&limits.included);
        // The tables know which moves win, and would exclude other moves that mate.
        if limits.mate.is_none() {
            context.ask_tablebase_at_root(limits.multi_pv);
        }
        if context.root.is_empty() {
            context.wait_for_host(limits);
            return Outcome::without_moves(&setup.root);
        }
        let deepest = Depth::MAX.get() as u32;
        let last = Depth::new(limits.depth.unwrap_or(deepest).clamp(1, deepest) as i32);
        let (depth, no_mate_in) = match limits.mate {
            None => (iterate(context, driver, last, limits), None),
            Some(most) => iterate_and_prove(context, driver, last, limits, most),
        };
        context.control.tell_of_result();
        driver.finish(context);
        let depth = context.play_elected(depth, limits);
        context.wait_for_host(limits);
        let best = context.root.get(0).expect("there is a legal move");
        let value = best.value().expect("a first move has always been searched");
        let line = context.line_to_mate(value, best.line());
        let outcome = Outcome {
            best: Some(best.mv()),
            ponder: line
                .get(1)
                .copied()
                .or_else(|| context.shared.table.reply_to(&setup.root, line[0])),
            value: context.reported_value(best.mv(), value),
            depth: depth.get() as u32,
            nodes: context.nodes_of_all(),
            line,
            effort: context.root.ranked_from(0).iter().map(|mv| (mv.mv(), mv.nodes())).collect(),
            tree: context.tree_counts_of_all(),
            torn_rejected: context.shared.table.torn_rejected().saturating_sub(torn_before),
            stats: driver.stats().cloned(),
            no_mate_in,
        };
        outcome.log();
        outcome
    }
}

impl Searcher {
    /// As [`Searcher::search`], but always sequentially. Table and history are the ones that a team uses.
    pub fn search_sequentially(
        &mut self,
        root: &Root,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> Outcome {
        self.search_with(1, root, limits, host, |DriverParts { search, stack, .. }| {
            search.run(&mut Recursive(stack))
        })
    }

    /// Searches with a driver that `body` makes, for the number of workers given to [`Searcher::make_room_for`]. `body`
    /// must return soon after [`PendingSearch::run`].
    pub fn search_by<R>(
        &mut self,
        root: &Root,
        limits: &Limits,
        host: &mut dyn Host,
        body: impl FnOnce(DriverParts<'_>) -> R,
    ) -> R {
        self.search_with(self.workers.team.workers(), root, limits, host, body)
    }

    fn search_with<R>(
        &mut self,
        workers: usize,
        root: &Root,
        limits: &Limits,
        host: &mut dyn Host,
        body: impl FnOnce(DriverParts<'_>) -> R,
    ) -> R {
        let setup = self.set_up(root);
        let tablebase = self.settings.tablebase.as_deref();
        let (team, stack, equipment) =
            self.workers.equip(workers, workers > 1, &self.table.mapping, tablebase);
        let shared = equipment.shared(team.arena().shared());
        let mut places: Vec<_> = equipment.states[..workers].iter().map(lock).collect();
        let states = places.iter_mut().map(|place| equipment.state_in(place));
        let mut states: Vec<&mut WorkerState> = states.collect();
        let (state, others) = states.split_first_mut().expect("there is a main worker");
        let mut silent: Vec<_> = others.iter().map(|_| Undisturbed).collect();
        let ids = (1..workers).map(WorkerId::new);
        let helpers = ids.zip(others.iter_mut().zip(&mut silent)).map(|(id, (state, silent))| {
            let control = Control::start(&Limits::default(), silent);
            SearchContext::new(shared.of_helper(id), state, control)
        });
        let clock = Cell::new(Duration::ZERO);
        let control = Control::start(limits, host).with_driver_clock(&clock);
        let context = SearchContext::new(shared, state, control);
        body(DriverParts {
            arena: team.arena(),
            params: team.params,
            stack,
            helpers: helpers.collect(),
            clock: &clock,
            search: PendingSearch { context, setup: &setup, limits },
        })
    }
}
