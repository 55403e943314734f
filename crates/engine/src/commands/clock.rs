//! Commands about time.

use std::num::NonZeroU32;

use cleave_search::Pace;

use super::{Action, Audience, Chapter, Command, number};
use crate::level::{TimeControl, centiseconds};
use crate::refusal::{Refusal, Reply};
use crate::session::Session;

/// Commands about time.
pub(super) const CHAPTER: Chapter = Chapter {
    title: "Time",
    commands: &[
        Command {
            names: &["st"],
            arguments: "SECONDS",
            help: "Think at most this long for each move.",
            audience: Audience::Everyone,
            action: Action::AtOnce(per_move),
        },
        Command {
            names: &["sd"],
            arguments: "DEPTH",
            help: "Think at most this deep, in plies. 'new' forgets it.",
            audience: Audience::Everyone,
            action: Action::AtOnce(depth),
        },
        Command {
            names: &["level"],
            arguments: "MOVES MINUTES INCREMENT",
            help: "Play with a chess clock: 'level 40 5 0', 'level 0 2:30 0.5'.",
            audience: Audience::Everyone,
            action: Action::AtOnce(level),
        },
        Command {
            names: &["nps"],
            arguments: "RATE",
            help: "Count time in nodes, RATE to the second; 0: in processor time; -1: on the wall, as after 'new'.",
            audience: Audience::Everyone,
            action: Action::AtOnce(pace),
        },
        Command {
            names: &["time"],
            arguments: "CENTISECONDS",
            help: "What the engine's clock shows.",
            audience: Audience::Gui,
            action: Action::AtOnce(time),
        },
        Command {
            names: &["otim"],
            arguments: "CENTISECONDS",
            help: "What the opponent's clock shows.",
            audience: Audience::Gui,
            action: Action::AtOnce(other_time),
        },
    ],
};

fn set_control(session: &mut Session, control: Result<TimeControl, String>) -> Reply {
    let control = control.map_err(Refusal::BadArgument)?;
    let game = &session.game;
    session.clocks.set_control(control, game);
    Ok(())
}

fn per_move(session: &mut Session, text: &str) -> Reply {
    set_control(session, TimeControl::per_move(text))
}

fn level(session: &mut Session, text: &str) -> Reply {
    set_control(session, TimeControl::level(text))
}

fn depth(session: &mut Session, text: &str) -> Reply {
    session.settings.depth = Some(number(text, "the depth", 1, 1000)?);
    Ok(())
}

fn pace(session: &mut Session, text: &str) -> Reply {
    let rate: i64 = number(text, "the rate", -1, i64::from(u32::MAX))?;
    session.settings.pace = match rate {
        -1 => Pace::Wall,
        rate => NonZeroU32::new(rate as u32).map_or(Pace::Processor, Pace::Nodes),
    };
    Ok(())
}

fn time(session: &mut Session, text: &str) -> Reply {
    session.clocks.tell_engine(centiseconds(text).map_err(Refusal::BadArgument)?);
    Ok(())
}

fn other_time(session: &mut Session, text: &str) -> Reply {
    session.clocks.tell_opponent(centiseconds(text).map_err(Refusal::BadArgument)?);
    Ok(())
}
