//! Options: what a GUI shows in the engine's own menu, and what the configuration sets.
//!
//! A value is read by the kind of its [`option`] before anything changes; what it cannot be is an
//! [`error`]. There is one circle among these files: the option Personality sets other options, from a
//! file that is read as a [`configuration`], and so the table in `game.rs` leads back to all tables.

#[macro_use]
pub mod option;
pub mod configuration;
pub mod error;
mod evaluation;
mod game;
pub mod game_log;
mod general;
mod opponent;
#[cfg(feature = "tunable")]
mod parameters;
pub mod personality;
mod searching;
pub mod shared;
mod split;
mod standard;
pub(crate) mod tablebase;

use cleave_io::option::{OptionState, is_same_name};

use crate::engine::Engine;
use error::OptionError;
use option::{Change, EngineOption};

/// The options about how the engine plays, shows and keeps games, and what it runs on.
pub(crate) const PLAY: &[&[EngineOption]] =
    &[standard::OPTIONS, general::OPTIONS, evaluation::OPTIONS, game::OPTIONS, opponent::OPTIONS];

/// The options about endgame tables.
pub(crate) const TABLES: &[&[EngineOption]] = &[tablebase::OPTIONS];

/// The options about splitting.
pub(crate) const SPLIT: &[&[EngineOption]] = &[split::OPTIONS];

/// All options.
pub fn all() -> impl Iterator<Item = &'static EngineOption> {
    for_everyone().chain(for_experts()).chain(for_tuning())
}

/// The options that GUIs are told of, with their values: not those for experts, unless that is what
/// the user wants.
pub fn listed(engine: &Engine) -> Vec<OptionState> {
    let experts = for_experts().filter(|_| engine.session.settings.shown.expert_options);
    for_everyone().chain(experts).chain(for_tuning()).map(|option| option.state(engine)).collect()
}

/// The options that are not for experts.
pub(crate) fn for_everyone() -> impl Iterator<Item = &'static EngineOption> {
    let engine = standard::OPTIONS.iter().chain(general::OPTIONS).chain(tablebase::OPTIONS);
    engine.chain(evaluation::OPTIONS).chain(game::OPTIONS).chain(opponent::OPTIONS)
}

/// The options that are for experts.
fn for_experts() -> impl Iterator<Item = &'static EngineOption> {
    split::OPTIONS.iter().chain(general::EXPERT_OPTIONS)
}

/// The parameters of the search, in a build for tuning.
fn for_tuning() -> impl Iterator<Item = &'static EngineOption> {
    #[cfg(feature = "tunable")]
    let options = parameters::OPTIONS.iter();
    #[cfg(not(feature = "tunable"))]
    let options = std::iter::empty();
    options
}

/// The option of this name. Blanks, hyphens, underscores and case do not count: `Move Overhead`,
/// `MoveOverhead` and `move-overhead` are the same.
///
/// # Errors
/// There is none.
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
