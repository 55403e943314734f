//! Games in files.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::{Game, Games, PgnError};

/// The game of this number, from 1, in a file; `None` if the file has fewer.
///
/// # Errors
/// The file, or the text of this game, cannot be read. Errors in the games before it do not matter.
pub fn load(file: &Path, number: usize) -> Result<Option<Game>, PgnError> {
    let mut games = Games::new(BufReader::new(File::open(file)?));
    games.nth(number.saturating_sub(1)).transpose()
}

/// Writes a game at the end of a file, behind an empty line; the file is created if there is none.
///
/// # Errors
/// The file cannot be written.
pub fn append(file: &Path, game: &Game) -> io::Result<()> {
    let mut file = File::options().create(true).read(true).append(true).open(file)?;
    let separator = separator(&mut file)?;
    // In one write, so that other readers of the file find whole games.
    file.write_all(format!("{separator}{game}").as_bytes())
}

/// The text that separates a game from the end of the file.
fn separator(file: &mut File) -> io::Result<&'static str> {
    let length = file.metadata()?.len();
    let mut end = Vec::new();
    if length > 0 {
        file.seek(SeekFrom::Start(length.saturating_sub(2)))?;
        file.take(2).read_to_end(&mut end)?;
    }
    Ok(match end[..] {
        [] | [b'\n', b'\n'] => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    })
}
