//! One game of two engines.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cleave_board::Position;
use cleave_kit::Result;
use cleave_kit::games::game::{self, Adjudication, GameResult, Turn};
use cleave_movegen::{parse_move, to_coordinate};

use super::contestant::Contestant;
use super::uci::Fault;

/// A game that has ended.
pub(crate) struct Played {
    pub(super) opening: Position,
    pub(super) turns: Vec<Turn>,
    pub(crate) result: GameResult,
    /// The fault of a loser that was not beaten.
    pub(crate) fault: Option<Fault>,
    /// The least time on the clocks of White and Black.
    pub(super) lowest: [Option<Duration>; 2],
}

/// Plays a game; White is `players[0]`. Returns `None` after the signal to stop.
///
/// # Errors
/// A program cannot be started.
pub(crate) fn play(
    opening: Position,
    players: [&mut Contestant; 2],
    adjudication: &Adjudication,
    stop: &AtomicBool,
) -> Result<Option<Played>> {
    let [white, black] = players;
    white.new_game()?;
    black.new_game()?;
    let mut fault = None;
    let mut text = format!("position fen {}", opening.to_fen());
    let think = |position: &Position, _: &[_]| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let clocks = [white.remaining(), black.remaining()];
        let player: &mut Contestant =
            if position.side().is_white() { &mut *white } else { &mut *black };
        let answer = player.think(&text, clocks);
        let found = answer.and_then(|answer| match parse_move(position, &answer.mv) {
            Ok(mv) => Ok((mv, answer.value)),
            Err(_) => Err(Fault::IllegalMove),
        });
        match found {
            Ok((mv, value)) => {
                text += if position == &opening { " moves " } else { " " };
                text += &to_coordinate(position, mv);
                Some((mv, value))
            }
            Err(found) => {
                player.dismiss();
                fault = Some(found);
                None
            }
        }
    };
    let (turns, result) = game::play_by(opening, think, adjudication);
    let lowest = [white.lowest(), black.lowest()];
    let goes_on = !stop.load(Ordering::Relaxed);
    Ok(goes_on.then_some(Played { opening, turns, result, fault, lowest }))
}
