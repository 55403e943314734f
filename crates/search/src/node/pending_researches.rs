//! Deferred re-searches: moves of a PV node that beat alpha in a scout while another such move is
//! being searched with the full window.
//!
//! One worker never defers: it knows the new alpha before it scouts the next move. Several workers
//! would each search their move with the full window against the old alpha. Instead, the first move
//! to fail high is searched alone; the others wait and are scouted again against the new alpha, where
//! most of them fail low.

use cleave_board::Move;
use cleave_shared_memory::Plain;

/// The most re-searches that wait at one node.
const ROOM: usize = 8;

/// The moves that wait while another is searched with the full window.
#[derive(Clone, Copy, Plain)]
pub(super) struct PendingResearches {
    /// The number of the move whose re-search is active.
    active: Option<u16>,
    /// Another move is or was searched with the full window, since there was no room for it to wait.
    has_overflowed: bool,
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
        active: None,
        has_overflowed: false,
        len: 0,
        waiting: [PendingResearch { mv: Move::NONE, number: 0 }; ROOM],
    };

    pub(super) fn clear(&mut self) {
        self.active = None;
        self.has_overflowed = false;
        self.len = 0;
    }

    /// True while a move whose scout failed high is being searched with the full window.
    pub(super) fn is_active(&self) -> bool {
        self.active.is_some()
    }

    /// Takes in a move whose scout failed high. Returns true if the move is to be searched with the
    /// full window now, false if it was deferred.
    pub(super) fn start_or_defer(&mut self, research: PendingResearch) -> bool {
        if self.active.is_none() {
            self.active = Some(research.number);
            return true;
        }
        match self.waiting.get_mut(usize::from(self.len)) {
            Some(slot) => {
                *slot = research;
                self.len += 1;
                false
            }
            // The list is full: search the move with too wide a window rather than lose it.
            None => {
                self.has_overflowed = true;
                true
            }
        }
    }

    /// The search of the move of this number with the full window has come to its end. That of another
    /// move than the active one is none that the others wait for, unless that had no room to wait: then the
    /// first to come back ends the wait.
    pub(super) fn complete(&mut self, number: u16) {
        if self.active == Some(number) || self.has_overflowed {
            self.active = None;
        }
    }

    /// The next deferred move, unless a search with the full window is active.
    pub(super) fn next(&mut self) -> Option<PendingResearch> {
        if self.active.is_some() || self.len == 0 {
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
    fn researches_run_one_at_a_time_and_none_is_lost() {
        let research = |number| PendingResearch { mv: Move::NONE, number };
        let mut pending = PendingResearches::NONE;
        assert!(pending.start_or_defer(research(2)));
        assert!(!pending.start_or_defer(research(3)));
        assert!(!pending.start_or_defer(research(4)));
        assert!(pending.next().is_none(), "the first is still active");
        pending.complete(1);
        assert!(
            pending.is_active(),
            "the first move of the node has come back, and is not waited for"
        );
        pending.complete(2);
        assert_eq!(pending.next().map(|research| research.number), Some(4));
        assert!(pending.start_or_defer(research(4)), "it has failed high again");
        assert!(pending.next().is_none());
        pending.complete(4);
        assert_eq!(pending.next().map(|research| research.number), Some(3));
        assert!(pending.next().is_none());
    }

    #[test]
    fn a_move_beyond_capacity_is_researched_at_once() {
        let mut pending = PendingResearches::NONE;
        let admitted = (0..=ROOM as u16 + 1)
            .filter(|&number| pending.start_or_defer(PendingResearch { mv: Move::NONE, number }))
            .collect::<Vec<_>>();
        assert_eq!(admitted, [0, ROOM as u16 + 1]);
    }

    /// Absorbs `value` for a job and its re-searches, until the next one has the full window or there
    /// is none.
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
                Absorbed::Done(value) => panic!("unexpected cutoff: {value:?}"),
            }
        }
        Some(job)
    }

    /// Where moves are searched beside the first, that may come back, with its full window, while
    /// another move is being searched again.
    #[test]
    fn the_first_move_to_come_back_late_ends_no_research() {
        with_worker(&Position::start(), |context| {
            let mut node = root(context, (-200, 200), 6);
            let [first, second, third] = [(); 3].map(|()| node.next(context).unwrap());
            assert_eq!(first.effort, Effort::Full);
            let full = fail_high(&mut node, context, second, 50).expect("no other is active");
            node.absorb(context, &first, Value::new(-10), &Line::EMPTY);
            assert!(fail_high(&mut node, context, third, 40).is_none(), "one is active");
            let absorbed = node.absorb(context, &full, Value::new(-60), &Line::EMPTY);
            assert!(
                matches!(absorbed, Absorbed::Again(Job { number, .. }) if number == third.number)
            );
        });
    }

    #[test]
    fn two_moves_that_beat_alpha_are_searched_one_after_the_other() {
        with_worker(&Position::start(), |context| {
            let mut node = root(context, (-200, 200), 6);
            let first = node.next(context).unwrap();
            node.absorb(context, &first, Value::new(-10), &Line::EMPTY);
            assert!(node.split_hint().is_some());
            let (second, third) = (node.next(context).unwrap(), node.next(context).unwrap());

            let full =
                fail_high(&mut node, context, second, 50).expect("no other re-search is active");
            assert!(node.split_hint().is_none(), "no worker joins while alpha is about to rise");
            assert!(fail_high(&mut node, context, third, 40).is_none(), "one is active");
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
                other => panic!("the deferred move is lost: {other:?}"),
            }
            assert!(node.split_hint().is_some());
        });
    }
}
