//! The probabilities of win, draw and loss by the value of the position.

use cleave_board::{PieceKind, Position, Value};

/// The probabilities of the results, in permille; they sum to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// The side to move wins.
    pub win: u32,
    /// The game is drawn.
    pub draw: u32,
    /// The side to move loses.
    pub loss: u32,
}

impl Chances {
    /// Returns the chances of the side to move, if this is the value of the position.
    ///
    /// This is a logistic model, fitted to the values and results of 763 games of two seconds a side between versions
    /// of this engine. With fewer pieces a larger value is needed to win, and the value predicts the result more
    /// reliably.
    pub fn of(value: Value, position: &Position) -> Chances {
        if value.is_mate() {
            let wins = value > Value::ZERO;
            return Chances { win: 1000 * u32::from(wins), draw: 0, loss: 1000 * u32::from(!wins) };
        }
        let material = f64::from(material(position));
        let even = 95.0 + 5.0 * (30.0 - material).max(0.0);
        let width = 55.0 + material / 2.0;
        let wins_at = |value: i32| {
            (1000.0 / (1.0 + ((even - f64::from(value)) / width).exp())).round() as u32
        };
        let (win, loss) = (wins_at(value.get()), wins_at(-value.get()));
        Chances { win, draw: 1000 - win - loss, loss }
    }
}

/// Returns the pieces of both sides, in pawns: 78 at the start.
fn material(position: &Position) -> u32 {
    let worth = [
        (PieceKind::Pawn, 1),
        (PieceKind::Knight, 3),
        (PieceKind::Bishop, 3),
        (PieceKind::Rook, 5),
        (PieceKind::Queen, 9),
    ];
    worth.iter().map(|&(kind, pawns)| pawns * position.kind(kind).count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_to_one_and_follow_the_value() {
        for fen in [Position::START_FEN, "8/5k2/8/8/8/3P4/4K3/8 w - - 0 1"] {
            let position = Position::from_fen(fen).unwrap();
            let mut before = 0;
            for value in (-3000..=3000).step_by(10) {
                let chances = Chances::of(Value::new(value), &position);
                let mirrored = Chances::of(Value::new(-value), &position);
                assert_eq!(chances.win + chances.draw + chances.loss, 1000);
                assert_eq!((chances.win, chances.loss), (mirrored.loss, mirrored.win));
                assert!(chances.win >= before);
                before = chances.win;
            }
            assert!(before > 990);
        }
    }

    #[test]
    fn an_advantage_wins_more_often_with_many_pieces() {
        let full = Chances::of(Value::new(100), &Position::start());
        let bare = Position::from_fen("8/5k2/8/8/8/3P4/4K3/8 w - - 0 1").unwrap();
        assert!(full.win > 3 * Chances::of(Value::new(100), &bare).win);
    }

    /// Half of the games are won with a value of 95 at the start and of 240 without pieces. A win rate of 73 % needs 94
    /// and 55 more.
    #[test]
    fn the_winning_value_depends_on_the_material() {
        let bare = Position::from_fen("8/5k2/8/8/8/3P4/4K3/8 w - - 0 1").unwrap();
        for (position, even, width) in [(Position::start(), 95, 94), (bare, 240, 55)] {
            assert_eq!(Chances::of(Value::new(even), &position).win, 500);
            let more = Chances::of(Value::new(even + width), &position).win;
            assert!((725..=735).contains(&more), "{more}");
        }
    }

    #[test]
    fn a_mate_is_certain() {
        let start = Position::start();
        let won = Chances { win: 1000, draw: 0, loss: 0 };
        assert_eq!(Chances::of(Value::mate_in(9), &start), won);
        assert_eq!(Chances::of(Value::mated_in(4), &start).loss, 1000);
    }
}
