//! A position in 32 bytes.

use cleave_board::{
    Bitboard, Color, FenError, Move, Piece, Position, Square, Value, Wing, placement,
};
use cleave_kit::games::game::{GameResult, Turn};

/// How a game ended for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side to move lost.
    Lost = 0,
    /// Neither won.
    Drawn = 1,
    /// The side to move won.
    Won = 2,
}

impl Outcome {
    /// Returns the result of a game for the side to move.
    pub fn of(result: GameResult, side: Color) -> Outcome {
        match result {
            GameResult::Draw => Outcome::Drawn,
            _ if result == GameResult::loss_of(side) => Outcome::Lost,
            _ => Outcome::Won,
        }
    }

    /// Returns the result of the game, where this is the outcome for `side`.
    pub(super) fn for_white(self, side: Color) -> GameResult {
        match self {
            Outcome::Lost => GameResult::loss_of(side),
            Outcome::Drawn => GameResult::Draw,
            Outcome::Won => GameResult::loss_of(!side),
        }
    }

    /// 0, 0.5 or 1.
    pub fn points(self) -> f32 {
        f32::from(self as u8) / 2.0
    }
}

/// A position of standard chess with the best move and its value by the search, and the result of the game.
///
/// | bytes | contents, little-endian |
/// |---|---|
/// | 0..8 | occupied squares |
/// | 8..24 | the pieces on them in the order of the squares, four bits each |
/// | 24..26 | value |
/// | 26 | side to move; outcome from bit 1 on |
/// | 27 | castling rights; en passant file from bit 4 on, 8 for none |
/// | 28, 29 | halfmove clock and move number, 255 at most |
/// | 30..32 | move |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record([u8; Record::BYTES]);

const NO_FILE: u8 = 8;

/// More men than this are on no board.
const MEN: usize = 32;

/// The four castling rights, in the order of their bits.
const RIGHTS: [(Color, Wing, char); 4] = [
    (Color::White, Wing::King, 'K'),
    (Color::White, Wing::Queen, 'Q'),
    (Color::Black, Wing::King, 'k'),
    (Color::Black, Wing::Queen, 'q'),
];

impl Record {
    /// The size of a record.
    pub const BYTES: usize = 32;

    /// Packs a position. Value and outcome are from the point of view of the side to move.
    pub fn new(position: &Position, mv: Move, value: Value, outcome: Outcome) -> Record {
        debug_assert!(!position.is_chess960(), "a record has no room for the files of rooks");
        let mut bytes = [0; Record::BYTES];
        bytes[..8].copy_from_slice(&position.occupied().0.to_le_bytes());
        for (number, square) in position.occupied().into_iter().enumerate() {
            let piece = position.piece_on(square).expect("the square is occupied");
            bytes[8 + number / 2] |= (piece.index() as u8) << (number % 2 * 4);
        }
        let value = value.get() as i16; // all values fit
        bytes[24..26].copy_from_slice(&value.to_le_bytes());
        bytes[26] = position.side().index() as u8 | (outcome as u8) << 1;
        for (bit, (color, wing, _)) in RIGHTS.into_iter().enumerate() {
            bytes[27] |= u8::from(position.castling_rook(color, wing).is_some()) << bit;
        }
        let file = position.en_passant().map_or(NO_FILE, |square| square.file().index() as u8);
        bytes[27] |= file << 4;
        bytes[28] = position.halfmove_clock();
        bytes[29] = position.fullmove().min(255) as u8;
        bytes[30..].copy_from_slice(&mv.bits().to_le_bytes());
        Record(bytes)
    }

    /// Packs a position of a game with this result.
    pub fn of(turn: &Turn, result: GameResult) -> Record {
        let outcome = Outcome::of(result, turn.position.side());
        Record::new(&turn.position, turn.mv, turn.value, outcome)
    }

    /// Returns the record with these bytes, which [`Record::bytes`] gave.
    pub fn from_bytes(bytes: [u8; Record::BYTES]) -> Record {
        Record(bytes)
    }

    /// Returns the bytes to store.
    pub fn bytes(&self) -> &[u8; Record::BYTES] {
        &self.0
    }

    /// Returns the occupied squares with their pieces.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().zip(0..MEN).map(|(square, number)| (square, self.piece(number)))
    }

    fn occupied(&self) -> Bitboard {
        Bitboard(u64::from_le_bytes(self.0[..8].try_into().expect("eight bytes")))
    }

    fn piece(&self, number: usize) -> Piece {
        // Sixteen codes and twelve pieces: a code that no piece has does not come out of `new`.
        let code = self.0[8 + number / 2] >> (number % 2 * 4) & 15;
        Piece::ALL[usize::from(code) % Piece::ALL.len()]
    }

    /// Returns the side to move.
    pub fn side(&self) -> Color {
        Color::ALL[usize::from(self.0[26] & 1)]
    }

    /// Returns the value that the search found, for the side to move.
    pub fn value(&self) -> Value {
        Value::new(i16::from_le_bytes([self.0[24], self.0[25]]).into())
    }

    /// How the game ended for the side to move.
    pub fn outcome(&self) -> Outcome {
        match self.0[26] >> 1 {
            0 => Outcome::Lost,
            1 => Outcome::Drawn,
            _ => Outcome::Won,
        }
    }

    /// Returns the best move.
    pub fn best(&self) -> Move {
        Move::from_bits(u16::from_le_bytes([self.0[30], self.0[31]]))
    }

    /// Returns the position.
    ///
    /// # Errors
    /// The bytes are no legal position.
    pub fn position(&self) -> Result<Position, FenError> {
        let mut pieces = [None; 64];
        self.pieces().for_each(|(square, piece)| pieces[square.index()] = Some(piece));
        let has = |bit: usize| self.0[27] >> bit & 1 != 0;
        let mut castling: String =
            RIGHTS.iter().enumerate().filter(|(bit, _)| has(*bit)).map(|(_, row)| row.2).collect();
        if castling.is_empty() {
            castling.push('-');
        }
        let (side, rank) = if self.side().is_white() { ('w', 6) } else { ('b', 3) };
        let en_passant = match self.0[27] >> 4 {
            file @ 0..8 => format!("{}{rank}", char::from(b'a' + file)),
            _ => "-".into(),
        };
        Position::from_fen(&format!(
            "{} {side} {castling} {en_passant} {} {}",
            placement(|square| pieces[square.index()]),
            self.0[28],
            self.0[29].max(1),
        ))
    }
}

#[cfg(test)]
mod tests {
    use cleave_movegen::legal_moves;

    use super::*;

    fn packed(position: &Position) -> Record {
        Record::new(position, Move::NONE, Value::ZERO, Outcome::Drawn)
    }

    #[test]
    fn a_position_comes_back() {
        for fen in [
            Position::START_FEN,
            "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 13 40",
            "4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 2",
            "4k3/8/8/8/5pP1/8/8/4K3 b - g3 0 200",
            "8/8/8/8/8/5k2/8/5K1q w - - 99 90",
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(packed(&position).position().unwrap().to_fen(), fen);
        }
    }

    #[test]
    fn every_position_of_a_game_comes_back() {
        let mut position = Position::start();
        for number in 0..300 {
            let moves = legal_moves(&position);
            let Some(&mv) = moves.as_slice().get(number * 7 % moves.as_slice().len().max(1)) else {
                break;
            };
            assert_eq!(packed(&position).position().unwrap(), position);
            position = position.make(mv);
        }
        assert!(position.fullmove() > 20, "the game was long enough: {position:?}");
    }

    #[test]
    fn the_results_of_a_record_come_back() {
        let position = Position::start();
        let mv = legal_moves(&position).as_slice()[3];
        for outcome in [Outcome::Lost, Outcome::Drawn, Outcome::Won] {
            for value in [-32_000, -1, 0, 250, 32_000].map(Value::new) {
                let record = Record::new(&position, mv, value, outcome);
                let same = Record::from_bytes(*record.bytes());
                assert_eq!((same.value(), same.outcome(), same.best()), (value, outcome, mv));
            }
        }
    }

    #[test]
    fn a_result_is_given_for_the_side_to_move() {
        let turn = |fen, value| Turn {
            position: Position::from_fen(fen).unwrap(),
            mv: Move::NONE,
            value: Value::new(value),
        };
        let white = turn("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 500);
        let black = turn("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", -500);
        for (result, of_white, of_black) in [
            (GameResult::WhiteWins, Outcome::Won, Outcome::Lost),
            (GameResult::BlackWins, Outcome::Lost, Outcome::Won),
            (GameResult::Draw, Outcome::Drawn, Outcome::Drawn),
        ] {
            assert_eq!(Record::of(&white, result).outcome(), of_white);
            assert_eq!(Record::of(&black, result).outcome(), of_black);
            assert_eq!(of_white.for_white(Color::White), result);
            assert_eq!(of_black.for_white(Color::Black), result);
        }
        assert_eq!(Record::of(&black, GameResult::Draw).value(), Value::new(-500));
    }

    #[test]
    fn bytes_that_are_no_position_are_refused() {
        for byte in [0, 255] {
            assert!(Record::from_bytes([byte; Record::BYTES]).position().is_err());
        }
    }
}
