//! The plan of a session. It is drawn from the seed before anything runs, and depends on nothing else. So the same seed
//! makes the same decisions again. Their effects may differ, since the system schedules threads and processes as it
//! likes.
//!
//! A session is a program that runs several times in one folder ([`Life`]). A life has settings in random order, and
//! turns. A turn is a search with its [`Event`]s.

mod events;
mod go;
mod settings;

use std::time::Duration;

use crate::board::{Board, Variant};
use crate::dice::Dice;

pub(crate) use events::{Event, Timed};
pub(crate) use go::{Go, Limit};

/// A session and the seed from which it is drawn.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) seed: u64,
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// Searches by the laboratory's library in virtual time, with their own seed.
    Virtual(u64),
    Played(Played),
}

/// A session with a program.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) variant: Variant,
    pub(crate) protocol: Protocol,
    pub(crate) lives: Vec<Life>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Protocol {
    Uci,
    Ucci,
    Xboard,
}

/// A program from its start to its end.
#[derive(Clone, Debug)]
pub(crate) struct Life {
    pub(crate) streams: Streams,
    /// The fault that the library `fault-shim` causes, as `kind:number`.
    pub(crate) fault: Option<String>,
    /// The lines before the first turn.
    pub(crate) settings: Vec<String>,
    pub(crate) turns: Vec<Turn>,
    pub(crate) end: End,
}

/// How the streams of the program behave.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Streams {
    /// The program's streams are non-blocking.
    pub(crate) are_nonblocking: bool,
    /// The pipe holds a page, so that a write waits for the reader.
    pub(crate) are_small: bool,
    /// The reader sleeps for this time after each line.
    pub(crate) pause: Duration,
}

/// A search, or a part of a game.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    /// Lines before the position.
    pub(crate) before: Vec<String>,
    /// The position, and the line that sets it up.
    pub(crate) board: Board,
    pub(crate) position: String,
    pub(crate) go: Go,
    /// In order of time.
    pub(crate) events: Vec<Timed>,
    /// What happens in a game ([`Protocol::Xboard`]).
    pub(crate) part: Part,
    /// Selects the user's reply.
    pub(crate) reply: u64,
}

/// A part of a game with xboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// The program moves, and then the user.
    Moves,
    /// Another position is set up first.
    SetUp,
    /// Another game begins first.
    NewGame,
    /// The program analyses.
    Analysis,
    /// The search is abandoned by `force`.
    Abandoned,
}

/// The end of a life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Quit,
    /// `quit` during a search.
    QuitSearch,
    /// Standard input ends.
    ClosedInput,
    Terminate,
    /// The reader closes its end of the pipe.
    ClosedOutput,
    /// SIGKILL during a search, after this time.
    Kill(Duration),
}

impl Session {
    pub(crate) fn draw(seed: u64) -> Session {
        let mut dice = Dice::new(seed);
        let kind = match dice.below(8) {
            0 => Kind::Virtual(dice.below(1 << 40)),
            1 => played(&mut dice, Variant::Xiangqi, Protocol::Uci),
            2 => played(&mut dice, Variant::Xiangqi, Protocol::Ucci),
            3..6 => played(&mut dice, Variant::Chess, Protocol::Uci),
            _ => played(&mut dice, Variant::Chess, Protocol::Xboard),
        };
        Session { seed, kind }
    }
}

fn played(dice: &mut Dice, variant: Variant, protocol: Protocol) -> Kind {
    let lives = dice.between(1, 3);
    let lives = (0..lives).map(|_| life(dice, variant, protocol)).collect();
    Kind::Played(Played { variant, protocol, lives })
}

fn life(dice: &mut Dice, variant: Variant, protocol: Protocol) -> Life {
    let turns = dice.between(2, 8);
    Life {
        streams: streams(dice),
        fault: fault(dice),
        settings: settings::draw(dice, variant, protocol),
        turns: (0..turns).map(|_| turn(dice, variant, protocol)).collect(),
        end: end(dice),
    }
}

fn streams(dice: &mut Dice) -> Streams {
    let pause = if dice.one_in(4) { dice.milliseconds(8) } else { Duration::ZERO };
    Streams { are_nonblocking: dice.one_in(3), are_small: dice.one_in(3), pause }
}

/// Most lives have no fault. A disk that becomes full stays full.
fn fault(dice: &mut Dice) -> Option<String> {
    let fault = match dice.below(8) {
        0 | 1 => format!("write:{}+", dice.between(1, 40)),
        2 => {
            let kind = dice.pick(&["write", "sync", "rename", "open", "fork"]);
            format!("{kind}:{}", dice.between(1, 30))
        }
        _ => return None,
    };
    Some(fault)
}

fn turn(dice: &mut Dice, variant: Variant, protocol: Protocol) -> Turn {
    let mut board = Board::start(variant);
    let moves = board.wander(dice, 40);
    let position = match protocol {
        Protocol::Xboard => format!("setboard {}", board.fen()),
        _ => go::position(&Board::start(variant), &moves),
    };
    let part = match dice.below(10) {
        0 => Part::SetUp,
        1 => Part::NewGame,
        2 => Part::Analysis,
        3 => Part::Abandoned,
        _ => Part::Moves,
    };
    let before = match dice.below(3) {
        0 => settings::between_searches(dice, variant, protocol),
        _ => Vec::new(),
    };
    let go = match protocol {
        Protocol::Xboard => Go::of_xboard(dice),
        Protocol::Uci => Go::of_uci(dice, &board),
        Protocol::Ucci => Go::of_ucci(dice),
    };
    let events = events::draw(dice, variant, protocol);
    Turn { before, board, position, go, events, part, reply: dice.below(1 << 30) }
}

fn end(dice: &mut Dice) -> End {
    match dice.below(10) {
        0..4 => End::Quit,
        4 => End::QuitSearch,
        5 => End::ClosedInput,
        6 => End::Terminate,
        7 => End::ClosedOutput,
        _ => End::Kill(dice.milliseconds(150)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_its_session_and_no_other() {
        let drawn = |seed| format!("{:?}", Session::draw(seed).kind);
        for seed in 0..50 {
            assert_eq!(drawn(seed), drawn(seed));
            assert_ne!(drawn(seed), drawn(seed + 1));
        }
    }

    #[test]
    fn all_kinds_of_disturbances_come() {
        let all: String = (0..300).map(|seed| format!("{:?}\n", Session::draw(seed))).collect();
        for word in [
            "Virtual(",
            "Xiangqi",
            "Ucci",
            "Xboard",
            "KillHelper",
            "StopHelper",
            "StarveHelper",
            "Freeze",
            "PauseReader",
            "are_nonblocking: true",
            "are_small: true",
            "\"write:",
            "+\"",
            "\"sync:",
            "\"rename:",
            "\"fork:",
            "Kill(",
            "ClosedOutput",
            "Terminate",
            "ClosedInput",
            "go ponder",
            "go infinite",
            "wtime -",
            "searchmoves",
            "Backend value thread",
            "Search value monte-carlo",
            "Save Hash",
            "usermove e9e9",
        ] {
            assert!(all.contains(word), "{word}");
        }
    }
}
