//! Game logs: each game in a file of its own, written after each move, from which it can be resumed.
//!
//! As Crafty's, the files are called `game.001`, `game.002` and so on; beside each lies a `log.001` with
//! every line of the conversation. A `game.nnn` is PGN. Whoever plays, the clocks and the options are tags
//! in it, which are removed and put back in force when the game is
//! read again ([`stored`]).
//!
//! A file is replaced as a whole: whenever the program or the machine stops, the game is on
//! the disk with all its moves but perhaps the last.

mod folder;
pub mod stored;
mod tags;

use std::io;

use cleave_io::Transcript;

use crate::client::Client;
use crate::client::notice::Notice;
use crate::game::current::CurrentGame;
use crate::replacement::replace;
use crate::settings::GameLogSettings;
use folder::GameFile;

/// The log of the game on the board.
#[derive(Debug, Default)]
pub struct Journal {
    /// Its file; `None` until there is something to write.
    file: Option<GameFile>,
    /// What the file says, without the clocks: they alone are no reason to write it anew.
    written: String,
    /// Whether there is a move in it.
    has_moves: bool,
    /// The options of the game that have a value, and it.
    pub options: Vec<(&'static str, String)>,
}

impl Journal {
    /// Another game begins. One without moves gives its file to it.
    pub fn begin_game(&mut self) {
        if self.has_moves {
            *self = Journal { options: std::mem::take(&mut self.options), ..Journal::default() };
        }
    }

    /// Brings the log of the game up to date, if one is kept.
    pub fn keep(
        &mut self,
        game: &CurrentGame,
        client: &mut Client,
        settings: &mut GameLogSettings,
    ) {
        if settings.is_on {
            let Err(error) = self.write(game, client, settings) else { return };
            settings.is_on = false;
            self.end(client);
            client.say(&Notice::Warning(&format!("the game is no longer logged: {error}")));
        } else if self.file.is_some() {
            self.end(client);
        }
    }

    fn end(&mut self, client: &mut Client) {
        *self = Journal::default();
        client.set_transcripts(Default::default());
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
        let file = match self.file.take() {
            Some(file) => file,
            None => begin_file(client, settings)?,
        };
        tags::add_clocks(&mut record, &game.clocks);
        let unwritable =
            |error: io::Error| format!("cannot write {}: {error}", file.path().display());
        replace(file.path(), &record.to_string()).map_err(unwritable)?;
        client.output.transcript.add('=', &game.position().to_fen());
        self.has_moves = !game.moves.is_empty();
        self.written = text;
        self.file = Some(file);
        Ok(())
    }

    /// The log of a game with moves, which goes on in this file.
    pub fn in_file(file: GameFile) -> Journal {
        Journal { file: Some(file), has_moves: true, ..Journal::default() }
    }
}

/// A new file for the game, and one for the conversation.
fn begin_file(client: &mut Client, settings: &GameLogSettings) -> Result<GameFile, String> {
    let folder = settings.folder().ok_or("the option Log Folder names no folder")?;
    let unusable = |error: io::Error| format!("cannot write to {}: {error}", folder.display());
    let file = GameFile::create(&folder).map_err(unusable)?;
    // What is said from now on is copied.
    client.set_transcripts(Transcript::pair(&file.log()).map_err(unusable)?);
    Ok(file)
}
