//! Computes the values that the files leave out.
//!
//! A file may have any value that is not better than the best capture, and ignores en passant. So
//! the captures are searched first. The result is the better of the best capture and the file's
//! value. A file of distances covers one side to move only. For the other side the moves are
//! compared.

use cleave_board::{Move, MoveKind, PieceKind, Position};
use cleave_movegen::{has_legal_move, legal_moves};

use super::directory::Syzygy;
use super::table::Distance;
use crate::{Dtz, Material, Wdl};

/// The result of a position, and whether a capture or pawn move reaches it.
#[derive(Clone, Copy)]
struct Probe {
    wdl: Wdl,
    by_zeroing: bool,
}

/// The moves that are tried before the file is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    Captures,
    /// Captures and pawn moves: all moves that reset the fifty-move counter.
    Zeroing,
}

impl Syzygy {
    /// Returns the result of this position.
    pub(super) fn wdl(&self, position: &Position) -> Option<Wdl> {
        self.is_probable(position).then(|| self.probe(position, Tried::Captures))?.map(|it| it.wdl)
    }

    /// Returns the distance to zeroing of this position.
    pub(super) fn dtz(&self, position: &Position) -> Option<Dtz> {
        if !self.is_probable(position) {
            return None;
        }
        let probe = self.probe(position, Tried::Zeroing)?;
        match self.known_distance(position, probe)? {
            Some(dtz) => Some(dtz),
            None => self.distance_by_moves(position, probe.wdl),
        }
    }

    fn is_probable(&self, position: &Position) -> bool {
        position.castling().is_none() && position.occupied().count() <= self.max_pieces
    }

    fn probe(&self, position: &Position, tried: Tried) -> Option<Probe> {
        let moves = legal_moves(position);
        let mut best = Wdl::Loss;
        let mut count = 0;
        for &mv in moves.as_slice() {
            let is_tried =
                is_capture(position, mv) || tried == Tried::Zeroing && moves_pawn(position, mv);
            if !is_tried {
                continue;
            }
            count += 1;
            best = best.max(-self.probe(&position.make(mv), Tried::Captures)?.wdl);
            if best == Wdl::Win {
                return Some(Probe { wdl: best, by_zeroing: true });
            }
        }
        // Without other moves the file has no better value; if all moves are en passant, its value
        // is wrong.
        let is_all = count > 0 && count == moves.as_slice().len();
        let stored = if is_all { best } else { self.stored_wdl(position)? };
        if best >= stored {
            return Some(Probe { wdl: best, by_zeroing: best > Wdl::Draw || is_all });
        }
        Some(Probe { wdl: stored, by_zeroing: false })
    }

    /// Returns the content of the file.
    fn stored_wdl(&self, position: &Position) -> Option<Wdl> {
        let material = Material::of(position);
        if material.pieces() == 2 {
            return Some(Wdl::Draw);
        }
        self.files(&material)?.wdl.wdl(position)
    }

    /// Returns the distance from the file. The inner option is `None` if the file is for the other
    /// side to move.
    fn known_distance(&self, position: &Position, probe: Probe) -> Option<Option<Dtz>> {
        if probe.wdl == Wdl::Draw {
            return Some(Some(Dtz::DRAW));
        }
        if probe.by_zeroing {
            return Some(Some(probe.wdl.dtz_before_zeroing()));
        }
        let file = self.files(&Material::of(position))?.dtz.as_ref()?;
        Some(match file.distance(position, probe.wdl)? {
            Distance::OtherSide => None,
            Distance::Plies(plies) => {
                let by_rule = matches!(probe.wdl, Wdl::CursedWin | Wdl::BlessedLoss);
                let plies = plies + if by_rule { 100 } else { 0 };
                Some(Dtz(plies * probe.wdl.sign()))
            }
        })
    }

    /// Returns the distance by comparing the moves: the shortest for a win, the longest for a loss.
    fn distance_by_moves(&self, position: &Position, wdl: Wdl) -> Option<Dtz> {
        let mut best: Option<Dtz> = None;
        for &mv in legal_moves(position).as_slice() {
            let after = position.make(mv);
            let is_zeroing = is_capture(position, mv) || moves_pawn(position, mv);
            let dtz = if is_zeroing {
                (-self.probe(&after, Tried::Captures)?.wdl).dtz_before_zeroing()
            } else if after.in_check() && !has_legal_move(&after) {
                Dtz(1)
            } else {
                let probe = self.probe(&after, Tried::Zeroing)?;
                // Each file covers one of the two sides.
                (-self.known_distance(&after, probe)??).one_more()
            };
            if dtz.0.signum() == wdl.sign() && best.is_none_or(|best| dtz < best) {
                best = Some(dtz);
            }
        }
        // Without a move the position is mate.
        Some(best.unwrap_or(Dtz(-1)))
    }
}

/// Returns true if the move captures.
fn is_capture(position: &Position, mv: Move) -> bool {
    mv.kind() == MoveKind::EnPassant
        || mv.kind() != MoveKind::Castle && position.piece_on(mv.to()).is_some()
}

/// Returns true if a pawn moves.
fn moves_pawn(position: &Position, mv: Move) -> bool {
    position.kind(PieceKind::Pawn).has(mv.from())
}
