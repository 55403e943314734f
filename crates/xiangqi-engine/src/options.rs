//! Options: what a GUI shows in the engine's own menu.

use std::time::Duration;

use cleave_clock::MoveOverhead;
use cleave_conversation::option::{
    OptionState, OptionValue, choice, is_same_name, on_or_off, within,
};
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
    Spin((i32, i32), fn(&Settings) -> i32, fn(&mut Engine, i32) -> Reply),
    /// One of some words, by its place.
    Choice(&'static [&'static str], fn(&Settings) -> usize, fn(&mut Engine, usize) -> Reply),
}

/// MiB that the largest table has.
const MOST_HASH: i32 = 1 << 16;

/// What a team runs on, in the order of the words.
const BACKENDS: [Backend; 2] = [Backend::Fork, Backend::Thread];

/// All options.
#[rustfmt::skip]
pub(crate) static OPTIONS: [EngineOption; 9] = [
    EngineOption { name: "Hash", kind: Kind::Spin((1, MOST_HASH), |it| it.hash, set_hash) },
    EngineOption { name: "Clear Hash", kind: Kind::Button(|engine| engine.searcher.new_game()) },
    EngineOption { name: "Threads", kind: Kind::Spin((1, MAX_WORKERS as i32), |it| it.threads, |engine, threads| {
        let backend = engine.session.settings.backend;
        set_workers(engine, threads, backend)
    }) },
    EngineOption { name: "Backend", kind: Kind::Choice(&["fork", "thread"], |it| it.backend as usize, |engine, choice| {
        let threads = engine.session.settings.threads;
        set_workers(engine, threads, BACKENDS[choice])
    }) },
    EngineOption { name: "Algorithm", kind: Kind::Choice(&Algorithm::NAMES, |it| it.algorithm.index(), |engine, choice| {
        let algorithm = Algorithm::ALL[choice];
        engine.searcher.set_algorithm(algorithm);
        engine.session.settings.algorithm = algorithm;
        Ok(())
    }) },
    EngineOption { name: "Ponder", kind: Kind::Check(|it| it.ponder, |engine, on| {
        engine.session.settings.ponder = on;
        Ok(())
    }) },
    EngineOption { name: "MultiPV", kind: Kind::Spin((1, 120), |it| it.lines, |engine, lines| {
        engine.session.settings.lines = lines;
        Ok(())
    }) },
    EngineOption { name: "Repetition Rule", kind: Kind::Choice(&Rules::NAMES, |it| it.rules as usize, |engine, choice| {
        engine.session.settings.rules = Rules::ALL[choice];
        Ok(())
    }) },
    EngineOption { name: "Move Overhead", kind: Kind::Spin((0, 10_000), |it| it.overhead.0.as_millis() as i32, |engine, millis| {
        engine.session.settings.overhead = MoveOverhead(Duration::from_millis(millis as u64));
        Ok(())
    }) },
];

fn set_hash(engine: &mut Engine, mib: i32) -> Reply {
    engine.searcher.set_table(mib as usize)?;
    engine.session.settings.hash = mib;
    Ok(())
}

fn set_workers(engine: &mut Engine, threads: i32, backend: Backend) -> Reply {
    engine.searcher.set_workers(threads as usize, backend)?;
    let settings = &mut engine.session.settings;
    (settings.threads, settings.backend) = (threads, backend);
    Ok(())
}

/// All options with their values.
pub(crate) fn states(settings: &Settings) -> impl Iterator<Item = OptionState> {
    OPTIONS.iter().map(|option| {
        let value = match option.kind {
            Kind::Button(_) => OptionValue::Button,
            Kind::Check(get, _) => OptionValue::Check(get(settings)),
            Kind::Spin(bounds, get, _) => OptionValue::Spin(get(settings), bounds),
            Kind::Choice(words, get, _) => OptionValue::Choice(get(settings), words),
        };
        OptionState { name: option.name, value }
    })
}

/// Sets the option of this name, in which blanks, hyphens, underscores and case do not count.
pub(crate) fn set(engine: &mut Engine, name: &str, value: &str) -> Reply {
    let option = OPTIONS.iter().find(|option| is_same_name(option.name, name));
    let option = option.ok_or_else(|| Refusal::from(format!("there is no option '{name}'")))?;
    let (name, value) = (option.name, value.trim());
    match option.kind {
        Kind::Button(press) => press(engine),
        Kind::Check(_, set) => set(engine, on_or_off(name, value)?)?,
        Kind::Spin(bounds, _, set) => set(engine, within(name, value, bounds)?)?,
        Kind::Choice(words, _, set) => set(engine, choice(name, value, words)?)?,
    }
    Ok(())
}
