//! Reads games in files, and adds games to files.

use std::io::BufRead;

use crate::{Flaw, Game, Games, PgnError};

/// Returns the game with this number, from 1, in the stream of a file, and its flaws. Returns
/// `None` if the file has fewer games.
///
/// # Errors
/// The file, or the text of this game, cannot be read. Errors in the text before it do not matter.
pub fn load(file: impl BufRead, number: usize) -> Result<Option<(Game, Vec<Flaw>)>, PgnError> {
    let mut games = Games::new(file);
    let is_last = |(count, game): &(usize, Result<Game, PgnError>)| {
        *count >= number || matches!(game, Err(PgnError::Unreadable(_)))
    };
    let found = (1..).zip(games.by_ref()).find(is_last).map(|(_, game)| game).transpose()?;
    Ok(found.map(|game| (game, games.take_flaws())))
}

/// Returns the text that separates an added game from the file by an empty line. `end` has the last
/// two bytes of the file.
pub fn separator(end: &[u8]) -> &'static str {
    match end {
        [] | [b'\n', b'\n'] => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    }
}
