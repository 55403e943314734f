//! Options: what a GUI shows in the engine's own menu.

use std::str::FromStr;
use std::time::Duration;

use cleave_clock::MoveOverhead;
use cleave_smp::{Algorithm, Backend, MAX_WORKERS};
use cleave_xiangqi::Rules;

use crate::command::{Refusal, Reply};
use crate::session::{Engine, Settings};

/// A row of the menu.
pub(crate) struct EngineOption {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
}

/// What an option takes, where its value is, and what sets it.
pub(crate) enum Kind {
    /// Does something when pressed.
    Button(fn(&mut Engine)),
    /// On or off.
    Check(fn(&Settings) -> bool, fn(&mut Engine, bool) -> Reply),
    /// A number between two.
    Spin([u32; 2], fn(&Settings) -> u32, fn(&mut Engine, u32) -> Reply),
    /// One of some words.
    Choice(
        fn() -> Vec<&'static str>,
        fn(&Settings) -> &'static str,
        fn(&mut Engine, &str) -> Reply,
    ),
}

/// MiB that the largest table has.
const MOST_HASH: u32 = 1 << 16;

/// What a team runs on, by name.
const BACKENDS: [(&str, Backend); 2] = [("fork", Backend::Fork), ("thread", Backend::Thread)];

/// All options.
#[rustfmt::skip]
pub(crate) static OPTIONS: [EngineOption; 9] = [
    EngineOption { name: "Hash", kind: Kind::Spin([1, MOST_HASH], |it| it.hash, set_hash) },
    EngineOption { name: "Clear Hash", kind: Kind::Button(|engine| engine.searcher.new_game()) },
    EngineOption { name: "Threads", kind: Kind::Spin([1, MAX_WORKERS as u32], |it| it.threads, |engine, threads| {
        let backend = engine.session.settings.backend;
        set_workers(engine, threads, backend)
    }) },
    EngineOption { name: "Backend", kind: Kind::Choice(|| BACKENDS.map(|it| it.0).to_vec(), |it| name_of(&BACKENDS, &it.backend), |engine, name| {
        let threads = engine.session.settings.threads;
        set_workers(engine, threads, of_name(&BACKENDS, name))
    }) },
    EngineOption { name: "Algorithm", kind: Kind::Choice(|| Algorithm::ALL.map(Algorithm::name).to_vec(), |it| it.algorithm.name(), |engine, name| {
        let algorithm = Algorithm::from_str(name)?;
        engine.searcher.set_algorithm(algorithm);
        engine.session.settings.algorithm = algorithm;
        Ok(())
    }) },
    EngineOption { name: "Ponder", kind: Kind::Check(|it| it.ponder, |engine, on| {
        engine.session.settings.ponder = on;
        Ok(())
    }) },
    EngineOption { name: "MultiPV", kind: Kind::Spin([1, 120], |it| it.lines, |engine, lines| {
        engine.session.settings.lines = lines;
        Ok(())
    }) },
    EngineOption { name: "Repetition Rule", kind: Kind::Choice(|| Rules::ALL.map(|it| it.0).to_vec(), |it| name_of(&Rules::ALL, &it.rules), |engine, name| {
        engine.session.settings.rules = of_name(&Rules::ALL, name);
        Ok(())
    }) },
    EngineOption { name: "Move Overhead", kind: Kind::Spin([0, 10_000], |it| it.overhead.0.as_millis() as u32, |engine, millis| {
        engine.session.settings.overhead = MoveOverhead(Duration::from_millis(millis.into()));
        Ok(())
    }) },
];

fn name_of<T: PartialEq>(rows: &[(&'static str, T)], value: &T) -> &'static str {
    rows.iter().find(|row| row.1 == *value).map_or("", |row| row.0)
}

/// The name is one of the rows.
fn of_name<T: Copy>(rows: &[(&str, T)], name: &str) -> T {
    rows.iter().find(|row| row.0 == name).map_or(rows[0].1, |row| row.1)
}

fn set_hash(engine: &mut Engine, mib: u32) -> Reply {
    engine.searcher.set_table(mib as usize)?;
    engine.session.settings.hash = mib;
    Ok(())
}

fn set_workers(engine: &mut Engine, threads: u32, backend: Backend) -> Reply {
    engine.searcher.set_workers(threads as usize, backend)?;
    let settings = &mut engine.session.settings;
    (settings.threads, settings.backend) = (threads, backend);
    Ok(())
}

/// Sets the option of this name, in which blanks, hyphens, underscores and case do not count.
pub(crate) fn set(engine: &mut Engine, name: &str, value: &str) -> Reply {
    let letters = |name: &str| {
        let letters = name.chars().filter(|c| !matches!(c, ' ' | '-' | '_'));
        letters.map(|c| c.to_ascii_lowercase()).collect::<String>()
    };
    let option = OPTIONS.iter().find(|option| letters(option.name) == letters(name));
    let option = option.ok_or_else(|| Refusal::from(format!("there is no option '{name}'")))?;
    option.set(engine, value.trim())
}

/// For a person: `Hash = 16 (1 to 65536)`.
pub(crate) fn described(option: &EngineOption, settings: &Settings) -> String {
    let name = option.name;
    match option.kind {
        Kind::Button(_) => format!("{name} (a button)"),
        Kind::Check(get, _) => format!("{name} = {}", get(settings)),
        Kind::Spin([least, most], get, _) => {
            format!("{name} = {} ({least} to {most})", get(settings))
        }
        Kind::Choice(words, get, _) => {
            format!("{name} = {} ({})", get(settings), words().join(", "))
        }
    }
}

impl EngineOption {
    fn set(&self, engine: &mut Engine, value: &str) -> Reply {
        let name = self.name;
        match self.kind {
            Kind::Button(press) => press(engine),
            Kind::Check(_, set) => set(engine, on_or_off(name, value)?)?,
            Kind::Spin([least, most], _, set) => {
                let number = value.parse().ok().filter(|number| (least..=most).contains(number));
                let refusal = || format!("{name} takes a number from {least} to {most}");
                set(engine, number.ok_or_else(refusal)?)?;
            }
            Kind::Choice(words, _, set) => {
                let found = words().into_iter().find(|word| word.eq_ignore_ascii_case(value));
                let refusal = || format!("{name} takes one of: {}", words().join(", "));
                set(engine, found.ok_or_else(refusal)?)?;
            }
        }
        Ok(())
    }
}

fn on_or_off(name: &str, value: &str) -> Result<bool, Refusal> {
    match value.to_ascii_lowercase().as_str() {
        "0" | "false" | "off" => Ok(false),
        "1" | "true" | "on" => Ok(true),
        _ => Err(format!("{name} takes true or false").into()),
    }
}
