//! Which endgame tables are used, and for which positions.

use cleave_search::settings::ProbeLimits;

/// Which endgame tables are used, and for which positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablebaseSettings {
    /// The directories of the tables, separated as in `PATH`; empty for no tables (`SyzygyPath`).
    pub path: String,
    /// The most pieces, kings included; 0 for none at all.
    pub pieces: u32,
    /// What `pieces` was when the tables were turned off (`egtb off`), for when they are turned on again.
    pub pieces_when_on: Option<u32>,
    /// The depth from which positions with that many pieces are looked up.
    pub depth: u32,
    /// Whether the fifty-move rule is in force.
    pub fifty_moves: bool,
}

impl TablebaseSettings {
    /// As the search takes them.
    pub fn limits(&self) -> ProbeLimits {
        let TablebaseSettings { pieces, depth, fifty_moves, .. } = *self;
        ProbeLimits { pieces, depth, fifty_moves }
    }
}

impl Default for TablebaseSettings {
    fn default() -> TablebaseSettings {
        TablebaseSettings {
            path: String::new(),
            pieces: 7,
            pieces_when_on: None,
            depth: 1,
            fifty_moves: true,
        }
    }
}
