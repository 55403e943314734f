//! The endgame tables, and the positions for which they are used.

use cleave_search::settings::ProbeLimits;

/// The endgame tables, and the positions for which they are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablebaseSettings {
    /// The directories of the tables, separated as in `PATH`; empty for no tables (`SyzygyPath`).
    pub path: String,
    /// The most pieces, kings included; 0 for none at all.
    pub pieces: u32,
    /// The value of `pieces` before the tables were turned off (`egtb off`), for turning them on again.
    pub pieces_when_on: Option<u32>,
    /// The least depth for positions with exactly that many pieces.
    pub depth: u32,
    /// The fifty-move rule is in force.
    pub fifty_moves: bool,
}

impl TablebaseSettings {
    /// Returns the limits for the search.
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
