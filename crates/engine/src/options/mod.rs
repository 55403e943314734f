//! Options: what a GUI shows in a menu of the engine's own.

pub mod split;

use cleave_search::{Backend, SplitParams};

use crate::book::Book;
use crate::engine::Engine;
use crate::settings::Settings;

/// A row of the menu.
pub struct EngineOption {
    /// What it is called.
    pub name: &'static str,
    /// What it takes, and what it does.
    pub kind: Kind,
}

/// The kinds of options, as the protocol has them, and where they are kept.
pub enum Kind {
    /// Does something when pressed.
    Button(fn(&mut Engine)),
    /// On or off.
    Check {
        /// Its value.
        get: fn(&Settings) -> bool,
        /// Changes it.
        set: fn(&mut Settings, bool),
    },
    /// A number.
    Spin {
        /// The least and the most.
        bounds: (i32, i32),
        /// Its value.
        get: fn(&Settings) -> i32,
        /// Changes it, to a number within the bounds.
        set: fn(&mut Settings, i32),
    },
    /// A number that says where and when to split.
    Split {
        /// The least and the most.
        bounds: (i32, i32),
        /// Its value.
        get: fn(&SplitParams) -> i32,
        /// Changes it, to a number within the bounds.
        set: fn(&mut SplitParams, i32),
    },
    /// One of several words.
    Choice {
        /// The words.
        words: &'static [&'static str],
        /// Its value, by index.
        get: fn(&Settings) -> usize,
        /// Changes it.
        set: fn(&mut Engine, usize) -> Result<(), String>,
    },
    /// The name of a file, or nothing.
    File(fn(&mut Engine, &str) -> Result<(), String>),
}

/// All options.
pub fn all() -> impl Iterator<Item = &'static EngineOption> {
    OPTIONS.iter().chain(split::OPTIONS)
}

const OPTIONS: &[EngineOption] = &[
    EngineOption { name: "Clear Hash", kind: Kind::Button(|engine| engine.searcher.new_game()) },
    EngineOption {
        name: "MultiPV",
        kind: Kind::Spin {
            bounds: (1, 64),
            get: |settings| settings.multi_pv as i32,
            set: |settings, lines| settings.multi_pv = lines as usize,
        },
    },
    EngineOption {
        name: "Contempt",
        kind: Kind::Spin {
            bounds: (-200, 200),
            get: |settings| settings.contempt,
            set: |settings, centipawns| settings.contempt = centipawns,
        },
    },
    EngineOption {
        name: "Offer Draws",
        kind: Kind::Check {
            get: |settings| settings.offer_draws,
            set: |settings, on| settings.offer_draws = on,
        },
    },
    EngineOption {
        name: "Resign Threshold",
        kind: Kind::Spin {
            bounds: (0, 10_000),
            get: |settings| settings.resign_threshold,
            set: |settings, centipawns| settings.resign_threshold = centipawns,
        },
    },
    EngineOption {
        name: "Own Book",
        kind: Kind::Check {
            get: |settings| settings.own_book,
            set: |settings, on| settings.own_book = on,
        },
    },
    EngineOption { name: "Book File", kind: Kind::File(load_book) },
    EngineOption {
        name: "Backend",
        kind: Kind::Choice {
            words: &["fork", "thread"],
            get: |settings| usize::from(settings.backend == Backend::Thread),
            set: |engine, choice| {
                let cores = engine.session.settings.cores;
                engine.set_workers(cores, [Backend::Fork, Backend::Thread][choice])
            },
        },
    },
];

impl EngineOption {
    /// The option as a `feature` describes it: `Contempt -spin 0 -200 200`.
    pub fn describe(&self, settings: &Settings) -> String {
        let name = self.name;
        match &self.kind {
            Kind::Button(_) => format!("{name} -button"),
            Kind::Check { get, .. } => format!("{name} -check {}", u8::from(get(settings))),
            Kind::Spin { bounds, get, .. } => spin(name, get(settings), *bounds),
            Kind::Split { bounds, get, .. } => spin(name, get(&settings.split), *bounds),
            Kind::Choice { words, get, .. } => {
                let mark = |(place, word): (usize, &&str)| {
                    let star = if place == get(settings) { "*" } else { "" };
                    format!("{star}{word}")
                };
                let words: Vec<String> = words.iter().enumerate().map(mark).collect();
                format!("{name} -combo {}", words.join(" /// "))
            }
            Kind::File(_) => format!("{name} -file "),
        }
    }

    /// Does what it is for, or changes what it names.
    fn apply(&self, engine: &mut Engine, value: &str) -> Result<(), String> {
        match &self.kind {
            Kind::Button(press) => press(engine),
            Kind::Choice { words, set, .. } => {
                let choice = words.iter().position(|word| word.eq_ignore_ascii_case(value));
                let wanted = || format!("{} is one of: {}", self.name, words.join(", "));
                set(engine, choice.ok_or_else(wanted)?)?;
            }
            Kind::File(load) => load(engine, value)?,
            _ => self.change(&mut engine.session.settings, value)?,
        }
        Ok(())
    }

    /// Changes one that is no more than a value among the settings.
    fn change(&self, settings: &mut Settings, value: &str) -> Result<(), String> {
        match &self.kind {
            Kind::Check { set, .. } => set(settings, self.check(value)?),
            Kind::Spin { bounds, set, .. } => set(settings, self.number(value, *bounds)?),
            Kind::Split { bounds, set, .. } => {
                set(&mut settings.split, self.number(value, *bounds)?);
            }
            Kind::Button(_) | Kind::Choice { .. } | Kind::File(_) => {
                return Err(format!("{} takes an engine, not only its settings", self.name));
            }
        }
        Ok(())
    }

    fn check(&self, value: &str) -> Result<bool, String> {
        match value {
            "0" => Ok(false),
            "1" => Ok(true),
            _ => Err(format!("{} is 0 or 1", self.name)),
        }
    }

    fn number(&self, value: &str, (least, most): (i32, i32)) -> Result<i32, String> {
        let number = value.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("{} is a number from {least} to {most}", self.name))
    }
}

fn spin(name: &str, value: i32, (least, most): (i32, i32)) -> String {
    format!("{name} -spin {value} {least} {most}")
}

/// The option of this name.
///
/// # Errors
/// There is none.
pub fn find(name: &str) -> Result<&'static EngineOption, String> {
    all()
        .find(|option| option.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| format!("no option '{name}'"))
}

/// Obeys `option NAME` or `option NAME=VALUE`.
///
/// # Errors
/// There is no such option, or it cannot have this value.
pub fn set(engine: &mut Engine, text: &str) -> Result<(), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    find(name.trim())?.apply(engine, value.trim())
}

/// Plays by the book in this file; by the engine's own if there is none.
fn load_book(engine: &mut Engine, path: &str) -> Result<(), String> {
    engine.session.book = if path.is_empty() {
        Book::own()
    } else {
        Book::from_file(path.as_ref()).map_err(|error| error.to_string())?
    };
    engine.session.settings.own_book = !path.is_empty();
    Ok(())
}
