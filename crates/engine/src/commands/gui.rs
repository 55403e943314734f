//! Commands with which GUIs introduce themselves and others.

use crate::conversation::protocol::Action::{AfterMove, AtOnce};
use crate::conversation::protocol::{Chapter, gui_command};
use crate::refusal::{Refusal, Reply};
use crate::session::Session;

/// Commands with which GUIs introduce themselves and others.
pub const CHAPTER: Chapter = Chapter {
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
