//! Game logs: each game is in its own file, written after each move, from which it can be resumed.
//!
//! As in Crafty, the files are called `game.001`, `game.002` and so on. Next to each is a `log.001` with every line of
//! the conversation. A `game.nnn` is PGN. The engine's side, the clocks and the options are tags in it. They are
//! removed and restored when the game is read again ([`stored`]).
//!
//! A file is replaced as a whole. So whenever the program or the machine stops, the disk has the game with all its
//! moves except perhaps the last. If it cannot be written, as on a full disk, it is marked as older than the game
//! (`GameFile::mark`). Every event then tries to bring it up to date.

mod folder;
pub mod stored;
mod tags;

use std::path::{Path, PathBuf};

use cleave_io::Transcript;
use cleave_io::files::replace;

use crate::client::Client;
use crate::client::notice::Notice;
use crate::game::current::CurrentGame;
use crate::settings::GameLogSettings;
use folder::GameFile;

/// The log of the game on the board.
#[derive(Debug, Default)]
pub struct Journal {
    /// Its file. `None` before the first write.
    file: Option<GameFile>,
    /// The folder in which the file was begun; `None` for the file of a game that was resumed, which stays.
    begun_in: Option<PathBuf>,
    /// The content of the file without the clocks, whose changes alone cause no write.
    written: String,
    /// The file contains a move.
    has_moves: bool,
    /// The reason why it is older than the game, as last reported to the user.
    failure: Option<String>,
    /// The options that belong to the game and have a value, with the value.
    pub options: Vec<(&'static str, String)>,
}

impl Journal {
    /// Begins another game. A game without moves passes its file on.
    pub fn begin_game(&mut self) {
        if self.has_moves {
            *self = Journal { options: std::mem::take(&mut self.options), ..Journal::default() };
        }
    }

    /// Brings the log of the game up to date, if one is kept.
    pub fn keep(&mut self, game: &CurrentGame, client: &mut Client, settings: &GameLogSettings) {
        if settings.is_on {
            self.leave_other_folder(client, settings);
            let written = self.write(game, client, settings);
            self.report(written.err(), client);
        } else if self.file.is_some() {
            *self = Journal::default();
            client.set_transcripts(Default::default());
        }
    }

    /// Removes the file of a game without moves if another folder has been chosen since. The option that begins a log
    /// may be set before the option with its folder.
    fn leave_other_folder(&mut self, client: &mut Client, settings: &GameLogSettings) {
        let is_elsewhere = self.begun_in.is_some() && self.begun_in != settings.folder();
        if is_elsewhere
            && !self.has_moves
            && let Some(file) = self.file.take()
        {
            client.set_transcripts(Default::default());
            file.remove_all();
            self.written.clear();
        }
    }

    /// Reports that the file has become older than the game, or is up to date again.
    fn report(&mut self, failure: Option<String>, client: &mut Client) {
        if failure != self.failure {
            if let Some(file) = &self.file {
                file.mark(failure.is_some());
            }
            let notice = failure.as_ref().map(|error| format!("the game is not logged: {error}"));
            client.say(&match &notice {
                Some(warning) => Notice::Warning(warning),
                None => Notice::Comment("the game is logged again"),
            });
            self.failure = failure;
        }
    }

    fn write(
        &mut self,
        game: &CurrentGame,
        client: &mut Client,
        settings: &GameLogSettings,
    ) -> Result<(), String> {
        let mut record = game.to_pgn();
        tags::add(&mut record, game.role, &self.options);
        let text = record.to_string();
        if self.file.is_some() && text == self.written {
            return Ok(());
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                let folder = settings.folder().ok_or("the option Log Folder names no folder")?;
                let file = none.insert(begin_file(client, &folder)?);
                self.begun_in = Some(folder);
                file
            }
        };
        let path = file.path();
        tags::add_clocks(&mut record, &game.clocks);
        // A failed attempt may already have replaced the file.
        self.written.clear();
        replace(path, record.to_string())
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        client.output.transcript.add('=', &game.position().to_fen());
        self.has_moves = !game.moves.is_empty();
        self.written = text;
        Ok(())
    }

    /// Returns the log of a game with moves, which continues in this file.
    pub fn in_file(file: GameFile) -> Journal {
        let failure = file.is_behind().then(|| "before it was resumed".into());
        Journal { file: Some(file), has_moves: true, failure, ..Journal::default() }
    }
}

/// Creates a new file for the game, and one for the conversation.
fn begin_file(client: &mut Client, folder: &Path) -> Result<GameFile, String> {
    let file = GameFile::create(folder)?;
    // The conversation is copied from now on.
    let transcripts = Transcript::pair(&file.log()).map_err(|error| {
        file.remove();
        format!("cannot write {}: {error}", file.log().display())
    })?;
    client.set_transcripts(transcripts);
    Ok(file)
}
