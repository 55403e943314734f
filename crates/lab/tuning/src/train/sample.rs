//! A position as the network takes it.

use cleave_board::{Piece, PieceKind, Square};
use cleave_nnue::{bucket_of_men, inputs_of_men};

use crate::positions::Record;

const MEN: usize = 32;

/// A position to learn from or to predict.
pub(super) struct Sample {
    /// Of the side to move, then of the other side.
    inputs: [[u16; MEN]; 2],
    men: usize,
    pub(super) bucket: usize,
}

impl Sample {
    #[inline]
    pub(super) fn new(record: &Record) -> Sample {
        let side = record.side();
        let mut men = [(Square::A1, Piece::WhitePawn); MEN];
        let mut count = 0;
        let mut kings = [Square::A1; 2];
        for (square, piece) in record.pieces() {
            men[count] = (square, piece);
            count += 1;
            if piece.kind() == PieceKind::King {
                kings[piece.color().index()] = square;
            }
        }
        let men = &men[..count];
        let mut inputs = [[0; MEN]; 2];
        for (perspective, inputs) in [side, !side].into_iter().zip(&mut inputs) {
            let king = kings[perspective.index()];
            let numbers = inputs_of_men(men.iter().copied(), king, perspective);
            inputs.iter_mut().zip(numbers).for_each(|(slot, input)| *slot = input as u16);
        }
        Sample { inputs, men: count, bucket: bucket_of_men(count) }
    }

    /// Returns the inputs of the side to move, 0, or of the other side, 1.
    #[inline]
    pub(super) fn inputs(&self, side: usize) -> impl Iterator<Item = usize> + '_ {
        self.inputs[side][..self.men].iter().map(|&input| usize::from(input))
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::{Move, Position, Value};
    use cleave_nnue::{bucket, inputs};

    use super::*;
    use crate::positions::Outcome;

    #[test]
    fn a_record_has_the_inputs_of_its_position() {
        for fen in [
            Position::START_FEN,
            "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 13 40",
            "8/8/8/8/8/5k2/8/2K4q w - - 99 90",
            "1k6/pp3p2/8/3n4/8/4P3/5PPP/3Q2K1 b - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let record = Record::new(&position, Move::NONE, Value::ZERO, Outcome::Drawn);
            let sample = Sample::new(&record);
            for (side, color) in [position.side(), !position.side()].into_iter().enumerate() {
                let expected: Vec<usize> = inputs(&position, color).collect();
                assert_eq!(sample.inputs(side).collect::<Vec<_>>(), expected, "{fen}");
            }
            assert_eq!(sample.bucket, bucket(&position));
        }
    }
}
