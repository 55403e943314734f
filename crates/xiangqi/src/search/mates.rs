//! Problems: does the side to move mate in a given number of moves?
//!
//! The search finds most mates soon, but it leaves out too much to say that there is none. Here nothing is left out: the
//! attacker tries every move, and the defender every reply. A side without a legal move has lost, in check or not. The
//! rules of repetition are not asked: the shortest mate repeats no position.

use crate::{Move, Position};

/// Nodes between two looks at the clock.
const LOOK: u64 = 512;

/// A mate: the moves of both sides, against the longest defence.
type Mate = Vec<Move>;

/// The proof was broken off.
struct BrokenOff;

/// The solved part of a problem.
#[derive(Default)]
pub(crate) struct Prover {
    /// There is no mate in this number of moves.
    pub(crate) refuted: u32,
}

impl Prover {
    /// Looks for the shortest mate in at most `most` moves that begins with one of these, for as long as `goes_on`
    /// of the nodes of this call. Keeps what it has refuted for the next call.
    pub(crate) fn prove(
        &mut self,
        position: &Position,
        first: &[Move],
        most: u32,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Mate> {
        let mut solver = Solver { nodes: 0, goes_on };
        while self.refuted < most {
            let found = solver.attack_by(position, first, self.refuted + 1);
            match found {
                Ok(None) => self.refuted += 1,
                Ok(mate) => return mate,
                Err(BrokenOff) => break,
            }
        }
        None
    }
}

struct Solver<'a> {
    nodes: u64,
    goes_on: &'a mut dyn FnMut(u64) -> bool,
}

impl Solver<'_> {
    /// Returns the shortest mate in at most `most` moves.
    fn attack(&mut self, position: &Position, most: u32) -> Result<Option<Mate>, BrokenOff> {
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        for moves_to_mate in 1..=most {
            let mate = self.attack_by(position, &moves, moves_to_mate)?;
            if mate.is_some() {
                return Ok(mate);
            }
        }
        Ok(None)
    }

    /// Returns a mate in this number of moves that begins with one of these. No mate is shorter.
    fn attack_by(
        &mut self,
        position: &Position,
        first: &[Move],
        moves: u32,
    ) -> Result<Option<Mate>, BrokenOff> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) && !(self.goes_on)(self.nodes) {
            return Err(BrokenOff);
        }
        let mut children: Vec<(u32, Move, Position)> = Vec::new();
        for &mv in first {
            let child = position.make(mv);
            children.push((child.count_moves(), mv, child));
        }
        if moves == 1 {
            let mated = children.iter().find(|(replies, ..)| *replies == 0);
            return Ok(mated.map(|(_, mv, _)| vec![*mv]));
        }
        // Few replies: a check, or a side that is nearly out of moves.
        children.sort_by_key(|(replies, ..)| *replies);
        for (_, mv, child) in children {
            if let Some(rest) = self.defend(&child, moves - 1)? {
                return Ok(Some([vec![mv], rest].concat()));
            }
        }
        Ok(None)
    }

    /// Returns the longest defence, if every reply leads to a mate in this number of moves.
    fn defend(&mut self, position: &Position, moves: u32) -> Result<Option<Mate>, BrokenOff> {
        let mut longest = Vec::new();
        for reply in position.legal_moves() {
            let Some(mate) = self.attack(&position.make(reply), moves)? else { return Ok(None) };
            if mate.len() >= longest.len() {
                longest = [vec![reply], mate].concat();
            }
        }
        Ok(Some(longest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prove(fen: &str, most: u32) -> (Option<usize>, u32) {
        let position = Position::from_fen(fen).expect(fen);
        let first: Vec<Move> = position.legal_moves().into_iter().collect();
        let mut prover = Prover::default();
        let mate = prover.prove(&position, &first, most, &mut |_| true);
        (mate.map(|line| line.len()), prover.refuted)
    }

    #[test]
    fn the_shortest_mate_is_found_with_its_whole_line() {
        let two_rooks = "4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1";
        assert_eq!(prove(two_rooks, 1), (None, 1));
        assert_eq!(prove(two_rooks, 3), (Some(3), 1));
    }

    #[test]
    fn a_side_without_a_move_is_mated_too() {
        let stalemate = "3k5/9/3PP4/9/9/9/9/9/9/4K4 w - - 0 1";
        assert_eq!(prove(stalemate, 5), (Some(1), 0));
        let start = Position::start().fen();
        assert_eq!(prove(&start, 2), (None, 2));
    }

    #[test]
    fn a_proof_that_is_broken_off_proves_nothing() {
        let position = Position::start();
        let first: Vec<Move> = position.legal_moves().into_iter().collect();
        let mut prover = Prover::default();
        let mate = prover.prove(&position, &first, 9, &mut |nodes| nodes < 5_000);
        assert!(mate.is_none() && prover.refuted < 4, "{}", prover.refuted);
    }
}
