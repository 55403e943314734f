//! Evaluates king danger: enemy pieces that attack the king's surroundings.
//!
//! All causes of danger are summed in units. The causes are attackers of the king ring by kind,
//! weak squares of the ring, safe checks, and attack and defence on the king's flank. The square of
//! the units then gives centipawns (see [`crate::tally::danger_cost`]). Pawn shelter has its own
//! module, because the pawn table can hold it.

use cleave_board::{Bitboard, File, PieceKind, Position, attacks};

use crate::attack_info::{AttackInfo, ranks};
use crate::tally::Tally;
use crate::{Side, Weights};

/// Evaluates the danger to the king of `S`. [`crate::mobility`] has added the attackers,
/// [`crate::shelter`] the open files.
#[inline(always)]
pub(crate) fn evaluate<S: Side, T: Tally>(
    position: &Position,
    info: &AttackInfo,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) {
    use PieceKind::{Bishop, King, Knight, Queen, Rook};
    // A single attacker is no danger unless a queen can join it.
    let enemy_queens = position.pieces(S::THEM, Queen);
    if info.ring_attackers::<S>() + i32::from(enemy_queens.any()) < 2 {
        return;
    }
    let king = position.king(S::COLOR);
    let (ours, theirs) = (info.of::<S>(), info.of::<S::Opponent>());
    let ring = info.ring::<S>();
    let mut add = |weight, count| tally.endanger::<S>(weight, count);

    let held_by_royals = !ours.all | ours.kind(King) | ours.kind(Queen);
    let weak = theirs.all & !ours.twice & held_by_royals;
    add(weights.danger_base[0], 1);
    add(weights.danger_weak[0], (weak & ring).count() as i32);
    add(weights.danger_no_queen[0], i32::from(enemy_queens.is_empty()));

    // A checking square is safe if we do not defend it, or if it is weak and attacked twice.
    let safe = !position.color(S::THEM) & (!ours.all | weak & theirs.twice);
    // The own queen does not shield the king from checks.
    let occupied = position.occupied() ^ position.pieces(S::COLOR, Queen);
    let straight = attacks::rook(king, occupied);
    let diagonal = attacks::bishop(king, occupied);
    let lines = [
        (Knight, attacks::knight(king)),
        (Bishop, diagonal),
        (Rook, straight),
        (Queen, straight | diagonal),
    ];
    let mut unsafe_checks = Bitboard::EMPTY;
    for (weight, (kind, line)) in weights.danger_check.into_iter().zip(lines) {
        let checks = line & theirs.kind(kind);
        add(weight, i32::from((checks & safe).any()));
        if kind != Queen {
            unsafe_checks |= checks & !safe;
        }
    }
    let free = !position.color(S::THEM);
    add(weights.danger_unsafe_check[0], (unsafe_checks & free).count() as i32);

    let flank = FLANKS[king.file().index()] & ranks::<S>(0, 4);
    let attack = (theirs.all & flank).count() + (theirs.twice & flank).count();
    add(weights.danger_flank[0], attack as i32);
    add(weights.danger_flank_defence[0], (ours.all & flank).count() as i32);
    let minors = position.kind(Knight) | position.kind(Bishop);
    let defenders = minors & position.color(S::COLOR) & attacks::king(king);
    add(weights.danger_minor_defender[0], defenders.count() as i32);
    tally.settle_danger::<S>();
}

/// The files of the king's flank: a to d, c to f, or e to h. A king on the edge has three files.
static FLANKS: [Bitboard; 8] = {
    const fn files(from: u8, to: u8) -> Bitboard {
        let (mut set, mut file) = (0, from);
        while file <= to {
            set |= Bitboard::file(File::new(file)).0;
            file += 1;
        }
        Bitboard(set)
    }
    let (queen_side, centre, king_side) = (files(0, 3), files(2, 5), files(4, 7));
    [files(0, 2), queen_side, queen_side, centre, centre, king_side, king_side, files(5, 7)]
};
