//! Options under the names by which UCI clients know them.

use std::time::Duration;

use cleave_search::settings::MoveOverhead;
use cleave_search::team::MAX_WORKERS;

use super::option::{self, EngineOption, Kind, Setter};
use crate::settings::{RATINGS, SKILLS};

/// The largest table, in MiB; the system refuses less.
pub(super) const MAX_HASH: i32 = 1 << 25;

/// The longest overhead of a move, in milliseconds.
const MAX_OVERHEAD: i32 = 5000;

/// Options under the names by which UCI clients know them.
pub(super) const OPTIONS: &[EngineOption] = &[
    EngineOption {
        name: "Hash",
        kind: Kind::Spin {
            bounds: (1, MAX_HASH),
            get: |engine| option::shown(engine.table_mib),
            set: Setter::OfEngine(|engine, mib| Ok(engine.set_table_size(option::kept(mib))?)),
        },
    },
    EngineOption {
        name: "Threads",
        kind: Kind::Spin {
            bounds: (1, MAX_WORKERS as i32),
            get: |engine| option::shown(engine.session.settings.team.cores),
            set: Setter::OfEngine(|engine, cores| {
                let backend = engine.session.settings.team.backend;
                Ok(engine.set_workers(option::kept(cores), backend)?)
            }),
        },
    },
    check!("Ponder", search.ponder),
    EngineOption {
        name: "Move Overhead",
        kind: Kind::Spin {
            bounds: (0, MAX_OVERHEAD),
            get: |engine| option::shown(engine.session.settings.search.overhead.0.as_millis()),
            set: Setter::OfSettings(|settings, millis| {
                settings.search.overhead =
                    MoveOverhead(Duration::from_millis(option::kept(millis)));
            }),
        },
    },
    check!("UCI_Chess960", chess960),
    check!("UCI_ShowWDL", shown.chances),
    check!("UCI_LimitStrength", strength.is_limited),
    spin!("UCI_Elo", (*RATINGS.start() as i32, *RATINGS.end() as i32), strength.rating),
    spin!("Skill", (*SKILLS.start() as i32, *SKILLS.end() as i32), strength.skill),
    check!("Expert Options", shown.expert_options),
];
