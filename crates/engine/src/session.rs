//! The session: everything but the search, and so everything that a command may touch while a
//! search is running.

use std::sync::Arc;
use std::time::Instant;

use cleave_board::{Color, Key, Move, Position, Value};
use cleave_io::{Input, Line, Output};
use cleave_movegen::legal_moves;
use cleave_search::{Clock, Status, Tablebase};

use crate::book::OpeningBook;
use crate::clocks::Clocks;
use crate::display;
use crate::editor::Editor;
use crate::game::Game;
use crate::journal::Journal;
use crate::notice::{Notice, Wording};
use crate::palette::Palette;
use crate::personality::Personalities;
use crate::refusal::{BadLine, Refusal, Reply};
use crate::script::Script;
use crate::settings::Settings;

/// What the engine does in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Nothing: it checks the moves of others (`force`).
    Watches,
    /// It plays this side.
    Plays(Color),
    /// It searches whatever is on the board (`analyze`).
    Analyses,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activity {
    /// The engine's own move.
    Thinking,
    /// The answer to this move, should the opponent play it; `None` if the position on the board is
    /// the one after it, as set up by the GUI.
    Pondering(Option<Move>),
    /// The position on the board, for as long as it stays there.
    Analysing,
    /// A command that takes its time: `bench`, `perft`.
    Measuring,
}

/// A search, while it runs.
#[derive(Clone, Debug)]
pub struct Running {
    /// What it is for.
    pub activity: Activity,
    /// The position it started from.
    pub root: Position,
    /// The clock it was given; while pondering, the one that a ponder hit starts.
    pub clock: Clock,
    /// How far it is; none before its first look at the input.
    pub status: Option<Status>,
    /// It must stop at its next look at the input.
    pub stop: bool,
    /// It must have stopped by then: something else is waiting.
    pub deadline: Option<Instant>,
}

impl Running {
    /// A search about to start.
    pub fn new(activity: Activity, root: Position, clock: Clock) -> Running {
        Running { activity, root, clock, status: None, stop: false, deadline: None }
    }
}

/// What the last search says about the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outlook {
    /// The best move known in the position with this key.
    best: Option<(Key, Move)>,
    /// The value of the engine's last move, for the engine; `None` if it is unknown, or the game has
    /// gone on from another position.
    pub value: Option<Value>,
    /// The opponent has offered a draw, and the engine has not answered.
    pub draw_offered: bool,
    /// The number of successive engine moves, up to the last, with a level value.
    pub level_moves: u32,
    /// The number of successive engine moves, up to the last, whose value was a reason to resign.
    pub lost_moves: u32,
    /// The engine offered a draw with its last move, and the opponent has not moved since.
    pub offers_draw: bool,
}

impl Outlook {
    /// The best move known in this position.
    pub fn best(&self, position: &Position) -> Option<Move> {
        self.best.filter(|(key, _)| *key == position.key()).map(|(_, mv)| mv)
    }

    /// Records the best move known in this position.
    pub fn note(&mut self, position: &Position, mv: Move) {
        self.best = Some((position.key(), mv));
    }

    /// The game goes on from another position: the value no longer holds, and offers lapse.
    pub fn forget_value(&mut self) {
        *self = Outlook { best: self.best, ..Outlook::default() };
    }
}

/// Everything but the search.
pub struct Session {
    /// Where lines come from.
    pub input: Input,
    /// Where lines go.
    pub output: Output,
    /// How notices are worded.
    pub wording: Wording,
    /// Whether to show a prompt and boards, for a person at the keyboard.
    pub interactive: bool,
    /// Whether that prompt is shown here; otherwise an editor of lines shows its own.
    pub prompts: bool,
    /// The colours of notices.
    pub palette: Palette,
    /// Whether a GUI ends the game when both sides have agreed to a draw; otherwise the engine does.
    pub has_arbiter: bool,
    /// The game.
    pub game: Game,
    /// What is known about the game: its tags, and what it was loaded with.
    pub record: cleave_pgn::Game,
    /// The log of the game.
    pub journal: Journal,
    /// The clocks.
    pub clocks: Clocks,
    /// Moves not to be searched in the position on the board (`exclude`).
    pub excluded: Vec<Move>,
    /// What can be set.
    pub settings: Settings,
    /// What the engine does in the game.
    pub role: Role,
    /// The endgame tables.
    pub tables: Option<Arc<dyn Tablebase>>,
    /// The personalities to choose from.
    pub personalities: Personalities,
    /// The size of the table has been adapted to the time control of this game.
    pub table_fits: bool,
    /// The opening book.
    pub book: OpeningBook,
    /// What the last search says about the game.
    pub outlook: Outlook,
    /// The moves that the engine has searched for in this game since its last one from the book.
    pub searched_moves: u32,
    /// The file whose lines are being executed.
    pub script: Option<Script>,
    /// The position that is being set up piece by piece.
    pub editor: Option<Editor>,
    /// The search that is running.
    pub running: Option<Running>,
    /// The input has ended: what still runs, and what still waits, must be done by then.
    pub quit_by: Option<Instant>,
    /// False once the program is to end.
    pub open: bool,
}

impl Session {
    /// A new session, with the pieces set up and the engine to play Black.
    pub fn new(input: Input, output: Output, wording: Wording, interactive: bool) -> Session {
        let game = Game::from_position(Position::start());
        let mut clocks = Clocks::default();
        clocks.reset(&game);
        Session {
            input,
            output,
            wording,
            interactive,
            prompts: interactive,
            palette: Palette::Plain,
            has_arbiter: false,
            game,
            record: cleave_pgn::Game::new(Position::start()),
            journal: Journal::default(),
            clocks,
            excluded: Vec::new(),
            settings: Settings::default(),
            role: Role::Plays(Color::Black),
            tables: None,
            personalities: Personalities::default(),
            table_fits: false,
            book: OpeningBook::built_in(),
            outlook: Outlook::default(),
            searched_moves: 0,
            script: None,
            editor: None,
            running: None,
            quit_by: None,
            open: true,
        }
    }

    /// Says something, in the words of the protocol.
    pub fn say(&mut self, notice: &Notice<'_>) {
        if let Some(text) = (self.wording)(notice) {
            self.output.line(self.palette.paint(notice, text));
        }
    }

    /// Says why a line was not executed, if it was not.
    pub fn answer(&mut self, reply: Reply, line: &str) {
        if let Err(refusal) = reply {
            self.say(&Notice::Refusal { refusal: &refusal, line });
        }
    }

    /// Refuses a line that cannot be read.
    pub fn refuse_line(&mut self, line: &Line) {
        let (what, start) = match line {
            Line::TooLong(start) => (BadLine::TooLong, start),
            Line::NotText(start) => (BadLine::NotText, start),
            Line::Key(start) => (BadLine::Key, start),
            Line::Text(_) => return,
        };
        log::debug!("< {start} ({what:?})");
        self.answer(Err(Refusal::BadLine(what)), start);
    }

    /// Shows the board to a person.
    pub fn show_board(&mut self) {
        if self.interactive
            && let Some(text) =
                (self.wording)(&Notice::Board(&self.game, self.settings.shown.pieces))
        {
            self.output.line(text);
        }
    }

    /// Shows both clocks.
    pub fn show_clocks(&mut self) {
        for color in [Color::White, Color::Black] {
            let to_go = self.clocks.moves_to_go(color, &self.game);
            let to_go = to_go.map_or(String::new(), |moves| format!(", {moves} moves to go"));
            let side = if color.is_white() { "White" } else { "Black" };
            let left = display::time(self.clocks.left(color));
            self.output.line(format!("{side}: {left}{to_go}"));
        }
    }

    /// What the running search is for.
    pub fn activity(&self) -> Option<Activity> {
        self.running.as_ref().map(|running| running.activity)
    }

    /// True if the position on the board has a move that may be searched.
    pub fn has_moves_to_search(&self) -> bool {
        legal_moves(self.game.position()).into_iter().any(|mv| !self.excluded.contains(&mv))
    }

    /// Puts another position on the board, to begin a game from.
    pub fn begin(&mut self, mut position: Position) {
        position.set_chess960(self.settings.chess960);
        self.set_game(Game::from_position(position));
    }

    /// Puts another game on the board.
    pub fn set_game(&mut self, game: Game) {
        self.record = cleave_pgn::Game::new(*game.start());
        self.journal.begin_game();
        self.table_fits = false;
        self.game = game;
        self.excluded.clear();
        self.outlook = Outlook::default();
        self.searched_moves = 0;
        self.clocks.reset(&self.game);
    }

    /// The next line of the file whose lines are being executed.
    pub fn next_scripted_line(&mut self) -> Option<Line> {
        let line = self.script.as_mut()?.next_line();
        if line.is_none() {
            self.script = None;
        }
        line
    }

    /// Takes back the last move; false if there is none.
    pub fn take_back(&mut self) -> bool {
        self.excluded.clear();
        self.outlook.forget_value();
        self.game.take_back().is_some()
    }
}
