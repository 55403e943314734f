//! Games in files.

use std::io::BufRead;

use crate::{Flaw, Game, Games, PgnError};

/// The game of this number, from 1, in the stream of a file, and what was passed over in it; `None` if the
/// file has fewer.
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

/// What separates a game from the file that it is added to, by the last two bytes of that: an empty line.
pub fn separator(end: &[u8]) -> &'static str {
    match end {
        [] | [b'\n', b'\n'] => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    }
}
