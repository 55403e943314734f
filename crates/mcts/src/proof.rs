//! Proven values (the solver of Winands, Björnsson and Saito 2008, with draws).

use crate::game::Outcome;
use crate::value::Value;

/// The proven value of a node, for the player who moved to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Proof {
    /// Nothing is proven.
    #[default]
    None = 0,
    /// The opponent can force a win.
    Loss = 1,
    /// The player has a forced win.
    Win = 2,
    /// Neither player can force more than a draw.
    Draw = 3,
}

impl Proof {
    /// Converts the two bits of a tally.
    pub(crate) fn of_bits(bits: u64) -> Proof {
        match bits & 3 {
            0 => Proof::None,
            1 => Proof::Loss,
            2 => Proof::Win,
            _ => Proof::Draw,
        }
    }

    /// Returns the proof of a finished game, for the player who made the last move.
    pub(crate) fn of_last_mover(outcome: Outcome) -> Proof {
        match outcome {
            Outcome::Win => Proof::Loss,
            Outcome::Draw => Proof::Draw,
            Outcome::Loss => Proof::Win,
        }
    }

    /// Returns the proof of a node from the proofs of its children. If a child is won, the node is
    /// lost. If all children are proven, the node has the value of the best child.
    pub(crate) fn of_children(children: impl Iterator<Item = Proof>) -> Proof {
        let mut best = Proof::Win;
        let mut all_are_proven = true;
        for child in children {
            match child {
                Proof::Win => return Proof::Loss,
                Proof::Draw => best = Proof::Draw,
                Proof::Loss => {}
                Proof::None => all_are_proven = false,
            }
        }
        if all_are_proven { best } else { Proof::None }
    }

    /// Returns true if a value is proven.
    pub fn is_known(self) -> bool {
        self != Proof::None
    }

    /// Returns the value, if it is proven.
    pub fn value(self) -> Option<Value> {
        match self {
            Proof::None => None,
            Proof::Loss => Some(Value::LOSS),
            Proof::Win => Some(Value::WIN),
            Proof::Draw => Some(Value::DRAW),
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::Proof::{self, Draw, Loss, None, Win};

    #[test]
    fn one_winning_move_is_enough_but_a_loss_needs_all_moves() {
        let of = |children: &[Proof]| Proof::of_children(children.iter().copied());
        assert_eq!(of(&[None, Loss, Win]), Loss);
        assert_eq!(of(&[Loss, Loss]), Win);
        assert_eq!(of(&[Loss, Draw, Loss]), Draw);
        assert_eq!(of(&[Loss, Draw, None]), None);
    }
}
