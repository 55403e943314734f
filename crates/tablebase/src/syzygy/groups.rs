//! Numbers all placements of the pieces, group by group.
//!
//! The pieces of a table are listed in groups. First comes the *leading* group: all pawns of one
//! side or, without pawns, the pieces that symmetry fixes. Then come the pawns of the other side,
//! if both sides have pawns, and then each set of equal pieces. The number of a placement has a
//! digit for each group. The file has the order of the weights of the digits.

use cleave_board::{Color, File, Piece, PieceKind};

use super::squares::{KING_PAIRS, choose, placements_on};
use crate::Material;

/// The number of placements of three different pieces, up to symmetry.
const TRIPLES: u64 = 31_332;

/// Marks a missing group in the order of weights.
const NO_GROUP: usize = 0xf;

/// Groups of pieces, and the weights of their digits in the number of a placement.
pub(super) struct Groups {
    /// The pieces in the order of the groups.
    pub(super) pieces: Vec<Piece>,
    /// The number of pieces of each group, and the weight of its digit.
    pub(super) groups: Vec<(usize, u64)>,
    /// The number of placements.
    pub(super) positions: u64,
}

/// The places of the first groups in the order of weights, smallest weight first.
#[derive(Clone, Copy)]
pub(super) struct Order {
    /// The place of the leading group among the weights, from 0 for the smallest.
    pub(super) leading: usize,
    /// The place of the pawns of the other side.
    pub(super) other_pawns: usize,
}

impl Order {
    /// Reads the order from four bits, or from two times four bits if both sides have pawns.
    pub(super) fn new(leading: u8, other_pawns: Option<u8>) -> Order {
        Order { leading: leading.into(), other_pawns: other_pawns.map_or(NO_GROUP, usize::from) }
    }
}

impl Groups {
    /// Makes the groups of these pieces. `file` is the file of the first leading pawn. Returns
    /// `None` if the pieces are not the table's pieces, or if the order is invalid.
    pub(super) fn new(
        material: &Material,
        pieces: Vec<Piece>,
        order: Order,
        file: File,
    ) -> Option<Groups> {
        if !is_made_of(material, &pieces) {
            return None;
        }
        let lengths = group_lengths(material, &pieces);
        let has_pawns = material.has_pawns();
        let both_have_pawns = order.other_pawns != NO_GROUP;
        let fixed = if both_have_pawns { 2 } else { 1 };
        let mut free = 64 - lengths[..fixed.min(lengths.len())].iter().sum::<usize>();
        let mut weights = vec![0; lengths.len()];
        let mut product = 1u64;
        let mut next = fixed;
        // An order with a place beyond the last is damaged: then not every group has a weight.
        for place in 0..lengths.len() {
            let (group, count) = if place == order.leading {
                let count = match (has_pawns, lengths[0]) {
                    (true, pawns) => placements_on(pawns, file),
                    (false, 3) => TRIPLES,
                    (false, _) => KING_PAIRS,
                };
                (0, count)
            } else if place == order.other_pawns {
                (1, choose(*lengths.get(1)?, 48 - lengths[0]))
            } else {
                let group = next;
                next += 1;
                let length = *lengths.get(group)?;
                let count = choose(length, free);
                free -= length;
                (group, count)
            };
            *weights.get_mut(group)? = product;
            product = product.checked_mul(count)?;
        }
        weights.iter().all(|&weight| weight > 0).then(|| Groups {
            pieces,
            groups: lengths.into_iter().zip(weights).collect(),
            positions: product,
        })
    }
}

/// Returns true if these are the pieces of the table.
fn is_made_of(material: &Material, pieces: &[Piece]) -> bool {
    pieces.len() as u32 == material.pieces()
        && Color::ALL.into_iter().all(|color| {
            PieceKind::ALL.into_iter().all(|kind| {
                let count =
                    pieces.iter().filter(|&&piece| piece == Piece::new(color, kind)).count();
                count == usize::from(material.count(color, kind))
            })
        })
}

/// Returns the number of pieces of each group.
fn group_lengths(material: &Material, pieces: &[Piece]) -> Vec<usize> {
    let leading = match (material.has_pawns(), material.has_unique_piece()) {
        (true, _) => 1,
        (false, true) => 3,
        (false, false) => 2,
    };
    let mut lengths = vec![1];
    for (i, pair) in (1..).zip(pieces.windows(2)) {
        match lengths.last_mut() {
            Some(last) if i < leading || pair[0] == pair[1] => *last += 1,
            _ => lengths.push(1),
        }
    }
    lengths
}

#[cfg(test)]
mod tests {
    use cleave_board::Color::{Black, White};
    use cleave_board::PieceKind::{King, Queen, Rook};

    use super::*;

    /// A damaged file may name any pieces, and must be refused.
    #[test]
    fn the_pieces_must_be_the_tables_pieces() {
        let material = Material::from_name("KQvK").unwrap();
        let groups = |pieces: &[(Color, PieceKind)]| {
            let pieces = pieces.iter().map(|&(color, kind)| Piece::new(color, kind)).collect();
            Groups::new(&material, pieces, Order::new(0, None), File::A)
        };
        let [king, queen, other] = [(White, King), (White, Queen), (Black, King)];
        let found = groups(&[king, queen, other]).expect("they are");
        assert_eq!((found.groups, found.positions), (vec![(3, 1)], TRIPLES));
        for pieces in [
            vec![king, (White, Rook), other],
            vec![king, (Black, Queen), other],
            vec![king, queen],
            vec![king, queen, other, queen],
        ] {
            assert!(groups(&pieces).is_none(), "{pieces:?}");
        }
    }
}
