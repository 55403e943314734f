//! Commands for lines that do not come from the keyboard: from files, and from pipes.

use std::path::Path;

use cleave_io::logging;

use super::arguments::{file_name, on_or_off};
use super::crafty::Crafty::{Has, Program};
use crate::conversation::protocol::Action::{AtOnce, Queues};
use crate::conversation::protocol::{Chapter, command};
use crate::engine::Engine;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;

/// Begins a comment.
pub(super) const COMMENT: &str = "#";

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "scripts",
    title: "Scripts",
    commands: &[
        command(&["input"], "FILE", Queues(input),
            "Execute the lines of FILE, each after the answer to the one before; 'exit' in the file ends it.")
            .crafty(&[Has("`input FILE`", "`input commands.txt`", "")]),
        command(&["batch"], "[on | off]", AtOnce(batch),
            "Read no line while the engine searches for a move, so that a pipe may hold the lines of a whole game; 'off' lets them in at once.")
            .crafty(&[Has("`batch on|off`", "`batch on`, `batch off`", "")]),
        command(&["log"], "[on | off]", AtOnce(log),
            "Continue or pause the log that 'cleave --log FILE' has begun.")
            .crafty(&[Program("`log on|off`", "`cleave --log cleave.log`", "`log off` pauses it, and `log on` goes on; the options `Game Log` and `Log Folder` keep log.nnn and game.nnn")]),
        command(&["echo"], "[TEXT]", AtOnce(echo), "Print TEXT.")
            .crafty(&[Has("`echo TEXT`", "`echo hello`", "")]),
        command(&[COMMENT], "[TEXT]", AtOnce(|_, _| Ok(())), "A comment, which has no effect.")
            .crafty(&[Has("comments", "`# a comment`", "")]),
    ],
};

fn input(engine: &mut Engine, file: &str) -> Reply {
    engine.session.run_script(Path::new(file_name(file)?))
}

fn batch(session: &mut Session, text: &str) -> Reply {
    let batch = &mut session.settings.batch;
    if !session.client.asks(text) {
        *batch = on_or_off(text)?;
    }
    let when = if *batch { "when I have moved" } else { "at once" };
    session.client.confirm(format!("Lines are read {when}."));
    Ok(())
}

fn echo(session: &mut Session, text: &str) -> Reply {
    session.client.line(text);
    Ok(())
}

fn log(session: &mut Session, text: &str) -> Reply {
    let is_on = if text.is_empty() { !logging::is_paused() } else { on_or_off(text)? };
    if !logging::exists() {
        return Err(Refusal::NotNow("no log has been begun: 'cleave --log FILE' names its file"));
    }
    logging::set_paused(!is_on);
    session.client.confirm(format!("The log {}.", if is_on { "goes on" } else { "is paused" }));
    Ok(())
}
