//! Orders moves. A move that decides the answer makes all later moves unnecessary.

use cleave_board::{Move, MoveKind, Position};
use cleave_movegen::{count_moves, gives_check, legal_moves};

/// Weights of moves that have decided answers, by origin and destination.
pub(crate) struct Answers([u32; 64 * 64]);

impl Answers {
    pub(crate) fn new() -> Answers {
        Answers([0; 64 * 64])
    }

    /// Credits a move that has decided a question with `moves` moves left to the attacker. More moves weigh more.
    pub(crate) fn note(&mut self, mv: Move, moves: u8) {
        let count = &mut self.0[place(mv)];
        *count += u32::from(moves) * u32::from(moves);
        if *count >= 1 << 20 {
            self.0.iter_mut().for_each(|count| *count /= 2);
        }
    }

    fn of(&self, mv: Move) -> i64 {
        i64::from(self.0[place(mv)])
    }
}

fn place(mv: Move) -> usize {
    mv.from().index() * 64 + mv.to().index()
}

/// A score above the score of any move without check.
const CHECK: i64 = 1 << 40;

/// Returns the attacker's moves in order. `first` is the table's move. Then come checks; those that leave the fewest
/// replies come first. With more than two moves left, replies to quiet moves are counted too: a move that leaves few
/// replies threatens more.
pub(crate) fn attacks(
    position: &Position,
    moves: u8,
    first: Move,
    answers: &Answers,
) -> Vec<(i64, Move)> {
    let counts_all = moves > 2;
    score(position, first, |mv| {
        let is_check = gives_check(position, mv);
        let replies = match is_check || counts_all {
            true => count_moves(&position.make(mv)) as i64,
            false => 0,
        };
        i64::from(is_check) * CHECK - (replies << 20) + answers.of(mv)
    })
}

/// Returns the defender's replies in order. `first` is the table's move. Then come the replies that have refuted most,
/// with a small bonus for captures.
pub(crate) fn replies(position: &Position, first: Move, answers: &Answers) -> Vec<(i64, Move)> {
    score(position, first, |mv| {
        let captures = position.piece_on(mv.to()).is_some() || mv.kind() == MoveKind::EnPassant;
        2 * answers.of(mv) + i64::from(captures)
    })
}

/// Returns all legal moves, best first.
fn score(position: &Position, first: Move, score: impl Fn(Move) -> i64) -> Vec<(i64, Move)> {
    let value = |mv| if mv == first { i64::MAX } else { score(mv) };
    let mut moves: Vec<_> = legal_moves(position).into_iter().map(|mv| (value(mv), mv)).collect();
    moves.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
    moves
}
