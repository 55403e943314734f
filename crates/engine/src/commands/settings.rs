//! Commands about lasting settings.

use std::thread::available_parallelism;

use cleave_board::Position;
use cleave_search::MAX_WORKERS;

use super::number;
use crate::engine::Engine;
use crate::notice::Notice;
use crate::options;
use crate::protocol::Action::{Interrupts, Queues};
use crate::protocol::{Chapter, command, gui_command};
use crate::refusal::{Refusal, Reply};

/// Commands about lasting settings.
pub const CHAPTER: Chapter = Chapter {
    title: "Settings",
    commands: &[
        command(
            &["memory"],
            "MIB",
            "Use at most this much memory in all; the table gets what the workers leave.",
            Queues(memory),
        ),
        command(&["cores"], "N", "Use at most this many processors.", Queues(cores)),
        command(
            &["skill"],
            "LEVEL",
            "Play this well, from 1 to 100; 100 is as well as possible.",
            Queues(|engine, text| {
                options::set(engine, "Skill", text).map_err(Refusal::BadArgument)
            }),
        ),
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
            "The path of endgame tables; 'syzygy' is the only type that is read.",
            Queues(egtpath),
        ),
    ],
};

fn memory(engine: &mut Engine, text: &str) -> Reply {
    let allowed = number(text, "memory, in MiB,", 1, None)? as usize;
    engine.set_memory(allowed).map_err(|error| Refusal::BadArgument(error.to_string()))
}

fn cores(engine: &mut Engine, text: &str) -> Reply {
    let allowed = number(text, "cores", 1, None)?;
    let backend = engine.session.settings.backend;
    // The protocol's number is the most that may be used, not what must be used.
    let workers = allowed.min(MAX_WORKERS as i64);
    engine.set_workers(workers as u32, backend).map_err(Refusal::BadArgument)?;
    // Where the system does not tell the number of processors, there may be enough.
    let processors = available_parallelism().map_or(i64::MAX, |count| count.get() as i64);
    if let Some(warning) = warning(allowed, workers, processors) {
        engine.session.say(&Notice::Warning(&warning));
    }
    Ok(())
}

/// What to say of the number of workers, unless it is what was asked for and there is a processor for
/// each.
fn warning(asked: i64, workers: i64, processors: i64) -> Option<String> {
    let share = if workers > processors {
        let plural = if processors == 1 { "" } else { "s" };
        format!("{workers} workers will share {processors} processor{plural}")
    } else {
        format!("{workers} workers will search")
    };
    match asked > workers {
        true => Some(format!("{asked} workers are not possible; {share}")),
        false => (workers > processors).then_some(share),
    }
}

fn option(engine: &mut Engine, text: &str) -> Reply {
    if !text.is_empty() {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        return options::set(engine, name, value).map_err(Refusal::BadArgument);
    }
    for option in options::all() {
        let state = option.state(engine);
        engine.session.say(&Notice::Option(&state));
    }
    Ok(())
}

fn variant(engine: &mut Engine, name: &str) -> Reply {
    let session = &mut engine.session;
    session.settings.chess960 = match name {
        "normal" | "standard" => false,
        "fischerandom" => true,
        _ => return Err(Refusal::BadArgument("unsupported variant".into())),
    };
    session.begin(Position::start());
    session.show_board();
    Ok(())
}

fn egtpath(engine: &mut Engine, text: &str) -> Reply {
    match text.split_once(char::is_whitespace) {
        Some(("syzygy", path)) => {
            // xboard sends a path of its own, /EGT/Syzygy, if nobody has named one, and would show an
            // error in a window of its own at each start. So that there are no tables is a comment.
            if let Err(error) = options::set(engine, "SyzygyPath", path) {
                engine.session.say(&Notice::Comment(&error));
            }
            Ok(())
        }
        _ => Err(Refusal::BadArgument("the type of tables must be 'syzygy'".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_workers_is_said_if_it_is_not_what_the_user_expects() {
        let share = "256 workers will share 2 processors";
        assert_eq!(warning(2, 2, 2), None);
        assert_eq!(warning(256, 256, 2), Some(share.into()));
        let capped = |rest: &str| Some(format!("100000 workers are not possible; {rest}"));
        assert_eq!(warning(100_000, 256, 2), capped(share));
        assert_eq!(warning(100_000, 256, 512), capped("256 workers will search"));
    }
}
