//! Commands that measure, and the row of `help`.

use std::time::Duration;

use cleave_search::bench;

use super::arguments::number;
use super::crafty::Crafty::Has;
use super::help::help;
use crate::conversation::protocol::Action::{Explains, Starts};
use crate::conversation::protocol::{Chapter, command};
use crate::refusal::Refusal;
use crate::session::Session;
use crate::task::Task;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "measuring",
    title: "Measuring, and help",
    commands: &[
        command(&["perft"], "DEPTH", Starts(perft),
            "Count the lines of play of this length, move by move.")
            .crafty(&[
                Has("`perf`", "`perft 3`", "reports million moves per second"),
                Has("`perft n`", "`perft 3`", "move by move"),
            ]),
        command(&["bench"], "[DEPTH]", Starts(bench),
            "Search a fixed set of positions; the number of nodes identifies the search.")
            .crafty(&[Has("`bench [n]`", "`bench 1`", "the number is the depth, not an addition to it")]),
        command(&["autotune"], "[SECONDS] [save]", Starts(autotune),
            "On a quiet machine, measure which settings of the team are fastest, for 90 seconds or as many as given, and set them; with 'save', also in the configuration file.")
            .crafty(&[Has("`autotune`", "`autotune 1`", "seconds in all, not for each search; 'autotune save' writes the configuration file")]),
        command(&["help"], "[COMMAND | TOPIC | all | protocol]", Explains(help),
            "Explain a command, the commands of a topic, all commands, or those that only GUIs send; without a word, show where to begin.")
            .crafty(&[Has("`help`, `help TOPIC`", "`help`, `help annotate`, `help smp`, `help tournament`", "")]),
    ],
};

fn perft(session: &mut Session, text: &str) -> Result<Task, Refusal> {
    session.game.must_be_set_up()?;
    Ok(Task::Perft { depth: number(text, "the depth", 1, Some(20))? as u32 })
}

fn bench(_: &mut Session, text: &str) -> Result<Task, Refusal> {
    let depth = match text {
        "" => bench::DEPTH,
        _ => number(text, "the depth", 1, Some(100))? as u32,
    };
    Ok(Task::Bench { depth })
}

/// The time of `autotune` unless the user gives another, in seconds.
const AUTOTUNE: i64 = 90;

fn autotune(_: &mut Session, text: &str) -> Result<Task, Refusal> {
    let (seconds, saves) = match text.strip_suffix("save") {
        Some(seconds) => (seconds.trim_end(), true),
        None => (text, false),
    };
    let seconds =
        if seconds.is_empty() { AUTOTUNE } else { number(seconds, "the time", 1, Some(3600))? };
    Ok(Task::Autotune { time: Duration::from_secs(seconds as u64), saves })
}
