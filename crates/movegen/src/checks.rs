//! Finds the moves that give check: tests one move, or generates all quiet checks of a position.

use cleave_board::{
    Bitboard, Black, Color, Move, MoveKind, Piece, PieceKind, Position, Side, Square, White, Wing,
    attacks,
};
use cleave_shared_memory::Plain;

use crate::generate::Stage;
use crate::sink::pawn_origin;
use crate::{Masks, MoveSink, castling, king, pawns, pieces};

/// The squares and pieces from which the side to move can give check by a quiet move. They are
/// computed once per position; a test of a move then takes a few bit operations.
#[derive(Clone, Copy, Debug, Plain)]
pub struct Checks {
    /// The squares from which bishops and queens attack the enemy king.
    diagonal: Bitboard,
    /// The squares from which rooks and queens attack the enemy king.
    straight: Bitboard,
    /// Our pieces that are the only piece between the enemy king and one of our sliders.
    discoverers: Bitboard,
    king: Square,
}

impl Checks {
    /// No checks: the initial value.
    pub const NONE: Checks = Checks {
        diagonal: Bitboard::EMPTY,
        straight: Bitboard::EMPTY,
        discoverers: Bitboard::EMPTY,
        king: Square::A1,
    };

    /// Computes the checks of the side to move.
    #[inline]
    pub fn new(position: &Position) -> Checks {
        let us = position.side();
        let king = position.king(!us);
        let occupied = position.occupied();
        let own = position.color(us);
        let snipers = attacks::bishop(king, Bitboard::EMPTY) & position.diagonal_sliders()
            | attacks::rook(king, Bitboard::EMPTY) & position.straight_sliders();
        let mut discoverers = Bitboard::EMPTY;
        for sniper in snipers & own {
            let shields = attacks::between(king, sniper) & occupied;
            if !shields.many() {
                discoverers |= shields & own;
            }
        }
        Checks {
            diagonal: attacks::bishop(king, occupied),
            straight: attacks::rook(king, occupied),
            discoverers,
            king,
        }
    }

    /// Returns true if the quiet legal move `mv` gives check, direct or discovered.
    #[inline]
    pub fn given_by(&self, position: &Position, mv: Move) -> bool {
        if mv.kind() == MoveKind::Castle {
            return gives_check(position, mv);
        }
        let piece = position.piece_on(mv.from());
        self.targets(piece.map_or(PieceKind::Pawn, Piece::kind), position.side(), mv.from())
            .has(mv.to())
    }

    /// Returns true if the legal move opens a line from a slider to the enemy king. Returns false
    /// for castling.
    #[inline(always)]
    pub fn discovered_by(&self, mv: Move) -> bool {
        self.discoverers.has(mv.from())
            && mv.kind() != MoveKind::Castle
            && !attacks::line(self.king, mv.from()).has(mv.to())
    }

    /// Returns the squares to which a piece on `from` can go with check. Castling is not among
    /// them.
    #[inline(always)]
    pub fn targets(&self, kind: PieceKind, us: Color, from: Square) -> Bitboard {
        let direct = match kind {
            PieceKind::Pawn => attacks::pawn(!us, self.king),
            PieceKind::Knight => attacks::knight(self.king),
            PieceKind::Bishop => self.diagonal,
            PieceKind::Rook => self.straight,
            PieceKind::Queen => self.diagonal | self.straight,
            PieceKind::King => Bitboard::EMPTY,
        };
        if self.discoverers.has(from) { direct | !attacks::line(self.king, from) } else { direct }
    }
}

/// Generates all legal moves that give check and that [`captures`](crate::captures) leaves out.
#[inline]
pub fn quiet_checks<M: MoveSink>(
    position: &Position,
    masks: &Masks,
    checks: &Checks,
    sink: &mut M,
) {
    let mut only = OnlyChecks { position, checks, sink };
    match position.side() {
        Color::White => generate::<White, M>(position, masks, &mut only),
        Color::Black => generate::<Black, M>(position, masks, &mut only),
    }
}

#[inline(always)]
fn generate<S: Side, M: MoveSink>(
    position: &Position,
    masks: &Masks,
    only: &mut OnlyChecks<'_, M>,
) {
    if !masks.checkers.many() {
        pawns::generate::<S, _>(position, masks, Stage::Quiets, only);
        pieces::generate::<S, _>(position, masks, Stage::Quiets, only);
    }
    let may_check =
        only.checks.discoverers.has(position.king(S::COLOR)) || castling::has_rights::<S>(position);
    if may_check {
        king::generate::<S, _>(position, masks, Stage::Quiets, only);
    }
}

/// Passes on the moves that give check.
struct OnlyChecks<'a, M> {
    position: &'a Position,
    checks: &'a Checks,
    sink: &'a mut M,
}

impl<M: MoveSink> MoveSink for OnlyChecks<'_, M> {
    #[inline(always)]
    fn piece_moves(&mut self, from: Square, targets: Bitboard) {
        let kind = self.position.piece_on(from).map_or(PieceKind::King, Piece::kind);
        let checking = targets & self.checks.targets(kind, self.position.side(), from);
        if checking.any() {
            self.sink.piece_moves(from, checking);
        }
    }

    #[inline(always)]
    fn pawn_moves(&mut self, step: i8, targets: Bitboard, kind: MoveKind) {
        let us = self.position.side();
        let mut checking = targets & attacks::pawn(!us, self.checks.king);
        if (self.checks.discoverers & self.position.kind(PieceKind::Pawn)).any() {
            checking = targets
                .into_iter()
                .filter(|&to| {
                    let from = pawn_origin(to, step);
                    self.checks.targets(PieceKind::Pawn, us, from).has(to)
                })
                .fold(Bitboard::EMPTY, |set, to| set | to.into());
        }
        if checking.any() {
            self.sink.pawn_moves(step, checking, kind);
        }
    }

    /// Is not called: promotions are not quiet moves.
    fn promotions(&mut self, step: i8, targets: Bitboard) {
        self.sink.promotions(step, targets);
    }

    /// Passes on castling that gives check.
    #[inline(never)]
    fn special(&mut self, mv: Move) {
        if gives_check(self.position, mv) {
            self.sink.special(mv);
        }
    }
}

/// Returns true if the legal move `mv` gives check, direct or discovered.
pub fn gives_check(position: &Position, mv: Move) -> bool {
    let us = position.side();
    let king = position.king(!us);
    let (from, to) = (mv.from(), mv.to());
    match mv.kind() {
        MoveKind::Castle => castling_gives_check(position, from, to, king),
        kind => {
            let mover = position.piece_on(from).map_or(PieceKind::Pawn, Piece::kind);
            let mut occupied = (position.occupied() ^ from.into()) | to.into();
            let mut left = Bitboard::of(from);
            if kind == MoveKind::EnPassant {
                let captured = to.forward(!us);
                occupied ^= captured.into();
                left |= captured.into();
            }
            let lands_as = mv.promotion().unwrap_or(mover);
            attacks::of(lands_as, us, to, occupied).has(king)
                || left.into_iter().any(|square| attacks::line(king, square).any())
                    && uncovers(position, occupied, Bitboard::of(from), king)
        }
    }
}

/// Returns true if a slider of the side to move, not one of `moved`, attacks the enemy king.
fn uncovers(position: &Position, occupied: Bitboard, moved: Bitboard, king: Square) -> bool {
    let sliders = attacks::bishop(king, occupied) & position.diagonal_sliders()
        | attacks::rook(king, occupied) & position.straight_sliders();
    (sliders & position.color(position.side())).without(moved).any()
}

fn castling_gives_check(position: &Position, from: Square, rook: Square, king: Square) -> bool {
    let us = position.side();
    let wing = if rook > from { Wing::King } else { Wing::Queen };
    let left = Bitboard::of(from) | rook.into();
    let rook_to = wing.rook_to(us);
    let occupied = position.occupied().without(left) | wing.king_to(us).into() | rook_to.into();
    attacks::rook(rook_to, occupied).has(king) || uncovers(position, occupied, left, king)
}
