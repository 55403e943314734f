//! Commands by which GUIs introduce themselves and others.

use super::crafty::Crafty::Has;
use crate::conversation::protocol::Action::{AfterMove, AtOnce};
use crate::conversation::protocol::{Chapter, gui_command};
use crate::refusal::Reply;
use crate::session::Session;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "protocol",
    title: "The protocol of xboard",
    commands: &[
        gui_command(&["accepted"], "[FEATURE]", AtOnce(accepted), "The GUI knows this feature.")
            .crafty(&[Has("`accepted`, `rejected`", "`accepted ping`, `rejected ping`", "")]),
        gui_command(&["rejected"], "[FEATURE]", AtOnce(rejected),
            "The GUI does not know this feature."),
        gui_command(&["ping"], "N", AfterMove(ping),
            "Answer 'pong N' once everything before it is done.")
            .crafty(&[Has("`ping n`", "`ping 7`", "")]),
        gui_command(&["name"], "[NAME]", AtOnce(|_, text| note("the opponent is", text)),
            "The opponent's name.")
            .crafty(&[Has("`name NAME`", "`name Ada`", "recorded; the engine does not greet")]),
        gui_command(&["computer"], "", AtOnce(|_, _| note("the opponent is", "a computer")),
            "The opponent is a computer.")
            .crafty(&[Has("`computer`", "`computer`", "does not change how the engine plays")]),
        gui_command(&["ics"], "[HOST]", AtOnce(|_, text| note("played on", text)),
            "The chess server, or '-'."),
        gui_command(&["random"], "", AtOnce(|_, _| Ok(())),
            "Has no effect; GUIs send it with every 'new'.")
            .crafty(&[Has("`random`", "`random`", "no effect, as in Crafty")]),
    ],
};

fn accepted(_: &mut Session, feature: &str) -> Reply {
    log::info!("the GUI knows feature {feature}");
    Ok(())
}

/// Does nothing: the GUI does not use a feature that it rejects.
fn rejected(_: &mut Session, feature: &str) -> Reply {
    log::warn!("the GUI does not know feature {feature}");
    Ok(())
}

fn ping(session: &mut Session, text: &str) -> Reply {
    if text.is_empty() {
        return Err("ping needs a number".into());
    }
    session.client.line(format!("pong {text}"));
    Ok(())
}

fn note(what: &str, text: &str) -> Reply {
    log::info!("{what} {text}");
    Ok(())
}
