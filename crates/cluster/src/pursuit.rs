//! A rank's knowledge about the search under way.

use cleave_movegen::{Masks, is_legal};
use cleave_search::Root;
use cleave_search::cluster::{Aim, Finding, RootResults};

use crate::message::{Report, Serial, Task};
use crate::rank::Rank;

/// A rank's knowledge about a search: the root, the first rank's position in it, the best results.
#[derive(Debug)]
pub(crate) struct Pursuit {
    pub(crate) serial: Serial,
    pub(crate) root: Root,
    /// The search of the root by the first rank.
    lead: Option<Aim>,
    /// The search of the root by this rank.
    own: Option<Aim>,
    results: RootResults<Rank>,
}

impl Pursuit {
    pub(crate) fn new(serial: Serial, root: Root) -> Pursuit {
        Pursuit { serial, root, lead: None, own: None, results: RootResults::default() }
    }

    /// Records the first rank's position from a task.
    pub(crate) fn follow(&mut self, task: Task) {
        self.lead = Some(task.aim);
        if let Some(last) = task.last {
            self.learn(Rank::FIRST, &last);
        }
    }

    /// Records this rank's position. It is the first rank.
    pub(crate) fn lead(&mut self, aim: Aim) {
        self.lead = Some(aim);
    }

    /// Records that this rank begins a search of the root.
    pub(crate) fn begin(&mut self, aim: Aim) {
        self.own = Some(aim);
    }

    /// Records a result. Returns false if it has nothing new, or if its line is illegal.
    pub(crate) fn learn(&mut self, rank: Rank, finding: &Finding) -> bool {
        is_legal_line(&self.root, finding) && self.results.learn(rank, finding)
    }

    /// Returns another rank's finding that settles this rank's search.
    pub(crate) fn settled(&self, this: Rank) -> Option<&(Rank, Finding)> {
        self.results.settling(&this, self.own.as_ref()?)
    }

    /// Returns the depth of the first rank, or 0 if it is not known.
    pub(crate) fn lead_depth(&self) -> u32 {
        self.lead.map_or(0, |aim| aim.depth)
    }

    /// Returns the depth of this rank, or 0 before it has begun.
    pub(crate) fn own_depth(&self) -> u32 {
        self.own.map_or(0, |aim| aim.depth)
    }

    /// Returns the task for a rank without a task.
    pub(crate) fn task(&self) -> Option<Task> {
        let last = self.results.exact().cloned();
        Some(Task { serial: self.serial, root: self.root.clone(), aim: self.lead?, last })
    }

    /// Returns a report of this rank's finding.
    pub(crate) fn report(&self, rank: Rank, nodes: u64, finding: Finding) -> Report {
        Report { serial: self.serial, rank, nodes, finding }
    }
}

/// Returns true if the moves of the line can be played one after the other.
fn is_legal_line(root: &Root, finding: &Finding) -> bool {
    let mut position = root.position;
    !finding.line.is_empty()
        && finding.line.iter().all(|&mv| {
            let legal = is_legal(&position, &Masks::new(&position), mv);
            if legal {
                position = position.make(mv);
            }
            legal
        })
}

#[cfg(test)]
mod tests {
    use cleave_board::{Move, Position, Value};
    use cleave_movegen::parse_move;
    use cleave_search::Verdict;

    use super::*;

    #[test]
    fn a_result_without_a_legal_line_is_ignored() {
        let start = Position::start();
        let finding =
            |line| Finding { depth: 5, value: Value::ZERO, verdict: Verdict::Exact, line };
        let mut pursuit = Pursuit::new(Serial { game: 0, search: 1 }, Root::from(start));
        let legal = vec![parse_move(&start, "e4").unwrap()];
        for (line, is_new) in [(vec![Move::NONE], false), (vec![], false), (legal, true)] {
            assert_eq!(pursuit.learn(Rank::new(1), &finding(line.clone())), is_new, "{line:?}");
        }
    }
}
