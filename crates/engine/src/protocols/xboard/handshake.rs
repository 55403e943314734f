//! Commands with which GUIs introduce themselves and others.

use super::features;
use crate::commands::number;
use crate::conversation::protocol::Action::{AfterMove, AtOnce, Interrupts};
use crate::conversation::protocol::{Chapter, gui_command};
use crate::engine::Engine;
use crate::options;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;

pub(crate) const XBOARD_HELP: &str = "A GUI is at the other end: no prompt, no boards.";
pub(crate) const PROTOVER_HELP: &str =
    "The version of the protocol. The answer says what the engine can do.";

/// What a GUI says first.
pub(super) const GREETINGS: Chapter = Chapter {
    title: "First lines",
    commands: &[
        gui_command(&["xboard", "winboard"], "", XBOARD_HELP, Interrupts(|_, _| Ok(()))),
        gui_command(&["protover"], "N", PROTOVER_HELP, Interrupts(protover)),
    ],
};

/// Commands with which GUIs introduce themselves and others.
pub(crate) const CHAPTER: Chapter = Chapter {
    title: "The protocol of xboard",
    commands: &[
        gui_command(&["accepted"], "FEATURE", "The GUI knows this feature.", AtOnce(accepted)),
        gui_command(
            &["rejected"],
            "FEATURE",
            "The GUI does not know this feature.",
            AtOnce(rejected),
        ),
        gui_command(
            &["ping"],
            "N",
            "Answer 'pong N' once everything before it is done.",
            AfterMove(ping),
        ),
        gui_command(
            &["name"],
            "NAME",
            "The opponent's name.",
            AtOnce(|_, text| note("the opponent is", text)),
        ),
        gui_command(
            &["computer"],
            "",
            "The opponent is a computer.",
            AtOnce(|_, _| note("the opponent is", "a computer")),
        ),
        gui_command(
            &["ics"],
            "HOST",
            "The chess server, or '-'.",
            AtOnce(|_, text| note("played on", text)),
        ),
        gui_command(
            &["random"],
            "",
            "Has no effect; GUIs send it with every 'new'.",
            AtOnce(|_, _| Ok(())),
        ),
    ],
};

fn protover(engine: &mut Engine, text: &str) -> Reply {
    let version = number(text, "the version of the protocol", 1, None)?;
    if version >= 2 {
        let lines = features::lines(options::listed(engine));
        lines.iter().for_each(|line| engine.session.client.line(line));
    }
    Ok(())
}

fn accepted(_: &mut Session, feature: &str) -> Reply {
    log::info!("the GUI knows feature {feature}");
    Ok(())
}

/// Nothing depends on a feature: the GUI does not use what it rejects.
fn rejected(_: &mut Session, feature: &str) -> Reply {
    log::warn!("the GUI does not know feature {feature}");
    Ok(())
}

fn ping(session: &mut Session, text: &str) -> Reply {
    if text.is_empty() {
        return Err(Refusal::BadArgument("ping needs a number".into()));
    }
    session.client.line(format!("pong {text}"));
    Ok(())
}

fn note(what: &str, text: &str) -> Reply {
    log::info!("{what} {text}");
    Ok(())
}
