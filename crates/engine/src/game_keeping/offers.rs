//! Draw offers and resignation.

use cleave_board::Value;

use crate::client::Client;
use crate::client::notice::Notice;
use crate::game::current::{CurrentGame, Role};
use crate::settings::{GamePolicy, Settings};

/// At this many centipawns behind, the engine accepts a draw in any phase of the game.
const WORSE: i32 = 60;

/// From this move on the engine accepts a draw in a level position, and may offer one.
const LATE: u16 = 40;

/// A position is level if its value is no further from 0 than this, in centipawns.
const LEVEL: i32 = 10;

/// The engine offers a draw after this many successive moves of its own with a level value, and again after the same
/// number.
const LEVEL_MOVES: u32 = 10;

/// The engine offers no draw with fewer plies than this since the last capture or pawn move, because the opponent may
/// still have a plan.
const QUIET_PLIES: u8 = 30;

/// Receives the opponent's draw offer. On the opponent's time the engine answers now, if its last move came from a
/// search. Otherwise it answers after its next search. An engine that does not play ignores the offer. Returns true if
/// the game is a draw.
pub fn receive_draw_offer(
    game: &mut CurrentGame,
    settings: &Settings,
    client: &mut Client,
) -> bool {
    let Role::Plays(engine) = game.role else {
        return false;
    };
    game.outlook.draw_offered = true;
    game.side() != engine && agrees_to_draw(game, settings, client)
}

/// Accepts the opponent's draw offer, if there is one and the engine agrees. It declines by silence. Returns true if
/// the game is a draw. A GUI ends the game itself, and until then the engine plays on.
pub fn agrees_to_draw(game: &mut CurrentGame, settings: &Settings, client: &mut Client) -> bool {
    let policy = &settings.policy;
    let (Role::Plays(_), Some(value), true) =
        (game.role, game.outlook.value, game.outlook.draw_offered)
    else {
        return false;
    };
    let move_number = game.position().fullmove();
    let is_welcome =
        policy.accept_draws && is_draw_welcome(value, settings.contempt_in_force(), move_number);
    // A player who waits for mistakes wants the game to continue.
    if policy.swindle || !game.outlook.offers_draw && !is_welcome {
        return false;
    }
    game.outlook.draw_offered = false;
    client.say(&Notice::DrawAccepted);
    !client.has_arbiter
}

/// Offers a draw with the next move, if the game has long been quiet and level. An offer of the opponent's lapses with
/// that move.
pub fn offer_draw(game: &mut CurrentGame, settings: &Settings, client: &mut Client) {
    let policy = &settings.policy;
    let CurrentGame { moves, outlook, .. } = game;
    outlook.draw_offered = false;
    let is_level = outlook.value.is_some_and(|value| value.get().abs() <= LEVEL);
    outlook.level_moves = if is_level { outlook.level_moves + 1 } else { 0 };
    outlook.offers_draw = policy.offer_draws
        && !policy.swindle
        && settings.contempt_in_force() <= 0
        && moves.position().fullmove() >= LATE
        && moves.position().halfmove_clock() >= QUIET_PLIES
        && is_level
        && outlook.level_moves.is_multiple_of(LEVEL_MOVES);
    if outlook.offers_draw {
        client.say(&Notice::DrawOffered);
    }
}

fn is_draw_welcome(value: Value, contempt: i32, move_number: u16) -> bool {
    let margin = if move_number < LATE { WORSE } else { 0 };
    value.get() <= -margin - contempt
}

/// Resigns if the option is set and the game has been lost for long enough. An engine that waits for mistakes never
/// resigns. Called once for each move of the engine. Returns true if it resigned.
pub fn resigns(game: &mut CurrentGame, policy: &GamePolicy, client: &mut Client) -> bool {
    let (outlook, threshold) = (&mut game.outlook, policy.resign_threshold);
    let is_lost = outlook.value.is_some_and(|value| value.get() <= -threshold);
    outlook.lost_moves = if is_lost { outlook.lost_moves + 1 } else { 0 };
    let may_resign = threshold > 0 && !policy.swindle;
    let resigns = may_resign && outlook.lost_moves >= policy.resign_moves;
    if resigns {
        client.say(&Notice::Resigned);
    }
    resigns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swindler_does_not_resign() {
        let (mut game, mut client) = (CurrentGame::new(), Client::nobody());
        let policy = GamePolicy { resign_threshold: 600, resign_moves: 2, ..GamePolicy::default() };
        let swindler = GamePolicy { swindle: true, ..policy.clone() };
        game.outlook.value = Some(Value::new(-700));
        assert!((0..5).all(|_| !resigns(&mut game, &swindler, &mut client)));
        assert!(resigns(&mut game, &policy, &mut client));
    }

    #[test]
    fn a_draw_is_welcome_when_behind_or_late_and_level() {
        assert!(is_draw_welcome(Value::new(-80), 0, 10));
        assert!(!is_draw_welcome(Value::new(-20), 0, 10));
        assert!(is_draw_welcome(Value::new(0), 0, 60));
        assert!(!is_draw_welcome(Value::new(1), 0, 60));
        assert!(!is_draw_welcome(Value::new(-80), 50, 10), "contempt demands more");
    }
}
