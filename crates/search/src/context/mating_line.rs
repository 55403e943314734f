//! Completes the line of a mate.
//!
//! Quiescence finds mates without a line, and a table entry ends a line. Only lines that are shown get the missing
//! moves: from the values in the table, and near the end from a small proof.

use cleave_board::{Move, Position, Value};
use cleave_movegen::{gives_check, legal_moves};

use super::SearchContext;
use crate::line::Line;
use crate::table::Table;
use crate::units::Ply;

/// The most nodes for the proofs of a line: half a millisecond.
const MOST_NODES: u32 = 2000;
/// The most plies to the mate for which a proof is tried before the table.
const SOON: usize = 3;

impl SearchContext<'_> {
    /// Returns a line of the root with this value. A mating line continues to the mate if its moves are found.
    pub(crate) fn line_to_mate(&self, value: Value, line: &Line) -> Vec<Move> {
        let mut moves = line.moves().to_vec();
        if value.mate_distance().is_some() && !moves.is_empty() {
            let length = (Value::mate_in(0).get() - value.get().abs()) as usize;
            let mut rest = Rest { table: self.shared.table, length, nodes: MOST_NODES };
            rest.complete(&self.setup().root, &mut moves);
        }
        moves
    }
}

/// The search for the rest of a line.
struct Rest<'a> {
    table: Table<'a>,
    /// Plies from the root to the mate.
    length: usize,
    /// Nodes left.
    nodes: u32,
}

impl Rest<'_> {
    /// Adds the missing moves, as far as they are found.
    fn complete(&mut self, root: &Position, moves: &mut Vec<Move>) {
        let mut position = moves.iter().fold(*root, |position, &mv| position.make(mv));
        while moves.len() < self.length {
            let left = self.length - moves.len();
            if left <= SOON && self.prove_rest(&position, left, moves) {
                return;
            }
            let Some(mv) = self.by_table(&position, moves.len()) else {
                self.prove_rest(&position, left, moves);
                return;
            };
            moves.push(mv);
            position = position.make(mv);
        }
    }

    fn prove_rest(&mut self, position: &Position, left: usize, moves: &mut Vec<Move>) -> bool {
        let rest = self.prove(position, left).filter(|rest| rest.len() == left);
        let is_proved = rest.is_some();
        moves.extend(rest.unwrap_or_default());
        is_proved
    }

    /// Returns a move after which the mate is as far away as the value requires: the table confirms it here or after
    /// the move.
    fn by_table(&self, position: &Position, ply: usize) -> Option<Move> {
        let is_attacker = (self.length - ply) % 2 == 1;
        let wanted =
            if is_attacker { Value::mate_in(self.length) } else { Value::mated_in(self.length) };
        let moves = legal_moves(position);
        let known = self.table.probe(position, Ply::new(ply));
        let known = known.filter(|hit| hit.value == wanted).map(|hit| hit.mv);
        if let Some(mv) = known.filter(|mv| moves.as_slice().contains(mv)) {
            return Some(mv);
        }
        let leads_there = |mv: &&Move| {
            let hit = self.table.probe(&position.make(**mv), Ply::new(ply + 1));
            hit.is_some_and(|hit| hit.value == -wanted)
        };
        moves.as_slice().iter().find(leads_there).copied()
    }

    /// Returns the longest defence against a mate within `left` plies, which the attacker shortens as far as possible.
    /// Returns `None` if there is no such mate, or no nodes are left.
    fn prove(&mut self, position: &Position, left: usize) -> Option<Vec<Move>> {
        self.nodes = self.nodes.checked_sub(1)?;
        let moves = legal_moves(position);
        let is_attacker = left % 2 == 1;
        if moves.as_slice().is_empty() {
            return (!is_attacker && position.in_check()).then(Vec::new);
        }
        if left == 0 {
            return None;
        }
        let mut longest: Option<Vec<Move>> = None;
        for &mv in moves.as_slice() {
            if left == 1 && !gives_check(position, mv) {
                continue;
            }
            match self.prove(&position.make(mv), left - 1) {
                Some(rest)
                    if longest.as_ref().is_none_or(|longest| rest.len() >= longest.len()) =>
                {
                    longest = Some([mv].into_iter().chain(rest).collect());
                }
                Some(_) => {}
                None if !is_attacker => return None,
                None => {}
            }
            if is_attacker && longest.as_ref().is_some_and(|longest| longest.len() == left) {
                break;
            }
        }
        longest
    }
}

#[cfg(test)]
mod tests {
    use cleave_movegen::has_legal_move;

    use cleave_tt::Bound;

    use crate::table::TtHit;
    use crate::testing::{mv, with_worker};
    use crate::units::Depth;
    use crate::{Host, Limits, Root, Searcher, Signal, Status, Thinking, Verdict};

    use super::*;

    #[test]
    fn the_table_shows_the_way_by_the_position_or_by_the_one_after_the_move() {
        let root = Position::from_fen("7k/8/5K2/8/8/8/8/5Q2 w - - 0 1").unwrap();
        let [here, there] = ["Qf5", "Kf7"].map(|text| mv(&root, text));
        with_worker(&root, |context| {
            let table = context.shared.table;
            let by_table = |length, ply| Rest { table, length, nodes: 0 }.by_table(&root, ply);
            let (eval, depth, bound) = (Value::NONE, Depth::new(5), Bound::Exact);
            let known = |mv, value| TtHit { mv, value, eval, depth, bound, pv: false };
            // In four plies the side to move after the move is mated.
            table.store(&root.make(there), Ply::new(1), &known(Move::NONE, -Value::mate_in(5)));
            assert_eq!([by_table(5, 0), by_table(9, 4)], [Some(there); 2]);
            assert_eq!([by_table(3, 0), by_table(5, 2)], [None; 2], "that is too late");
            table.store(&root, Ply::ROOT, &known(here, Value::mate_in(3)));
            assert_eq!([by_table(3, 0), by_table(5, 2)], [Some(here); 2]);
        });
    }

    /// The lines with exact values that a search shows.
    #[derive(Default)]
    struct Shown(Vec<(Value, Vec<Move>)>);

    impl Host for Shown {
        fn poll(&mut self, _: &Status) -> Signal {
            Signal::Continue
        }

        fn thinking(&mut self, line: &Thinking) {
            if line.verdict == Verdict::Exact {
                self.0.push((line.value, line.line.clone()));
            }
        }
    }

    /// Returns a position with two kings and some other pieces, most of them White's.
    fn random_position(random: &mut impl FnMut(usize) -> usize) -> Option<Position> {
        let mut board = ['1'; 64];
        let mut pieces = vec!['K', 'k'];
        for _ in 0..1 + random(6) {
            pieces.push(char::from(b"PNBRQRQpbrq"[random(11)]));
        }
        for piece in pieces {
            board[random(64)] = piece;
        }
        let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
        let mut placement = ranks.join("/");
        for empty in (2..=8).rev() {
            placement = placement.replace(&"1".repeat(empty), &empty.to_string());
        }
        Position::from_fen(&format!("{placement} w - - 0 1")).ok()
    }

    #[test]
    fn a_line_is_as_long_as_its_mate() {
        let mut state = 1_u64;
        let mut random = move |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut searcher = Searcher::new(4).unwrap();
        let (mut mates, mut short) = (0, Vec::new());
        for _ in 0..1500 {
            let Some(position) = random_position(&mut random) else { continue };
            searcher.new_game();
            let limits = Limits { nodes: Some(3000), ..Limits::default() };
            let mut shown = Shown::default();
            let outcome = searcher.search(&Root::from(position), &limits, &mut shown);
            if outcome.depth > 0 {
                shown.0.push((outcome.value, outcome.line));
            }
            for (value, line) in
                shown.0.into_iter().filter(|(value, _)| value.mate_distance().is_some())
            {
                mates += 1;
                let length = (Value::mate_in(0).get() - value.get().abs()) as usize;
                let end = line.iter().fold(position, |position, &mv| position.make(mv));
                if line.len() != length || has_legal_move(&end) {
                    short.push(format!("{} {value} {} of {length}", position.to_fen(), line.len()));
                }
            }
        }
        assert!(mates > 1000, "{mates}");
        assert!(
            short.is_empty(),
            "{} of {mates}: {:#?}",
            short.len(),
            &short[..short.len().min(8)]
        );
    }
}
