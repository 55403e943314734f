//! Options of UCI about the opponent, and about the engine's author.

use super::error::OptionError;
use super::option::{EngineOption, Kind};
use crate::engine::Engine;
use crate::settings::Ratings;

/// The description of the engine.
const ABOUT: &str = concat!(
    "Cleave ",
    env!("CARGO_PKG_VERSION"),
    " by ",
    env!("CARGO_PKG_AUTHORS"),
    ", licence MIT: a laboratory of parallel search",
);

/// Options of UCI about the opponent, and about the engine's author.
#[rustfmt::skip]
pub(super) const OPTIONS: &[EngineOption] = &[
    EngineOption::new("UCI_Opponent", Kind::File { get: |settings| &settings.opponent, set: meet }),
    check!("UCI_AnalyseMode", analyse_mode),
    // A GUI shows it, and some send it back.
    EngineOption::new("UCI_EngineAbout", Kind::File { get: |_| ABOUT, set: |_, _| Ok(()) }),
];

/// Reads the rating of an opponent: `GM 2800 human Gary Kasparov`, `none none computer Shredder`.
///
/// # Errors
/// The text has another form. Nothing has changed.
fn meet(engine: &mut Engine, text: &str) -> Result<(), OptionError> {
    let settings = &mut engine.session.settings;
    if text.is_empty() {
        settings.opponent.clear();
        settings.policy.ratings = Ratings::Unknown;
        return Ok(());
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let [_, rating, "human" | "computer", _, ..] = words[..] else {
        return Err(OptionError::BadOpponent);
    };
    let rating = match rating {
        "none" => 0,
        number => number.parse::<u16>().map_err(|_| OptionError::BadOpponent)?.into(),
    };
    settings.policy.ratings = Ratings::OfOpponent(rating);
    settings.opponent = text.to_owned();
    Ok(())
}
