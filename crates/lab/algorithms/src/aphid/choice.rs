//! Chooses the leaf that a helper searches next.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use cleave_smp::WorkerId;

use super::duty::{Duty, Visit};

/// A leaf as a choosing helper sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) place: usize,
    pub(super) duty: Duty,
    pub(super) visit: Visit,
}

impl Candidate {
    /// Returns true if the main worker has visited it in this pass or the last one.
    fn is_current(&self, pass: u32) -> bool {
        self.visit.pass + 1 >= pass && self.visit.pass > 0
    }

    /// Orders the most uncertain leaf first, the one most plies behind. Equal leaves keep the order of the visits,
    /// which is the order of the leaves in the tree.
    fn urgency(&self) -> (Reverse<u8>, u32) {
        (Reverse(self.duty.plies_behind), self.visit.rank)
    }

    fn is_of(&self, who: WorkerId) -> bool {
        self.duty.owner == Some(who)
    }
}

/// Returns the leaf that `who` searches next during this pass of the main worker. It is a due leaf on the helper's own
/// list, or else a due leaf on the longest list of another worker, or on no list. If nothing is due and the helper
/// `goes_ahead`, it is one of its own leaves, a ply deeper than required.
pub(super) fn choose(
    candidates: impl Iterator<Item = Candidate> + Clone,
    who: WorkerId,
    pass: u32,
    goes_ahead: bool,
) -> Option<usize> {
    let current = candidates.filter(|candidate| candidate.is_current(pass));
    let due = current.clone().filter(|candidate| candidate.duty.is_due());
    let own = due.clone().filter(|candidate| candidate.is_of(who));
    let ahead = || {
        let may_go_ahead = |candidate: &Candidate| goes_ahead && candidate.duty.may_go_ahead();
        let own = current.clone().filter(|candidate| candidate.is_of(who));
        own.filter(may_go_ahead).min_by_key(|candidate| candidate.visit)
    };
    let chosen = own.min_by_key(Candidate::urgency).or_else(|| of_the_longest_list(due));
    chosen.or_else(ahead).map(|candidate| candidate.place)
}

/// Returns the most urgent leaf on the list with the most due leaves.
fn of_the_longest_list(due: impl Iterator<Item = Candidate> + Clone) -> Option<Candidate> {
    let mut lengths: BTreeMap<Option<WorkerId>, usize> = BTreeMap::new();
    for candidate in due.clone() {
        *lengths.entry(candidate.duty.owner).or_default() += 1;
    }
    let (&owner, _) = lengths.iter().max_by_key(|&(owner, length)| (*length, Reverse(*owner)))?;
    due.filter(|candidate| candidate.duty.owner == owner).min_by_key(Candidate::urgency)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns leaves by rank, at their places, with owner and plies behind.
    fn leaves(duties: &[(usize, u8)]) -> Vec<Candidate> {
        let candidate = |(place, &(owner, plies_behind)): (usize, &(usize, u8))| {
            let owner = Some(WorkerId::new(owner));
            let duty = Duty { owner, plies_behind, ..Duty::default() };
            Candidate { place, duty, visit: Visit { pass: 5, rank: place as u32 } }
        };
        duties.iter().enumerate().map(candidate).collect()
    }

    fn choose_of(candidates: &[Candidate], who: usize) -> Option<usize> {
        choose(candidates.iter().copied(), WorkerId::new(who), 5, true)
    }

    #[test]
    fn the_shallowest_and_most_uncertain_comes_first() {
        let mut leaves = leaves(&[(1, 1), (1, 2), (2, 7), (1, 3), (1, 3)]);
        assert_eq!(choose_of(&leaves, 1), Some(3), "of two alike the one more to the left");
        leaves[3].duty.is_taken = true;
        assert_eq!(choose_of(&leaves, 1), Some(4));
        leaves[4].duty.plies_behind = 1;
        assert_eq!(choose_of(&leaves, 1), Some(1));
    }

    #[test]
    fn a_helper_whose_list_is_done_takes_from_the_longest_list() {
        let leaves = leaves(&[(1, 0), (2, 4), (3, 1), (3, 2), (3, 1)]);
        assert_eq!(choose_of(&leaves, 1), Some(3));
        assert_eq!(choose_of(&leaves, 2), Some(1), "its own first");
    }

    #[test]
    fn leaves_on_no_list_are_taken_too() {
        let mut leaves = leaves(&[(1, 0), (1, 2)]);
        leaves[1].duty.owner = None;
        assert_eq!(choose_of(&leaves, 1), Some(1));
    }

    #[test]
    fn only_when_nothing_is_due_does_a_helper_go_ahead_and_only_on_its_own_list() {
        let mut leaves = leaves(&[(2, 0), (1, 0), (1, 0), (2, 1)]);
        assert_eq!(choose_of(&leaves, 1), Some(3));
        leaves[3].duty.is_taken = true;
        assert_eq!(choose_of(&leaves, 1), Some(1));
        assert_eq!(choose(leaves.iter().copied(), WorkerId::new(1), 5, false), None);
        leaves[1].duty.is_ahead = true;
        assert_eq!(choose_of(&leaves, 1), Some(2));
        leaves[2].duty.is_taken = true;
        assert_eq!(choose_of(&leaves, 1), None);
    }

    #[test]
    fn leaves_that_the_last_passes_did_not_reach_are_left() {
        let mut leaves = leaves(&[(1, 3), (1, 1)]);
        leaves[0].visit.pass = 4;
        assert_eq!(choose_of(&leaves, 1), Some(0), "this pass may still come to it");
        leaves[0].visit.pass = 3;
        assert_eq!(choose_of(&leaves, 1), Some(1));
    }
}
