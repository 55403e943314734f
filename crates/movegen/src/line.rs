//! Lines of moves as text.

use cleave_board::{Move, Position};

use crate::to_san;

/// Returns the moves of a line in a notation: [`to_san`] or
/// [`to_coordinate`](crate::to_coordinate).
pub fn spell_line(
    from: &Position,
    moves: impl IntoIterator<Item = Move>,
    notation: fn(&Position, Move) -> String,
) -> Vec<String> {
    let mut position = *from;
    let spell = |mv| {
        let word = notation(&position, mv);
        position = position.make(mv);
        word
    };
    moves.into_iter().map(spell).collect()
}

/// Returns a line of legal moves in SAN, numbered: `12... Nf6 13. O-O`.
pub fn line_text(from: &Position, moves: impl IntoIterator<Item = Move>) -> String {
    let mut position = *from;
    let mut words = Vec::new();
    for (i, mv) in moves.into_iter().enumerate() {
        if position.side().is_white() {
            words.push(format!("{}.", position.fullmove()));
        } else if i == 0 {
            words.push(format!("{}...", position.fullmove()));
        }
        words.push(to_san(&position, mv));
        position = position.make(mv);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse_move, to_coordinate};

    #[test]
    fn lines_are_numbered_from_either_side() {
        let start = Position::start();
        let mv = |position: &Position, text| parse_move(position, text).unwrap();
        let e4 = mv(&start, "e4");
        let after = start.make(e4);
        let c5 = mv(&after, "c5");
        let nf3 = mv(&after.make(c5), "Nf3");
        assert_eq!(line_text(&start, [e4, c5, nf3]), "1. e4 c5 2. Nf3");
        assert_eq!(line_text(&after, [c5, nf3]), "1... c5 2. Nf3");
        assert_eq!(line_text(&start, []), "");
        assert_eq!(spell_line(&after, [c5, nf3], to_coordinate), ["c7c5", "g1f3"]);
    }
}
