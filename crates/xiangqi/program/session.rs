//! The session: everything but the search. A command may change all of it while a search runs.

use std::fmt::Display;
use std::time::Duration;

use cleave_algorithms::Algorithm;
use cleave_clock::{Clock, Clocks, MoveOverhead};
use cleave_io::{Input, Output};
use cleave_smp::{ArenaError, Backend};
use cleave_xiangqi::search::{Limits, Searcher};
use cleave_xiangqi::{Color, Game, Move, Notation, Position};

use crate::command::{Activity, Refusal, SearchTask};
use crate::game::{read_move, result};
use crate::protocols::Protocol;
use crate::protocols::console::Console;

/// The session, and the searcher.
pub(crate) struct Engine {
    pub(crate) session: Session,
    pub(crate) searcher: Searcher,
}

impl Engine {
    pub(crate) fn new(session: Session) -> Result<Engine, ArenaError> {
        let Settings { threads, backend, .. } = session.settings;
        let mut searcher = Searcher::new(1)?;
        searcher.set_workers(threads as usize, backend)?;
        Ok(Engine { session, searcher })
    }

    /// Puts another game on the board, and forgets the last one.
    pub(crate) fn new_game(&mut self) {
        self.searcher.new_game();
        self.session.set_up(Position::start());
    }
}

/// The values of the options.
pub(crate) struct Settings {
    pub(crate) threads: i32,
    pub(crate) backend: Backend,
    pub(crate) algorithm: Algorithm,
    /// MiB of the table.
    pub(crate) hash: i32,
    pub(crate) ponder: bool,
    /// Number of moves that get a line.
    pub(crate) lines: i32,
    /// Milliseconds of a move outside the search.
    pub(crate) overhead_ms: i32,
    /// The most plies of a search, 0 for no limit.
    pub(crate) depth: u32,
    pub(crate) shows_thinking: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            backend: Backend::default(),
            algorithm: Algorithm::default(),
            hash: 16,
            ponder: false,
            lines: 1,
            overhead_ms: MoveOverhead::default().0.as_millis() as i32,
            depth: 0,
            shows_thinking: true,
        }
    }
}

/// Everything but the search.
pub(crate) struct Session {
    pub(crate) input: Input,
    pub(crate) output: Output,
    /// True if a person types.
    pub(crate) is_person: bool,
    pub(crate) protocol: &'static dyn Protocol,
    pub(crate) settings: Settings,
    pub(crate) game: Game,
    pub(crate) clocks: Clocks,
    /// The number of Red's first rank in the GUI: 0, as in UCCI and Pikafish, or 1, as in Fairy-Stockfish.
    pub(crate) first_rank: u8,
    /// The side that the engine plays, if it keeps the game.
    pub(crate) plays: Option<Color>,
    pub(crate) analyses: bool,
    /// The move that the opponent is expected to play.
    pub(crate) expected: Option<Move>,
    /// The clock that a ponder hit starts.
    pub(crate) hit_clock: Clock,
    /// Moves that the engine must not play now.
    pub(crate) banned: Vec<Move>,
    /// The last position was refused: there is nothing to search.
    pub(crate) is_refused: bool,
    /// The purpose of the running search.
    pub(crate) running: Option<Activity>,
    /// A command has told that search to end.
    pub(crate) must_stop: bool,
    /// False once the program is to end.
    pub(crate) is_open: bool,
}

impl Session {
    pub(crate) fn new(input: Input, output: Output, is_person: bool) -> Session {
        let mut session = Session {
            input,
            output,
            is_person,
            protocol: &Console,
            settings: Settings::default(),
            game: Game::from(Position::start()),
            clocks: Clocks::default(),
            first_rank: 0,
            plays: is_person.then_some(Color::Black),
            analyses: false,
            expected: None,
            hit_clock: Clock::default(),
            banned: Vec::new(),
            is_refused: false,
            running: None,
            must_stop: false,
            is_open: true,
        };
        session.clocks.reset([0; 2]);
        session
    }

    pub(crate) fn line(&mut self, line: impl Display) {
        self.output.line(line);
    }

    /// Reports why a line is not executed.
    pub(crate) fn refuse(&mut self, line: &str, refusal: &Refusal) {
        let text = self.protocol.refusal(&cleave_io::excerpt(line), refusal);
        self.line(text);
    }

    /// Puts a position on the board, from which a game begins.
    pub(crate) fn set_up(&mut self, position: Position) {
        self.game = Game::new(position, self.game.rules);
        self.clocks.reset(self.made());
        (self.expected, self.is_refused) = (None, false);
        self.banned.clear();
    }

    /// Reads a legal move in the GUI's spelling.
    pub(crate) fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        read_move(self.game.position(), text, self.first_rank)
    }

    /// Returns the GUI's spelling of moves.
    pub(crate) fn notation(&self) -> Notation {
        match self.first_rank {
            0 => Notation::Coordinates,
            _ => Notation::CoordinatesFromOne,
        }
    }

    /// Returns the number of moves made by each side.
    pub(crate) fn made(&self) -> [u32; 2] {
        let (plies, side) = (self.game.plies() as u32, self.game.position().side());
        Color::ALL.map(|color| (plies + u32::from(color != side)) / 2)
    }

    /// Plays a move on the board, and reports the result if the game is over.
    pub(crate) fn play(&mut self, mv: Move) {
        let mover = self.game.position().side();
        self.game.play(mv);
        self.clocks.press(mover.index(), self.made());
        if let Some(result) = result(&self.game) {
            self.line(result);
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.ending().is_some()
    }

    /// Returns the time for the next move of a side.
    pub(crate) fn clock_of(&self, color: Color) -> Clock {
        self.clocks.for_search(color.index(), self.made())
    }

    /// Returns the limits of every search: the lines to show, the overhead of a move, and the moves not to play.
    pub(crate) fn limits(&self) -> Limits {
        let overhead = Duration::from_millis(self.settings.overhead_ms as u64);
        Limits {
            overhead: MoveOverhead(overhead),
            multi_pv: self.settings.lines as usize,
            excluded: self.banned.clone(),
            ..Limits::default()
        }
    }

    /// Returns the limits of a search for the move of a side.
    fn limits_of(&self, color: Color) -> Limits {
        let depth = Some(self.settings.depth).filter(|&depth| depth > 0);
        Limits { clock: self.clock_of(color), depth, ..self.limits() }
    }

    /// Returns the search for the engine's move, if it is its turn in the game that it keeps.
    pub(crate) fn due_search(&self) -> Option<SearchTask> {
        let side = self.game.position().side();
        let is_due = self.plays == Some(side) && !self.analyses && !self.is_over();
        is_due.then(|| SearchTask {
            activity: Activity::Thinking,
            root: self.game.clone(),
            limits: self.limits_of(side),
        })
    }

    /// Returns the search to run until a line comes in: analysis, or pondering.
    pub(crate) fn background_search(&self) -> Option<SearchTask> {
        if self.is_over() {
            return None;
        }
        if self.analyses {
            let (root, limits) = (self.game.clone(), self.limits());
            return Some(SearchTask { activity: Activity::Analysing, root, limits });
        }
        let side = self.plays.filter(|_| self.settings.ponder)?;
        let mut root = self.game.clone();
        root.play(self.expected?);
        let has_moves = root.position().has_legal_move();
        has_moves.then(|| SearchTask {
            activity: Activity::Pondering,
            root,
            limits: Limits { pondering: true, ..self.limits_of(side) },
        })
    }
}
