//! Castling rights, chess960 included.

use cleave_shared_memory::Plain;

use crate::{Color, File, Rank, Square};

/// The two wings. In chess960 the king wing is the one nearer to the h-file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Wing {
    /// Castling long: the king lands on the c-file, the rook on the d-file.
    Queen = 0,
    /// Castling short: the king lands on the g-file, the rook on the f-file.
    King = 1,
}

impl Wing {
    /// Both wings.
    pub const ALL: [Wing; 2] = [Wing::Queen, Wing::King];

    /// Returns the square on which the king lands.
    #[inline(always)]
    pub const fn king_to(self, color: Color) -> Square {
        let file = if matches!(self, Wing::King) { File::G } else { File::C };
        Square::at(file, Rank::FIRST.relative_to(color))
    }

    /// Returns the square on which the rook lands.
    #[inline(always)]
    pub const fn rook_to(self, color: Color) -> Square {
        let file = if matches!(self, Wing::King) { File::F } else { File::D };
        Square::at(file, Rank::FIRST.relative_to(color))
    }
}

/// For each side and wing, the file of the rook that may still castle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Plain)]
pub struct CastlingRights {
    rook_files: [[u8; 2]; 2],
}

impl CastlingRights {
    const GONE: u8 = 8;

    /// Neither side may castle.
    pub const NONE: CastlingRights = CastlingRights { rook_files: [[CastlingRights::GONE; 2]; 2] };

    /// Returns the file of the rook with which `color` may castle on this wing, if any.
    #[inline(always)]
    pub const fn rook_file(self, color: Color, wing: Wing) -> Option<File> {
        match self.rook_files[color.index()][wing as usize] {
            CastlingRights::GONE => None,
            file => Some(File::new(file)),
        }
    }

    /// Returns true if neither side may castle any more.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        u32::from_ne_bytes([
            self.rook_files[0][0],
            self.rook_files[0][1],
            self.rook_files[1][0],
            self.rook_files[1][1],
        ]) == u32::from_ne_bytes([CastlingRights::GONE; 4])
    }

    /// Grants or revokes one right.
    #[inline(always)]
    pub const fn set(&mut self, color: Color, wing: Wing, rook_file: Option<File>) {
        self.rook_files[color.index()][wing as usize] = match rook_file {
            Some(file) => file.index() as u8,
            None => CastlingRights::GONE,
        };
    }
}
