//! Commands that set what stays set.

use cleave_board::Position;
use cleave_search::MAX_WORKERS;

use super::{Action, Audience, Chapter, Command, number};
use crate::engine::Engine;
use crate::options;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;

/// Commands that set what stays set.
pub(super) const CHAPTER: Chapter = Chapter {
    title: "Settings",
    commands: &[
        Command {
            names: &["memory"],
            arguments: "MIB",
            help: "Use at most this much memory in all; the table gets what the workers leave.",
            audience: Audience::Everyone,
            action: Action::Queues(memory),
        },
        Command {
            names: &["cores"],
            arguments: "N",
            help: "Use at most this many processors.",
            audience: Audience::Everyone,
            action: Action::Queues(cores),
        },
        Command {
            names: &["option"],
            arguments: "[NAME[=VALUE]]",
            help: "Set an option; without a name, list them.",
            audience: Audience::Everyone,
            action: Action::Queues(option),
        },
        Command {
            names: &["variant"],
            arguments: "NAME",
            help: "Play 'normal' chess or 'fischerandom' (chess960).",
            audience: Audience::Everyone,
            action: Action::Interrupts(variant),
        },
        Command {
            names: &["egtpath"],
            arguments: "TYPE PATH",
            help: "Where endgame tables are; none are used.",
            audience: Audience::Gui,
            action: Action::AtOnce(egtpath),
        },
    ],
};

fn memory(engine: &mut Engine, text: &str) -> Reply {
    let allowed: usize = number(text, "memory", 1, usize::MAX)?;
    engine.set_memory(allowed).map_err(|error| Refusal::BadArgument(error.to_string()))
}

fn cores(engine: &mut Engine, text: &str) -> Reply {
    const MOST: u32 = MAX_WORKERS as u32;
    let allowed = number(text, "cores", 1, u32::MAX)?;
    let backend = engine.session.settings.backend;
    // The protocol's number is the most that may be used, not what must be.
    engine.set_workers(allowed.min(MOST), backend).map_err(Refusal::BadArgument)?;
    if allowed > MOST {
        engine.session.note(&format!("{MOST} cores are used, more cannot be"));
    }
    Ok(())
}

fn option(engine: &mut Engine, text: &str) -> Reply {
    if !text.is_empty() {
        return options::set(engine, text).map_err(Refusal::BadArgument);
    }
    for option in options::all() {
        let line = option.describe(&engine.session.settings);
        engine.session.output.line(line);
    }
    Ok(())
}

fn variant(engine: &mut Engine, name: &str) -> Reply {
    let session = &mut engine.session;
    session.chess960 = match name {
        "normal" | "standard" => false,
        "fischerandom" => true,
        _ => return Err(Refusal::BadArgument("unsupported variant".into())),
    };
    session.begin(Position::start());
    session.show_board();
    Ok(())
}

fn egtpath(_: &mut Session, text: &str) -> Reply {
    log::info!("no endgame tables are used, not even {text}");
    Ok(())
}
