//! The edit mode of xboard's protocol: lines that put pieces on the board one by one.

use cleave_board::{Color, Piece, PieceKind, Square};

use crate::arrangement::{Arrangement, Castling};
use crate::refusal::{Refusal, Reply};
use crate::session::{Role, Session};

/// A position that is being set up.
#[derive(Debug)]
pub struct Editor {
    arrangement: Arrangement,
    /// The colour of the pieces that come next.
    color: Color,
}

/// Begins to set up a position from the one on the board. White's pieces come first.
pub(crate) fn begin(session: &mut Session) {
    let arrangement = Arrangement::of(session.game.position());
    session.editor = Some(Editor { arrangement, color: Color::White });
}

/// Executes a line of the edit mode: `#` clears the board, `c` changes the colour, `Nf3` puts a piece
/// on a square, `xf3` clears it, and `.` ends the mode. The side to move stays what it was.
///
/// # Errors
/// The line is none of these, or the position cannot be played. Then it is dropped.
pub(crate) fn edit(session: &mut Session, line: &str) -> Reply {
    let Some(editor) = &mut session.editor else { return Ok(()) };
    match line {
        "." => return finish(session),
        "#" => editor.arrangement.clear(),
        "c" => editor.color = !editor.color,
        _ => {
            let (kind, square) = read_piece(line).ok_or_else(|| {
                let expected = "expected a piece and a square such as Nf3, or x to clear it; # clears \
                     the board, c changes the colour, and . ends the edit mode";
                Refusal::BadArgument(expected.into())
            })?;
            let color = editor.color;
            editor.arrangement.put(kind.map(|kind| Piece::new(color, kind)), square);
        }
    }
    Ok(())
}

/// `Nf3`, or no piece for `xf3`.
fn read_piece(line: &str) -> Option<(Option<PieceKind>, Square)> {
    let mut letters = line.chars();
    let letter = letters.next()?;
    let square = Square::from_name(letters.as_str())?;
    match letter {
        'x' | 'X' => Some((None, square)),
        _ => Some((Some(PieceKind::from_letter(letter)?), square)),
    }
}

fn finish(session: &mut Session) -> Reply {
    let Some(editor) = session.editor.take() else { return Ok(()) };
    let position =
        editor.arrangement.position(Castling::FromHome).map_err(Refusal::IllegalPosition)?;
    session.begin(position);
    if let Role::Plays(_) = session.role {
        session.role = Role::Plays(!position.side());
    }
    session.show_board();
    Ok(())
}
