//! Commands about time.

use std::num::NonZeroU32;
use std::time::Duration;

use cleave_board::Color;
use cleave_search::settings::Pace;

use super::arguments::number;
use super::crafty::Crafty::Has;
use crate::conversation::protocol::Action::{AtOnce, Queues};
use crate::conversation::protocol::{Chapter, command, gui_command};
use crate::game::current::{CurrentGame, Role};
use crate::game::display;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;
use cleave_clock::level::{TimeControl, centiseconds, hours_and_minutes};

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "timing",
    title: "Time",
    commands: &[
        command(&["st"], "[SECONDS]", AtOnce(per_move), "Think at most this long about each move.")
            .crafty(&[Has("`st n`", "`st 5`", "replaces the chess clock; `level` or `time` sets one again")]),
        command(&["sd", "depth"], "[DEPTH]", Queues(|engine, text| depth(&mut engine.session, text)),
            "Think at most this deep, in plies, until 'new'; 0: as deep as time allows.")
            .crafty(&[Has("`sd n`, `depth n`", "`sd 12`, `depth 12`, `sd 0`", "until `new`")]),
        command(&["sn"], "[NODES]", Queues(|engine, text| nodes(&mut engine.session, text)),
            "Search at most NODES nodes for a move, until 'new'; 0: as many as time allows.")
            .crafty(&[Has("`sn n`", "`sn 100000`, `sn 0`", "until `new`; pondering stays as set")]),
        command(&["level"], "[MOVES MINUTES INCREMENT]", AtOnce(level),
            "Play with a chess clock: 'level 40 5 0', 'level 0 2:30 0.5'.")
            .crafty(&[Has("`level`", "`level 40 5 0`", "")]),
        command(&["nps"], "[RATE]", Queues(|engine, text| pace(&mut engine.session, text)),
            "Measure time in nodes, RATE a second; 0: in processor time; -1: in real time, as after 'new'."),
        command(&["time"], "[MOVES/MINUTES[/MOVES/MINUTES][/INCREMENT]]", AtOnce(time),
            "Play with a chess clock of several periods: 'time 40/120/20/60', 'time 60/60/sd/30', 'time sd/5/2'. GUIs send the centiseconds on the engine's clock.")
            .crafty(&[Has("`time`", "`time 60/30/sd/30`, `time sd/5`, `time 40 120 20 60 5`", "one number is what a GUI sends: centiseconds")]),
        command(&["clock"], "[MINUTES [MINUTES]]", AtOnce(clock),
            "Show the clocks; or set the engine's clock, and the opponent's: 'clock 1:30 45'.")
            .crafty(&[Has("`clock`", "`clock`, `clock 1:30 45`", "")]),
        command(&["settc"], "MOVES MINUTES MOVES MINUTES", AtOnce(set_clocks),
            "Set the moves to the next time control and the clock, for White and for Black, as after a restart.")
            .crafty(&[Has("`settc`", "`level 40 5 0`, `settc 35 4 35 0:03`", "0 moves: those to go stay")]),
        gui_command(&["otim"], "CENTISECONDS", AtOnce(other_time),
            "The time on the opponent's clock.")
            .crafty(&[Has("`otim n`", "`otim 6000`", "")]),
    ],
};

/// Sets the time control that this function reads, or shows it if the text is empty.
fn set_control(
    session: &mut Session,
    text: &str,
    read: fn(&str) -> Result<TimeControl, String>,
) -> Reply {
    let CurrentGame { clocks, moves, .. } = &mut session.game;
    if !session.client.asks(text) {
        clocks.set_control(read(text)?, moves.made());
    }
    session.client.confirm(format!("Time control: {}.", clocks.control()));
    Ok(())
}

fn per_move(session: &mut Session, text: &str) -> Reply {
    set_control(session, text, TimeControl::per_move)
}

fn level(session: &mut Session, text: &str) -> Reply {
    set_control(session, text, TimeControl::level)
}

fn depth(session: &mut Session, text: &str) -> Reply {
    let limit = &mut session.settings.search.depth;
    if !session.client.asks(text) {
        let depth = number(text, "the depth", 0, Some(1000))? as u32;
        *limit = Some(depth).filter(|&depth| depth > 0);
    }
    session.client.confirm(match limit {
        Some(depth) => format!("I think at most to depth {depth}."),
        None => "I think as deep as time allows.".into(),
    });
    Ok(())
}

fn nodes(session: &mut Session, text: &str) -> Reply {
    let limit = &mut session.settings.search.nodes;
    if !session.client.asks(text) {
        let nodes = number(text, "the number of nodes", 0, None)?.unsigned_abs();
        *limit = Some(nodes).filter(|&nodes| nodes > 0);
    }
    session.client.confirm(match limit {
        Some(nodes) => format!("I search at most {nodes} nodes for a move."),
        None => "I search as many nodes as time allows.".into(),
    });
    Ok(())
}

fn pace(session: &mut Session, text: &str) -> Reply {
    let pace = &mut session.settings.search.pace;
    if !session.client.asks(text) {
        *pace = read_pace(text)?;
    }
    session.client.confirm(match pace {
        Pace::Wall => "Time is real time.".into(),
        Pace::Processor => "Time is processor time.".into(),
        Pace::Nodes(rate) => format!("A second of time is {rate} nodes."),
    });
    Ok(())
}

fn read_pace(text: &str) -> Result<Pace, Refusal> {
    Ok(match number(text, "the rate", -1, None)? {
        -1 => Pace::Wall,
        rate => {
            let rate = rate.min(u32::MAX.into()) as u32;
            NonZeroU32::new(rate).map_or(Pace::Processor, Pace::Nodes)
        }
    })
}

/// A GUI sends one number.
fn time(session: &mut Session, text: &str) -> Reply {
    if text.is_empty() || text.contains(|c: char| c == '/' || c.is_whitespace()) {
        return set_control(session, text, TimeControl::periods);
    }
    let left = centiseconds(text)?;
    session.game.clocks.report_engine(left);
    session.client.confirm(format!("My clock: {}.", display::time(left)));
    Ok(())
}

fn other_time(session: &mut Session, text: &str) -> Reply {
    session.game.clocks.report_opponent(centiseconds(text)?);
    Ok(())
}

fn clock(session: &mut Session, text: &str) -> Reply {
    let words: Vec<&str> = text.split_whitespace().collect();
    let times: Vec<Duration> =
        words.iter().map(|word| hours_and_minutes(word)).collect::<Result<_, _>>()?;
    let engine = match session.game.role {
        Role::Plays(engine) => engine,
        Role::Watches | Role::Analyses => session.game.side(),
    };
    match times[..] {
        [] => {}
        [own] => session.game.clocks.set_left(engine.index(), own),
        [own, other] => {
            session.game.clocks.set_left(engine.index(), own);
            session.game.clocks.set_left((!engine).index(), other);
        }
        _ => return Err("there are two clocks".into()),
    }
    session.show_clocks();
    Ok(())
}

fn set_clocks(session: &mut Session, text: &str) -> Reply {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [white_moves, white_time, black_moves, black_time] = words[..] else {
        return Err(
            "expected moves and minutes of White, and of Black, such as '35 90 35 1:20'".into()
        );
    };
    // Sets everything or nothing.
    let mut clocks = session.game.clocks.clone();
    let sides = [(Color::White, white_moves, white_time), (Color::Black, black_moves, black_time)];
    for (color, moves, time) in sides {
        clocks.set_left(color.index(), hours_and_minutes(time)?);
        // In sudden death there is no next time control.
        let moves = number(moves, "the number of moves", 0, Some(1000))? as u32;
        if moves > 0 {
            clocks.set_moves_to_go(color.index(), moves, session.game.moves.made())?;
        }
    }
    session.game.clocks = clocks;
    session.show_clocks();
    Ok(())
}
