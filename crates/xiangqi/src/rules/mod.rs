//! Decides the end of a game: no legal move, repetition, no capture for a long time, or too little
//! material.
//!
//! A side without a legal move has lost, in check or not. The other rules depend on the earlier
//! moves. A [`Step`] for each move is enough to judge them, and small enough to copy to another
//! worker.
//!
//! [`Rules`] are the rules of repetition. The default is the rules of the Asian Xiangqi Federation:
//! perpetual check loses, a one-sided perpetual chase loses, all other repetitions draw. [`chase`]
//! defines a chase.

pub(crate) mod chase;
mod repetition;

use cleave_shared_memory::Plain;

use crate::{Color, Kind, Move, Piece, Position};

pub use repetition::repetition;

/// The rules by which a repetition is judged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Plain)]
pub enum Rules {
    /// Asian Xiangqi Federation: perpetual check loses, and a one-sided perpetual chase loses. 60
    /// moves of each side without a capture draw. Checks beyond ten of a side do not count.
    #[default]
    Axf,
    /// The rules among programs. They equal `Axf`, except that a lasting threat is no chase by the
    /// next move, even if the piece now threatens from another line.
    Computer,
    /// Every repetition is a draw.
    None,
}

impl Rules {
    /// All rules.
    pub const ALL: [Rules; 3] = [Rules::Axf, Rules::Computer, Rules::None];
    /// The names of the rules.
    pub const NAMES: [&str; 3] = ["axf", "computer", "none"];
}

/// The contribution of one move to the history of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub struct Step {
    /// The key of the position reached.
    pub key: u64,
    /// The move that led to the position. [`Move::NONE`] for a first position and after a null
    /// move.
    pub mv: Move,
    /// The piece that the move captured.
    pub captured: Option<Piece>,
    /// True if the side to move is in check now.
    pub is_check: bool,
}

impl Step {
    /// Creates the step of a position with which a game or a search begins.
    pub fn first(position: &Position) -> Step {
        Step { key: position.key(), mv: Move::NONE, captured: None, is_check: position.in_check() }
    }

    /// Creates the step of a move from `before` to `after`.
    #[inline]
    pub fn new(before: &Position, mv: Move, after: &Position) -> Step {
        let captured = before.piece_on(mv.to());
        Step { key: after.key(), mv, captured, is_check: after.in_check() }
    }
}

/// The result for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the names say it
pub enum Verdict {
    Win,
    Draw,
    Loss,
}

/// The reason why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The position has occurred three times.
    Repetition,
    /// There was no capture for sixty moves of each side.
    QuietPlies,
    /// Neither side has a piece that can cross the river.
    Material,
}

/// Returns true if neither side has a soldier, horse, cannon or rook.
#[inline]
pub fn is_material_insufficient(position: &Position) -> bool {
    let attackers = [Kind::Soldier, Kind::Horse, Kind::Cannon, Kind::Rook];
    attackers.into_iter().all(|kind| position.kind(kind).is_empty())
}

/// The number of plies without a capture after which a game is drawn.
const QUIET_PLIES: u16 = 120;
/// The number of a side's checks that count among these plies.
const COUNTED_CHECKS: u16 = 10;

/// Returns true if the game is a draw because there was no capture for too long. Does not count a
/// check beyond the tenth of a side, nor the answer to it.
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
