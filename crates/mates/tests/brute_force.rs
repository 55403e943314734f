//! Finds the shortest mate by brute force: every move of the attacker, every reply. It shares only
//! the rules with the prover.

use std::collections::HashMap;

use cleave_board::{Move, Position};
use cleave_movegen::legal_moves;

/// A solver with the positions that it has decided.
#[derive(Default)]
pub(crate) struct MateSolver {
    decided: HashMap<(u64, u8, u32), bool>,
}

impl MateSolver {
    /// Returns true if the side to move can mate in `moves` moves or fewer. Ignores repetitions.
    pub(crate) fn mates_in(&mut self, position: &Position, moves: u32) -> bool {
        let clock = position.halfmove_clock();
        if moves == 0 || clock >= 100 {
            return false;
        }
        // The clock matters only if it can run out.
        let clock = if u32::from(clock) + 2 * moves > 100 { clock } else { 0 };
        let key = (position.key().0, clock, moves);
        if let Some(&known) = self.decided.get(&key) {
            return known;
        }
        // Checks come first, or this would take minutes.
        let (checks, quiets): (Vec<Move>, Vec<Move>) =
            legal_moves(position).into_iter().partition(|&mv| position.make(mv).in_check());
        let found = checks.iter().any(|&mv| self.forces(position, mv, moves))
            || moves > 1 && quiets.iter().any(|&mv| self.forces(position, mv, moves));
        self.decided.insert(key, found);
        found
    }

    /// Returns true if the move mates, or if every reply allows a mate in one move less.
    fn forces(&mut self, position: &Position, mv: Move, moves: u32) -> bool {
        let after = position.make(mv);
        let replies = legal_moves(&after);
        if replies.is_empty() {
            return after.in_check();
        }
        // This is a draw even if each reply would reset the counter.
        let is_drawn = after.halfmove_clock() >= 100;
        moves > 1
            && !is_drawn
            && replies.into_iter().all(|reply| self.mates_in(&after.make(reply), moves - 1))
    }
}
