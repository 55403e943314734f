//! What happens during a search.

use std::time::Duration;

use super::{Protocol, settings};
use crate::board::Variant;
use crate::dice::Dice;

/// An event, and when it comes after the start of the search.
#[derive(Clone, Debug)]
pub(crate) struct Timed {
    pub(crate) at: Duration,
    pub(crate) event: Event,
}

#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// SIGKILL for the helper of this number, if there are helpers.
    KillHelper(u64),
    KillAllHelpers,
    /// SIGSTOP for the helper of this number, and SIGCONT after this time; never without a time.
    StopHelper(u64, Option<Duration>),
    /// The helper of this number gets no processor any more.
    StarveHelper(u64),
    /// SIGSTOP for the program, and SIGCONT after this time.
    Freeze(Duration),
    /// The reader of the output sleeps.
    PauseReader(Duration),
    /// A line that may come at any time.
    Line(String),
    /// A second search, of the position of the first.
    Go(String),
}

/// The longest time before an event, in milliseconds.
const LATEST: u64 = 120;

/// Returns up to four events, in order of time.
pub(super) fn draw(dice: &mut Dice, variant: Variant, protocol: Protocol) -> Vec<Timed> {
    let count = dice.below(5);
    let mut events: Vec<Timed> = (0..count)
        .map(|_| Timed { at: dice.milliseconds(LATEST), event: event(dice, variant, protocol) })
        .collect();
    events.sort_by_key(|event| event.at);
    events
}

fn event(dice: &mut Dice, variant: Variant, protocol: Protocol) -> Event {
    match dice.below(16) {
        0..3 => Event::KillHelper(dice.below(8)),
        3 => Event::KillAllHelpers,
        4 | 5 => {
            let is_left = dice.one_in(3);
            let time = dice.milliseconds(60);
            Event::StopHelper(dice.below(8), (!is_left).then_some(time))
        }
        6 | 7 => Event::Freeze(dice.milliseconds(200)),
        8 => Event::PauseReader(dice.milliseconds(300)),
        9 if protocol != Protocol::Xboard => {
            let time = dice.between(1, 60);
            let words = if protocol == Protocol::Uci { "movetime" } else { "time" };
            Event::Go(format!("go {words} {time}"))
        }
        10 => Event::StarveHelper(dice.below(8)),
        _ => Event::Line(line(dice, variant, protocol)),
    }
}

fn line(dice: &mut Dice, variant: Variant, protocol: Protocol) -> String {
    let lines: &[&str] = match protocol {
        Protocol::Xboard => &[
            "?",
            "?",
            ".",
            "post",
            "nopost",
            "hard",
            "easy",
            "otim 500",
            "hint",
            "bk",
            "name me",
            "rating 2000 2000",
            "computer",
            "usermove e9e9",
            "draw",
            "x y z",
            "",
            "random",
        ],
        Protocol::Uci | Protocol::Ucci => &[
            "stop",
            "stop",
            "ponderhit",
            "isready",
            "d",
            "eval",
            "debug on",
            "debug off",
            "x y z",
            "",
            "usermove e9e9",
            "setoption",
            "setoption name",
            "setoption name Nothing value 1",
        ],
    };
    match dice.below(4) {
        0 => settings::one(dice, variant, protocol),
        _ => dice.pick(lines).into(),
    }
}
