//! A game in its log, read to go on with it.

use std::path::Path;

use cleave_io::Transcript;
use cleave_pgn::{Game, GameResult};

use super::folder::{self, GameFile};
use super::tags::{self, Saved};
use crate::game::records;
use crate::settings::GameLogSettings;

/// A game in its log.
pub struct StoredGame {
    /// The file.
    pub file: GameFile,
    /// The game, without the tags that only a log has.
    pub game: Game,
    /// What these said.
    pub saved: Saved,
    /// The end of its conversation, for both sides.
    pub transcripts: (Transcript, Transcript),
}

impl StoredGame {
    /// Reads the game in this game log, or in the last one if none is named.
    ///
    /// # Errors
    /// There is no such game, it is over, it is not alone in the file, or another program logs it.
    pub fn read(settings: &GameLogSettings, file: Option<&Path>) -> Result<StoredGame, String> {
        let file = match file {
            Some(file) => GameFile::existing(file.to_owned()),
            None => last_game(settings)?,
        };
        let path = file.path();
        let mut game = records::load_game(path, 1)?;
        if game.result != GameResult::Unknown {
            let result = game.result;
            return Err(format!("the game in {} is over: {result}", path.display()));
        }
        let saved = tags::take(&mut game)
            .ok_or_else(|| format!("{} is not a game log of this program", path.display()))?;
        // The file is replaced as a whole, without further games.
        if !matches!(cleave_pgn::load(path, 2), Ok(None)) {
            return Err(format!("{} has more than one game", path.display()));
        }
        let log = file.log();
        let transcripts = Transcript::pair(&log)
            .map_err(|error| format!("cannot write {}: {error}", log.display()))?;
        Ok(StoredGame { file, game, saved, transcripts })
    }
}

/// The last game log with a game in it.
fn last_game(settings: &GameLogSettings) -> Result<GameFile, String> {
    let folder = settings.folder().ok_or("the option Log Folder names no folder")?;
    let logs = folder::games(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let has_moves = |file: &GameFile| {
        let game: Result<Game, String> = records::load_game(file.path(), 1);
        game.is_ok_and(|game| game.main.moves().next().is_some())
    };
    logs.into_iter().rev().find(has_moves).ok_or_else(|| {
        format!("{} has no game log: the option Game Log makes one", folder.display())
    })
}
