//! Game logs: each game in a file of its own, written after each move, from which it can be resumed.
//!
//! As Crafty's, the files are called `game.001`, `game.002` and so on; beside each lies a `log.001` with
//! every line of the conversation. A `game.nnn` is PGN. Whoever plays, the clocks and the options are tags
//! in it, which [`resume`] puts back in force and removes.
//!
//! A file is replaced as a whole: whenever the program or the machine stops, the game is on
//! the disk with all its moves but perhaps the last.

mod folder;
mod tags;

use std::io;
use std::path::{Path, PathBuf};

use cleave_io::Transcript;
use cleave_pgn::{Game, GameResult};

use crate::engine::Engine;
use crate::notice::Notice;
use crate::replacement::replace;
use crate::session::{Role, Session};
use crate::settings::Settings;
use crate::{folders, records};
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
    /// The options, as the engine last told them.
    options: Vec<(&'static str, String)>,
}

impl Journal {
    /// Another game begins. One without moves gives its file to it.
    pub(crate) fn begin_game(&mut self) {
        if self.has_moves {
            *self = Journal { options: std::mem::take(&mut self.options), ..Journal::default() };
        }
    }
}

/// Brings the log of the game up to date, if one is kept.
pub fn update(engine: &mut Engine) {
    if engine.session.settings.game_log.is_on {
        engine.session.journal.options = tags::options(engine);
    }
    keep(&mut engine.session);
}

/// Brings the log up to date with the options as they were at the last [`update`].
pub(crate) fn keep(session: &mut Session) {
    if !session.settings.game_log.is_on {
        if session.journal.file.is_some() {
            end(session);
        }
    } else if let Err(error) = write(session) {
        session.settings.game_log.is_on = false;
        end(session);
        session.say(&Notice::Warning(&format!("the game is no longer logged: {error}")));
    }
}

fn end(session: &mut Session) {
    session.journal = Journal::default();
    (session.input.transcript, session.output.transcript) = Default::default();
}

fn write(session: &mut Session) -> Result<(), String> {
    let mut game = records::current_game(session);
    tags::add(&mut game, session.role, &session.journal.options);
    let text = game.to_string();
    if session.journal.file.is_some() && text == session.journal.written {
        return Ok(());
    }
    let file = match session.journal.file.take() {
        Some(file) => file,
        None => begin_file(session)?,
    };
    tags::add_clocks(&mut game, &session.clocks);
    let unwritable = |error: io::Error| format!("cannot write {}: {error}", file.path().display());
    replace(file.path(), &game.to_string()).map_err(unwritable)?;
    let position = session.game.position().to_fen();
    session.output.transcript.add('=', &position);
    session.journal.has_moves = !session.game.is_empty();
    session.journal.written = text;
    session.journal.file = Some(file);
    Ok(())
}

/// A new file for the game, and one for the conversation.
fn begin_file(session: &mut Session) -> Result<GameFile, String> {
    let folder = log_folder(&session.settings).ok_or("the option Log Folder names no folder")?;
    let unusable = |error: io::Error| format!("cannot write to {}: {error}", folder.display());
    let file = GameFile::create(&folder).map_err(unusable)?;
    // What is said from now on is copied.
    let ends = Transcript::pair(&file.log()).map_err(unusable)?;
    (session.input.transcript, session.output.transcript) = ends;
    Ok(file)
}

/// Where game logs lie: where the option says, or with the other things that the program remembers.
fn log_folder(settings: &Settings) -> Option<PathBuf> {
    match settings.game_log.folder.as_str() {
        "" => folders::state(),
        folder => Some(folder.into()),
    }
}

/// Goes on with the game in this game log, or with the last one if none is named: its moves, who plays,
/// the clocks and the options. Further moves go to the same file.
///
/// # Errors
/// There is no such game, it is over, it is not alone in the file, or another program logs it. Nothing has
/// changed.
pub fn resume(engine: &mut Engine, file: Option<&Path>) -> Result<(), String> {
    let file = match file {
        Some(file) => GameFile::existing(file.to_owned()),
        None => last_game(&engine.session.settings)?,
    };
    let path = file.path().to_owned();
    let mut game = records::load_game(&path, 1)?;
    if game.result != GameResult::Unknown {
        let result = game.result;
        return Err(format!("the game in {} is over: {result}", path.display()));
    }
    let saved = tags::take(&mut game)
        .ok_or_else(|| format!("{} is not a game log of this program", path.display()))?;
    // The file is replaced as a whole, without further games.
    if !matches!(cleave_pgn::load(&path, 2), Ok(None)) {
        return Err(format!("{} has more than one game", path.display()));
    }
    let log = file.log();
    let conversation = Transcript::pair(&log)
        .map_err(|error| format!("cannot write {}: {error}", log.display()))?;
    for warning in saved.set_options(engine) {
        engine.session.say(&Notice::Warning(&warning));
    }
    let session = &mut engine.session;
    session.settings.game_log.is_on = true;
    session.settings.chess960 |= game.start.is_chess960();
    records::put_on_board(session, game);
    session.role = saved.role;
    session.clocks = saved.clocks;
    if let Role::Plays(_) = session.role {
        session.clocks.start(session.game.side());
    }
    (session.input.transcript, session.output.transcript) = conversation;
    session.journal = Journal { file: Some(file), has_moves: true, ..Journal::default() };
    session.say(&Notice::Comment(&format!("resumed {}", path.display())));
    session.show_board();
    Ok(())
}

/// The last game log with a game in it.
fn last_game(settings: &Settings) -> Result<GameFile, String> {
    let folder = log_folder(settings).ok_or("the option Log Folder names no folder")?;
    let logs = folder::games(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let has_moves = |file: &GameFile| {
        let game: Result<Game, String> = records::load_game(file.path(), 1);
        game.is_ok_and(|game| game.main.moves().next().is_some())
    };
    logs.into_iter().rev().find(has_moves).ok_or_else(|| {
        format!("{} has no game log: the option Game Log makes one", folder.display())
    })
}
