//! An option: its name, its values, and its effect.

use cleave_io::option::{EMPTY, OptionState, OptionValue, choice, on_or_off, within};
#[cfg(feature = "tunable")]
use cleave_search::params::Parameter;
use cleave_search::splitting::{SplitParameter, Values};
use cleave_search::team::NumaPolicy;

use super::error::OptionError;
use crate::client::notice::Notice;
use crate::commands::crafty::Crafty;
use crate::conversation::protocol::{Action, Command, command};
use crate::engine::Engine;
use crate::settings::Settings;

/// Makes an option that is a number among the settings.
macro_rules! spin {
    ($name:literal, $bounds:expr, $($field:ident).+) => {
        EngineOption::new($name, $crate::options::option::Kind::Spin {
            bounds: $bounds,
            get: |engine| $crate::options::option::shown(engine.session.settings.$($field).+),
            set: $crate::options::option::Setter::OfSettings(|settings, value| {
                settings.$($field).+ = $crate::options::option::kept(value);
            }),
        })
    };
}

/// Makes an option that is on or off among the settings.
macro_rules! check {
    ($name:literal, $($field:ident).+) => {
        EngineOption::new($name, $crate::options::option::Kind::Check {
            get: |settings| settings.$($field).+,
            set: $crate::options::option::Setter::OfSettings(|settings, on| {
                settings.$($field).+ = on;
            }),
        })
    };
}

/// An option: a row of the menu, with everything that depends on it.
#[derive(Clone, Copy)]
pub struct EngineOption {
    /// Its name.
    pub name: &'static str,
    /// Its values and its effect.
    pub kind: Kind,
    /// The command that sets it. Without an argument the command shows the value.
    pub command: Option<Command>,
    /// It concerns the engine's play, and so belongs to a personality.
    pub is_personal: bool,
    /// It concerns the search itself, and so all machines of a cluster.
    pub is_shared: bool,
}

/// The kinds of options, and where their values are kept.
#[derive(Clone, Copy)]
pub enum Kind {
    /// Has an effect when pressed.
    Button(fn(&mut Engine) -> Result<(), OptionError>),
    /// On or off.
    Check {
        /// Reads the value.
        get: fn(&Settings) -> bool,
        /// Changes the value.
        set: Setter<bool>,
    },
    /// A number.
    Spin {
        /// The smallest and the largest value.
        bounds: (i32, i32),
        /// Reads the value.
        get: fn(&Engine) -> i32,
        /// Changes the value, to a number within the bounds.
        set: Setter<i32>,
    },
    /// One of several words.
    Choice {
        /// The words.
        words: &'static [&'static str],
        /// Reads the value, as an index.
        get: fn(&Settings) -> usize,
        /// Changes the value.
        set: Setter<usize>,
    },
    /// A parameter of splitting.
    Split(&'static SplitParameter),
    /// A parameter of the search: a number.
    #[cfg(feature = "tunable")]
    Parameter(&'static Parameter),
    /// The name of a file, or of several, or nothing.
    File {
        /// Reads the value; empty for none.
        get: fn(&Settings) -> &str,
        /// Changes the value; empty for none.
        set: fn(&mut Engine, &str) -> Result<(), OptionError>,
    },
    /// When workers are bound, and to which processors.
    NumaPolicy,
}

/// The function that sets an option.
#[derive(Clone, Copy)]
pub enum Setter<T> {
    /// Changes only the settings.
    OfSettings(fn(&mut Settings, T)),
    /// Has consequences beyond the settings, and may fail.
    OfEngine(fn(&mut Engine, T) -> Result<(), OptionError>),
}

/// A change of an option to a value of its kind, within its bounds, that has not been made yet.
pub enum Change<'a> {
    /// Presses a button.
    Press(fn(&mut Engine) -> Result<(), OptionError>),
    /// Switches on or off.
    Check(Setter<bool>, bool),
    /// Sets a number.
    Number(Setter<i32>, i32),
    /// Sets a parameter of splitting.
    Split(&'static SplitParameter, i32),
    /// Sets a parameter of the search.
    #[cfg(feature = "tunable")]
    Parameter(&'static Parameter, i32),
    /// Chooses a word.
    Choice(Setter<usize>, usize),
    /// Uses these files.
    File(fn(&mut Engine, &str) -> Result<(), OptionError>, &'a str),
    /// Binds workers by this policy.
    NumaPolicy(NumaPolicy),
}

/// Converts a number among the settings for an option.
pub(super) fn shown(number: impl TryInto<i32>) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}

/// Converts the value of an option for the settings.
pub(super) fn kept<T: TryFrom<i32>>(value: i32) -> T {
    value.try_into().ok().expect("the bounds of an option fit its setting")
}

impl EngineOption {
    /// Creates an option with this name and kind.
    pub(super) const fn new(name: &'static str, kind: Kind) -> EngineOption {
        EngineOption { name, kind, command: None, is_personal: false, is_shared: false }
    }

    /// Creates an option for a parameter of splitting.
    pub(super) const fn split(row: &'static SplitParameter) -> EngineOption {
        EngineOption::new(row.option, Kind::Split(row))
    }

    /// Adds a command with these names, for people as well.
    pub(super) const fn command(
        self,
        names: &'static [&'static str],
        arguments: &'static str,
        help: &'static str,
    ) -> EngineOption {
        let command = command(names, arguments, Action::Sets(self.name), help);
        EngineOption { command: Some(command), ..self }
    }

    /// Adds the commands of Crafty to which its command corresponds.
    pub(super) const fn crafty(self, crafty: &'static [Crafty]) -> EngineOption {
        match self.command {
            Some(command) => EngineOption { command: Some(command.crafty(crafty)), ..self },
            None => panic!("the option has no command"),
        }
    }

    /// Includes it in a personality.
    pub(super) const fn personal(self) -> EngineOption {
        EngineOption { is_personal: true, ..self }
    }

    /// Shares it with all machines of a cluster.
    pub(super) const fn shared(self) -> EngineOption {
        EngineOption { is_shared: true, ..self }
    }

    /// Returns the option and its value, for a protocol to show.
    pub fn state(&self, engine: &Engine) -> OptionState {
        let settings = &engine.session.settings;
        let value = match self.kind {
            Kind::Button(_) => OptionValue::Button,
            Kind::Check { get, .. } => OptionValue::Check(get(settings)),
            Kind::Spin { bounds, get, .. } => OptionValue::Spin(get(engine), bounds),
            Kind::Split(row) => {
                let value = (row.get)(&settings.team.split);
                match row.values {
                    Values::OffOrOn => OptionValue::Check(value != 0),
                    Values::Within(least, most) => OptionValue::Spin(value, (least, most)),
                }
            }
            #[cfg(feature = "tunable")]
            Kind::Parameter(row) => OptionValue::Spin(row.get(), (row.least, row.most)),
            Kind::Choice { words, get, .. } => OptionValue::Choice(get(settings), words),
            Kind::File { get, .. } => OptionValue::File(get(settings).to_owned()),
            Kind::NumaPolicy => OptionValue::Text(settings.team.numa_policy.to_string()),
        };
        OptionState { name: self.name, value }
    }

    /// Reads a value, which is ignored for a button.
    ///
    /// # Errors
    /// The option cannot have this value.
    pub fn read<'a>(&self, value: &'a str) -> Result<Change<'a>, OptionError> {
        let name = self.name;
        Ok(match self.kind {
            Kind::Button(press) => Change::Press(press),
            Kind::Check { set, .. } => Change::Check(set, on_or_off(name, value)?),
            Kind::Spin { bounds, set, .. } => Change::Number(set, within(name, value, bounds)?),
            Kind::Split(row) => {
                let value = match row.values {
                    Values::OffOrOn => on_or_off(name, value)?.into(),
                    Values::Within(least, most) => within(name, value, (least, most))?,
                };
                Change::Split(row, value)
            }
            #[cfg(feature = "tunable")]
            Kind::Parameter(row) => {
                Change::Parameter(row, within(name, value, (row.least, row.most))?)
            }
            Kind::Choice { words, set, .. } => Change::Choice(set, choice(name, value, words)?),
            Kind::File { set, .. } => Change::File(set, if value == EMPTY { "" } else { value }),
            Kind::NumaPolicy => Change::NumaPolicy(value.parse()?),
        })
    }
}

/// Returns the commands of the options in these tables, `N` of them.
pub(crate) const fn commands<const N: usize>(tables: &[&[EngineOption]]) -> [Command; N] {
    let mut commands = [command(&[], "", Action::Sets(""), ""); N];
    let (mut table, mut count) = (0, 0);
    while table < tables.len() {
        let mut row = 0;
        while row < tables[table].len() {
            if let Some(command) = tables[table][row].command {
                commands[count] = command;
                count += 1;
            }
            row += 1;
        }
        table += 1;
    }
    assert!(count == N);
    commands
}

impl<T> Setter<T> {
    fn set(self, engine: &mut Engine, value: T) -> Result<(), OptionError> {
        match self {
            Setter::OfSettings(set) => set(&mut engine.session.settings, value),
            Setter::OfEngine(set) => set(engine, value)?,
        }
        Ok(())
    }
}

impl Change<'_> {
    /// Makes the change.
    ///
    /// # Errors
    /// A file or memory that the option needs is not available. Nothing has changed.
    pub fn make(self, engine: &mut Engine) -> Result<(), OptionError> {
        match self {
            Change::Press(press) => press(engine)?,
            Change::Check(set, on) => set.set(engine, on)?,
            Change::Number(set, number) => set.set(engine, number)?,
            Change::Split(row, value) => (row.set)(&mut engine.session.settings.team.split, value),
            #[cfg(feature = "tunable")]
            Change::Parameter(row, number) => engine.searcher.set_parameter(row, number),
            Change::Choice(set, choice) => set.set(engine, choice)?,
            Change::File(set, path) => set(engine, path)?,
            Change::NumaPolicy(policy) => {
                let missing = policy.missing();
                engine.set_numa_policy(policy)?;
                if let Some(warning) = missing {
                    engine.session.client.say(&Notice::Warning(warning));
                }
            }
        }
        Ok(())
    }
}
