//! Files of openings: EPD, of which only the position is used. A line that begins with `#` is a comment.

use std::path::Path;

use cleave_board::Position;
use cleave_kit::files::read_text;
use cleave_kit::{Error, Result};

/// Reads the positions of a file.
///
/// # Errors
/// It cannot be read, has a line that is no legal position, or has none.
pub(crate) fn read(path: &Path) -> Result<Vec<Position>> {
    let text = read_text(path)?;
    let lines = (1..).zip(text.lines());
    let positions = lines.filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
    let openings: Result<Vec<Position>> = positions
        .map(|(number, line)| {
            let position = Position::from_fen(&position_of(line));
            position.map_err(|error| Error::of_file(path, format!("line {number}: {error}")))
        })
        .collect();
    let openings = openings?;
    if openings.is_empty() {
        return Err(Error::of_file(path, "it has no positions"));
    }
    Ok(openings)
}

/// Returns the text of a file of positions, which begins with the command that made it.
pub(super) fn text(command: &str, positions: &[Position]) -> String {
    let lines = positions.iter().map(|position| position_of(&position.to_fen()) + "\n");
    format!("# {command}\n{}", lines.collect::<String>())
}

/// Returns a FEN or a line of EPD without the text after the position.
fn position_of(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().take(4).collect();
    words.join(" ")
}
