//! Decides which positions are looked up in the endgame tables, and by which rules.

use cleave_shared_memory::Plain;

/// Limits on probes of the endgame tables, and the rules that apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub struct ProbeLimits {
    /// The most pieces, kings included; 0 for none at all.
    pub pieces: u32,
    /// The least depth for positions with this many pieces. Positions with fewer pieces are looked up at any depth.
    pub depth: u32,
    /// The fifty-move rule is in force.
    pub fifty_moves: bool,
}

impl ProbeLimits {
    /// No position is looked up.
    pub const NEVER: ProbeLimits = ProbeLimits { pieces: 0, depth: 0, fifty_moves: true };

    /// All positions are looked up for which tables may exist.
    pub const ALWAYS: ProbeLimits = ProbeLimits { pieces: 7, ..ProbeLimits::NEVER };
}

impl Default for ProbeLimits {
    fn default() -> ProbeLimits {
        ProbeLimits::ALWAYS
    }
}
