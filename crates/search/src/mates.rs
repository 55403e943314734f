//! A search for a mate, with a proof beside it.
//!
//! Who asks for a mate in so many moves wants to know whether there is one. The search finds a long one sooner, but leaves
//! out too much to say that there is none, or that there is no shorter one. So before each search of the root the proof goes on
//! ([`cleave_mates`]), with as many nodes as the search has taken. What comes first ends both.

use cleave_board::Value;
use cleave_mates::{Answer, Prover};
use cleave_smp::{ArenaError, Stats};

use crate::context::SearchContext;
use crate::control::Limits;
use crate::iterate::driver::{Driver, RootRequest};
use crate::iterate::iterate;
use crate::root::moves::RootMove;
use crate::root::value::{RootValue, Verdict};
use crate::units::Depth;

/// Nodes that the proof may take more than the search: all mates in 2 that have been tried, and most of those in 3 and 4.
const AHEAD: u64 = 10_000;

/// As [`iterate`], for a mate in so many moves. Returns the number of moves in which there is none, too, if that is proved of any.
pub(crate) fn iterate_and_prove(
    context: &mut SearchContext<'_>,
    driver: &mut dyn Driver,
    last: Depth,
    limits: &Limits,
    moves: u32,
) -> (Depth, Option<u32>) {
    match Proving::new(driver, context, moves) {
        Ok(mut proving) => {
            let depth = iterate(context, &mut proving, last, limits);
            (depth, proving.conclude(context))
        }
        Err(reason) => {
            log::warn!("a mate is looked for, and none is proved to be absent: {reason}");
            (iterate(context, driver, last, limits), None)
        }
    }
}

/// A driver that proves before it searches.
struct Proving<'d> {
    driver: &'d mut dyn Driver,
    prover: Prover,
    /// Nodes of the proof.
    nodes: u64,
    answer: Answer,
}

impl<'d> Proving<'d> {
    /// Asks for a mate in so many moves by one of the moves of the root.
    ///
    /// # Errors
    /// The memory is not available.
    fn new(
        driver: &'d mut dyn Driver,
        context: &SearchContext<'_>,
        most: u32,
    ) -> Result<Proving<'d>, ArenaError> {
        let workers = context.shared.tallies.of_worker.len();
        let allowed = context.root.ranked_from(0).iter().map(RootMove::mv).collect();
        let prover = Prover::new(context.root_position(), most, workers)?.confined_to(allowed);
        Ok(Proving { driver, prover, nodes: 0, answer: Answer::Unknown })
    }

    /// Goes on with the proof, unless there is nothing to play yet.
    fn prove(&mut self, context: &mut SearchContext<'_>) {
        if !context.has_move() {
            return;
        }
        let Proving { prover, nodes, .. } = self;
        let most = context.nodes_of_all() - *nodes + AHEAD;
        self.answer = prover.prove(&mut |all| {
            context.count_nodes_of_proof(all - *nodes);
            *nodes = all;
            !context.is_stopped() && all < most
        });
    }

    /// After the search: the mate that has been proved is shown and played. Returns the number of moves in which there is none.
    fn conclude(self, context: &mut SearchContext<'_>) -> Option<u32> {
        if let Answer::Mate(line) = &self.answer {
            let plies = 2 * (self.prover.refuted() as usize + 1) - 1;
            context.root.take_over(Value::mate_in(plies), Verdict::Exact, line);
            context.show_best(0, Verdict::Exact);
        }
        Some(self.prover.refuted()).filter(|moves| *moves > 0)
    }
}

impl Driver for Proving<'_> {
    fn search_root(
        &mut self,
        context: &mut SearchContext<'_>,
        request: &RootRequest,
    ) -> Option<RootValue> {
        if request.rank == 0 {
            self.prove(context);
        }
        if self.answer != Answer::Unknown {
            context.stop();
        }
        if context.is_stopped() {
            self.driver.finish(context);
            // Nothing has been found out about any move.
            context.begin_root(request.rank, request.window.0, false);
            return None;
        }
        self.driver.search_root(context, request)
    }

    fn has_begun(&self, iteration: Depth) -> bool {
        self.driver.has_begun(iteration)
    }

    fn finish(&mut self, context: &mut SearchContext<'_>) {
        self.driver.finish(context);
    }

    fn stats(&self) -> Option<&Stats> {
        self.driver.stats()
    }
}
