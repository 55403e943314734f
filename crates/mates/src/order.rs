//! In which order moves are tried. A move that answers the question makes all behind it unnecessary.

use cleave_board::{Move, MoveKind, Position};
use cleave_movegen::{count_moves, gives_check, legal_moves};

/// How often moves have answered a question, by the square that they come from and the one that they go to.
pub(crate) struct Answers([u32; 64 * 64]);

impl Answers {
    pub(crate) fn new() -> Answers {
        Answers([0; 64 * 64])
    }

    /// This move has answered a question about so many moves of the attacker: the more, the more it counts.
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

/// A score above that of any move without check.
const CHECK: i64 = 1 << 40;

/// The attacker's moves: `first` is what the table says; then checks, those that leave the fewest replies first. With more
/// than two moves to go, the replies to quiet moves are worth counting, too: a move that leaves few of them threatens more.
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

/// The defender's replies: `first` is what the table says; then those that have refuted most, captures somewhat before.
pub(crate) fn replies(position: &Position, first: Move, answers: &Answers) -> Vec<(i64, Move)> {
    score(position, first, |mv| {
        let captures = position.piece_on(mv.to()).is_some() || mv.kind() == MoveKind::EnPassant;
        2 * answers.of(mv) + i64::from(captures)
    })
}

/// All legal moves, the best first.
fn score(position: &Position, first: Move, score: impl Fn(Move) -> i64) -> Vec<(i64, Move)> {
    let value = |mv| if mv == first { i64::MAX } else { score(mv) };
    let mut moves: Vec<_> = legal_moves(position).into_iter().map(|mv| (value(mv), mv)).collect();
    moves.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
    moves
}
