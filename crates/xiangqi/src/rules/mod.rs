//! When a game is over: no legal move, repetition, no captures for long, too little material.
//!
//! A side without a legal move has lost, in check or not. The rest depends on what was played before:
//! a [`Step`] for each move is enough to judge it, and small enough to be copied to another worker.
//!
//! [`Rules`] says how a repetition is judged. The rules of the Asian Xiangqi Federation are the
//! default: perpetual check loses, a one-sided perpetual chase loses, anything else draws.
//! [`chase`] defines a chase.

pub(crate) mod chase;
mod repetition;

use cleave_shared_memory::Plain;

use crate::{Color, Kind, Move, Piece, Position};

pub use repetition::repetition;

/// By which rules a repetition is judged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Plain)]
pub enum Rules {
    /// Asian Xiangqi Federation: perpetual check loses, a one-sided perpetual chase loses. 60 moves of
    /// each side without a capture draw; checks beyond ten of a side do not count.
    #[default]
    Axf,
    /// As programs play it: as `Axf`, but a threat that lasts is no chase of the move after it, even
    /// if the piece now makes it from another line.
    Computer,
    /// A repetition is a draw, whatever is played.
    None,
}

impl Rules {
    /// All.
    pub const ALL: [Rules; 3] = [Rules::Axf, Rules::Computer, Rules::None];
    /// Their names.
    pub const NAMES: [&str; 3] = ["axf", "computer", "none"];
}

/// What one move adds to the history of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub struct Step {
    /// The key of the position reached.
    pub key: u64,
    /// The move that led to it; [`Move::NONE`] for a position that nothing is known to precede, or
    /// after a null move.
    pub mv: Move,
    /// What that move captured.
    pub captured: Option<Piece>,
    /// True if the side to move is in check now.
    pub is_check: bool,
}

impl Step {
    /// A position that a game or a search begins with.
    pub fn first(position: &Position) -> Step {
        Step { key: position.key(), mv: Move::NONE, captured: None, is_check: position.in_check() }
    }

    /// A move from `before` to `after`.
    #[inline]
    pub fn new(before: &Position, mv: Move, after: &Position) -> Step {
        let captured = before.piece_on(mv.to());
        Step { key: after.key(), mv, captured, is_check: after.in_check() }
    }
}

/// How a game stands for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the names say it
pub enum Verdict {
    Win,
    Draw,
    Loss,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The position has occurred three times.
    Repetition,
    /// No capture for sixty moves of each side.
    QuietPlies,
    /// Neither side has a piece that can cross the river.
    Material,
}

/// True if neither side has a soldier, horse, cannon or rook.
#[inline]
pub fn is_material_insufficient(position: &Position) -> bool {
    let attackers = [Kind::Soldier, Kind::Horse, Kind::Cannon, Kind::Rook];
    attackers.into_iter().all(|kind| position.kind(kind).is_empty())
}

/// Plies without a capture after which a game is drawn.
const QUIET_PLIES: u16 = 120;
/// Checks of a side that count among them.
const COUNTED_CHECKS: u16 = 10;

/// True if there was no capture for so long that the game is a draw. A check beyond the tenth of a
/// side is not counted, nor the answer to it.
#[inline]
pub fn quiet_plies_draw(position: &Position, steps: &[Step]) -> bool {
    position.quiet_plies() >= QUIET_PLIES && counted_quiet_plies(position, steps) >= QUIET_PLIES
}

fn counted_quiet_plies(position: &Position, steps: &[Step]) -> u16 {
    let mut checks = [0; 2];
    let mut in_check = position.side();
    for step in steps.iter().rev().take(position.quiet_plies().into()) {
        checks[in_check.index()] += u16::from(step.is_check);
        in_check = !in_check;
    }
    let beyond = |color: Color| checks[color.index()].saturating_sub(COUNTED_CHECKS);
    position.quiet_plies().saturating_sub(2 * Color::ALL.map(beyond).iter().sum::<u16>())
}
