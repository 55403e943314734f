//! A picture of a position.

use cleave_board::{Color, File, Move, PieceKind, Position, Rank, Square};

use super::pieces::id;

/// What is shown on a board besides the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The squares of the move that led to the position.
    Last(Move),
    /// An arrow for the move played.
    Played(Move),
    /// An arrow for a better move.
    Better(Move),
}

/// The position as SVG, White at the bottom. A unit is a square.
pub fn svg(position: &Position, marks: &[Mark]) -> String {
    let shapes = |is_shown: fn(&Mark) -> Option<String>| -> String {
        marks.iter().filter_map(is_shown).collect()
    };
    let pieces = Square::all().filter_map(|square| {
        let piece = position.piece_on(square)?;
        let (x, y) = corner(square);
        Some(format!("<use href='#{}' x='{x}' y='{y}'/>", id(piece)))
    });
    format!(
        "<svg class='board' viewBox='-.6 0 8.65 8.6' role='img' aria-label='{}'>\
         <use href='#squares'/>{}{}{}</svg>",
        in_words(position),
        shapes(squares_of),
        pieces.collect::<String>(),
        shapes(arrow_of)
    )
}

/// The squares with their coordinates, to stand once in a page.
pub(super) fn squares() -> String {
    let dark = Square::all()
        .filter(|square| (square.file().index() + square.rank().index()).is_multiple_of(2));
    let dark = dark.map(|square| {
        let (x, y) = corner(square);
        format!("M{x} {y}h1v1h-1z")
    });
    let files = File::ALL.map(|file| (file.index() as f64 + 0.5, 8.45, file.letter()));
    let ranks = Rank::ALL.map(|rank| {
        let index = rank.index() as u8;
        (-0.3, 7.64 - f64::from(index), char::from(b'1' + index))
    });
    let texts = files.into_iter().chain(ranks);
    let texts = texts.map(|(x, y, text)| format!("<text x='{x:.2}' y='{y:.2}'>{text}</text>"));
    format!(
        "<g id='squares'><path class='light' d='M0 0h8v8H0z'/><path class='dark' d='{}'/>{}</g>\n",
        dark.collect::<String>(),
        texts.collect::<String>()
    )
}

/// The upper left corner of a square.
fn corner(square: Square) -> (usize, usize) {
    (square.file().index(), 7 - square.rank().index())
}

/// The position for those who cannot see it: `White: Ke1, Pe2. Black: Ke8.`
fn in_words(position: &Position) -> String {
    Color::ALL
        .map(|color| {
            let pieces = PieceKind::ALL.iter().rev().flat_map(|&kind| {
                let letter = kind.letter().to_ascii_uppercase();
                position.pieces(color, kind).into_iter().map(move |at| format!("{letter}{at}"))
            });
            format!("{color}: {}.", pieces.collect::<Vec<_>>().join(", "))
        })
        .join(" ")
}

fn squares_of(mark: &Mark) -> Option<String> {
    let Mark::Last(mv) = mark else { return None };
    let ((x1, y1), (x2, y2)) = (corner(mv.from()), corner(mv.to()));
    Some(format!("<path class='last' d='M{x1} {y1}h1v1h-1zM{x2} {y2}h1v1h-1z'/>"))
}

/// An arrow from the middle of a square to the middle of another.
fn arrow_of(mark: &Mark) -> Option<String> {
    let (class, mv) = match mark {
        Mark::Played(mv) => ("played", mv),
        Mark::Better(mv) => ("better", mv),
        Mark::Last(_) => return None,
    };
    let middle = |square| {
        let (x, y) = corner(square);
        (x as f64 + 0.5, y as f64 + 0.5)
    };
    let ((x1, y1), (x2, y2)) = (middle(mv.from()), middle(mv.to()));
    let length = (x2 - x1).hypot(y2 - y1);
    let (dx, dy) = (0.17 * (x2 - x1) / length, 0.17 * (y2 - y1) / length);
    // The head is twice as long as half of its base; the shaft ends where it begins.
    let (bx, by) = (x2 - 2.0 * dx, y2 - 2.0 * dy);
    let (lx, ly, rx, ry) = (bx - dy, by + dx, bx + dy, by - dx);
    Some(format!(
        "<path class='arrow {class}' d='M{x1} {y1}L{bx:.2} {by:.2}M{x2} {y2}L{lx:.2} {ly:.2}L{rx:.2} {ry:.2}z'/>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_movegen::parse_move;

    #[test]
    fn a_diagram_has_pieces_and_marks() {
        let start = Position::start();
        let e4 = parse_move(&start, "e4").unwrap();
        let svg = svg(&start.make(e4), &[Mark::Played(e4), Mark::Last(e4), Mark::Better(e4)]);
        assert_eq!(svg.matches("<use href='#squares'/>").count(), 1);
        assert_eq!(svg.matches("<use").count(), 1 + 32);
        assert!(svg.contains("<use href='#wr' x='0' y='7'/>"), "the rook on a1: {svg}");
        assert!(svg.contains("<use href='#wp' x='4' y='4'/>"), "the pawn on e4: {svg}");
        assert!(svg.contains("class='last' d='M4 6h1v1h-1zM4 4h1v1h-1z'"), "{svg}");
        assert!(svg.contains("arrow played' d='M4.5 6.5L4.50 4.84M4.5 4.5L"), "{svg}");
        let words = "White: Ke1, Qd1, Ra1, Rh1, Bc1, Bf1, Nb1, Ng1, Pa2, ";
        assert!(svg.contains(words), "{svg}");
    }

    #[test]
    fn a1_is_dark_and_has_its_coordinates() {
        let squares = squares();
        assert!(squares.contains("M0 7h1v1h-1z") && !squares.contains("M0 6h1v1h-1z"), "{squares}");
        assert_eq!(squares.matches("h1v1h-1z").count(), 32);
        assert!(squares.contains("<text x='0.50' y='8.45'>a</text>"), "{squares}");
        assert!(squares.contains("<text x='-0.30' y='7.64'>1</text>"), "{squares}");
    }
}
