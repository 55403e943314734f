//! Commands with which GUIs introduce themselves and others.

use super::{Action, Audience, Chapter, Command, number};
use crate::dialect::Dialect;
use crate::engine::Engine;
use crate::features;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;

/// Commands with which GUIs introduce themselves and others.
pub(super) const CHAPTER: Chapter = Chapter {
    title: "The protocol of xboard",
    commands: &[
        Command {
            names: &["xboard"],
            arguments: "",
            help: "A GUI is at the other end: no prompt, no boards.",
            audience: Audience::Gui,
            action: Action::Interrupts(xboard),
        },
        Command {
            names: &["protover"],
            arguments: "N",
            help: "The version of the protocol. The answer says what the engine can do.",
            audience: Audience::Gui,
            action: Action::Interrupts(protover),
        },
        Command {
            names: &["accepted"],
            arguments: "FEATURE",
            help: "The GUI knows this feature.",
            audience: Audience::Gui,
            action: Action::AtOnce(accepted),
        },
        Command {
            names: &["rejected"],
            arguments: "FEATURE",
            help: "The GUI does not know this feature.",
            audience: Audience::Gui,
            action: Action::AtOnce(rejected),
        },
        Command {
            names: &["ping"],
            arguments: "N",
            help: "Answer 'pong N' once all before it is done.",
            audience: Audience::Gui,
            action: Action::AfterMove(ping),
        },
        Command {
            names: &["name"],
            arguments: "NAME",
            help: "The opponent's name.",
            audience: Audience::Gui,
            action: Action::AtOnce(|_, text| note("the opponent is", text)),
        },
        Command {
            names: &["rating"],
            arguments: "OWN OTHER",
            help: "The ratings of engine and opponent.",
            audience: Audience::Gui,
            action: Action::AtOnce(|_, text| note("ratings:", text)),
        },
        Command {
            names: &["computer"],
            arguments: "",
            help: "The opponent is a computer.",
            audience: Audience::Gui,
            action: Action::AtOnce(|_, _| note("the opponent is", "a computer")),
        },
        Command {
            names: &["ics"],
            arguments: "HOST",
            help: "The chess server, or '-'.",
            audience: Audience::Gui,
            action: Action::AtOnce(|_, text| note("played on", text)),
        },
        Command {
            names: &["random"],
            arguments: "",
            help: "Of no effect; GUIs send it with every 'new'.",
            audience: Audience::Gui,
            action: Action::AtOnce(|_, _| Ok(())),
        },
    ],
};

fn xboard(engine: &mut Engine, _: &str) -> Reply {
    become_gui(&mut engine.session);
    Ok(())
}

/// The first line of a GUI ends the prompt's line and turns thinking off until it is asked for.
fn become_gui(session: &mut Session) {
    if session.dialect == Dialect::Console {
        session.dialect = Dialect::Xboard;
        session.settings.post = false;
        session.output.line("");
    }
}

fn protover(engine: &mut Engine, text: &str) -> Reply {
    let version = number(text, "the version of the protocol", 1, u32::MAX)?;
    let session = &mut engine.session;
    become_gui(session);
    if version >= 2 {
        for line in features::lines(&session.settings) {
            session.output.line(line);
        }
    }
    Ok(())
}

fn accepted(_: &mut Session, feature: &str) -> Reply {
    log::info!("the GUI knows feature {feature}");
    Ok(())
}

/// Nothing depends on a feature: whatever is rejected is not used by the GUI.
fn rejected(_: &mut Session, feature: &str) -> Reply {
    log::warn!("the GUI does not know feature {feature}");
    Ok(())
}

fn ping(session: &mut Session, text: &str) -> Reply {
    if text.is_empty() {
        return Err(Refusal::BadArgument("ping needs a number".into()));
    }
    session.output.line(format!("pong {text}"));
    Ok(())
}

fn note(what: &str, text: &str) -> Reply {
    log::info!("{what} {text}");
    Ok(())
}
