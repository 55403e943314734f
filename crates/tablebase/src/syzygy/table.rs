//! Reads one file: its header, and the value of a position.
//!
//! A file begins with a magic number and a byte of flags. It has one *part* for each side to move
//! and each file, a to d, of the first leading pawn. A table without pawns has one part for each
//! side. A table of symmetric material, or of distances, has parts for one side only. The parts are
//! interleaved: the file has first the order of the pieces for all parts, then the headers of their
//! compressed values. For distances the lists by which values are read come next. Then come the
//! sparse indices, the block lengths and the blocks.

use cleave_board::{Color, File, Piece, PieceKind, Position};

use super::file::TableFile;
use super::groups::{Groups, Order};
use super::pairs::Pairs;
use super::placement::Placement;
use super::problem::{Damage, Problem};
use super::reader::Reader;
use crate::{Material, Wdl};

/// The kind of values in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Results.
    Wdl,
    /// Distances.
    Dtz,
}

impl Kind {
    /// Returns the extension of the file name.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Kind::Wdl => "rtbw",
            Kind::Dtz => "rtbz",
        }
    }

    fn magic(self) -> [u8; 4] {
        match self {
            Kind::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Kind::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// Flags of a file.
mod file_flags {
    /// The file has parts for each side to move.
    pub(super) const SPLIT: u8 = 1;
    /// The table has pawns.
    pub(super) const HAS_PAWNS: u8 = 2;
}

/// Flags of a part of a file of distances.
mod part_flags {
    /// The distances are for positions with Black to move.
    pub(super) const BLACK_TO_MOVE: u8 = 1;
    /// Values are places in lists of distances.
    pub(super) const MAPPED: u8 = 2;
    /// Distances of wins are plies, not moves.
    pub(super) const WIN_PLIES: u8 = 4;
    /// Distances of losses are plies, not moves.
    pub(super) const LOSS_PLIES: u8 = 8;
    /// The lists hold words, not bytes.
    pub(super) const WIDE: u8 = 16;
}

/// The parts for one side to move and one file of the leading pawn.
struct Part {
    groups: Groups,
    pairs: Pairs,
    /// The places of the lists of distances, if values are places there: for wins, losses, cursed
    /// wins and blessed losses.
    lists: [usize; 4],
}

/// The content of a file of distances for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Distance {
    /// Plies to zeroing, at least 1.
    Plies(i32),
    /// The file has distances for the other side to move.
    OtherSide,
}

/// A file.
pub(super) struct Table {
    file: TableFile,
    material: Material,
    /// Indexed by file of the leading pawn, then by side to move. White is the side named first.
    parts: Vec<Vec<Part>>,
}

impl Table {
    /// Reads the header of this file, which is named after its material.
    pub(super) fn open(file: TableFile, material: Material, kind: Kind) -> Result<Table, Damage> {
        let mut reader = Reader::new(&file, 0);
        let or_unreadable = |damage| file.damage().unwrap_or(damage);
        if reader.take() != Some(kind.magic()) {
            return Err(or_unreadable(Damage::NotATable));
        }
        // Blocks fill multiples of 64 bytes, and a checksum of 16 follows.
        if file.len() % 64 != 16 {
            return Err(Damage::Length(file.len()));
        }
        let parts = read_parts(&mut reader, &material, kind);
        let parts = parts.ok_or_else(|| or_unreadable(Damage::Header))?;
        Ok(Table { file, material, parts })
    }

    /// Returns the reason why the file has been left out since the last call, if it has.
    pub(super) fn take_problem(&self) -> Option<Problem> {
        let damage = self.file.take_damage()?;
        Some(Problem::File { path: self.file.path().to_owned(), damage })
    }

    /// Returns the file's result for this position. The position must have the table's material,
    /// with either side as White. If the file is damaged, leaves it out and returns `None`.
    pub(super) fn wdl(&self, position: &Position) -> Option<Wdl> {
        self.unless_left_out(|| {
            let placement = self.placement(position);
            let side = match placement.side {
                Color::Black if self.parts[0].len() == 2 => 1,
                _ => 0,
            };
            let part = &self.parts[self.part_file(&placement)][side];
            Wdl::ALL.get(usize::from(self.value(part, placement)?)).copied()
        })
    }

    /// Returns the file's distance for this position, which has this result. If the file is
    /// damaged, leaves it out and returns `None`.
    pub(super) fn distance(&self, position: &Position, wdl: Wdl) -> Option<Distance> {
        self.unless_left_out(|| {
            let placement = self.placement(position);
            let part = &self.parts[self.part_file(&placement)][0];
            let is_symmetric = self.material.is_symmetric() && !self.material.has_pawns();
            let stored = match part.pairs.flags & part_flags::BLACK_TO_MOVE {
                0 => Color::White,
                _ => Color::Black,
            };
            if stored != placement.side && !is_symmetric {
                return Some(Distance::OtherSide);
            }
            let value = self.value(part, placement)?;
            self.plies(part, value, wdl).map(Distance::Plies)
        })
    }

    /// Returns a value of the file. A file without the value is damaged, and left out from then on.
    fn unless_left_out<T>(&self, ask: impl FnOnce() -> Option<T>) -> Option<T> {
        if self.file.damage().is_some() {
            return None;
        }
        let answer = ask();
        if answer.is_none() {
            self.file.leave_out();
        }
        answer
    }

    fn placement(&self, position: &Position) -> Placement {
        let first = self.parts[0][0].groups.pieces[0];
        let leading_pawns = (first.kind() == PieceKind::Pawn).then(|| first.color());
        Placement::new(position, &self.material, leading_pawns)
    }

    fn part_file(&self, placement: &Placement) -> usize {
        placement.pawn_file().index().min(self.parts.len() - 1)
    }

    fn value(&self, part: &Part, placement: Placement) -> Option<u16> {
        let index = placement.number(&part.groups)?;
        part.pairs.value(&self.file, index)
    }

    /// Plies to zeroing for this value.
    fn plies(&self, part: &Part, value: u16, wdl: Wdl) -> Option<i32> {
        let flags = part.pairs.flags;
        let (list, in_plies) = match wdl {
            Wdl::Win => (0, flags & part_flags::WIN_PLIES != 0),
            Wdl::Loss => (1, flags & part_flags::LOSS_PLIES != 0),
            Wdl::CursedWin => (2, false),
            Wdl::BlessedLoss => (3, false),
            Wdl::Draw => return None,
        };
        let place = usize::from(value);
        let start = part.lists[list];
        let distance = match (flags & part_flags::MAPPED != 0, flags & part_flags::WIDE != 0) {
            (false, _) => value,
            (true, false) => Reader::new(&self.file, start + place).u8()?.into(),
            (true, true) => Reader::new(&self.file, start + 2 * place).u16()?,
        };
        Some(i32::from(distance) * if in_plies { 1 } else { 2 } + 1)
    }
}

/// Reads the header of a file, after its magic number.
fn read_parts(reader: &mut Reader, material: &Material, kind: Kind) -> Option<Vec<Vec<Part>>> {
    let flags = reader.u8()?;
    let is_split = flags & file_flags::SPLIT != 0;
    let has_pawns = flags & file_flags::HAS_PAWNS != 0;
    if has_pawns != material.has_pawns() || is_split == material.is_symmetric() {
        return None;
    }
    let sides = if kind == Kind::Wdl && is_split { 2 } else { 1 };
    let files = if has_pawns { &File::ALL[..4] } else { &File::ALL[..1] };
    let groups = read_groups(reader, material, files, sides)?;
    reader.align(2);
    let mut parts = Vec::new();
    for by_side in groups {
        let mut row = Vec::new();
        for groups in by_side {
            let pairs = Pairs::read(reader, groups.positions)?;
            row.push(Part { groups, pairs, lists: [0; 4] });
        }
        parts.push(row);
    }
    let mut all: Vec<&mut Part> = parts.iter_mut().flatten().collect();
    if kind == Kind::Dtz {
        for part in &mut all {
            part.lists = read_lists(reader, part.pairs.flags)?;
        }
        reader.align(2);
    }
    for part in &mut all {
        part.pairs.place_sparse_index(reader)?;
    }
    for part in &mut all {
        part.pairs.place_block_lengths(reader)?;
    }
    for part in &mut all {
        part.pairs.place_blocks(reader)?;
    }
    Some(parts)
}

/// Reads the groups of all parts, by file and side. Each byte holds four bits for each side.
fn read_groups(
    reader: &mut Reader,
    material: &Material,
    files: &[File],
    sides: usize,
) -> Option<Vec<Vec<Groups>>> {
    let both_have_pawns =
        Color::ALL.into_iter().all(|color| material.count(color, PieceKind::Pawn) > 0);
    let mut parts = Vec::new();
    for &file in files {
        let leading = reader.u8()?;
        let other_pawns = if both_have_pawns { Some(reader.u8()?) } else { None };
        let mut codes = Vec::new();
        for _ in 0..material.pieces() {
            codes.push(reader.u8()?);
        }
        let mut row = Vec::new();
        for side in 0..sides {
            let half = |byte: u8| byte >> (4 * side) & 0xf;
            let order = Order::new(half(leading), other_pawns.map(half));
            let pieces = codes.iter().map(|&code| piece(half(code))).collect::<Option<_>>()?;
            row.push(Groups::new(material, pieces, order, file)?);
        }
        parts.push(row);
    }
    Some(parts)
}

/// Returns the piece with this code: 1 for a white pawn to 6 for a white king, and 8 more for
/// Black.
fn piece(code: u8) -> Option<Piece> {
    let color = if code < 8 { Color::White } else { Color::Black };
    let kind = usize::from(code % 8).checked_sub(1)?;
    Some(Piece::new(color, *PieceKind::ALL.get(kind)?))
}

/// Reads the places of the four lists of a part. Each list follows its length.
fn read_lists(reader: &mut Reader, flags: u8) -> Option<[usize; 4]> {
    let mut lists = [0; 4];
    if flags & part_flags::MAPPED == 0 {
        return Some(lists);
    }
    let is_wide = flags & part_flags::WIDE != 0;
    if is_wide {
        reader.align(2);
    }
    for list in &mut lists {
        let bytes = match is_wide {
            true => 2 * usize::from(reader.u16()?),
            false => usize::from(reader.u8()?),
        };
        *list = reader.skip(bytes)?;
    }
    Some(lists)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use super::super::file::Storage;
    use super::*;

    /// No test file has wide lists, and no table of few pieces has any lists, so the test writes
    /// its own.
    #[test]
    fn lists_have_bytes_or_words() {
        let path = std::env::temp_dir().join(format!("cleave-lists-{}", std::process::id()));
        let places = |flags, at, content: &[u8]| {
            fs::write(&path, content).unwrap();
            let file = TableFile::open(&path, 0, &Arc::new(Storage::new(1).unwrap())).unwrap();
            let mut reader = Reader::new(&file, at);
            let lists = read_lists(&mut reader, flags);
            lists.map(|lists| (lists, reader.u8()))
        };
        let (narrow, wide) = (part_flags::MAPPED, part_flags::MAPPED | part_flags::WIDE);
        let bytes = [9, 2, 5, 6, 0, 1, 7, 0, 8];
        assert_eq!(places(0, 1, &bytes), Some(([0; 4], Some(2))), "there are none");
        assert_eq!(places(narrow, 1, &bytes), Some(([2, 5, 6, 8], Some(8))));
        let words = [9, 9, 1, 0, 5, 5, 0, 0, 0, 0, 1, 0, 6, 6, 8];
        for at in [1, 2] {
            assert_eq!(places(wide, at, &words), Some(([4, 8, 10, 12], Some(8))), "even places");
        }
        assert_eq!(places(narrow, 1, &bytes[..8]), Some(([2, 5, 6, 8], None)));
        assert_eq!(places(narrow, 1, &bytes[..6]), None, "the third is cut off");
        fs::remove_file(&path).unwrap();
    }
}
