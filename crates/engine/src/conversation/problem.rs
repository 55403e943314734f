//! A chess problem under a listener, and the answer to the user.

use cleave_board::{Move, Position};
use cleave_io::Listener as _;
use cleave_mates::{Answer, Prover};
use cleave_movegen::{legal_moves, line_text};
use cleave_search::Signal;

use crate::conversation::listener::Listener;
use crate::refusal::Refusal;

/// Decides whether the side to move mates.
pub(super) struct Problem {
    root: Position,
    /// Some of its moves are excluded.
    is_confined: bool,
    prover: Prover,
    answer: Answer,
}

impl Problem {
    /// Prepares the question whether the side to move mates in `moves` moves with a first move that is not excluded.
    /// The prover has `workers` workers.
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
        let (prover, is_confined) = (prover.confined_to(allowed), !excluded.is_empty());
        Ok(Problem { root: *root, is_confined, prover, answer: Answer::Unknown })
    }

    /// Searches until the problem is solved, or the listener stops it.
    pub(super) fn solve(&mut self, listener: &mut Listener) {
        self.answer = self.prover.prove(&mut |_| listener.attend() == Signal::Continue);
    }

    /// Returns the answer in words.
    pub(super) fn answer(&self) -> String {
        let none = self.prover.refuted();
        let by = if self.is_confined { " by the moves that are not excluded" } else { "" };
        match &self.answer {
            Answer::Mate(line) => {
                let rest = if line.len() as u32 <= 2 * none { " ..." } else { "" };
                let line = line_text(&self.root, line.iter().copied());
                format!("Mate in {}: {line}{rest}", none + 1)
            }
            Answer::NoMate => format!("There is no mate in {none}{by}."),
            Answer::Unknown if none == 0 => "Stopped before anything was proved.".into(),
            Answer::Unknown => format!("Stopped. There is no mate in {none}{by}."),
        }
    }
}
