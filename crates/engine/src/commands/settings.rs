//! Commands about lasting settings.

use cleave_board::Position;
use cleave_search::MAX_WORKERS;

use super::number;
use crate::engine::Engine;
use crate::notice::Notice;
use crate::options;
use crate::protocol::Action::{AtOnce, Interrupts, Queues};
use crate::protocol::{Chapter, command, gui_command};
use crate::refusal::{Refusal, Reply};
use crate::session::Session;

/// The part of the memory that a GUI allows which the program itself needs, in MiB.
const OVERHEAD_MIB: usize = 8;

/// Commands about lasting settings.
pub const CHAPTER: Chapter = Chapter {
    title: "Settings",
    commands: &[
        command(
            &["memory"],
            "MIB",
            "Use at most this much memory, nearly all of it for the table.",
            Queues(memory),
        ),
        command(&["cores"], "N", "Use at most this many processors.", Queues(cores)),
        command(
            &["option"],
            "[NAME[=VALUE]]",
            "Set an option; without a name, list them.",
            Queues(option),
        ),
        command(
            &["variant"],
            "NAME",
            "Play 'normal' chess or 'fischerandom' (chess960).",
            Interrupts(variant),
        ),
        gui_command(
            &["egtpath"],
            "TYPE PATH",
            "The path of endgame tables; none are used.",
            AtOnce(egtpath),
        ),
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
    // The protocol's number is the most that may be used, not what must be used.
    engine.set_workers(allowed.min(MOST), backend).map_err(Refusal::BadArgument)?;
    if allowed > MOST {
        let warning = format!("{MOST} cores are used, more cannot be");
        engine.session.say(&Notice::Warning(&warning));
    }
    Ok(())
}

fn option(engine: &mut Engine, text: &str) -> Reply {
    if !text.is_empty() {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        return options::set(engine, name, value).map_err(Refusal::BadArgument);
    }
    for option in options::all() {
        let state = option.state(&engine.session.settings);
        engine.session.say(&Notice::Option(&state));
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
    log::info!("endgame tables are not used: {text}");
    Ok(())
}
