//! The positions that games begin with.
//!
//! Seven of ten openings follow from the start position or a known opening by random moves, and a search values them
//! within 2.50. Two of ten favour one side, by 2.50 to 6.00. One of ten is an ending with three to ten men, placed at
//! random, that a search values within 6.00. None come from the files of `data/openings`, whose positions measure the
//! learning from these games.

use cleave_board::{Color, Piece, PieceKind, Position, Square, placement};
use cleave_kit::games::opening::draw_any;
use cleave_kit::games::player::Player;
use cleave_kit::games::random::Random;
use cleave_movegen::legal_moves;

/// The most men of an ending in addition to the kings; the least is one.
const MOST_MEN: usize = 8;

/// The kinds of men to place, as likely as they are frequent here.
const MEN: [PieceKind; 9] = [
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Rook,
    PieceKind::Queen,
];

/// Draws a position whose value by the judge suits this kind of opening.
pub(super) fn draw(random: &mut Random, judge: &mut Player) -> Position {
    let (is_ending, values) = match random.below(10) {
        0 => (true, 0..=600),
        1 | 2 => (false, 250..=600),
        _ => (false, 0..=250),
    };
    loop {
        let position = if is_ending { ending(random) } else { draw_any(random) };
        judge.new_game();
        let value = judge.think(&position, &[]).map(|(_, value)| value.get().abs());
        if value.is_some_and(|value| values.contains(&value)) {
            return position;
        }
    }
}

/// Draws an ending that is legal and not over.
fn ending(random: &mut Random) -> Position {
    loop {
        if let Some(position) = placed(random) {
            return position;
        }
    }
}

/// Places men at random. Returns the position if it is legal and not over.
fn placed(random: &mut Random) -> Option<Position> {
    let mut pieces = [None; 64];
    let mut place = |piece: Piece, random: &mut Random| loop {
        let square = &mut pieces[random.below(64)];
        if square.is_none() {
            *square = Some(piece);
            return;
        }
    };
    place(Piece::new(Color::White, PieceKind::King), random);
    place(Piece::new(Color::Black, PieceKind::King), random);
    for _ in 0..1 + random.below(MOST_MEN) {
        let color = Color::ALL[random.below(2)];
        place(Piece::new(color, MEN[random.below(MEN.len())]), random);
    }
    let side = ['w', 'b'][random.below(2)];
    let placement = placement(|square: Square| pieces[square.index()]);
    let position = Position::from_fen(&format!("{placement} {side} - - 0 1")).ok()?;
    let is_over =
        position.is_insufficient_material() || legal_moves(&position).as_slice().is_empty();
    (!is_over).then_some(position)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use cleave_kit::games::player::{SMALL_HASH, Thinking};

    use super::*;

    fn judge() -> Player {
        Player::new(None, Thinking::Nodes(300), SMALL_HASH).unwrap()
    }

    #[test]
    fn openings_are_balanced_or_favour_a_side_or_are_endings_but_none_is_decided() {
        let (mut random, mut judge) = (Random::seeded(3), judge());
        let (mut balanced, mut endings, mut keys) = (0, 0, HashSet::new());
        for _ in 0..60 {
            let position = draw(&mut random, &mut judge);
            judge.new_game();
            let (_, value) = judge.think(&position, &[]).unwrap();
            assert!(value.get().abs() <= 600, "{}", position.to_fen());
            balanced += usize::from(value.get().abs() <= 250);
            endings += usize::from(position.occupied().count() <= 10);
            keys.insert(position.key());
        }
        assert!((38..=58).contains(&balanced), "{balanced} are balanced");
        assert!((1..=15).contains(&endings), "{endings} are endings");
        assert_eq!(keys.len(), 60);
    }

    #[test]
    fn endings_have_few_men_of_every_kind_and_a_legal_move() {
        let mut random = Random::seeded(5);
        let mut kinds = [false; 6];
        for position in (0..200).map(|_| ending(&mut random)) {
            assert!((3..=10).contains(&position.occupied().count()));
            assert!(!legal_moves(&position).as_slice().is_empty());
            for square in position.occupied() {
                kinds[position.piece_on(square).unwrap().kind().index()] = true;
            }
        }
        assert_eq!(kinds, [true; 6]);
    }
}
