//! The line of a mate that was found.

use cleave_board::{Move, Position};
use cleave_movegen::legal_moves;
use cleave_smp::{Node as _, Opened};

use super::ask;
use crate::node::MateNode;
use crate::prover::Verdict;
use crate::solver::Solver;

/// Returns the line of a mate in `moves` moves that begins with `first`. The defender takes the reply after which the mate
/// that was found is longest. Returns `None` if the search is stopped.
pub(crate) fn line(
    solver: &mut Solver<'_>,
    position: &Position,
    moves: u8,
    first: Move,
    helpers: usize,
) -> Option<Vec<Move>> {
    let mut line = vec![first];
    let (mut position, mut moves) = (position.make(first), moves);
    while moves > 1 {
        let mut longest = None;
        for reply in legal_moves(&position).into_iter() {
            let after = position.make(reply);
            let mate = mate(solver, &after, moves - 1, helpers)?;
            if longest.is_none_or(|(Mate { length, .. }, _, _)| mate.length > length) {
                longest = Some((mate, reply, after));
            }
        }
        let Some((mate, reply, after)) = longest else { break };
        line.extend([reply, mate.first]);
        (position, moves) = (after.make(mate.first), mate.length);
    }
    Some(line)
}

/// A mate that was found: its length in moves, and its first move.
#[derive(Clone, Copy)]
struct Mate {
    length: u8,
    first: Move,
}

/// Returns the mate from a position that has one in `moves` moves. Searches again if the table has lost it.
fn mate(solver: &mut Solver<'_>, position: &Position, moves: u8, helpers: usize) -> Option<Mate> {
    let mut root = MateNode::root(position, moves);
    if let Opened::Value(mates) = root.look(solver) {
        return mates.then(|| Mate { length: 1, first: *root.line() });
    }
    if solver.known(position).answer(moves) != Some(true) {
        let Verdict::By(_) = ask(solver, &root, None, helpers) else { return None };
    }
    let known = solver.known(position);
    known.best.is_some().then_some(Mate { length: known.mate, first: known.best })
}

#[cfg(test)]
mod tests {
    use cleave_movegen::{line_text, parse_move};
    use cleave_shared_memory::SharedSlice;

    use super::*;
    use crate::solver::Shared;

    #[test]
    fn a_line_is_whole_although_the_table_has_lost_its_mates() {
        let shared: SharedSlice<Shared> = SharedSlice::new("shared", 1).unwrap();
        let solver = &mut Solver::new(&shared[0], None);
        let root = Position::from_fen("8/8/7k/1R6/R7/8/8/6K1 w - - 0 1").unwrap();
        let first = parse_move(&root, "Ra6").unwrap();
        let line = line(solver, &root, 3, first, 0).unwrap();
        let text = line_text(&root, line);
        assert!(text.starts_with("1. Ra6+ K") && text.ends_with('#'), "{text}");
    }
}
