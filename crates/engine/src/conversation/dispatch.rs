//! What becomes of a line, whether a search runs or not.
//!
//! A command that acts on the session alone can be executed beside a search. Every other waits until no
//! search runs; some of them end it.

use super::protocol::{Action, ParsedLine, Protocol};
use crate::engine::Engine;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;
use crate::task::{Activity, Task};

/// What is left to do with a line.
pub(super) enum Rest<'a> {
    /// Nothing: it has been executed, or refused.
    Nothing,
    /// The same again, after the search that an earlier line starts: it has only stopped the one before.
    Again,
    /// All of it, when the search has ended that runs. That it does in this way.
    Wait(Hurry),
    /// No search runs: to execute this, with these arguments.
    Execute(fn(&mut Engine, &str) -> Reply, &'a str),
    /// No search runs: to set this option to this value, or to show it.
    Set(&'static str, &'a str),
    /// No search runs: to perform this task.
    Perform(Task),
    /// No search runs: to hand the conversation over to this protocol, which executes the line.
    HandOver(&'static dyn Protocol),
}

/// How a search ends for which a line waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hurry {
    /// By itself.
    No,
    /// By itself, if that takes no longer than a moment.
    Soon,
    /// At once, and without a result.
    AtOnce,
}

/// When a command is executed that comes in during a search.
#[derive(PartialEq, Eq, Debug)]
enum When {
    Now,
    Later(Hurry),
    Never(&'static str),
}

/// Executes a line as far as that can be done now, and answers it then. `follows_start` says that a line
/// which starts a search waits before it.
pub(super) fn dispatch<'a>(
    session: &mut Session,
    protocol: &'static dyn Protocol,
    parsed: ParsedLine<'a>,
    follows_start: bool,
) -> Rest<'a> {
    let ParsedLine { line, arguments, action, .. } = parsed;
    let action = match action {
        Ok(action) => action,
        Err(refusal) => return refuse(session, line, refusal),
    };
    let is_person = session.client.interactive;
    let when = session
        .running
        .activity()
        .map_or(When::Now, |search| when(action, search, follows_start, is_person));
    match when {
        When::Now => {}
        When::Later(hurry) => return Rest::Wait(hurry),
        When::Never(why) => return refuse(session, line, Refusal::NotNow(why)),
    }
    // The other protocol executes the line, and logs it then.
    if !matches!(action, Action::SwitchesTo(_)) {
        log::debug!("< {line}");
    }
    let reply = match action {
        Action::AtOnce(run)
        | Action::Stops(run)
        | Action::FollowsStart(run)
        | Action::AfterMove(run) => run(session, arguments),
        Action::Explains(run) => run(session, protocol.commands(), arguments),
        Action::Queues(run)
        | Action::InTurn(run)
        | Action::UnlessThinking(run)
        | Action::Interrupts(run) => return Rest::Execute(run, arguments),
        Action::Sets(option) => return Rest::Set(option, arguments),
        Action::Starts(plan) => match plan(session, arguments) {
            Ok(task) => return Rest::Perform(task),
            Err(refusal) => Err(refusal),
        },
        Action::SwitchesTo(protocol) => return Rest::HandOver(protocol),
    };
    session.client.answer(reply, line);
    if follows_start && matches!(action, Action::Stops(_)) { Rest::Again } else { Rest::Nothing }
}

/// Refuses a line.
pub(super) fn refuse<'a>(session: &mut Session, line: &str, refusal: Refusal) -> Rest<'a> {
    log::debug!("< {line}");
    session.client.answer(Err(refusal), line);
    Rest::Nothing
}

fn when(action: Action, search: Activity, follows_start: bool, is_person: bool) -> When {
    use Activity::{Analysing, Measuring, Pondering, Thinking};
    match (action, search) {
        (Action::AtOnce(_) | Action::Explains(_) | Action::Stops(_), _) => When::Now,
        (Action::FollowsStart(_), _) if !follows_start => When::Now,
        (Action::AfterMove(_), Pondering(_) | Analysing) => When::Now,
        // A program may send the moves of a whole game.
        (Action::InTurn(_), Thinking) if is_person => {
            When::Never("it is my turn, and I am thinking; '?' makes me move at once")
        }
        (Action::UnlessThinking(_), Thinking) => {
            When::Never("the engine is about to move, and that changes the position")
        }
        // A script that says `bench` and `quit` wants both; `quit` may take a second.
        (Action::Interrupts(_) | Action::SwitchesTo(_), Measuring) => When::Later(Hurry::Soon),
        (Action::Interrupts(_) | Action::SwitchesTo(_), _) | (_, Pondering(_) | Analysing) => {
            When::Later(Hurry::AtOnce)
        }
        (_, Thinking | Measuring) => When::Later(Hurry::No),
    }
}
