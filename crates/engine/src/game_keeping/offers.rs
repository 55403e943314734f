//! Draw offers and resignation.

use cleave_board::Value;

use crate::notice::Notice;
use crate::session::{Role, Session};

/// At this many centipawns behind, the engine accepts a draw in any phase of the game.
const WORSE: i32 = 60;

/// From this move on the engine accepts a draw in a level position, and may offer one.
const LATE: u16 = 40;

/// A position is level if its value is no further from 0 than this, in centipawns.
const LEVEL: i32 = 10;

/// The engine offers a draw after this many successive moves of its own with a level value, and
/// again after as many more.
const LEVEL_MOVES: u32 = 10;

/// The engine offers no draw with fewer plies than this since the last capture or pawn move: an
/// opponent who still has a plan is not asked to give it up.
const QUIET_PLIES: u8 = 30;

/// The opponent offers a draw. On the opponent's time the engine answers now, if its last move came
/// from a search; otherwise after its next search. An engine that does not play ignores the offer.
pub fn receive_draw_offer(session: &mut Session) {
    let Role::Plays(engine) = session.role else {
        return;
    };
    session.outlook.draw_offered = true;
    if session.game.side() != engine {
        agrees_to_draw(session);
    }
}

/// Accepts the opponent's draw offer, if there is one and the engine likes it; it declines by saying
/// nothing. Returns true if that ended the game. A GUI ends the game itself, and until then the
/// engine plays on.
pub fn agrees_to_draw(session: &mut Session) -> bool {
    let (Role::Plays(_), Some(value), true) =
        (session.role, session.outlook.value, session.outlook.draw_offered)
    else {
        return false;
    };
    let move_number = session.game.position().fullmove();
    let settings = &session.settings;
    let is_welcome = settings.manners.accept_draws
        && is_draw_welcome(value, settings.manners.contempt_in_force(), move_number);
    // Whoever plays for mistakes wants the game to go on.
    if settings.manners.swindle || !session.outlook.offers_draw && !is_welcome {
        return false;
    }
    session.outlook.draw_offered = false;
    session.say(&Notice::DrawAccepted);
    if session.has_arbiter {
        return false;
    }
    session.role = Role::Watches;
    session.clocks.stop();
    true
}

/// Offers a draw with the move about to be made, if the game has long been quiet and level. An offer
/// of the opponent's lapses with that move.
pub fn offer_draw(session: &mut Session) {
    let outlook = &mut session.outlook;
    outlook.draw_offered = false;
    let is_level = outlook.value.is_some_and(|value| value.get().abs() <= LEVEL);
    outlook.level_moves = if is_level { outlook.level_moves + 1 } else { 0 };
    let position = session.game.position();
    outlook.offers_draw = session.settings.manners.offer_draws
        && !session.settings.manners.swindle
        && session.settings.manners.contempt_in_force() <= 0
        && position.fullmove() >= LATE
        && position.halfmove_clock() >= QUIET_PLIES
        && is_level
        && outlook.level_moves.is_multiple_of(LEVEL_MOVES);
    if outlook.offers_draw {
        session.say(&Notice::DrawOffered);
    }
}

fn is_draw_welcome(value: Value, contempt: i32, move_number: u16) -> bool {
    let margin = if move_number < LATE { WORSE } else { 0 };
    value.get() <= -margin - contempt
}

/// Resigns if the option is set and the game has been lost for long enough; whoever plays for mistakes
/// never does. Called once for each move of the engine. Returns true if it did.
pub fn resigns(session: &mut Session) -> bool {
    let Session { settings, outlook, .. } = session;
    let threshold = settings.manners.resign_threshold;
    let is_lost = outlook.value.is_some_and(|value| value.get() <= -threshold);
    outlook.lost_moves = if is_lost { outlook.lost_moves + 1 } else { 0 };
    let may_resign = threshold > 0 && !settings.manners.swindle;
    let resigns = may_resign && outlook.lost_moves >= settings.manners.resign_moves;
    if resigns {
        session.role = Role::Watches;
        session.clocks.stop();
        session.say(&Notice::Resigned);
    }
    resigns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Conversation;
    use crate::protocols::xboard::Xboard;
    use cleave_io::{Input, Output};

    #[test]
    fn a_swindler_does_not_resign() {
        let (reader, _) = std::io::pipe().unwrap();
        let (input, output) = (Input::from_fd(reader.into()), Output::new(std::io::sink()));
        let mut session = Session::new(input, output, Xboard.wording(), false);
        session.settings.manners.resign_threshold = 600;
        session.settings.manners.resign_moves = 2;
        session.outlook.value = Some(Value::new(-700));
        session.settings.manners.swindle = true;
        assert!((0..5).all(|_| !resigns(&mut session)));
        session.settings.manners.swindle = false;
        assert!(resigns(&mut session));
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
