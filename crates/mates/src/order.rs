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

#[cfg(test)]
mod tests {
    use cleave_board::Square;

    use super::*;

    /// A queen and a rook with many checks.
    fn position() -> Position {
        Position::from_fen("1r4k1/8/p7/8/8/2BQ4/5PPP/4R1K1 w - - 0 1").unwrap()
    }

    fn replies_after(mv: Move) -> usize {
        legal_moves(&position().make(mv)).into_iter().count()
    }

    #[test]
    fn checks_come_first_and_among_them_those_that_leave_few_replies() {
        for moves in [2, 3] {
            let list = attacks(&position(), moves, Move::NONE, &Answers::new());
            let is_check = |&mv: &Move| gives_check(&position(), mv);
            let moves: Vec<Move> = list.into_iter().map(|(_, mv)| mv).collect();
            let checks = moves.iter().take_while(|mv| is_check(mv)).count();
            assert!(checks >= 3 && !moves[checks..].iter().any(is_check), "{moves:?}");
            let replies: Vec<usize> = moves[..checks].iter().map(|&mv| replies_after(mv)).collect();
            assert!(replies.is_sorted() && replies.first() < replies.last(), "{replies:?}");
        }
    }

    #[test]
    fn with_more_than_two_moves_left_quiet_moves_are_ordered_by_their_replies_too() {
        let replies = |moves| {
            let list = attacks(&position(), moves, Move::NONE, &Answers::new());
            let quiet =
                list.into_iter().map(|(_, mv)| mv).filter(|&mv| !gives_check(&position(), mv));
            quiet.map(replies_after).collect::<Vec<_>>()
        };
        assert!(replies(3).is_sorted() && !replies(2).is_sorted(), "{:?}", replies(2));
    }

    #[test]
    fn a_move_that_has_decided_answers_comes_behind_the_tables_move_alone() {
        let mut answers = Answers::new();
        let all = replies(&position(), Move::NONE, &answers);
        let [table, credited] = [all[all.len() - 1].1, all[all.len() - 2].1];
        answers.note(credited, 2);
        let of_defender = replies(&position(), table, &answers);
        assert_eq!([of_defender[0].1, of_defender[1].1], [table, credited]);
        let captures = |mv: Move| position().piece_on(mv.to()).is_some();
        assert!(captures(of_defender[2].1), "then captures");
        let quiet = attacks(&position(), 2, table, &answers);
        let first_quiet = quiet.iter().find(|it| it.1 != table && !gives_check(&position(), it.1));
        assert_eq!(first_quiet.unwrap().1, credited, "no other quiet move has decided anything");
    }

    #[test]
    fn more_moves_left_weigh_more_and_old_answers_fade() {
        let [one, other] =
            [Square::A1, Square::A2].map(|to| Move::new(Square::H8, to, MoveKind::Normal));
        let mut answers = Answers::new();
        answers.note(one, 3);
        (0..8).for_each(|_| answers.note(other, 1));
        assert!(answers.of(one) > answers.of(other));
        (0..17_000).for_each(|_| answers.note(other, 8));
        assert!(answers.of(one) < 5 && answers.of(other) < 1 << 20);
    }
}
