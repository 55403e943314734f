//! The effect of a command on a running search, and the execution of commands during a search.

use cleave_io::Effect;

use super::protocol::{Action, ParsedLine, Protocol};
use crate::refusal::Reply;
use crate::session::Session;
use crate::task::Activity;

/// Returns the effect of a command on this search. `is_person` means that a person types.
///
/// # Errors
/// The command is refused while this search runs, for this reason.
pub(super) fn effect(
    action: Action,
    search: Activity,
    is_person: bool,
) -> Result<Effect, &'static str> {
    use Activity::{Analysing, Pondering, Thinking};
    Ok(match (action, search) {
        (Action::AtOnce(_) | Action::Explains(_), _) => Effect::Beside,
        (Action::AfterMove(_), Pondering(_) | Analysing) => Effect::Beside,
        (Action::Stops(_), _) => Effect::Stops,
        (Action::FollowsStart(_), _) => Effect::FollowsStart,
        (Action::Interrupts(_) | Action::SwitchesTo(_), _) => Effect::Interrupts,
        (Action::Starts(_), _) => Effect::Starts,
        // A program may send the moves of a whole game.
        (Action::InTurn(_), Thinking) if is_person => {
            return Err("it is my turn, and I am thinking; '?' makes me move at once");
        }
        (Action::UnlessThinking(_), Thinking) => {
            return Err("the engine is about to move, and that changes the position");
        }
        _ => Effect::Waits,
    })
}

/// Executes a command that needs the session alone, and answers it. For any other command, returns false and executes
/// nothing.
pub(super) fn execute_beside(
    session: &mut Session,
    protocol: &'static dyn Protocol,
    parsed: &ParsedLine<'_>,
) -> bool {
    let ParsedLine { line, arguments, ref action, .. } = *parsed;
    let reply: Reply = match *action {
        Ok(
            Action::AtOnce(run)
            | Action::Stops(run)
            | Action::FollowsStart(run)
            | Action::AfterMove(run),
        ) => run(session, arguments),
        Ok(Action::Explains(run)) => run(session, protocol.commands(), arguments),
        _ => return false,
    };
    session.client.answer(reply, line);
    true
}
