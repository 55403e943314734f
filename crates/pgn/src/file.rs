//! Games in files.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use crate::{Game, Games, PgnError};

/// The game of this number, from 1, in a file; `None` if the file has fewer.
///
/// # Errors
/// The file, or the text of this game, cannot be read. Errors in the text before it do not matter.
pub fn load(file: &Path, number: usize) -> Result<Option<Game>, PgnError> {
    let games = Games::new(BufReader::new(File::open(file)?));
    let is_last = |(count, game): &(usize, Result<Game, PgnError>)| {
        *count >= number || matches!(game, Err(PgnError::Unreadable(_)))
    };
    (1..).zip(games).find(is_last).map(|(_, game)| game).transpose()
}

/// What separates a game from the file that it is added to, by the last two bytes of that: an empty line.
pub fn separator(end: &[u8]) -> &'static str {
    match end {
        [] | [b'\n', b'\n'] => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    }
}
