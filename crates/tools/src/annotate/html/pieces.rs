//! The shapes of the pieces.

use cleave_board::{Color, Piece, PieceKind};

use super::diagram;

/// The outline of a kind, as SVG in a square of 45 units.
const fn outline(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => {
            "<path d='M13 38H32C32 31 27 30 26 22H28V20H17V22H19C18 30 13 31 13 38Z'/>\
             <circle cx='22.5' cy='15' r='5.5'/>"
        }
        PieceKind::Knight => {
            "<path d='M13 38H35C35 25 33 13 23 9L20 5L18 10L12 17L8 24L11 28L16 25L21 24\
             C21 29 13 31 13 38Z'/><circle class='mark' cx='18.5' cy='15.5' r='1.2'/>"
        }
        PieceKind::Bishop => {
            "<path d='M11 38H34V34H29L28 29C32 23 30 15 22.5 10C15 15 13 23 17 29L16 34H11Z'/>\
             <circle cx='22.5' cy='7.5' r='2.5'/><path class='mark' d='M22.5 16V24M18.5 20H26.5'/>"
        }
        PieceKind::Rook => {
            "<path d='M10 38H35V34H31L29 18H33V9H28V12H25.5V9H19.5V12H17V9H12V18H16L14 34H10Z'/>"
        }
        PieceKind::Queen => {
            "<path d='M12 38H33L37 15L30 23L28 10L22.5 21L17 10L15 23L8 15Z'/>\
             <circle cx='8' cy='13' r='2.2'/><circle cx='17' cy='8' r='2.2'/>\
             <circle cx='28' cy='8' r='2.2'/><circle cx='37' cy='13' r='2.2'/>\
             <path class='mark' d='M13 33H32'/>"
        }
        PieceKind::King => {
            "<path class='cross' d='M22.5 4V20M18.5 8H26.5'/>\
             <path d='M12 38H33L36 25C37 17 27 14 22.5 21C18 14 8 17 9 25Z'/>\
             <path class='mark' d='M13 33H32'/>"
        }
    }
}

/// The name under which a piece is drawn.
pub(super) fn id(piece: Piece) -> String {
    let color = if piece.color().is_white() { 'w' } else { 'b' };
    format!("{color}{}", piece.kind().letter())
}

/// The definitions of the board and of all pieces, in squares of one unit, to stand once in a page.
pub(super) fn definitions() -> String {
    let mut symbols = diagram::squares();
    for color in Color::ALL {
        for kind in PieceKind::ALL {
            let (id, class) = (id(Piece::new(color, kind)), color.to_string().to_lowercase());
            let outline = outline(kind);
            symbols.push_str(&format!(
                "<g id='{id}' class='piece {class}' transform='scale({})'>{outline}</g>\n",
                1.0 / 45.0
            ));
        }
    }
    format!(
        "<svg width='0' height='0' style='position:absolute' aria-hidden='true'><defs>\n{symbols}</defs>\
         </svg>\n"
    )
}
