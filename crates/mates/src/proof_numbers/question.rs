//! A node: does the attacker mate?

use cleave_board::{Key, Move, Position};
use cleave_movegen::count_moves;
use cleave_smp::random::mix;

use super::Place;
use super::numbers::Numbers;
use crate::rules::{is_drawn, mate_in_one};
use crate::solver::Solver;

/// The question whether the attacker mates in `moves` moves.
#[derive(Clone, Copy)]
pub(super) struct Question {
    pub(super) position: Position,
    /// The number of moves left to the attacker.
    pub(super) moves: u8,
    /// True if the attacker is to move, false for the defender.
    pub(super) attacks: bool,
}

impl Question {
    /// Returns the question after a move.
    pub(super) fn after(&self, mv: Move) -> Question {
        let mut position = self.position;
        position.play(mv);
        Question { position, moves: self.moves - u8::from(self.attacks), attacks: !self.attacks }
    }

    pub(super) fn place(&self, solver: &Solver<'_>) -> Place {
        let answer = solver.key(&self.position);
        Place { answer, numbers: Key(answer.0 ^ mix(self.moves.into())), moves: self.moves }
    }

    /// Decides the question at once, or estimates the effort: each reply takes a leaf.
    pub(super) fn judge(&self, solver: &mut Solver<'_>) -> Numbers {
        if self.attacks { self.judge_attack(solver) } else { self.judge_defence() }
    }

    fn judge_attack(&self, solver: &mut Solver<'_>) -> Numbers {
        if is_drawn(&self.position) {
            return Numbers::LOST;
        }
        if self.moves > 1 {
            return Numbers { win: 1, loss: 1 };
        }
        solver.count_node();
        let mate = mate_in_one(&self.position, |_| true);
        let (key, best) = (solver.key(&self.position), mate.unwrap_or(Move::NONE));
        solver.shared.table.store(key, 1, mate.is_some(), best);
        Numbers::decided(mate.is_some())
    }

    fn judge_defence(&self) -> Numbers {
        let replies = count_moves(&self.position) as u32;
        if replies == 0 {
            return Numbers::decided(!self.position.in_check());
        }
        if self.moves == 0 || is_drawn(&self.position) {
            return Numbers::WON;
        }
        Numbers { win: 1, loss: replies }
    }
}

#[cfg(test)]
mod tests {
    use cleave_shared_memory::SharedSlice;

    use super::*;
    use crate::solver::Shared;

    #[test]
    fn the_last_move_of_an_attack_is_decided_without_a_search() {
        let shared: SharedSlice<Shared> = SharedSlice::new("shared", 1).unwrap();
        let mut solver = Solver::new(&shared[0], None);
        let mut judge = |fen: &str, moves| {
            let position = Position::from_fen(fen).unwrap();
            Question { position, moves, attacks: true }.judge(&mut solver)
        };
        let [mates, quiet] = ["7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "7k/8/8/4K3/8/8/8/6Q1 w - - 0 1"];
        assert_eq!([mates, quiet].map(|fen| judge(fen, 1)), [Numbers::WON, Numbers::LOST]);
        assert!(!judge(mates, 2).is_decided());
    }
}
