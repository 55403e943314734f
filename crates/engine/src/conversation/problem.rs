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
    /// A mate is known that may not be the shortest.
    has_mate: bool,
    answer: Answer,
}

/// Nodes of the first turn of each search: enough for most mates in 3. The next turn has twice as many.
const FIRST_TURN: u64 = 10_000;

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
        Ok(Problem { root: *root, is_confined, prover, has_mate: false, answer: Answer::Unknown })
    }

    /// Searches until the problem is solved, or the listener stops it. Two searches take turns: one proves that no short mate
    /// exists, the other looks for a long one.
    pub(super) fn solve(&mut self, listener: &mut Listener) {
        let (mut nodes_of_turn, mut is_stopped) = (FIRST_TURN, false);
        while !self.is_solved() && !is_stopped {
            let end = self.prover.nodes() + nodes_of_turn;
            let goes_on = &mut |nodes| {
                is_stopped |= listener.attend() != Signal::Continue;
                !is_stopped && nodes < end
            };
            self.answer = self.prover.prove(goes_on);
            if self.answer == Answer::Unknown && !self.has_mate && !is_stopped {
                self.find(end + nodes_of_turn, listener, &mut is_stopped);
            }
            nodes_of_turn *= 2;
        }
    }

    /// Looks for any mate, and shows it. From then on a longer one is no answer.
    fn find(&mut self, end: u64, listener: &mut Listener, is_stopped: &mut bool) {
        let answer = self.prover.find(&mut |nodes| {
            *is_stopped |= listener.attend() != Signal::Continue;
            !*is_stopped && nodes < end
        });
        if let Answer::Mate(line) = answer {
            let moves = line.len().div_ceil(2);
            listener.line(format!("Mate in {moves} or less: {}", line_text(&self.root, line)));
            self.prover.set_most(moves as u32);
            self.has_mate = true;
        }
    }

    /// True if the answer is known, with the whole line of a mate.
    fn is_solved(&self) -> bool {
        match &self.answer {
            Answer::Mate(line) => line.len() as u32 > 2 * self.prover.refuted(),
            Answer::NoMate => true,
            Answer::Unknown => false,
        }
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
