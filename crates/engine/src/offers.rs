//! Draw offers and resignation.

use cleave_board::Value;

use crate::dialect::Dialect;
use crate::session::{Role, Session};

/// Centipawns behind at which a draw is welcome in any phase of the game.
const WORSE: i32 = 60;

/// From this move on an equal position is accepted as drawn, and may be offered as such.
const LATE: u16 = 40;

/// Nobody is better if the value is no further from 0 than this, in centipawns.
const LEVEL: i32 = 10;

/// After so many own moves in succession with nobody better a draw is offered, and again after as
/// many more.
const LEVEL_MOVES: u32 = 10;

/// Nor is it offered with fewer plies since the last capture or pawn move: who has a plan left is
/// not asked to give it up.
const QUIET_PLIES: u8 = 30;

/// The opponent offers a draw. On the opponent's time it is answered now, if the last move came of
/// a search; else the next search tells. Who does not play has nothing to agree to.
pub fn hear_draw(session: &mut Session) {
    let Role::Plays(engine) = session.role else {
        return;
    };
    session.outlook.draw_offered = true;
    if session.game.side() != engine {
        agrees_to_draw(session);
    }
}

/// Accepts a draw that was offered, if it is welcome. To decline is to say nothing. True if that
/// ended the game: a GUI says so itself, and until then the engine plays on.
pub fn agrees_to_draw(session: &mut Session) -> bool {
    let (Role::Plays(_), Some(value), true) =
        (session.role, session.outlook.value, session.outlook.draw_offered)
    else {
        return false;
    };
    let move_number = session.game.position().fullmove();
    if !session.outlook.offers_draw
        && !is_draw_welcome(value, session.settings.contempt, move_number)
    {
        return false;
    }
    session.outlook.draw_offered = false;
    if session.dialect == Dialect::Xboard {
        session.output.line("offer draw");
        return false;
    }
    session.role = Role::Watches;
    session.clocks.stop();
    session.output.line("I accept the draw.");
    true
}

/// Offers a draw with the move about to be made, if nothing has happened for long and nobody is
/// better. What the opponent has offered before lapses with that move.
pub fn offer_draw(session: &mut Session) {
    let outlook = &mut session.outlook;
    outlook.draw_offered = false;
    let is_level = outlook.value.is_some_and(|value| value.get().abs() <= LEVEL);
    outlook.level_moves = if is_level { outlook.level_moves + 1 } else { 0 };
    let position = session.game.position();
    outlook.offers_draw = session.settings.offer_draws
        && session.settings.contempt <= 0
        && position.fullmove() >= LATE
        && position.halfmove_clock() >= QUIET_PLIES
        && is_level
        && outlook.level_moves.is_multiple_of(LEVEL_MOVES);
    if outlook.offers_draw {
        session.output.line(match session.dialect {
            Dialect::Xboard => "offer draw",
            Dialect::Console => "I offer a draw; 'draw' accepts it.",
        });
    }
}

fn is_draw_welcome(value: Value, contempt: i32, move_number: u16) -> bool {
    let margin = if move_number < LATE { WORSE } else { 0 };
    value.get() <= -margin - contempt
}

/// Resigns if that is wanted and the game is lost. True if it did.
pub fn resigns(session: &mut Session) -> bool {
    let threshold = session.settings.resign_threshold;
    let lost = session.outlook.value.is_some_and(|value| value.get() <= -threshold);
    let resigns = threshold > 0 && lost;
    if resigns {
        session.role = Role::Watches;
        session.clocks.stop();
        session.output.line(match session.dialect {
            Dialect::Xboard => "resign",
            Dialect::Console => "I resign.",
        });
    }
    resigns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_welcome_when_behind_or_late_and_equal() {
        assert!(is_draw_welcome(Value::new(-80), 0, 10));
        assert!(!is_draw_welcome(Value::new(-20), 0, 10));
        assert!(is_draw_welcome(Value::new(0), 0, 60));
        assert!(!is_draw_welcome(Value::new(1), 0, 60));
        assert!(!is_draw_welcome(Value::new(-80), 50, 10), "contempt wants more");
    }
}
