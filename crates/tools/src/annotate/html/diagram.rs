//! A picture of a position.

use cleave_board::{File, Move, Position, Rank, Square};

use super::pieces::{SQUARE, id};

/// An arrow on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrow {
    /// The move played.
    Played(Move),
    /// A better move.
    Better(Move),
}

/// The position as SVG, White at the bottom.
pub fn svg(position: &Position, arrows: &[Arrow]) -> String {
    let side = 8 * SQUARE;
    let mut svg = format!(
        "<svg class='board' viewBox='0 0 {side} {side}' role='img'><title>{position}</title>"
    );
    for square in Square::all() {
        let (x, y) = corner(square);
        let is_dark = (square.file().index() + square.rank().index()).is_multiple_of(2);
        let shade = if is_dark { "dark" } else { "light" };
        svg.push_str(&format!(
            "<rect class='{shade}' x='{x}' y='{y}' width='{SQUARE}' height='{SQUARE}'/>"
        ));
        if let Some(piece) = position.piece_on(square) {
            svg.push_str(&format!("<use href='#{}' x='{x}' y='{y}'/>", id(piece)));
        }
    }
    svg.push_str(&coordinates());
    for arrow in arrows {
        svg.push_str(&line(*arrow));
    }
    svg + "</svg>"
}

/// The upper left corner of a square.
fn corner(square: Square) -> (u32, u32) {
    let (file, rank) = (square.file().index() as u32, square.rank().index() as u32);
    (file * SQUARE, (7 - rank) * SQUARE)
}

/// Letters and digits along the edges.
fn coordinates() -> String {
    let bottom = File::ALL.map(|file| (Square::at(file, Rank::FIRST), file.letter(), (37, 43)));
    let left = Rank::ALL.map(|rank| {
        let digit = char::from(b'1' + rank.index() as u8);
        (Square::at(File::A, rank), digit, (2, 9))
    });
    let text = |(square, letter, (right, down)): (Square, char, (u32, u32))| {
        let (x, y) = corner(square);
        format!("<text x='{}' y='{}'>{letter}</text>", x + right, y + down)
    };
    bottom.into_iter().chain(left).map(text).collect()
}

/// An arrow from the middle of a square to near the middle of another.
fn line(arrow: Arrow) -> String {
    let (class, mv) = match arrow {
        Arrow::Played(mv) => ("played", mv),
        Arrow::Better(mv) => ("better", mv),
    };
    let middle = |square| {
        let (x, y) = corner(square);
        (f64::from(x + SQUARE / 2), f64::from(y + SQUARE / 2))
    };
    let ((x1, y1), (x2, y2)) = (middle(mv.from()), middle(mv.to()));
    let length = (x2 - x1).hypot(y2 - y1);
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    // The head is 16 long and 12 wide; the shaft ends where it begins.
    let (bx, by) = (x2 - 16.0 * dx, y2 - 16.0 * dy);
    let (lx, ly, rx, ry) = (bx - 6.0 * dy, by + 6.0 * dx, bx + 6.0 * dy, by - 6.0 * dx);
    format!(
        "<path class='arrow {class}' d='M{x1:.0} {y1:.0}L{bx:.1} {by:.1}M{x2:.1} {y2:.1}\
         L{lx:.1} {ly:.1}L{rx:.1} {ry:.1}Z'/>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_movegen::parse_move;

    #[test]
    fn a_diagram_has_squares_pieces_and_arrows() {
        let start = Position::start();
        let e4 = parse_move(&start, "e4").unwrap();
        let svg = svg(&start, &[Arrow::Played(e4), Arrow::Better(e4)]);
        assert_eq!(svg.matches("<rect").count(), 64);
        assert_eq!(svg.matches("<use").count(), 32);
        // a1 is dark and holds a white rook.
        assert!(
            svg.contains(
                "<rect class='dark' x='0' y='315' width='45' height='45'/><use href='#wr'"
            )
        );
        assert!(svg.contains("arrow played' d='M202 292L202.0 218.0M202.0 202.0"), "{svg}");
    }
}
