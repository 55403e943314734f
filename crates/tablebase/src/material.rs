//! The pieces of each side, which select a table.

use std::fmt;

use cleave_board::{Color, PieceKind, Position};

/// The number of pieces of each kind, for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    /// Indexed by colour and kind.
    counts: [[u8; 6]; 2],
}

/// The kinds in the order of table names.
const BY_NAME: [PieceKind; 6] = [
    PieceKind::King,
    PieceKind::Queen,
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Knight,
    PieceKind::Pawn,
];

impl Material {
    /// Returns the pieces of a position.
    pub fn of(position: &Position) -> Material {
        let count = |color| PieceKind::ALL.map(|kind| position.pieces(color, kind).count() as u8);
        Material { counts: Color::ALL.map(count) }
    }

    /// Parses the name of a table, such as `KQvKR`: White's pieces, then Black's. Returns `None`
    /// for any other text. In a name each side has one king, which comes first. Its other pieces
    /// follow in the order of their value.
    pub fn from_name(name: &str) -> Option<Material> {
        let (white, black) = name.split_once('v')?;
        let side = |letters: &str| {
            let mut counts = [0; 6];
            for letter in letters.chars() {
                counts[PieceKind::from_letter(letter)?.index()] += 1;
            }
            Some(counts)
        };
        let material = Material { counts: [side(white)?, side(black)?] };
        let kings = Color::ALL.map(|color| material.count(color, PieceKind::King));
        (kings == [1, 1] && material.to_string() == name).then_some(material)
    }

    /// Returns the number of pieces of a side and kind.
    pub fn count(&self, color: Color, kind: PieceKind) -> u8 {
        self.counts[color.index()][kind.index()]
    }

    /// Returns the number of pieces, including kings.
    pub fn pieces(&self) -> u32 {
        self.counts.iter().flatten().map(|&count| u32::from(count)).sum()
    }

    /// Exchanges the colours.
    pub fn mirrored(&self) -> Material {
        Material { counts: [self.counts[1], self.counts[0]] }
    }

    /// Returns true if both sides have the same pieces.
    pub fn is_symmetric(&self) -> bool {
        *self == self.mirrored()
    }

    /// Returns true if a side has a pawn.
    pub fn has_pawns(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.count(color, PieceKind::Pawn) > 0)
    }

    /// Returns true if a side has exactly one piece of a kind other than the king.
    pub(crate) fn has_unique_piece(&self) -> bool {
        self.counts.iter().any(|side| side[..PieceKind::King.index()].contains(&1))
    }
}

impl fmt::Display for Material {
    /// Writes the name of the table.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for color in Color::ALL {
            if color == Color::Black {
                f.write_str("v")?;
            }
            for kind in BY_NAME {
                for _ in 0..self.count(color, kind) {
                    write!(f, "{}", kind.letter().to_ascii_uppercase())?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for name in ["KQvK", "KRPPvKBN", "KvK"] {
            assert_eq!(Material::from_name(name).unwrap().to_string(), name);
        }
        for name in ["", "KQ", "QvK", "KKvK", "KBQvK", "kqvk", "KXvK", "KQvKvK"] {
            assert_eq!(Material::from_name(name), None, "{name}");
        }
        let position = Position::from_fen("8/8/8/8/8/4k3/p7/R3K3 w - - 0 1").unwrap();
        assert_eq!(Material::of(&position).to_string(), "KRvKP");
        assert_eq!(Material::of(&position).mirrored().to_string(), "KPvKR");
    }
}
