//! Which positions are looked up in the endgame tables, and by which rules.

use cleave_shared_memory::Plain;

/// Which positions are looked up in the endgame tables, and by which rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub struct ProbeLimits {
    /// The most pieces, kings included; 0 for none at all.
    pub pieces: u32,
    /// The depth from which positions with this many pieces are looked up; those with fewer are at any
    /// depth.
    pub depth: u32,
    /// Whether the fifty-move rule is in force.
    pub fifty_moves: bool,
}

impl ProbeLimits {
    /// Nothing is looked up.
    pub const NEVER: ProbeLimits = ProbeLimits { pieces: 0, depth: 0, fifty_moves: true };

    /// All positions that there may be tables for.
    pub const ALWAYS: ProbeLimits = ProbeLimits { pieces: 7, ..ProbeLimits::NEVER };
}

impl Default for ProbeLimits {
    fn default() -> ProbeLimits {
        ProbeLimits::ALWAYS
    }
}
