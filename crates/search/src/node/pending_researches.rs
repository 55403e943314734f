//! PendingResearches: moves of a PV node that have beaten alpha in a scout while the exact value of another
//! that did so is still being found.
//!
//! One worker never has any: it learns the new alpha before it goes on, and the next move is
//! scouted against that. Several workers would each search their move with the full window, and
//! against the old alpha. So the first to fail high is searched alone, and the others are put off
//! and scouted again against what comes out; most of them fail low then. Without that, two workers
//! needed a fifth more nodes than one, nearly all of it at PV nodes.

use cleave_board::Move;
use cleave_shared_memory::Plain;

/// How many pending re-searches wait at most. More are as rare as large teams at one PV node.
const ROOM: usize = 8;

/// Who is being searched with the full window, and who waits for the outcome.
#[derive(Clone, Copy, Plain)]
pub(super) struct PendingResearches {
    under_way: bool,
    len: u8,
    waiting: [PendingResearch; ROOM],
}

/// A move and its number in its node.
#[derive(Clone, Copy, Plain)]
pub(super) struct PendingResearch {
    pub(super) mv: Move,
    pub(super) number: u16,
}

impl PendingResearches {
    pub(super) const NONE: PendingResearches = PendingResearches {
        under_way: false,
        len: 0,
        waiting: [PendingResearch { mv: Move::NONE, number: 0 }; ROOM],
    };

    pub(super) fn clear(&mut self) {
        self.under_way = false;
        self.len = 0;
    }

    /// True while a move is being searched with the full window after a scout of it failed high.
    pub(super) fn is_under_way(&self) -> bool {
        self.under_way
    }

    /// A move has failed high. True if it is to be searched with the full window at once, false if
    /// it has been put off.
    pub(super) fn admit(&mut self, research: PendingResearch) -> bool {
        if !self.under_way {
            self.under_way = true;
            return true;
        }
        match self.waiting.get_mut(usize::from(self.len)) {
            Some(place) => {
                *place = research;
                self.len += 1;
                false
            }
            // No room to wait: better searched too widely than not at all.
            None => true,
        }
    }

    /// The search with the full window has come to its end.
    pub(super) fn settle(&mut self) {
        self.under_way = false;
    }

    /// Who may be scouted again now.
    pub(super) fn next(&mut self) -> Option<PendingResearch> {
        if self.under_way || self.len == 0 {
            return None;
        }
        self.len -= 1;
        Some(self.waiting[usize::from(self.len)])
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::{Position, Value};
    use cleave_smp::{Absorbed, Node as _};

    use super::*;
    use crate::context::SearchContext;
    use crate::line::Line;
    use crate::node::testing::{root, with_worker};
    use crate::node::{Action, ChessNode, Effort, Job};

    #[test]
    fn one_at_a_time_and_nobody_is_lost() {
        let research = |number| PendingResearch { mv: Move::NONE, number };
        let mut pending_researches = PendingResearches::NONE;
        assert!(pending_researches.admit(research(2)));
        assert!(!pending_researches.admit(research(3)));
        assert!(!pending_researches.admit(research(4)));
        assert!(pending_researches.next().is_none(), "the first is still under way");
        pending_researches.settle();
        assert_eq!(pending_researches.next().map(|research| research.number), Some(4));
        assert!(pending_researches.admit(research(4)), "it has failed high again");
        assert!(pending_researches.next().is_none());
        pending_researches.settle();
        assert_eq!(pending_researches.next().map(|research| research.number), Some(3));
        assert!(pending_researches.next().is_none());
    }

    #[test]
    fn who_finds_no_room_to_wait_is_searched_at_once() {
        let mut pending_researches = PendingResearches::NONE;
        let admitted = (0..=ROOM as u16 + 1)
            .filter(|&number| pending_researches.admit(PendingResearch { mv: Move::NONE, number }))
            .collect::<Vec<_>>();
        assert_eq!(admitted, [0, ROOM as u16 + 1]);
    }

    /// Brings `value` back for a job and for what it is searched again with, until that is a search
    /// with the full window or nothing.
    fn fail_high(
        node: &mut ChessNode,
        context: &mut SearchContext,
        mut job: Job,
        value: i32,
    ) -> Option<Job> {
        while job.effort != Effort::Full {
            match node.absorb(context, &job, Value::new(-value), &Line::EMPTY) {
                Absorbed::Again(again) => job = again,
                Absorbed::GoOn => return None,
                Absorbed::Done(value) => panic!("no cutoff was due: {value:?}"),
            }
        }
        Some(job)
    }

    #[test]
    fn two_moves_that_beat_alpha_are_searched_one_after_the_other() {
        with_worker(&Position::start(), |context| {
            let mut node = root(context, (-200, 200), 6);
            let first = node.next(context).unwrap();
            node.absorb(context, &first, Value::new(-10), &Line::EMPTY);
            assert!(node.split_hint().is_some());
            let (second, third) = (node.next(context).unwrap(), node.next(context).unwrap());

            let full = fail_high(&mut node, context, second, 50).expect("it has no rival");
            assert!(node.split_hint().is_none(), "nobody joins while alpha is about to rise");
            assert!(fail_high(&mut node, context, third, 40).is_none(), "it has one");
            match node.absorb(context, &full, Value::new(-60), &Line::EMPTY) {
                Absorbed::Again(Job {
                    action: Action::Move(mv),
                    alpha,
                    beta,
                    effort,
                    number,
                    ..
                }) => {
                    assert_eq!(Action::Move(mv), third.action);
                    assert_eq!((effort, number), (Effort::Scout, third.number));
                    assert_eq!((alpha, beta), (Value::new(-61), Value::new(-60)), "the new alpha");
                }
                other => panic!("the rival has been forgotten: {other:?}"),
            }
            assert!(node.split_hint().is_some());
        });
    }
}
