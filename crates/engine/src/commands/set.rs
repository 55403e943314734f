//! Commands that set what stays set.

use cleave_board::Position;
use cleave_search::MAX_WORKERS;

use super::{Action, Audience, Chapter, Command, number};
use crate::dialect::Dialect;
use crate::engine::Engine;
use crate::options;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;

/// Of the memory that a GUI allows, this much is for the program itself, in MiB.
const OVERHEAD_MIB: usize = 8;

/// Commands that set what stays set.
pub(super) const CHAPTER: Chapter = Chapter {
    title: "Settings",
    commands: &[
        Command {
            names: &["memory"],
            arguments: "MIB",
            help: "Use at most this much memory; nearly all of it becomes the table.",
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
    let mib = allowed.saturating_sub(OVERHEAD_MIB).max(1);
    if mib != engine.table_mib {
        let refused = |error: cleave_tt::MappingError| Refusal::BadArgument(error.to_string());
        engine.searcher.set_table_size(mib).map_err(refused)?;
        engine.table_mib = mib;
    }
    Ok(())
}

fn cores(engine: &mut Engine, text: &str) -> Reply {
    const MOST: u32 = MAX_WORKERS as u32;
    let allowed = number(text, "cores", 1, u32::MAX)?;
    let backend = engine.session.settings.backend;
    // The protocol's number is the most that may be used, not what must be.
    engine.muster(allowed.min(MOST), backend).map_err(Refusal::BadArgument)?;
    if allowed > MOST {
        let note = format!("{MOST} cores are used, more cannot be");
        engine.session.output.line(match engine.session.dialect {
            Dialect::Xboard => format!("# {note}"),
            Dialect::Console => format!("{note}."),
        });
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
