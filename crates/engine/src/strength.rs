//! Limits of a search for a move to play. The engine may have to swindle, or to play below full strength, by fewer
//! nodes and by overlooking moves.
//!
//! An engine that swindles plays on in a position that endgame tables call a draw or a loss, with moves after which the
//! opponent can still err. The search chooses among these moves. It then probes no tables, and so judges by the pieces
//! on the board.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use cleave_board::Move;
use cleave_movegen::legal_moves;
use cleave_search::Limits;
use cleave_search::strength::{RATINGS, Strength};
use cleave_tablebase::root::{Circumstances, Ranking};
use cleave_tablebase::{Tablebase, Wdl};

use crate::game::Game;
use crate::settings::{SKILLS, Settings, StrengthSettings};

/// Limits a search for a move to play in this game, by the user's settings.
pub fn limit(
    settings: &Settings,
    tables: Option<&Arc<dyn Tablebase>>,
    game: &Game,
    limits: &mut Limits,
) {
    swindle(settings, tables, game, limits);
    if let Some(strength) = strength_of(&settings.strength) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        strength.limit(limits, game.position(), now.as_nanos() as u64);
    }
}

/// Keeps a search for a move in this game from moves that give the opponent no chance to err, if the user has chosen
/// that.
pub fn swindle(
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

/// Returns those of these moves that must be avoided.
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

/// Returns the strength that is set; `None` for full strength. The lower of skill and rating counts.
fn strength_of(settings: &StrengthSettings) -> Option<Strength> {
    let by_skill = (settings.skill < *SKILLS.end()).then(|| rating_of_skill(settings.skill));
    let by_rating = settings.is_limited.then_some(settings.rating);
    by_skill.into_iter().chain(by_rating).min().map(Strength::of_rating)
}

/// Converts a level of skill to a rating. The levels are evenly spaced ratings.
fn rating_of_skill(skill: u32) -> u32 {
    let (low, high) = (*RATINGS.start(), *RATINGS.end());
    low + (high - low) * (skill - SKILLS.start()) / (SKILLS.end() - SKILLS.start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_of_skill_and_rating_counts() {
        let mut settings = StrengthSettings::default();
        assert_eq!(strength_of(&settings), None);
        settings.rating = 2000;
        assert_eq!(strength_of(&settings), None, "it is not to be limited");
        settings.is_limited = true;
        assert_eq!(strength_of(&settings), Some(Strength::of_rating(2000)));
        settings.skill = 99;
        assert_eq!(strength_of(&settings), Some(Strength::of_rating(2000)));
        settings.skill = 1;
        assert_eq!(strength_of(&settings), Some(Strength::of_rating(800)));
    }
}
