//! Options about a game: play, display and records.

use super::option::{EngineOption, Kind, Setter};
use super::standard::MAX_HASH;
use crate::commands::crafty::Crafty::Has;
use crate::game::display::Pieces;
use crate::options::personality;

/// Options about a game.
#[rustfmt::skip]
pub(super) const OPTIONS: &[EngineOption] = &[
    check!("Swindle", policy.swindle).personal().command(&["swindle"], "[on | off]",
        "In an ending that is drawn or lost by the tables, make only moves after which the opponent can err. Never agree to a draw, and never resign.")
        .crafty(&[Has("`swindle on|off`", "`swindle on`", "")]),
    EngineOption::new(personality::OPTION, Kind::File {
        get: |settings| &settings.personality,
        set: |engine, name| Ok(personality::load(engine, name).map_err(Box::new)?),
    }),
    check!("Adaptive Hash", adaptive_hash.is_on),
    spin!("Adaptive Hash Least", (1, MAX_HASH), adaptive_hash.least),
    spin!("Adaptive Hash Most", (1, MAX_HASH), adaptive_hash.most),
    check!("Game Log", game_log.is_on),
    EngineOption::new("Log Folder", Kind::File {
        get: |settings| &settings.game_log.folder,
        set: |engine, folder| {
            engine.session.settings.game_log.folder = folder.to_owned();
            Ok(())
        },
    }),
    EngineOption::new("Unicode Board", Kind::Check {
        get: |settings| settings.shown.pieces == Pieces::Figurines,
        set: Setter::OfSettings(|settings, on| {
            settings.shown.pieces = if on { Pieces::Figurines } else { Pieces::Letters };
        }),
    }),
];
