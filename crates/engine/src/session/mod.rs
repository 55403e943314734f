//! The session: everything but the search, and so everything that a command may touch while a search is running.

pub mod delays;
pub mod running;

use std::path::Path;
use std::sync::Arc;

use cleave_board::{Color, Position};
use cleave_io::Line;
use cleave_nnue::Network;
use cleave_search::settings::Lateness;
use cleave_tablebase::Tablebase;

use crate::book::OpeningBook;
use crate::client::Client;
use crate::client::notice::Notice;
use crate::game::current::CurrentGame;
use crate::game::editor::Editor;
use crate::game::{Game, display};
use crate::game_keeping::ending;
use crate::journal::Journal;
use crate::personalities::Personalities;
use crate::refusal::{Refusal, Reply};
use crate::script::Script;
use crate::settings::Settings;
use running::Running;

/// Everything but the search.
pub struct Session {
    /// The other end of the conversation.
    pub client: Client,
    /// The game on the board.
    pub game: CurrentGame,
    /// The settings.
    pub settings: Settings,
    /// The opening book.
    pub book: OpeningBook,
    /// The network that evaluates positions, unless the hand-written terms do.
    pub network: Network,
    /// The endgame tables.
    pub tables: Option<Arc<dyn Tablebase>>,
    /// The personalities to choose from.
    pub personalities: Personalities,
    /// The log of the game.
    pub journal: Journal,
    /// The file whose lines are being executed.
    script: Option<Script>,
    /// The position that is being set up piece by piece.
    editor: Option<Editor>,
    /// The search that is running.
    pub running: Running,
    /// The delays of recently sent moves.
    pub lateness: Lateness,
    /// False once the program must end.
    is_open: bool,
}

impl Session {
    /// Creates a session with the pieces set up and the engine to play Black.
    pub fn new(client: Client) -> Session {
        Session {
            client,
            game: CurrentGame::new(),
            settings: Settings::default(),
            book: OpeningBook::built_in(),
            network: Network::built_in(),
            tables: None,
            personalities: Personalities::default(),
            journal: Journal::default(),
            script: None,
            editor: None,
            running: Running::default(),
            lateness: Lateness::default(),
            is_open: true,
        }
    }

    /// Refuses commands of a person that need an unfinished game. A GUI decides by itself when a game is over.
    ///
    /// # Errors
    /// The game is over.
    pub fn must_go_on(&self) -> Reply {
        if self.client.has_arbiter { Ok(()) } else { self.game.must_go_on() }
    }

    /// As [`must_go_on`](Session::must_go_on), for a move of the engine.
    ///
    /// # Errors
    /// The game is over.
    pub fn must_be_playable(&self) -> Reply {
        if self.client.has_arbiter { Ok(()) } else { self.game.must_be_playable() }
    }

    /// Shows the board to a person.
    pub fn show_board(&mut self) {
        let Session { client, game, settings, .. } = self;
        if client.interactive
            && let Some(text) = (client.wording)(&Notice::Board(&game.moves, settings.shown.pieces))
        {
            client.line(text);
        }
    }

    /// Shows both clocks.
    pub fn show_clocks(&mut self) {
        let CurrentGame { clocks, moves, .. } = &self.game;
        for color in [Color::White, Color::Black] {
            let to_go = clocks.moves_to_go(color.index(), moves.made());
            let to_go = to_go.map_or(String::new(), |moves| format!(", {moves} moves to go"));
            let left = display::time(clocks.left(color.index()));
            self.client.line(format!("{color}: {left}{to_go}"));
        }
    }

    /// Returns false once the program must end.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Records how late the move may have been that has just been sent.
    pub(crate) fn note_lateness(&mut self) {
        self.running.move_sent();
        if let Some(delay) = self.running.longest_delay() {
            self.lateness.note(delay);
        }
    }

    /// Ends the program after this command.
    pub fn quit(&mut self) {
        ending::leave(self);
        self.is_open = false;
    }

    /// Puts another position on the board, to begin a game from.
    pub fn begin(&mut self, mut position: Position) {
        position.set_chess960(self.settings.chess960);
        self.set_game(Game::from_position(position));
    }

    /// Puts another game on the board.
    pub fn set_game(&mut self, game: Game) {
        ending::leave(self);
        self.journal.begin_game();
        self.game.set_moves(game);
    }

    /// Puts the end of a recorded game on the board.
    pub fn load(&mut self, record: cleave_pgn::Game) {
        self.begin(record.start);
        record.main.moves().for_each(|mv| self.game.moves.play(mv));
        self.game.record = record;
    }

    /// Puts a position on the board, and shows it. An engine that plays waits for the side to move.
    pub fn set_up(&mut self, position: Position) {
        self.begin(position);
        self.game.let_opponent_move();
        self.show_board();
    }

    /// Begins to set up a position piece by piece, from the one on the board.
    pub fn begin_edit(&mut self) {
        self.editor = Some(Editor::of(self.game.position()));
    }

    /// Returns true while a position is being set up piece by piece.
    pub fn is_editing(&self) -> bool {
        self.editor.is_some()
    }

    /// Executes a line of the edit mode, if a position is being set up.
    ///
    /// # Errors
    /// The line does not belong to that mode, or the position cannot be played, and is dropped.
    pub fn edit(&mut self, line: &str) -> Reply {
        let Some(mut editor) = self.editor.take() else { return Ok(()) };
        if line == Editor::END {
            self.set_up(editor.position()?);
            return Ok(());
        }
        let edited = editor.edit(line);
        self.editor = Some(editor);
        edited
    }

    /// Brings the log of the game up to date, if one is kept, with the options of the last update.
    pub fn keep_journal(&mut self) {
        let Session { client, game, settings, journal, .. } = self;
        journal.keep(game, client, &settings.game_log);
    }

    /// Executes the lines of this file next.
    ///
    /// # Errors
    /// Lines of another file are being executed, or the file cannot be read.
    pub fn run_script(&mut self, file: &Path) -> Reply {
        if self.script.is_some() {
            return Err(Refusal::NotNow("a file of commands cannot name another"));
        }
        self.script = Some(Script::read(file)?);
        Ok(())
    }

    /// Drops the rest of the file whose lines are being executed. Returns false if there is none.
    pub fn leave_script(&mut self) -> bool {
        self.script.take().is_some()
    }

    /// Returns the next line of the file whose lines are being executed.
    pub fn next_scripted_line(&mut self) -> Option<Line> {
        let line = self.script.as_mut()?.next_line();
        if line.is_none() {
            self.script = None;
        }
        line
    }
}
