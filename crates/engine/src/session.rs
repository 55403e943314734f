//! The session: all there is besides the search, and so all that a command may touch while a
//! search is running.

use std::time::Instant;

use cleave_board::{Color, Key, Move, Position, Value};
use cleave_movegen::{legal_moves, to_coordinate, to_san};
use cleave_search::Status;

use crate::book::Book;
use crate::clocks::Clocks;
use crate::dialect::Dialect;
use crate::display;
use crate::ending::Ending;
use crate::game::{Game, line_text};
use crate::input::Input;
use crate::output::Output;
use crate::refusal::Reply;
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
    /// The answer to this move, should the opponent play it.
    Pondering(Move),
    /// Looking on.
    Analysing,
    /// A command that takes its time: `bench`, `perft`.
    Measuring,
}

/// A search, while it runs.
#[derive(Clone, Debug)]
pub struct Running {
    /// What it is for.
    pub activity: Activity,
    /// The position it began with.
    pub root: Position,
    /// Where it is; none before its first look at the input.
    pub status: Option<Status>,
    /// Someone wants the move now (`?`).
    pub move_now: bool,
    /// It must have ended by then: something else is wanted.
    pub deadline: Option<Instant>,
}

/// What the last search made of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outlook {
    /// The best move known in the position with this key.
    best: Option<(Key, Move)>,
    /// The value of the engine's last own move, for the engine; none if it is not known or the game
    /// has not gone on from there.
    pub value: Option<Value>,
    /// The opponent has offered a draw, and there is no answer yet.
    pub draw_offered: bool,
    /// The engine's last own moves, in succession, after which nobody was better.
    pub level_moves: u32,
    /// The engine offered a draw with its last own move, and the opponent has not moved since.
    pub offers_draw: bool,
}

impl Outlook {
    /// The best move known in this position.
    pub fn best(&self, position: &Position) -> Option<Move> {
        self.best.filter(|(key, _)| *key == position.key()).map(|(_, mv)| mv)
    }

    /// This is the best move known in this position.
    pub fn note(&mut self, position: &Position, mv: Move) {
        self.best = Some((position.key(), mv));
    }

    /// The game goes on from elsewhere: the value holds no longer, nor does an offer.
    pub fn forget_value(&mut self) {
        *self = Outlook { best: self.best, ..Outlook::default() };
    }
}

/// All there is besides the search.
pub struct Session {
    /// Where lines come from.
    pub input: Input,
    /// Where lines go.
    pub output: Output,
    /// Who is at the other end.
    pub dialect: Dialect,
    /// Whether a person types, so that a prompt and a board are wanted.
    pub interactive: bool,
    /// The game.
    pub game: Game,
    /// Whether every game is one of chess960 (`variant`); a position in Shredder-FEN is anyway.
    pub chess960: bool,
    /// The clocks.
    pub clocks: Clocks,
    /// Moves not to be searched in the present position (`exclude`).
    pub excluded: Vec<Move>,
    /// What can be set.
    pub settings: Settings,
    /// What the engine does in the game.
    pub role: Role,
    /// The opening book.
    pub book: Book,
    /// What the last search made of the game.
    pub outlook: Outlook,
    /// The search that runs at the moment.
    pub running: Option<Running>,
    /// Input has ended: what still runs, and what still waits, must be done by then.
    pub leaves_by: Option<Instant>,
    /// False once the program is to end.
    pub open: bool,
}

impl Session {
    /// A new session, with the pieces set up and the engine to play Black.
    pub fn new(input: Input, output: Output, interactive: bool) -> Session {
        let game = Game::from_position(Position::start());
        let mut clocks = Clocks::default();
        clocks.reset(&game);
        Session {
            input,
            output,
            dialect: Dialect::Console,
            interactive,
            game,
            chess960: false,
            clocks,
            excluded: Vec::new(),
            settings: Settings { post: true, ..Settings::default() },
            role: Role::Plays(Color::Black),
            book: Book::own(),
            outlook: Outlook::default(),
            running: None,
            leaves_by: None,
            open: true,
        }
    }

    /// Says what a command has come to, if there is something to say.
    pub fn answer(&mut self, reply: Reply, line: &str) {
        if let Err(refusal) = reply {
            self.output.line(refusal.to_line(line, self.dialect));
        }
    }

    /// Tells a person, or the log of a GUI.
    pub fn note(&mut self, text: &str) {
        self.output.line(match self.dialect {
            Dialect::Xboard => format!("# {text}"),
            Dialect::Console => format!("{text}."),
        });
    }

    /// What the running search is for.
    pub fn activity(&self) -> Option<Activity> {
        self.running.as_ref().map(|running| running.activity)
    }

    /// True if the engine is to move, and the game is not over.
    pub fn is_engine_to_move(&self) -> bool {
        self.role == Role::Plays(self.game.side())
            && Ending::of(&self.game).is_none()
            && self.has_moves_to_search()
    }

    /// Another game, or another position, is on the board.
    pub fn begin(&mut self, mut position: Position) {
        position.set_chess960(self.chess960 || position.is_chess960());
        self.game = Game::from_position(position);
        self.excluded.clear();
        self.outlook = Outlook::default();
        self.clocks.reset(&self.game);
    }

    /// A legal move is made on the board, by whichever side. If that ends the game, it is said.
    pub fn play(&mut self, mv: Move) {
        // An offer of the engine's holds until the opponent moves.
        self.outlook.offers_draw &= self.role == Role::Plays(self.game.side());
        self.game.play(mv);
        self.excluded.clear();
        if let Role::Plays(engine) = self.role {
            self.clocks.press(&self.game);
            self.clocks.believe(engine);
        }
        self.claim();
    }

    /// The engine makes its move.
    pub fn play_own(&mut self, mv: Move) {
        let position = *self.game.position();
        match self.dialect {
            Dialect::Xboard => {
                // The protocol asks for the offer first: chess servers grant a claim only then.
                if Ending::after(&self.game, mv).is_some_and(Ending::is_claimed) {
                    self.output.line("offer draw");
                }
                self.output.line(format!("move {}", move_text(&position, mv)));
            }
            Dialect::Console => {
                self.output.line(format!("My move: {}", line_text(&position, [mv])));
            }
        }
        self.play(mv);
        self.show_board();
    }

    /// The last move is taken back. False if there is none.
    pub fn take_back(&mut self) -> bool {
        self.excluded.clear();
        self.outlook.forget_value();
        self.game.take_back().is_some()
    }

    /// True if there is something to search on the board.
    pub fn has_moves_to_search(&self) -> bool {
        legal_moves(self.game.position()).into_iter().any(|mv| !self.excluded.contains(&mv))
    }

    /// Says how the game has ended, if it has. A draw that must be claimed is claimed only in the
    /// engine's own games.
    pub fn claim(&mut self) {
        let claims = |ending: &Ending| match self.role {
            Role::Analyses => false,
            Role::Watches => ending.is_final(),
            Role::Plays(_) => true,
        };
        if let Some(ending) = Ending::of(&self.game).filter(claims) {
            self.clocks.stop();
            self.output.line(ending);
        }
    }

    /// Shows the board to a person.
    pub fn show_board(&mut self) {
        if self.interactive && self.dialect == Dialect::Console {
            self.output.line(display::board(&self.game));
        }
    }
}

/// A move as GUIs want it: coordinates, but `O-O` in chess960.
pub fn move_text(position: &Position, mv: Move) -> String {
    if position.is_chess960() && mv.kind() == cleave_board::MoveKind::Castle {
        to_san(position, mv).trim_end_matches(['+', '#']).into()
    } else {
        to_coordinate(position, mv)
    }
}
