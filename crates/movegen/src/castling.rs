//! Castling, chess960 included.

use cleave_board::{
    Bitboard, Black, Color, File, Move, MoveKind, Position, Rank, Side, Square, White, Wing,
};

use crate::Masks;
use crate::king::danger;
use crate::rays::Line;

/// Requirements of castling on the squares of the back rank. Bit 0 is the a-file.
#[derive(Clone, Copy)]
struct Corridor {
    /// Squares that must be empty: from king and rook to their destinations, without their own
    /// squares.
    empty: u8,
    /// Squares that must not be attacked: from the king to its destination.
    safe: u8,
}

/// Indexed by wing, king's file and rook's file.
static CORRIDORS: [[[Corridor; 8]; 8]; 2] = {
    let mut table = [[[Corridor { empty: 0, safe: 0 }; 8]; 8]; 2];
    let mut i = 0;
    while i < 2 * 8 * 8 {
        let (wing, king, rook) = (i / 64, i / 8 % 8, i % 8);
        let king_path = span(king, Wing::ALL[wing].king_to(Color::White).file());
        let rook_path = span(rook, Wing::ALL[wing].rook_to(Color::White).file());
        let empty = (king_path | rook_path) & !(1 << king | 1 << rook);
        table[wing][king][rook] = Corridor { empty, safe: king_path };
        i += 1;
    }
    table
};

/// Returns the files from one to another, inclusive.
const fn span(from: usize, to: File) -> u8 {
    let (low, high) = if from < to.index() { (from, to.index()) } else { (to.index(), from) };
    ((2_u16 << high) - (1 << low)) as u8
}

/// Returns the castling move to this wing if it is legal. `danger` is the set of squares that the
/// enemy attacks. The king must not be in check.
#[inline(always)]
pub(crate) fn castling<S: Side>(
    position: &Position,
    masks: &Masks,
    danger: Bitboard,
    wing: Wing,
) -> Option<Move> {
    let file = position.castling().rook_file(S::COLOR, wing)?;
    let back_rank = Rank::FIRST.relative_to(S::COLOR);
    let on_back_rank = |set: Bitboard| (set.0 >> (8 * back_rank.index())) as u8;
    let (king, rook) = (position.king(S::COLOR), Square::at(file, back_rank));
    let corridor = CORRIDORS[wing as usize][king.file().index()][file.index()];
    // In chess960 the rook may shield the king on the back rank; then it is pinned.
    let shields = masks.pinned[Line::Rank as usize].has(rook);
    let obstacles =
        corridor.empty & on_back_rank(position.occupied()) | corridor.safe & on_back_rank(danger);
    (obstacles == 0 && !shields).then(|| Move::new(king, rook, MoveKind::Castle))
}

/// Returns true if `S` has a castling right.
#[inline(always)]
pub(crate) fn has_rights<S: Side>(position: &Position) -> bool {
    Wing::ALL.into_iter().any(|wing| position.castling().rook_file(S::COLOR, wing).is_some())
}

/// Returns true if `mv` is legal castling. The king must not be in check.
pub(crate) fn is_legal(position: &Position, masks: &Masks, mv: Move) -> bool {
    match position.side() {
        Color::White => is_legal_for::<White>(position, masks, mv),
        Color::Black => is_legal_for::<Black>(position, masks, mv),
    }
}

fn is_legal_for<S: Side>(position: &Position, masks: &Masks, mv: Move) -> bool {
    let danger = danger::<S>(position);
    Wing::ALL.into_iter().any(|wing| castling::<S>(position, masks, danger, wing) == Some(mv))
}
