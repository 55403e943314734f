//! A game in its log, read to continue it.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

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
    /// The values of these tags.
    pub saved: Saved,
    /// The end of its conversation, for both sides.
    pub transcripts: (Transcript, Transcript),
    /// The time of the last write.
    pub written: SystemTime,
    /// Warnings about missing moves of this game, or missing newer games.
    pub warnings: Vec<String>,
}

impl StoredGame {
    /// Reads the game in this game log, or in the last one if none is named.
    ///
    /// # Errors
    /// There is no such game, it is over, the file has other games, or another program logs it.
    pub fn read(settings: &GameLogSettings, file: Option<&Path>) -> Result<StoredGame, String> {
        let (file, unwritten) = match file {
            Some(file) => (GameFile::existing(file.to_owned()), Vec::new()),
            None => last_game(settings)?,
        };
        let path = file.path();
        let missing = |file: &GameFile, what: &str| {
            format!("{}: {what} could not be written", file.path().display())
        };
        let mut warnings: Vec<String> =
            unwritten.iter().map(|file| missing(file, "a later game")).collect();
        if file.is_behind() {
            warnings.push(missing(&file, "the moves after this one"));
        }
        let (mut game, _) = records::load_game(path, 1)?;
        if game.result != GameResult::Unknown {
            let result = game.result;
            return Err(format!("the game in {} is over: {result}", path.display()));
        }
        let saved = tags::take(&mut game)
            .ok_or_else(|| format!("{} is not a game log of this program", path.display()))?;
        // The file is replaced as a whole, without further games.
        if records::find_game(path, 2)?.is_some() {
            return Err(format!("{} has more than one game", path.display()));
        }
        let written = fs::metadata(path).and_then(|found| found.modified());
        let written =
            written.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let log = file.log();
        let transcripts = Transcript::pair(&log)
            .map_err(|error| format!("cannot write {}: {error}", log.display()))?;
        Ok(StoredGame { file, game, saved, transcripts, written, warnings })
    }
}

/// Returns the last game log with a game in it, and later logs whose games could not be written.
fn last_game(settings: &GameLogSettings) -> Result<(GameFile, Vec<GameFile>), String> {
    let folder = settings.folder().ok_or("the option Log Folder names no folder")?;
    let logs = folder::games(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut unwritten = Vec::new();
    for file in logs.into_iter().rev() {
        // An earlier game is not resumed because this one cannot be read.
        let game = records::find_game(file.path(), 1)?;
        if game.is_some_and(|(game, _)| game.main.moves().next().is_some()) {
            return Ok((file, unwritten));
        }
        if file.is_behind() {
            unwritten.push(file);
        }
    }
    Err(format!("{} has no game log: the option Game Log makes one", folder.display()))
}
