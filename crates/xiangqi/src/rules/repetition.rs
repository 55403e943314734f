//! Judges repeated positions, and finds the side to blame.

use super::chase::newly_chased;
use super::{Rules, Step, Verdict};
use crate::{Position, Set};

/// Returns the result for the side to move if the position repeats, or `None` if it does not.
///
/// `steps` lead to `position`. The first `played` of them were played in the game, the others were
/// searched. One earlier occurrence among the searched steps decides, because the cycle could
/// continue. Among the played steps it takes two.
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

/// Returns the length in plies of the cycle that is now complete.
#[inline]
fn first_occurrence(position: &Position, steps: &[Step], played: usize) -> Option<usize> {
    let last = steps.len() - 1;
    let reach = (position.quiet_plies() as usize).min(last);
    let mut occurrences = 0;
    let mut back = 2;
    while back <= reach {
        // A line does not continue across a null move.
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

/// Returns the result of a cycle: the side that checks or chases loses. If both sides do, it is a
/// draw.
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

/// Finds out whether all moves of a side chased the same piece: for the side that has just moved,
/// and for the other. `cycle` begins with the step to the first occurrence. That step must chase as
/// well if it is known, as in Fairy-Stockfish.
fn always_chased(position: &Position, cycle: &[Step], rules: Rules) -> [bool; 2] {
    let mut after = *position;
    // The pieces that all moves so far have chased, on their squares after the current move.
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
