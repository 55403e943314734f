//! What the entries of a table depend on.

use cleave_board::Position;

use crate::searcher::Searcher;

/// What the entries of a table depend on, besides the format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Origin {
    /// A hash of the evaluation.
    evaluation: u64,
    /// The key of the start position: another build may number positions otherwise.
    keys: u64,
    /// The most pieces in the endgame tables; 0 if there are none.
    pieces: u16,
    /// Whether results of endgame tables heed the fifty-move rule.
    fifty_moves: bool,
}

/// The first difference between the origin of a saved table and that of this searcher's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Difference {
    /// The evaluation.
    #[error("it was saved with another evaluation")]
    Evaluation,
    /// The numbers of positions.
    #[error("it was saved by a program with other keys of positions")]
    Keys,
    /// The endgame tables.
    #[error("it was saved with {}, and there are {} now", tables(.saved), tables(.here))]
    EndgameTables {
        /// The most pieces of its endgame tables, and whether their results heed the fifty-move rule.
        saved: (u16, bool),
        /// The same of this searcher.
        here: (u16, bool),
    },
}

/// Describes endgame tables in words.
fn tables(&(pieces, fifty_moves): &(u16, bool)) -> String {
    match (pieces, fifty_moves) {
        (0, _) => "no endgame tables".into(),
        (_, true) => format!("endgame tables of {pieces} pieces"),
        (_, false) => format!("endgame tables of {pieces} pieces and no fifty-move rule"),
    }
}

impl Origin {
    /// Bytes of an origin.
    pub(super) const BYTES: usize = 20;

    /// Returns the origin of this searcher's table.
    pub(super) fn of(searcher: &Searcher) -> Origin {
        let tablebase = searcher.settings.tablebase.as_ref();
        let pieces = tablebase.map_or(0, |tablebase| tablebase.max_pieces() as u16);
        Origin {
            evaluation: searcher.workers.evaluation.fingerprint(),
            keys: Position::start().key().0,
            pieces,
            fifty_moves: pieces > 0 && searcher.settings.probing.fifty_moves,
        }
    }

    pub(super) fn to_bytes(self) -> [u8; Origin::BYTES] {
        let Origin { evaluation, keys, pieces, fifty_moves } = self;
        let mut bytes = [0; Origin::BYTES];
        bytes[..8].copy_from_slice(&evaluation.to_le_bytes());
        bytes[8..16].copy_from_slice(&keys.to_le_bytes());
        bytes[16..18].copy_from_slice(&pieces.to_le_bytes());
        bytes[18] = fifty_moves.into();
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8; Origin::BYTES]) -> Origin {
        let word = |from: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[from + i]));
        Origin {
            evaluation: word(0),
            keys: word(8),
            pieces: u16::from_le_bytes([bytes[16], bytes[17]]),
            fifty_moves: bytes[18] != 0,
        }
    }

    /// Returns the difference from the origin of this searcher's table as an error.
    pub(super) fn must_be(self, here: &Origin) -> Result<(), Difference> {
        let tables = |origin: &Origin| (origin.pieces, origin.fifty_moves);
        match () {
            () if self.keys != here.keys => Err(Difference::Keys),
            () if self.evaluation != here.evaluation => Err(Difference::Evaluation),
            () if tables(&self) != tables(here) => {
                Err(Difference::EndgameTables { saved: tables(&self), here: tables(here) })
            }
            () => Ok(()),
        }
    }
}
