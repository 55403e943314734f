//! Commands about lasting settings.

use cleave_io::option::OptionValue;
use cleave_search::team::MAX_WORKERS;

use super::arguments::{number, split_unit};
use super::crafty::Crafty::Has;
use crate::client::notice::Notice;
use crate::conversation::protocol::Action::Queues;
use crate::conversation::protocol::{Chapter, command};
use crate::engine::Engine;
use crate::options;
use crate::options::error::OptionError;
use crate::refusal::{Refusal, Reply};

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "settings",
    title: "Settings",
    commands: &[
        command(&["memory"], "[MIB]", Queues(memory),
            "Use at most this much memory in all; the table gets what the workers leave.")
            .crafty(&[Has("`memory n`", "`memory 64`", "")]),
        command(&["hash"], "[SIZE[K|M|G]]", Queues(hash),
            "Show or set the size of the table: 'hash 512M', 'hash 4G'.")
            .crafty(&[Has("`hash n`", "`hash 2M`, `hash`", "bytes, or K, M or G; any number of MiB, not only powers of 2")]),
        command(&["cores", "mt", "smpmt"], "[N]", Queues(cores),
            "Search with at most this many workers, one on each processor.")
            .crafty(&[Has("`smpmt n`, `mt n`, `cores n`", "`mt 1`, `smpmt 1`, `cores 1`", "1 is the sequential program; no more workers are started than there are processors")]),
        command(&["option"], "[NAME[=VALUE]]", Queues(option),
            "Set an option, or show its value; without a name, list them."),
    ],
};

/// Sets an option to this value, or shows it if that is empty.
pub(crate) fn set_or_show(engine: &mut Engine, name: &str, value: &str) -> Reply {
    let option = options::find(name)?;
    if value.is_empty() {
        let state = option.state(engine);
        engine.session.client.say(&Notice::Option(&state));
        return Ok(());
    }
    set_and_confirm(engine, name, value)
}

fn set_and_confirm(engine: &mut Engine, name: &str, value: &str) -> Reply {
    options::set(engine, name, value)?;
    let state = options::find(name.trim())?.state(engine);
    engine.session.client.confirm(state);
    Ok(())
}

fn memory(engine: &mut Engine, text: &str) -> Reply {
    if !engine.session.client.asks(text) {
        let allowed = number(text, "memory, in MiB,", 1, None)? as usize;
        engine.set_memory(allowed).map_err(OptionError::from)?;
    }
    let limit = match engine.session.settings.memory {
        Some(mib) => format!("At most {mib} MiB are used"),
        None => "Memory is not limited".into(),
    };
    engine.session.client.confirm(format!("{limit}; the table has {} MiB.", engine.table_mib));
    Ok(())
}

fn hash(engine: &mut Engine, text: &str) -> Reply {
    if !text.is_empty() {
        options::set(engine, "Hash", &mebibytes(text)?.to_string())?;
    }
    engine.session.client.line(format!("The table has {} MiB.", engine.table_mib));
    Ok(())
}

/// Reads a size in bytes, or in larger units, and returns it in MiB.
fn mebibytes(text: &str) -> Result<u64, Refusal> {
    let (digits, power) = split_unit(text);
    let number: Option<u64> = digits.trim().parse().ok();
    let bytes = number.and_then(|number| number.checked_mul(1 << power));
    let expected = "expected bytes, or K, M or G of them, at least 1M: 512M, 4G";
    Ok(bytes.map(|bytes| bytes >> 20).filter(|&mib| mib > 0).ok_or(expected)?)
}

fn cores(engine: &mut Engine, text: &str) -> Reply {
    if !engine.session.client.asks(text) {
        set_cores(engine, text)?;
    }
    let cores = engine.session.settings.team.cores;
    engine.session.client.confirm(format!("Workers: at most {cores}."));
    Ok(())
}

fn set_cores(engine: &mut Engine, text: &str) -> Reply {
    let allowed = number(text, "cores", 1, None)?;
    let backend = engine.session.settings.team.backend;
    // The protocol's number is the most workers that may be used, not the number that must be used.
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
        return set_option(engine, text);
    }
    for option in options::all() {
        let state = option.state(engine);
        engine.session.client.say(&Notice::Option(&state));
    }
    Ok(())
}

/// Reads `NAME=VALUE`. The name alone presses a button, or shows another option.
fn set_option(engine: &mut Engine, text: &str) -> Reply {
    let Some((name, value)) = text.split_once('=') else {
        if let OptionValue::Button = options::find(text)?.state(engine).value {
            return Ok(options::set(engine, text, "")?);
        }
        return set_or_show(engine, text, "");
    };
    set_and_confirm(engine, name, value)
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
