//! Commands that measure, and `help`.

use cleave_search::bench;

use super::arguments::number;
use super::declined;
use crate::conversation::protocol::Action::{Explains, Starts};
use crate::conversation::protocol::{Audience, Chapter, Command, command, find};
use crate::refusal::{Refusal, Reply};
use crate::session::Session;
use crate::session::task::Task;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    title: "Measuring, and help",
    commands: &[
        command(&["perft"], "DEPTH", Starts(perft),
            "Count the lines of play of this length, move by move."),
        command(&["bench"], "[DEPTH]", Starts(bench),
            "Search a fixed set of positions; the number of nodes identifies the search."),
        command(&["help"], "[COMMAND | protocol]", Explains(help),
            "Explain a command; without a name, all of them."),
    ],
};

fn perft(_: &mut Session, text: &str) -> Result<Task, Refusal> {
    Ok(Task::Perft { depth: number(text, "the depth", 1, Some(20))? as u32 })
}

fn bench(_: &mut Session, text: &str) -> Result<Task, Refusal> {
    let depth = match text {
        "" => bench::DEPTH,
        _ => number(text, "the depth", 1, Some(100))? as u32,
    };
    Ok(Task::Bench { depth })
}

fn help(session: &mut Session, commands: &[&'static Chapter], name: &str) -> Reply {
    let audience = match name {
        "" => Audience::Everyone,
        "protocol" => Audience::Gui,
        _ => {
            let command = find(commands, name).ok_or_else(|| match declined::reason(name) {
                Some(why) => Refusal::Declined(why),
                None => "there is no such command, 'help' lists them".into(),
            })?;
            session.client.line(explanation(command));
            return Ok(());
        }
    };
    for chapter in commands {
        let of_audience = |command: &&Command| command.audience == audience;
        let rows: Vec<String> =
            chapter.commands.iter().filter(of_audience).map(explanation).collect();
        if !rows.is_empty() {
            session.client.line(format!("{}\n{}", chapter.title, rows.join("\n")));
        }
    }
    if audience == Audience::Everyone {
        session.client.line("To make a move, type it: e4, Nf3, e2e4, O-O, e8=Q.");
        session.client.line("'help protocol' lists what only GUIs send.");
    }
    Ok(())
}

fn explanation(command: &Command) -> String {
    let usage = format!("{} {}", command.names.join(", "), command.arguments);
    format!("  {usage:29}  {}", command.help)
}
