//! Options: the entries of a GUI's menu for the engine, and of the configuration.
//!
//! The kind of an [`option`] reads a value before anything changes. A wrong value is an [`error`]. These files form one
//! circle. The option Personality sets other options from a file that is read as a [`configuration`], and so the table
//! in `game.rs` leads back to all tables.

#[macro_use]
pub mod option;
pub mod configuration;
pub mod error;
mod evaluation;
mod game;
pub mod game_log;
mod general;
mod opponent;
#[cfg(test)]
mod order;
#[cfg(feature = "tunable")]
mod parameters;
pub mod personality;
pub(crate) mod saved_hash;
mod searching;
pub mod shared;
mod split;
mod standard;
pub(crate) mod tablebase;

use cleave_io::option::{OptionState, is_same_name};

use crate::engine::Engine;
use error::OptionError;
use option::{Change, EngineOption};

/// The options about play, display and records of games, and about workers.
pub(crate) const PLAY: &[&[EngineOption]] =
    &[standard::OPTIONS, general::OPTIONS, evaluation::OPTIONS, game::OPTIONS, opponent::OPTIONS];

/// The options about endgame tables.
pub(crate) const TABLES: &[&[EngineOption]] = &[tablebase::OPTIONS];

/// The options about splitting.
pub(crate) const SPLIT: &[&[EngineOption]] = &[split::OPTIONS];

/// Returns all options.
pub fn all() -> impl Iterator<Item = &'static EngineOption> {
    for_everyone().chain(for_experts()).chain(for_tuning())
}

/// Returns the options that GUIs are shown, with their values. Options for experts are included only if the user has
/// chosen that.
pub fn listed(engine: &Engine) -> Vec<OptionState> {
    let experts = for_experts().filter(|_| engine.session.settings.shown.expert_options);
    for_everyone().chain(experts).chain(for_tuning()).map(|option| option.state(engine)).collect()
}

/// Returns the options that are not for experts.
pub(crate) fn for_everyone() -> impl Iterator<Item = &'static EngineOption> {
    let engine = standard::OPTIONS.iter().chain(general::OPTIONS).chain(saved_hash::OPTIONS);
    let engine = engine.chain(tablebase::OPTIONS);
    engine.chain(evaluation::OPTIONS).chain(game::OPTIONS).chain(opponent::OPTIONS)
}

/// Returns the options that are for experts.
fn for_experts() -> impl Iterator<Item = &'static EngineOption> {
    split::OPTIONS.iter().chain(general::EXPERT_OPTIONS)
}

/// Returns the parameters of the search, in a build for tuning.
fn for_tuning() -> impl Iterator<Item = &'static EngineOption> {
    #[cfg(feature = "tunable")]
    let options = parameters::OPTIONS.iter();
    #[cfg(not(feature = "tunable"))]
    let options = std::iter::empty();
    options
}

/// Returns the option with this name. Blanks, hyphens, underscores and case do not count: `Move Overhead`,
/// `MoveOverhead` and `move-overhead` are the same.
///
/// # Errors
/// There is no such option.
pub fn find(name: &str) -> Result<&'static EngineOption, OptionError> {
    all()
        .find(|option| is_same_name(option.name, name))
        .ok_or_else(|| OptionError::Unknown(name.into()))
}

/// Sets an option, or presses a button. `value` is empty for a button.
///
/// # Errors
/// There is no such option, or it cannot have this value.
pub fn set(engine: &mut Engine, name: &str, value: &str) -> Result<(), OptionError> {
    read(name, value)?.make(engine)
}

/// Reads the value of an option. `value` is empty for a button.
///
/// # Errors
/// There is no such option, or it cannot have this value.
pub fn read<'a>(name: &str, value: &'a str) -> Result<Change<'a>, OptionError> {
    find(name.trim())?.read(value.trim())
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
        let error = find("Hashes").err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("no option 'Hashes'"));
    }
}
