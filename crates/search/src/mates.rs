//! A search for a mate, together with a proof.
//!
//! A user who asks for a mate in 4 wants to know whether there is one. The search leaves out too much to show that there is
//! no mate, or no shorter one. So before each search of the root a prover continues ([`cleave_mates`]), with as many nodes
//! as the search has used. One half proves that there is no short mate, the other looks for a long one. The first
//! result ends all. A mate that may not be the shortest is looked for once more, because the proof finds the shortest mate and
//! the whole line.

use cleave_board::{Move, Value};
use cleave_mates::{Answer, Prover};
use cleave_smp::{ArenaError, Stats};

use crate::context::SearchContext;
use crate::control::Limits;
use crate::iterate::driver::{Driver, RootRequest};
use crate::iterate::iterate;
use crate::root::moves::RootMove;
use crate::root::value::{RootValue, Verdict};
use crate::units::Depth;

/// Nodes that the proof may use beyond the search's count: enough for all mates in 2 in crates/mates/README.md, and for most in
/// 3 and 4.
const AHEAD: u64 = 10_000;

/// As [`iterate`], for a mate in at most `most` moves. Also returns the number of moves within which no mate exists, if
/// that is proved.
pub(crate) fn iterate_and_prove(
    context: &mut SearchContext<'_>,
    driver: &mut dyn Driver,
    last: Depth,
    limits: &Limits,
    most: u32,
) -> (Depth, Option<u32>) {
    match Proving::new(driver, context, most) {
        Ok(mut proving) => {
            let depth = iterate(context, &mut proving, last, limits);
            (depth, proving.conclude(context, limits))
        }
        Err(reason) => {
            log::warn!("searches for a mate without a proof that none exists: {reason}");
            (iterate(context, driver, last, limits), None)
        }
    }
}

/// Nodes that the proof may take once the search has found a mate: a tenth of a second, enough for most mates in 5.
const TO_CONFIRM: u64 = 100_000;

/// A driver that proves before it searches.
struct Proving<'d> {
    driver: &'d mut dyn Driver,
    prover: Prover,
    /// The requested number of moves.
    most: u32,
    answer: Answer,
    /// The line of a mate that may not be the shortest.
    found: Option<Vec<Move>>,
}

impl<'d> Proving<'d> {
    /// Prepares a proof of a mate in at most `most` moves by one of the root moves.
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
        Ok(Proving { driver, prover, most, answer: Answer::Unknown, found: None })
    }

    /// Returns true if the known facts answer the question.
    fn is_answered(&self) -> bool {
        self.is_proved() || self.found.is_some()
    }

    /// Returns true if a mate is proved to be the shortest, or to be absent. The longest mates are beyond the prover.
    fn is_proved(&self) -> bool {
        match &self.answer {
            Answer::Mate(_) => true,
            Answer::NoMate => self.prover.refuted() >= self.most,
            Answer::Unknown => false,
        }
    }

    /// Continues the proof, and then the search for any mate, until the prover has used this many nodes.
    fn prove_and_find(&mut self, context: &mut SearchContext<'_>, most: u64) {
        self.prove(context, self.prover.nodes().midpoint(most));
        if self.is_answered() || context.is_stopped() {
            return;
        }
        let answer = self.prover.find(&mut |nodes| {
            context.set_nodes_of_proof(nodes);
            !context.is_stopped() && nodes < most
        });
        match answer {
            Answer::Mate(line) => {
                self.confirm(context, line.len().div_ceil(2) as u32);
                self.found = Some(line);
            }
            Answer::NoMate => self.answer = answer,
            Answer::Unknown => {}
        }
    }

    /// Looks for the shortest mate where one of this length is known.
    fn confirm(&mut self, context: &mut SearchContext<'_>, moves: u32) {
        self.prover.set_most(moves.min(self.most));
        self.prove(context, context.nodes_of_all() + TO_CONFIRM);
    }

    /// Continues the proof until the prover has used this many nodes.
    fn prove(&mut self, context: &mut SearchContext<'_>, most: u64) {
        self.prove_within(context, most);
        // A prover that has found a mate may have no nodes left for its line.
        if self.has_part_of_a_line() {
            self.prove_within(context, u64::MAX);
        }
    }

    fn prove_within(&mut self, context: &mut SearchContext<'_>, most: u64) {
        self.answer = self.prover.prove(&mut |nodes| {
            context.set_nodes_of_proof(nodes);
            !context.is_stopped() && nodes < most
        });
    }

    /// Returns the plies to the proved mate, or to the mate that would be proved next.
    fn plies(&self) -> usize {
        2 * self.prover.refuted() as usize + 1
    }

    fn has_part_of_a_line(&self) -> bool {
        matches!(&self.answer, Answer::Mate(line) if line.len() < self.plies())
    }

    /// Shows and plays the proved mate after the search. Returns the number of moves within which no mate exists.
    fn conclude(mut self, context: &mut SearchContext<'_>, limits: &Limits) -> Option<u32> {
        let by_search = context.root.best().and_then(|(_, value)| value.mate_distance());
        if let Some(moves) = by_search.filter(|&moves| moves > 0 && !self.is_answered()) {
            self.confirm(context, moves.unsigned_abs());
        }
        let proved = match &self.answer {
            Answer::Mate(line) => Some((line, self.plies())),
            _ => self.found.as_ref().map(|line| (line, line.len())),
        };
        if let Some((line, plies)) = proved {
            context.root.take_over(Value::mate_in(plies), Verdict::Exact, line);
            let lines = limits.multi_pv.clamp(1, context.root.len());
            // A stop may have come before other moves had a value.
            let has_value =
                |rank: &usize| context.root.get(*rank).is_some_and(|mv| mv.value().is_some());
            let shown = (0..lines).take_while(has_value).count();
            (0..shown).for_each(|rank| context.show_best(rank, Verdict::Exact));
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
        // Before that there would be no move to play.
        if request.rank == 0 && context.has_move() {
            self.prove_and_find(context, context.nodes_without_proof() + AHEAD);
        }
        if self.is_answered() {
            context.stop();
        }
        if context.is_stopped() {
            self.driver.finish(context);
            // No result of any move is known.
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

#[cfg(test)]
mod tests {
    use cleave_board::Position;

    use super::*;
    use crate::testing::with_worker;

    /// A driver whose workers have begun the fourth iteration.
    struct Ahead;

    impl Driver for Ahead {
        fn search_root(&mut self, _: &mut SearchContext<'_>, _: &RootRequest) -> Option<RootValue> {
            None
        }

        fn has_begun(&self, iteration: Depth) -> bool {
            iteration == Depth::new(4)
        }
    }

    #[test]
    fn an_iteration_begun_counts_as_begun_during_a_proof() {
        with_worker(&Position::start(), |context| {
            let mut driver = Ahead;
            let proving = Proving::new(&mut driver, context, 2).expect("the memory is there");
            assert_eq!(
                [3, 4, 5].map(|depth| proving.has_begun(Depth::new(depth))),
                [false, true, false]
            );
        });
    }
}
