//! Commands about time.

use std::num::NonZeroU32;

use cleave_search::Pace;

use super::number;
use crate::level::{TimeControl, centiseconds};
use crate::protocol::Action::AtOnce;
use crate::protocol::{Chapter, command, gui_command};
use crate::refusal::{Refusal, Reply};
use crate::session::Session;

/// Commands about time.
pub const CHAPTER: Chapter = Chapter {
    title: "Time",
    commands: &[
        command(&["st"], "SECONDS", "Think at most this long about each move.", AtOnce(per_move)),
        command(&["sd"], "DEPTH", "Think at most this deep, in plies, until 'new'.", AtOnce(depth)),
        command(
            &["level"],
            "MOVES MINUTES INCREMENT",
            "Play with a chess clock: 'level 40 5 0', 'level 0 2:30 0.5'.",
            AtOnce(level),
        ),
        command(
            &["nps"],
            "RATE",
            "Measure time in nodes, RATE a second; 0: in processor time; -1: in real time, as after 'new'.",
            AtOnce(pace),
        ),
        gui_command(&["time"], "CENTISECONDS", "The time on the engine's clock.", AtOnce(time)),
        gui_command(
            &["otim"],
            "CENTISECONDS",
            "The time on the opponent's clock.",
            AtOnce(other_time),
        ),
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
    session.settings.depth = Some(number(text, "the depth", 1, Some(1000))? as u32);
    Ok(())
}

fn pace(session: &mut Session, text: &str) -> Reply {
    session.settings.pace = match number(text, "the rate", -1, None)? {
        -1 => Pace::Wall,
        rate => {
            let rate = rate.min(u32::MAX.into()) as u32;
            NonZeroU32::new(rate).map_or(Pace::Processor, Pace::Nodes)
        }
    };
    Ok(())
}

fn time(session: &mut Session, text: &str) -> Reply {
    session.clocks.report_engine(centiseconds(text).map_err(Refusal::BadArgument)?);
    Ok(())
}

fn other_time(session: &mut Session, text: &str) -> Reply {
    session.clocks.report_opponent(centiseconds(text).map_err(Refusal::BadArgument)?);
    Ok(())
}
