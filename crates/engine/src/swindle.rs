//! Playing on in a position that endgame tables call a draw or a loss: only by moves after which the
//! opponent can still go wrong.
//!
//! Which of these is best is left to the search, which then looks up nothing and so judges by the pieces on
//! the board, as it would without tables.

use std::sync::Arc;

use cleave_board::Move;
use cleave_movegen::legal_moves;
use cleave_search::Limits;
use cleave_tablebase::Tablebase;
use cleave_tablebase::Wdl;
use cleave_tablebase::root::{Circumstances, Ranking};

use crate::game::Game;
use crate::settings::Settings;

/// Keeps a search for a move in this game away from moves that give the opponent no chance to go wrong, if
/// the user wants that.
pub fn limit(
    settings: &Settings,
    tables: Option<&Arc<dyn Tablebase>>,
    game: &Game,
    limits: &mut Limits,
) {
    let position = game.position();
    let is_in_limits = position.occupied().count() <= settings.tablebase.pieces;
    if let Some(tables) = tables.filter(|_| settings.policy.swindle && is_in_limits) {
        let allowed = limits.allowed(&legal_moves(position));
        limits.excluded.extend(harmless(&**tables, game, &allowed, settings.tablebase.fifty_moves));
    }
}

/// Of these moves, those to avoid.
fn harmless(tables: &dyn Tablebase, game: &Game, moves: &[Move], fifty_moves: bool) -> Vec<Move> {
    let position = game.position();
    let mut seen = game.earlier_keys();
    seen.push(position.key());
    let occurrences = |key| seen.iter().filter(|&&earlier| earlier == key).count();
    let circumstances = Circumstances {
        fifty_moves,
        has_repeated: false,
        is_repetition: &|after| occurrences(after.key()) >= 2,
    };
    Ranking::new(tables, position, moves, circumstances)
        .filter(|ranking| ranking.result() < Wdl::Win)
        .map(|ranking| ranking.harmless(tables, position, circumstances))
        .unwrap_or_default()
}
