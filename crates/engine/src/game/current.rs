//! The game on the board: its moves, the data about it, and the engine's role in it.

use cleave_board::{Color, Move, Position};
use cleave_clock::Clocks;
use cleave_movegen::legal_moves;
use cleave_pgn::GameResult;

use super::Game;
use super::outlook::Outlook;
use super::records;
use crate::refusal::{Refusal, Reply};

/// The engine's role in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// None: it checks the moves of others (`force`).
    Watches,
    /// It plays this side.
    Plays(Color),
    /// It analyses the position on the board (`analyze`).
    Analyses,
}

/// The game on the board.
#[derive(Clone, Debug)]
pub struct CurrentGame {
    /// The moves.
    pub moves: Game,
    /// Why the board does not show the position that a UCI client set up last. `None` if it does.
    pub refused: Option<Refusal>,
    /// The game's tags, and the comments and variations that it was loaded with.
    pub record: cleave_pgn::Game,
    /// The engine's role.
    pub role: Role,
    /// The side for which the engine moved last; none in a game of others.
    pub played: Option<Color>,
    /// The result, if a player has ended the game. `None` again once it continues.
    pub ended: Option<GameResult>,
    /// The book has learnt from the game.
    pub is_learnt: bool,
    /// The clocks.
    pub clocks: Clocks,
    /// Moves not to be searched in the position on the board (`exclude`).
    pub excluded: Vec<Move>,
    /// The results of the last search of the game.
    pub outlook: Outlook,
    /// The number of moves that the engine has searched for since its last book move.
    pub searched_moves: u32,
    /// The size of the table has been adapted to the time control.
    pub table_fits: bool,
}

impl CurrentGame {
    /// Creates a game that the engine plays with Black.
    pub fn new() -> CurrentGame {
        let moves = Game::from_position(Position::start());
        let mut clocks = Clocks::default();
        clocks.reset(moves.made());
        CurrentGame {
            moves,
            refused: None,
            record: records::begun_today(Position::start()),
            role: Role::Plays(Color::Black),
            played: None,
            ended: None,
            is_learnt: false,
            clocks,
            excluded: Vec::new(),
            outlook: Outlook::default(),
            searched_moves: 0,
            table_fits: false,
        }
    }

    /// Begins another game, with other moves, full clocks, and no other data. The role stays.
    pub fn set_moves(&mut self, moves: Game) {
        self.record = records::begun_today(*moves.start());
        self.table_fits = false;
        self.clocks.reset(moves.made());
        self.moves = moves;
        self.refused = None;
        (self.played, self.ended, self.is_learnt) = (None, None, false);
        self.excluded.clear();
        self.outlook = Outlook::default();
        self.searched_moves = 0;
    }

    /// Returns the position on the board.
    pub fn position(&self) -> &Position {
        self.moves.position()
    }

    /// Refuses commands about the position on the board if the last position was refused.
    ///
    /// # Errors
    /// The last position was refused, for this reason.
    pub fn must_be_set_up(&self) -> Reply {
        self.refused.clone().map_or(Ok(()), Err)
    }

    /// Returns the side to move.
    pub fn side(&self) -> Color {
        self.moves.side()
    }

    /// Returns true if the position on the board has a move that may be searched.
    pub fn has_moves_to_search(&self) -> bool {
        legal_moves(self.position()).into_iter().any(|mv| !self.excluded.contains(&mv))
    }

    /// Takes back the last move. Returns false if there is none.
    pub fn take_back(&mut self) -> bool {
        self.excluded.clear();
        self.outlook.forget_value();
        // The game may end differently now, and counts as another game.
        (self.ended, self.is_learnt) = (None, false);
        let is_taken_back = self.moves.take_back().is_some();
        self.played = self.played.filter(|&side| self.moves.moves_by(side) > 0);
        is_taken_back
    }

    /// Gives an engine that plays the side that is not to move.
    pub fn let_opponent_move(&mut self) {
        if let Role::Plays(_) = self.role {
            self.role = Role::Plays(!self.side());
        }
    }

    /// Ends the engine's play and stops the clocks.
    pub fn stop_playing(&mut self) {
        self.role = Role::Watches;
        self.clocks.stop();
    }

    /// As [`stop_playing`](CurrentGame::stop_playing). Also forgets the value of the last search.
    pub fn watch(&mut self) {
        self.outlook.forget_value();
        self.stop_playing();
    }

    /// As [`stop_playing`](CurrentGame::stop_playing), but analysis continues.
    pub fn stop_playing_unless_analysed(&mut self) {
        if self.role != Role::Analyses {
            self.stop_playing();
        }
    }
}

impl Default for CurrentGame {
    fn default() -> CurrentGame {
        CurrentGame::new()
    }
}
