//! A chess problem under a listener, and what is said of it.

use cleave_board::{Move, Position};
use cleave_mates::{Answer, Prover};
use cleave_movegen::{legal_moves, line_text};
use cleave_search::Signal;

use crate::conversation::listener::Listener;
use crate::refusal::Refusal;

/// Does the side to move mate?
pub(super) struct Problem {
    root: Position,
    prover: Prover,
    answer: Answer,
}

impl Problem {
    /// In so many moves, of which the first is none of those excluded; to be solved by a team of so many workers.
    ///
    /// # Errors
    /// The memory is not available.
    pub(super) fn new(
        root: &Position,
        moves: u32,
        excluded: &[Move],
        workers: usize,
    ) -> Result<Problem, Refusal> {
        let allowed = legal_moves(root).into_iter().filter(|mv| !excluded.contains(mv)).collect();
        let prover = Prover::new(root, moves, workers)
            .map_err(|error| Refusal::BadArgument(error.to_string()))?;
        let prover = prover.confined_to(allowed);
        Ok(Problem { root: *root, prover, answer: Answer::Unknown })
    }

    /// Searches until the problem is solved, or the listener stops it.
    pub(super) fn solve(&mut self, listener: &mut Listener) {
        self.answer = self.prover.prove(&mut |_| listener.attend() == Signal::Continue);
    }

    /// What has been found out.
    pub(super) fn answer(&self) -> String {
        let none = self.prover.refuted();
        match &self.answer {
            Answer::Mate(line) => {
                format!("Mate in {}: {}", none + 1, line_text(&self.root, line.iter().copied()))
            }
            Answer::NoMate => format!("There is no mate in {none}."),
            Answer::Unknown if none == 0 => "Stopped before anything was proved.".into(),
            Answer::Unknown => format!("Stopped. There is no mate in {none}."),
        }
    }
}
