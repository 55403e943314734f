//! Commands about lasting settings.

use cleave_search::team::MAX_WORKERS;

use super::arguments::{number, split_unit};
use crate::client::notice::Notice;
use crate::conversation::protocol::Action::Queues;
use crate::conversation::protocol::{Chapter, command};
use crate::engine::Engine;
use crate::options;
use crate::options::error::OptionError;
use crate::refusal::{Refusal, Reply};

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    title: "Settings",
    commands: &[
        command(&["memory"], "MIB", Queues(memory),
            "Use at most this much memory in all; the table gets what the workers leave."),
        command(&["hash"], "[SIZE[K|M|G]]", Queues(hash),
            "Show the size of the table, or give it another: 'hash 512M', 'hash 4G'."),
        command(&["cores", "mt", "smpmt"], "N", Queues(cores),
            "Search with at most this many workers, one on each processor."),
        command(&["skill"], "LEVEL",
            Queues(|engine, text| Ok(options::set(engine, "Skill", text)?)),
            "Play this well, from 1 to 100; 100 is as well as possible."),
        command(&["option"], "[NAME[=VALUE]]", Queues(option),
            "Set an option; without a name, list them."),
    ],
};

fn memory(engine: &mut Engine, text: &str) -> Reply {
    let allowed = number(text, "memory, in MiB,", 1, None)? as usize;
    engine.set_memory(allowed).map_err(OptionError::from)?;
    Ok(())
}

fn hash(engine: &mut Engine, text: &str) -> Reply {
    if !text.is_empty() {
        options::set(engine, "Hash", &mebibytes(text)?.to_string())?;
    }
    engine.session.client.line(format!("The table has {} MiB.", engine.table_mib));
    Ok(())
}

/// A size in bytes, or in larger units, in MiB.
fn mebibytes(text: &str) -> Result<u64, Refusal> {
    let (digits, power) = split_unit(text);
    let number: Option<u64> = digits.trim().parse().ok();
    let bytes = number.and_then(|number| number.checked_mul(1 << power));
    let expected = "expected bytes, or K, M or G of them, at least 1M: 512M, 4G";
    Ok(bytes.map(|bytes| bytes >> 20).filter(|&mib| mib > 0).ok_or(expected)?)
}

fn cores(engine: &mut Engine, text: &str) -> Reply {
    let allowed = number(text, "cores", 1, None)?;
    let backend = engine.session.settings.team.backend;
    // The protocol's number is the most that may be used, not what must be used.
    let workers = allowed.min(MAX_WORKERS as i64);
    engine.set_workers(workers as u32, backend).map_err(OptionError::from)?;
    if allowed > workers {
        let warning = format!("{allowed} workers are not possible; the most is {workers}");
        engine.session.client.say(&Notice::Warning(&warning));
    }
    Ok(())
}

fn option(engine: &mut Engine, text: &str) -> Reply {
    if !text.is_empty() {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        return Ok(options::set(engine, name, value)?);
    }
    for option in options::all() {
        let state = option.state(engine);
        engine.session.client.say(&Notice::Option(&state));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_bytes_without_a_unit() {
        for (text, mib) in [("64M", 64), ("2g", 2048), ("65536K", 64), ("67108864", 64)] {
            assert_eq!(mebibytes(text), Ok(mib), "{text}");
        }
        for text in ["64", "1023K", "", "M", "xM", "-1M", "99999999999999999999", "20000000000G"] {
            assert!(mebibytes(text).is_err(), "{text}");
        }
    }
}
