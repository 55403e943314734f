//! A position that occurs again, and who is to blame for it.

use super::chase::newly_chased;
use super::{Rules, Step, Verdict};
use crate::{Position, Set};

/// How the game stands for the side to move if the position repeats; `None` if it does not.
///
/// `steps` lead to `position`, and the first `played` of them were played in the game; the rest were
/// searched. One earlier occurrence among the searched decides, since the cycle could go on; of those
/// played it takes two.
#[inline]
pub fn repetition(
    position: &Position,
    steps: &[Step],
    played: usize,
    rules: Rules,
) -> Option<Verdict> {
    let back = first_occurrence(position, steps, played)?;
    Some(match rules {
        Rules::None => Verdict::Draw,
        _ => blame(position, steps, back, rules),
    })
}

/// How many plies ago the cycle began that is now complete.
#[inline]
fn first_occurrence(position: &Position, steps: &[Step], played: usize) -> Option<usize> {
    let last = steps.len() - 1;
    let reach = (position.quiet_plies() as usize).min(last);
    let mut occurrences = 0;
    let mut back = 2;
    while back <= reach {
        // No line is known across a null move.
        if steps[last - back + 1].mv.is_none() || steps[last - back + 2].mv.is_none() {
            return None;
        }
        if back >= 4 && steps[last - back].key == position.key() {
            occurrences += 1;
            if occurrences == 2 || last - back >= played {
                return Some(back);
            }
        }
        back += 2;
    }
    None
}

/// Who must change his moves: of two sides that both check or both chase, neither.
fn blame(position: &Position, steps: &[Step], back: usize, rules: Rules) -> Verdict {
    let last = steps.len() - 1;
    let always_checked = |from: usize| (from..=back).step_by(2).all(|n| steps[last - n].is_check);
    let verdict = |they: bool, we: bool| match (they, we) {
        (true, false) => Verdict::Win,
        (false, true) => Verdict::Loss,
        _ => Verdict::Draw,
    };
    let (they_check, we_check) = (always_checked(0), always_checked(1));
    if they_check || we_check {
        return verdict(they_check, we_check);
    }
    let [they_chase, we_chase] = always_chased(position, &steps[last - back..], rules);
    verdict(they_chase, we_chase)
}

/// Whether one piece was chased by every move of the side that has just moved, and of the other.
/// `cycle` begins with the step to the first occurrence, which must chase as well if it is known: so
/// Fairy-Stockfish has it.
fn always_chased(position: &Position, cycle: &[Step], rules: Rules) -> [bool; 2] {
    let mut after = *position;
    // The pieces that all moves seen so far have chased, where they stood after the move at hand.
    let mut prey = [Set::ALL; 2];
    for (moves_back, step) in cycle.iter().rev().enumerate() {
        if step.mv.is_none() {
            break;
        }
        let before = after.unmake(step.mv, step.captured);
        let hunter = moves_back % 2;
        prey[hunter] &= newly_chased(&before, step.mv, &after, rules);
        // The other side's prey has moved with this move.
        let other = &mut prey[1 - hunter];
        if other.has(step.mv.to()) {
            *other = other.without(step.mv.to()).with(step.mv.from());
        }
        if prey.iter().all(|prey| prey.is_empty()) {
            break;
        }
        after = before;
    }
    prey.map(|prey| !prey.is_empty())
}
