//! Options: what a GUI shows in the engine's own menu.

/// An option that is a number among the settings.
macro_rules! spin {
    ($name:literal, $bounds:expr, $($field:ident).+) => {
        EngineOption {
            name: $name,
            kind: Kind::Spin {
                bounds: $bounds,
                get: |settings| $crate::options::shown(settings.$($field).+),
                set: |settings, value| settings.$($field).+ = $crate::options::kept(value),
            },
        }
    };
}

/// An option that is on or off among the settings.
macro_rules! check {
    ($name:literal, $($field:ident).+) => {
        EngineOption {
            name: $name,
            kind: Kind::Check {
                get: |settings| settings.$($field).+,
                set: |settings, on| settings.$($field).+ = on,
            },
        }
    };
}

pub mod configuration;
mod game;
pub mod game_log;
mod opponent;
pub mod personality;
pub mod shared;
pub mod split;
mod standard;
pub mod tablebase;

use cleave_search::{Algorithm, Backend};

use crate::book::OpeningBook;
use crate::client::option_state::{OptionState, OptionValue};
use crate::engine::Engine;
use crate::settings::Settings;

/// What GUIs send, and are sent, for no file.
pub(crate) const EMPTY: &str = "<empty>";

/// An option: a row of the menu.
pub struct EngineOption {
    /// Its name.
    pub name: &'static str,
    /// What it takes, and what it does.
    pub kind: Kind,
}

/// The kinds of options, and where their values are kept.
pub enum Kind {
    /// Does something when pressed.
    Button(fn(&mut Engine)),
    /// On or off.
    Check {
        /// Reads it.
        get: fn(&Settings) -> bool,
        /// Changes it.
        set: fn(&mut Settings, bool),
    },
    /// On or off, with consequences beyond the settings.
    Switch {
        /// Reads it.
        get: fn(&Settings) -> bool,
        /// Changes it.
        set: fn(&mut Engine, bool),
    },
    /// A number.
    Spin {
        /// The smallest and the largest value.
        bounds: (i32, i32),
        /// Reads it.
        get: fn(&Settings) -> i32,
        /// Changes it, to a number within the bounds.
        set: fn(&mut Settings, i32),
    },
    /// A number that the program must provide for, and may not be able to.
    Resource {
        /// The smallest and the largest value.
        bounds: (i32, i32),
        /// Reads it.
        get: fn(&Engine) -> i32,
        /// Changes it, to a number within the bounds.
        set: fn(&mut Engine, i32) -> Result<(), String>,
    },
    /// One of several words.
    Choice {
        /// The words.
        words: &'static [&'static str],
        /// Reads it, as an index.
        get: fn(&Settings) -> usize,
        /// Changes it.
        set: fn(&mut Engine, usize) -> Result<(), String>,
    },
    /// The name of a file, or of several, or nothing.
    File {
        /// Reads it; empty for nothing.
        get: fn(&Settings) -> &str,
        /// Changes it; empty for nothing.
        set: fn(&mut Engine, &str) -> Result<(), String>,
    },
}

/// A number among the settings as an option shows it.
fn shown(number: impl TryInto<i32>) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}

/// The value of an option as the settings keep it.
fn kept<T: TryFrom<i32>>(value: i32) -> T {
    value.try_into().ok().expect("the bounds of an option fit its setting")
}

/// All options.
pub fn all() -> impl Iterator<Item = &'static EngineOption> {
    for_everyone().chain(for_experts())
}

/// The options that GUIs are told of, with their values: not those for experts, unless that is what
/// the user wants.
pub fn listed(engine: &Engine) -> Vec<OptionState> {
    let experts = for_experts().filter(|_| engine.session.settings.shown.expert_options);
    for_everyone().chain(experts).map(|option| option.state(engine)).collect()
}

/// The options that are not for experts.
pub(crate) fn for_everyone() -> impl Iterator<Item = &'static EngineOption> {
    let engine = standard::OPTIONS.iter().chain(OPTIONS).chain(tablebase::OPTIONS);
    engine.chain(game::OPTIONS).chain(opponent::OPTIONS)
}

/// The options that are for experts.
fn for_experts() -> impl Iterator<Item = &'static EngineOption> {
    split::OPTIONS.iter().chain(EXPERT_OPTIONS)
}

const OPTIONS: &[EngineOption] = &[
    EngineOption { name: "Clear Hash", kind: Kind::Button(Engine::new_game) },
    spin!("MultiPV", (1, 64), search.multi_pv),
    spin!("Contempt", (-200, 200), manners.contempt),
    check!("Offer Draws", manners.offer_draws),
    spin!("Resign Threshold", (0, 10_000), manners.resign_threshold),
    // A file that is named is played by; what is set later counts.
    EngineOption {
        name: "Book File",
        kind: Kind::File { get: |settings| &settings.book.file, set: load_book },
    },
    check!("OwnBook", book.is_on),
    check!("Best Book Move", book.choice.best),
    spin!("Book Width", (1, 256), book.choice.width),
    check!("Book Learning", book.learns),
    EngineOption {
        name: "Backend",
        kind: Kind::Choice {
            words: &["fork", "thread"],
            get: |settings| usize::from(settings.team.backend == Backend::Thread),
            set: |engine, choice| {
                let cores = engine.session.settings.team.cores;
                engine.set_workers(cores, [Backend::Fork, Backend::Thread][choice])
            },
        },
    },
    EngineOption {
        name: "Algorithm",
        kind: Kind::Choice {
            words: &Algorithm::NAMES,
            get: |settings| settings.team.algorithm.index(),
            set: |engine, choice| {
                let algorithm = Algorithm::ALL[choice];
                engine.searcher.set_algorithm(algorithm);
                engine.session.settings.team.algorithm = algorithm;
                Ok(())
            },
        },
    },
];

/// The options for experts, but for those about splitting.
const EXPERT_OPTIONS: &[EngineOption] = &[EngineOption {
    name: "Oversubscribe",
    kind: Kind::Switch {
        get: |settings| settings.team.oversubscribe,
        set: Engine::set_oversubscribe,
    },
}];

impl EngineOption {
    /// The option and its value, for a protocol to show.
    pub fn state(&self, engine: &Engine) -> OptionState {
        let settings = &engine.session.settings;
        let value = match &self.kind {
            Kind::Button(_) => OptionValue::Button,
            Kind::Check { get, .. } | Kind::Switch { get, .. } => OptionValue::Check(get(settings)),
            Kind::Spin { bounds, get, .. } => OptionValue::Spin(get(settings), *bounds),
            Kind::Resource { bounds, get, .. } => OptionValue::Spin(get(engine), *bounds),
            Kind::Choice { words, get, .. } => OptionValue::Choice(get(settings), words),
            Kind::File { get, .. } => OptionValue::File(get(settings).to_owned()),
        };
        OptionState { name: self.name, value }
    }

    /// Presses a button, or sets a value.
    fn apply(&self, engine: &mut Engine, value: &str) -> Result<(), String> {
        match &self.kind {
            Kind::Button(press) => press(engine),
            Kind::Switch { set, .. } => set(engine, self.check(value)?),
            Kind::Resource { bounds, set, .. } => set(engine, self.number(value, *bounds)?)?,
            Kind::Choice { words, set, .. } => {
                let choice = words.iter().position(|word| word.eq_ignore_ascii_case(value));
                let expected = || format!("{} is one of: {}", self.name, words.join(", "));
                set(engine, choice.ok_or_else(expected)?)?;
            }
            Kind::File { set, .. } => set(engine, if value == EMPTY { "" } else { value })?,
            _ => self.change(&mut engine.session.settings, value)?,
        }
        Ok(())
    }

    /// Sets a value that is kept in the settings.
    fn change(&self, settings: &mut Settings, value: &str) -> Result<(), String> {
        match &self.kind {
            Kind::Check { set, .. } => set(settings, self.check(value)?),
            Kind::Spin { bounds, set, .. } => set(settings, self.number(value, *bounds)?),
            Kind::Button(_)
            | Kind::Switch { .. }
            | Kind::Resource { .. }
            | Kind::Choice { .. }
            | Kind::File { .. } => {
                return Err(format!("{} is not kept in the settings", self.name));
            }
        }
        Ok(())
    }

    fn check(&self, value: &str) -> Result<bool, String> {
        match value.to_ascii_lowercase().as_str() {
            "0" | "false" | "off" => Ok(false),
            "1" | "true" | "on" => Ok(true),
            _ => Err(format!("{} is 0 or 1, false or true", self.name)),
        }
    }

    fn number(&self, value: &str, (least, most): (i32, i32)) -> Result<i32, String> {
        let number = value.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("{} is a number from {least} to {most}", self.name))
    }
}

/// The option of this name. Blanks, hyphens, underscores and case do not count: `Move Overhead`,
/// `MoveOverhead` and `move-overhead` are the same.
///
/// # Errors
/// There is none.
pub fn find(name: &str) -> Result<&'static EngineOption, String> {
    all()
        .find(|option| is_same_name(option.name, name))
        .ok_or_else(|| format!("no option '{name}'"))
}

/// True if these name the same option: see [`find`].
pub fn is_same_name(one: &str, other: &str) -> bool {
    let letters = |name: &str| {
        let letters = name.chars().filter(|c| !matches!(c, ' ' | '-' | '_'));
        letters.map(|c| c.to_ascii_lowercase()).collect::<String>()
    };
    letters(one) == letters(other)
}

/// Sets an option, or presses a button. `value` is empty for a button.
///
/// # Errors
/// There is no such option, or it cannot have this value.
pub fn set(engine: &mut Engine, name: &str, value: &str) -> Result<(), String> {
    find(name.trim())?.apply(engine, value.trim())
}

/// Loads the book in this file and plays by it; without a path, goes back to the built-in book.
fn load_book(engine: &mut Engine, path: &str) -> Result<(), String> {
    engine.session.book = if path.is_empty() {
        OpeningBook::built_in()
    } else {
        OpeningBook::open(path.as_ref()).map_err(|error| error.to_string())?
    };
    let settings = &mut engine.session.settings;
    settings.book.is_on = !path.is_empty();
    settings.book.file = path.to_owned();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_found_by_its_name_without_blanks() {
        for option in all() {
            let found = find(&option.name.replace(' ', "").to_lowercase()).unwrap();
            assert_eq!(found.name, option.name, "no two names differ by blanks or case alone");
        }
        assert!(find("move_overhead").is_ok() && find("Own Book").is_ok());
        assert_eq!(find("Hashes").err(), Some("no option 'Hashes'".into()));
    }
}
