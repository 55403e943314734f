//! Options: the engine's own menu in a GUI.

use cleave_algorithms::Algorithm;
use cleave_io::option::{OptionState, OptionValue, choice, is_same_name, on_or_off, within};
use cleave_smp::{Backend, MAX_WORKERS};
use cleave_xiangqi::Rules;

use crate::command::{Refusal, Reply};
use crate::session::{Engine, Session, Settings};

/// A row of the menu.
pub(crate) struct EngineOption {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
}

/// The kind of an option's values, the place of its value, and the work before it may change.
pub(crate) enum Kind {
    /// Does something when pressed.
    Button(fn(&mut Engine)),
    /// On or off.
    Check(fn(&mut Settings) -> &mut bool),
    /// A number between two.
    Spin((i32, i32), fn(&mut Settings) -> &mut i32, fn(&mut Engine, i32) -> Reply),
    /// One of some words, by its place.
    Choice(&'static [&'static str], fn(&Session) -> usize, fn(&mut Engine, usize) -> Reply),
}

/// The size of the largest table, in MiB.
const MOST_HASH: i32 = 1 << 16;

/// The kinds of workers in a team, in the order of the words.
const BACKENDS: [Backend; 2] = [Backend::Fork, Backend::Thread];

/// All options.
#[rustfmt::skip]
pub(crate) static OPTIONS: [EngineOption; 9] = [
    EngineOption { name: "Hash", kind: Kind::Spin((1, MOST_HASH), |it| &mut it.hash, |engine, mib| Ok(engine.searcher.set_table(mib as usize)?)) },
    EngineOption { name: "Clear Hash", kind: Kind::Button(|engine| engine.searcher.new_game()) },
    EngineOption { name: "Threads", kind: Kind::Spin((1, MAX_WORKERS as i32), |it| &mut it.threads, |engine, threads| {
        Ok(engine.searcher.set_workers(threads as usize, engine.session.settings.backend)?)
    }) },
    EngineOption { name: "Backend", kind: Kind::Choice(&["fork", "thread"], |it| it.settings.backend as usize, |engine, choice| {
        let (settings, wanted) = (&mut engine.session.settings, BACKENDS[choice]);
        engine.searcher.set_workers(settings.threads as usize, wanted)?;
        settings.backend = wanted.here();
        wanted.missing().map_or(Ok(()), |why| Err(why.to_owned().into()))
    }) },
    EngineOption { name: "Algorithm", kind: Kind::Choice(&Algorithm::NAMES, |it| it.settings.algorithm.index(), |engine, choice| {
        engine.session.settings.algorithm = Algorithm::ALL[choice];
        engine.searcher.set_algorithm(Algorithm::ALL[choice]);
        Ok(())
    }) },
    EngineOption { name: "Ponder", kind: Kind::Check(|it| &mut it.ponder) },
    EngineOption { name: "MultiPV", kind: Kind::Spin((1, 256), |it| &mut it.lines, |_, _| Ok(())) },
    EngineOption { name: "Repetition Rule", kind: Kind::Choice(&Rules::NAMES, |it| it.game.rules as usize, |engine, choice| {
        engine.session.game.rules = Rules::ALL[choice];
        Ok(())
    }) },
    EngineOption { name: "Move Overhead", kind: Kind::Spin((0, 10_000), |it| &mut it.overhead_ms, |_, _| Ok(())) },
];

/// Returns all options with their values.
pub(crate) fn states(session: &mut Session) -> Vec<OptionState> {
    let state = |option: &EngineOption| {
        let value = match option.kind {
            Kind::Button(_) => OptionValue::Button,
            Kind::Check(of) => OptionValue::Check(*of(&mut session.settings)),
            Kind::Spin(bounds, of, _) => OptionValue::Spin(*of(&mut session.settings), bounds),
            Kind::Choice(words, get, _) => OptionValue::Choice(get(session), words),
        };
        OptionState { name: option.name, value }
    };
    OPTIONS.iter().map(state).collect()
}

/// Sets the option of this name; blanks, hyphens, underscores and case do not count.
pub(crate) fn set(engine: &mut Engine, name: &str, value: &str) -> Reply {
    let option = OPTIONS.iter().find(|option| is_same_name(option.name, name));
    let option = option.ok_or_else(|| Refusal::from(format!("there is no option '{name}'")))?;
    let (name, value) = (option.name, value.trim());
    match option.kind {
        Kind::Button(press) => press(engine),
        Kind::Check(of) => *of(&mut engine.session.settings) = on_or_off(name, value)?,
        Kind::Spin(bounds, of, prepare) => {
            let number = within(name, value, bounds)?;
            prepare(engine, number)?;
            *of(&mut engine.session.settings) = number;
        }
        Kind::Choice(words, _, set) => set(engine, choice(name, value, words)?)?,
    }
    Ok(())
}
