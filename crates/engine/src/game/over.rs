//! A finished game, in words for people.

use cleave_pgn::{Ending, GameResult};

use super::current::{CurrentGame, Role};
use crate::refusal::{Refusal, Reply};

impl CurrentGame {
    /// Refuses commands that need an unfinished game. Only a player must respect a draw after which legal moves are
    /// left.
    ///
    /// # Errors
    /// The game is over, by its last position or by a result that a player has noted since.
    pub fn must_go_on(&self) -> Reply {
        let is_played = matches!(self.role, Role::Plays(_));
        let ending = self.moves.ending().filter(|ending| is_played || ending.is_final());
        self.refuse_after(ending)
    }

    /// As [`must_go_on`](CurrentGame::must_go_on), for the engine's own moves. The engine respects every draw.
    ///
    /// # Errors
    /// The game is over.
    pub fn must_be_playable(&self) -> Reply {
        self.refuse_after(self.moves.ending())
    }

    fn refuse_after(&self, ending: Option<Ending>) -> Reply {
        let side = if self.side().is_white() { "White" } else { "Black" };
        let why = match (ending, self.ended) {
            (Some(Ending::Mate(_)), _) => format!("{side} is checkmated"),
            (Some(Ending::Stalemate), _) => format!("{side} is stalemated"),
            (Some(Ending::Repetition), _) => "it is drawn by repetition".into(),
            (Some(Ending::FiftyMoves), _) => "it is drawn by the fifty-move rule".into(),
            (Some(Ending::Material), _) => "it is drawn, since neither side can mate".into(),
            (None, Some(GameResult::WhiteWins)) => "White has won".into(),
            (None, Some(GameResult::BlackWins)) => "Black has won".into(),
            (None, Some(GameResult::Draw)) => "it is drawn".into(),
            (None, None | Some(GameResult::Unknown)) => return Ok(()),
        };
        let back = match self.moves.is_empty() {
            true => "'setboard' sets up another position",
            false => "'undo' takes the last move back",
        };
        let on = match ending {
            Some(Ending::Mate(_) | Ending::Stalemate | Ending::Material) => "",
            Some(_) if self.role == Role::Watches => ", a move goes on from here",
            _ => ", 'force' lets you go on from here",
        };
        Err(Refusal::GameOver(format!("{why}. 'new' starts another game, {back}{on}")))
    }
}
