//! What a rank knows about the search under way.

use cleave_movegen::{Masks, is_legal};
use cleave_search::cluster::{Aim, Finding};
use cleave_search::{Root, Verdict};

use crate::message::{Report, Serial, Task};
use crate::rank::Rank;

/// What a rank knows about a search: the root, how far the first rank is, the best results.
#[derive(Debug)]
pub(crate) struct Pursuit {
    pub(crate) serial: Serial,
    pub(crate) root: Root,
    /// The search of the root by the first rank.
    lead: Option<Aim>,
    /// The search of the root by this rank.
    own: Option<Aim>,
    /// The deepest exact result, and whose it is.
    exact: Option<(Rank, Finding)>,
    /// The last bound of a depth that nobody has finished, as far as is known.
    bound: Option<(Rank, Finding)>,
}

impl Pursuit {
    pub(crate) fn new(serial: Serial, root: Root) -> Pursuit {
        Pursuit { serial, root, lead: None, own: None, exact: None, bound: None }
    }

    /// Takes in how far the first rank is.
    pub(crate) fn follow(&mut self, task: Task) {
        self.lead = Some(task.aim);
        if let Some(last) = task.last {
            self.learn(Rank::FIRST, last);
        }
    }

    /// Notes how far this rank is, which is the first.
    pub(crate) fn lead(&mut self, aim: Aim) {
        self.lead = Some(aim);
    }

    /// This rank begins a search of the root.
    pub(crate) fn begin(&mut self, aim: Aim) {
        self.own = Some(aim);
    }

    /// Takes in a result. False if nothing is new about it, or if it cannot be: the line is not legal.
    pub(crate) fn learn(&mut self, rank: Rank, finding: Finding) -> bool {
        let known = self.exact.as_ref().map_or(0, |(_, exact)| exact.depth);
        if finding.depth <= known || !is_legal_line(&self.root, &finding) {
            return false;
        }
        let place = match finding.verdict {
            Verdict::Exact => {
                self.bound = self.bound.take().filter(|(_, bound)| bound.depth > finding.depth);
                &mut self.exact
            }
            Verdict::AtLeast | Verdict::AtMost => &mut self.bound,
        };
        let is_new = place.as_ref().is_none_or(|(_, old)| *old != finding);
        *place = Some((rank, finding));
        is_new
    }

    /// What another rank than this one has found that settles the search of this one.
    pub(crate) fn settled(&self, this: Rank) -> Option<&(Rank, Finding)> {
        let own = self.own.as_ref()?;
        let mut known = [&self.exact, &self.bound].into_iter().flatten();
        known.find(|(rank, found)| *rank != this && found.settles(own))
    }

    /// The depth that the first rank is at; 0 if it is not known.
    pub(crate) fn lead_depth(&self) -> u32 {
        self.lead.map_or(0, |aim| aim.depth)
    }

    /// The depth that this rank is at; 0 before it has begun.
    pub(crate) fn own_depth(&self) -> u32 {
        self.own.map_or(0, |aim| aim.depth)
    }

    /// The task for a rank that has none yet.
    pub(crate) fn task(&self) -> Option<Task> {
        let last = self.exact.as_ref().map(|(_, finding)| finding.clone());
        Some(Task { serial: self.serial, root: self.root.clone(), aim: self.lead?, last })
    }

    /// A report of what this rank has found.
    pub(crate) fn report(&self, rank: Rank, nodes: u64, finding: Finding) -> Report {
        Report { serial: self.serial, rank, nodes, finding }
    }
}

/// True if the moves of the line can be played one after another.
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
    use cleave_board::{Position, Value};
    use cleave_movegen::parse_move;

    use super::*;

    /// What is new is passed on, and the rest is not: it would travel for ever.
    #[test]
    fn a_result_is_new_once() {
        let start = Position::start();
        let finding = |depth, value, verdict, mv| Finding {
            depth,
            value: Value::new(value),
            verdict,
            line: vec![parse_move(&start, mv).unwrap()],
        };
        let mut pursuit = Pursuit::new(Serial { game: 0, search: 1 }, Root::from(start));
        for (found, is_new) in [
            (finding(5, 20, Verdict::AtLeast, "e4"), true),
            (finding(5, 20, Verdict::AtLeast, "e4"), false),
            (finding(5, 30, Verdict::AtLeast, "e4"), true),
            (finding(5, 31, Verdict::Exact, "d4"), true),
            (finding(5, 31, Verdict::Exact, "d4"), false),
            (finding(5, 40, Verdict::AtLeast, "e4"), false),
            (finding(6, 25, Verdict::Exact, "d4"), true),
        ] {
            assert_eq!(pursuit.learn(Rank::new(1), found.clone()), is_new, "{found:?}");
        }
        let illegal =
            Finding { line: vec![cleave_board::Move::NONE], ..finding(9, 0, Verdict::Exact, "e4") };
        assert!(!pursuit.learn(Rank::new(1), illegal));
    }
}
