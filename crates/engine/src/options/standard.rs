//! Options under the names by which UCI clients know them.

use std::path::Path;
use std::time::Duration;

use cleave_search::settings::MoveOverhead;
use cleave_search::team::MAX_WORKERS;

use super::error::OptionError;
use super::option::{self, EngineOption, Kind, Setter};
use crate::commands::crafty::Crafty::Has;
use crate::engine::Engine;
use crate::session::Session;
use crate::settings::{RATINGS, SKILLS};

/// The largest table, in MiB. The system's own limit is lower.
pub(super) const MAX_HASH: i32 = 1 << 25;

/// The longest overhead of a move, in milliseconds.
const MAX_OVERHEAD: i32 = 5000;

/// Options under the names by which UCI clients know them.
#[rustfmt::skip]
pub(super) const OPTIONS: &[EngineOption] = &[
    EngineOption::new("Hash", Kind::Spin {
        bounds: (1, MAX_HASH),
        get: |engine| option::shown(engine.table_mib),
        set: Setter::OfEngine(|engine, mib| Ok(engine.set_table_size(option::kept(mib))?)),
    }).shared(),
    EngineOption::new("Threads", Kind::Spin {
        bounds: (1, MAX_WORKERS as i32),
        get: |engine| option::shown(engine.session.settings.team.cores),
        set: Setter::OfEngine(|engine, cores| {
            let backend = engine.session.settings.team.backend;
            Ok(engine.set_workers(option::kept(cores), backend)?)
        }),
    }).shared(),
    EngineOption::new("NumaPolicy", Kind::NumaPolicy),
    check!("Ponder", search.ponder),
    EngineOption::new("Move Overhead", Kind::Spin {
        bounds: (0, MAX_OVERHEAD),
        get: |engine| option::shown(engine.session.settings.search.overhead.0.as_millis()),
        set: Setter::OfSettings(|settings, millis| {
            settings.search.overhead =
                MoveOverhead(Duration::from_millis(option::kept(millis)));
        }),
    }),
    check!("UCI_Chess960", chess960),
    check!("UCI_ShowWDL", shown.chances),
    check!("UCI_LimitStrength", strength.is_limited).personal(),
    spin!("UCI_Elo", (*RATINGS.start() as i32, *RATINGS.end() as i32), strength.rating).personal(),
    spin!("Skill", (*SKILLS.start() as i32, *SKILLS.end() as i32), strength.skill)
        .personal()
        .command(&["skill"], "[LEVEL]", "Set the level of skill, from 1 to 100; 100 is full strength.")
        .crafty(&[Has("`skill n`", "`skill 40`", "at any time; book/src/how-strong.md has the ratings of the levels")]),
    EngineOption::new("Debug Log File", Kind::File { get: |settings| &settings.debug_log, set: open_debug_log }),
    check!("Expert Options", shown.expert_options),
];

/// Copies the conversation to this file from now on; without a path, to none.
fn open_debug_log(engine: &mut Engine, path: &str) -> Result<(), OptionError> {
    let Session { client, settings, .. } = &mut engine.session;
    // The log being written locks the file.
    if settings.debug_log != path {
        let file = (!path.is_empty()).then(|| Path::new(path));
        client.set_debug_log(file).map_err(|error| OptionError::DebugLog(path.into(), error))?;
        settings.debug_log = path.to_owned();
    }
    Ok(())
}
