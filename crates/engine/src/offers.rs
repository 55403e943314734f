//! Draw offers and resignation.

use cleave_board::Value;

use crate::dialect::Dialect;
use crate::session::{Role, Session};

/// Centipawns behind at which a draw is welcome in any phase of the game.
const WORSE: i32 = 60;

/// From this move on an equal position is accepted as drawn.
const LATE: u16 = 40;

/// The opponent offers a draw. On the opponent's time it is answered now, if the last move came of
/// a search; else the next search tells. Who does not play has nothing to agree to.
pub fn hear_draw(session: &mut Session) {
    let Role::Plays(engine) = session.role else {
        return;
    };
    session.outlook.draw_offered = true;
    if session.game.side() != engine {
        answer_draw(session);
    }
}

/// Accepts a draw that was offered, if it is welcome. To decline is to say nothing.
pub fn answer_draw(session: &mut Session) {
    let (Role::Plays(_), Some(value), true) =
        (session.role, session.outlook.value, session.outlook.draw_offered)
    else {
        return;
    };
    if is_draw_welcome(value, session.settings.contempt, session.game.position().fullmove()) {
        session.outlook.draw_offered = false;
        session.output.line(match session.dialect {
            Dialect::Xboard => "offer draw",
            Dialect::Console => "I accept the draw.",
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
