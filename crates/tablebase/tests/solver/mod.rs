//! Solves endings with three pieces without tables, by going back from mate.

use cleave_board::{Color, PieceKind, Position, Square};
use cleave_movegen::legal_moves;

/// The number of plies to the next capture or pawn move, or to mate. It is positive if the side to
/// move wins, negative if it loses, 0 for a draw.
pub(crate) type Distance = i32;

/// An ending of king and piece against king.
pub(crate) struct Ending {
    kind: PieceKind,
    positions: Vec<Entry>,
    distances: Vec<Option<Distance>>,
    /// The index of each position, by its [`place`].
    index: Vec<Option<u32>>,
}

struct Entry {
    position: Position,
    is_mate: bool,
    moves: Vec<Successor>,
}

/// The result of a move.
#[derive(Clone, Copy)]
enum Successor {
    /// A position of the same ending. `at` is its [`place`], and its index once all positions have
    /// one.
    Here { at: u32, zeroing: bool },
    /// A position of another ending, with its distance.
    Elsewhere(Distance),
}

impl Ending {
    /// Solves the ending of White's king and this piece against Black's king. `promoted` has the
    /// endings that are won after a promotion.
    pub(crate) fn solve(kind: PieceKind, promoted: &[Ending]) -> Ending {
        let mut ending = Ending {
            kind,
            positions: Vec::new(),
            distances: Vec::new(),
            index: vec![None; 2 * 64 * 64 * 64],
        };
        for position in all_positions(kind) {
            let place = place(&position, kind).expect("the piece is there");
            ending.index[place] = Some(ending.positions.len() as u32);
            let list = legal_moves(&position);
            let moves: Vec<Successor> = list
                .as_slice()
                .iter()
                .map(|&mv| successor(kind, &position.make(mv), promoted))
                .collect();
            let is_mate = moves.is_empty() && position.in_check();
            ending.positions.push(Entry { position, is_mate, moves });
        }
        ending.replace_places();
        let signs = ending.signs();
        ending.distances = vec![None; ending.positions.len()];
        let mut plies = 1;
        // Each round finds the distances of `plies`, until two rounds find no more.
        let mut quiet_rounds = 0;
        while quiet_rounds < 2 {
            let before = ending.distances.clone();
            for (i, &sign) in signs.iter().enumerate() {
                if before[i].is_none() && ending.takes(i, sign, plies, &before, &signs) {
                    ending.distances[i] = Some(sign * plies);
                }
            }
            quiet_rounds = if before == ending.distances { quiet_rounds + 1 } else { 0 };
            plies += 1;
        }
        ending
    }

    fn replace_places(&mut self) {
        let moves = self.positions.iter_mut().flat_map(|entry| &mut entry.moves);
        for mv in moves {
            if let Successor::Here { at, .. } = mv {
                *at = self.index[*at as usize].expect("a legal move leads to a legal position");
            }
        }
    }

    /// Returns the winner of each position: 1 for the side to move, -1 for the other side, 0 for a
    /// draw.
    fn signs(&self) -> Vec<i32> {
        let mut signs = vec![0; self.positions.len()];
        loop {
            let mut changed = false;
            for (i, entry) in self.positions.iter().enumerate() {
                if signs[i] != 0 {
                    continue;
                }
                let best = entry.moves.iter().map(|&mv| -self.sign(mv, &signs)).max();
                let sign = best.unwrap_or(if entry.is_mate { -1 } else { 0 });
                changed |= sign != 0;
                signs[i] = sign;
            }
            if !changed {
                return signs;
            }
        }
    }

    fn sign(&self, successor: Successor, signs: &[i32]) -> i32 {
        match successor {
            Successor::Here { at, .. } => signs[at as usize],
            Successor::Elsewhere(distance) => distance.signum(),
        }
    }

    /// Returns true if the position, whose result is `sign`, is `plies` plies from zeroing. All
    /// shorter distances must be known.
    fn takes(
        &self,
        i: usize,
        sign: i32,
        plies: i32,
        known: &[Option<Distance>],
        signs: &[i32],
    ) -> bool {
        let entry = &self.positions[i];
        // After a move that mates or zeroes, the distance starts again.
        let plies_of = |&mv: &Successor| match mv {
            Successor::Elsewhere(_) | Successor::Here { zeroing: true, .. } => Some(1),
            Successor::Here { at, .. } if self.positions[at as usize].is_mate => Some(1),
            Successor::Here { at, .. } => known[at as usize].map(|below| below.abs() + 1),
        };
        match sign {
            1 => {
                let mut winning = entry.moves.iter().filter(|&&mv| self.sign(mv, signs) < 0);
                winning.any(|mv| plies_of(mv) == Some(plies))
            }
            -1 if entry.is_mate => plies == 1,
            -1 => entry.moves.iter().all(|mv| plies_of(mv).is_some_and(|below| below <= plies)),
            _ => false,
        }
    }

    /// Returns all positions, with their distances.
    pub(crate) fn distances(&self) -> impl Iterator<Item = (&Position, Distance)> {
        let distances = self.distances.iter().map(|distance| distance.unwrap_or(0));
        self.positions.iter().map(|entry| &entry.position).zip(distances)
    }

    fn distance(&self, position: &Position) -> Option<Distance> {
        let index = self.index[place(position, self.kind)?]?;
        Some(self.distances[index as usize].unwrap_or(0))
    }
}

fn successor(kind: PieceKind, after: &Position, promoted: &[Ending]) -> Successor {
    match place(after, kind) {
        Some(place) => Successor::Here { at: place as u32, zeroing: after.halfmove_clock() == 0 },
        None => {
            let known = promoted.iter().find_map(|ending| ending.distance(after));
            Successor::Elsewhere(known.unwrap_or(0))
        }
    }
}

/// Returns a number for the squares of the pieces and the side to move, or `None` if the piece is
/// missing.
fn place(position: &Position, kind: PieceKind) -> Option<usize> {
    let piece = position.pieces(Color::White, kind).first()?;
    let squares = [position.king(Color::White), piece, position.king(Color::Black)];
    let side = usize::from(position.side() == Color::Black);
    Some(squares.iter().fold(side, |place, square| place * 64 + square.index()))
}

/// Returns all legal positions of White's king and a piece against Black's king.
fn all_positions(kind: PieceKind) -> impl Iterator<Item = Position> {
    let letters = ['K', kind.letter().to_ascii_uppercase(), 'k'];
    let squares = || Square::all();
    let placements = squares().flat_map(move |king| {
        squares().flat_map(move |piece| squares().map(move |other| [king, piece, other]))
    });
    placements.flat_map(move |placement| {
        ['w', 'b'].into_iter().filter_map(move |side| {
            let fen = fen(&placement, letters, side);
            Position::from_fen(&fen).ok().filter(|it| it.occupied().count() == 3)
        })
    })
}

/// Returns the FEN of a board with these pieces. If two are on one square, one of them remains.
fn fen(squares: &[Square; 3], letters: [char; 3], side: char) -> String {
    let rank = |rank: usize| -> String {
        let mut text = String::new();
        let mut empty = 0;
        for index in 8 * rank..8 * rank + 8 {
            let Some(i) = squares.iter().position(|square| square.index() == index) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.push(letters[i]);
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    format!("{} {side} - - 1 1", ranks.join("/"))
}
