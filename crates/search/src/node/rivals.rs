//! Rivals: moves of a PV node that have beaten alpha in a scout while the exact value of another
//! that did so is still being found.
//!
//! One worker never has any: it learns the new alpha before it goes on, and the next move is
//! scouted against that. Several workers would each search their move with the full window, and
//! against the old alpha. So the first to fail high is searched alone, and the others are put off
//! and scouted again against what comes out; most of them fail low then. Without that, two workers
//! needed a fifth more nodes than one, nearly all of it at PV nodes.

use cleave_board::Move;
use cleave_shared_memory::Plain;

/// How many rivals wait at most. More are as rare as large teams at one PV node.
const ROOM: usize = 8;

/// Who is being searched with the full window, and who waits for the outcome.
#[derive(Clone, Copy, Plain)]
pub(super) struct Rivals {
    under_way: bool,
    len: u8,
    waiting: [Rival; ROOM],
}

/// A move and its number in its node.
#[derive(Clone, Copy, Plain)]
pub(super) struct Rival {
    pub(super) mv: Move,
    pub(super) number: u16,
}

impl Rivals {
    pub(super) const NONE: Rivals =
        Rivals { under_way: false, len: 0, waiting: [Rival { mv: Move::NONE, number: 0 }; ROOM] };

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
    pub(super) fn admit(&mut self, rival: Rival) -> bool {
        if !self.under_way {
            self.under_way = true;
            return true;
        }
        match self.waiting.get_mut(usize::from(self.len)) {
            Some(place) => {
                *place = rival;
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
    pub(super) fn next(&mut self) -> Option<Rival> {
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
    use crate::line::Line;
    use crate::node::testing::{root, with_worker};
    use crate::node::{Action, Effort, Job, Node};
    use crate::worker::Worker;

    #[test]
    fn one_at_a_time_and_nobody_is_lost() {
        let rival = |number| Rival { mv: Move::NONE, number };
        let mut rivals = Rivals::NONE;
        assert!(rivals.admit(rival(2)));
        assert!(!rivals.admit(rival(3)));
        assert!(!rivals.admit(rival(4)));
        assert!(rivals.next().is_none(), "the first is still under way");
        rivals.settle();
        assert_eq!(rivals.next().map(|rival| rival.number), Some(4));
        assert!(rivals.admit(rival(4)), "it has failed high again");
        assert!(rivals.next().is_none());
        rivals.settle();
        assert_eq!(rivals.next().map(|rival| rival.number), Some(3));
        assert!(rivals.next().is_none());
    }

    #[test]
    fn who_finds_no_room_to_wait_is_searched_at_once() {
        let mut rivals = Rivals::NONE;
        let admitted = (0..=ROOM as u16 + 1)
            .filter(|&number| rivals.admit(Rival { mv: Move::NONE, number }))
            .collect::<Vec<_>>();
        assert_eq!(admitted, [0, ROOM as u16 + 1]);
    }

    /// Brings `value` back for a job and for what it is searched again with, until that is a search
    /// with the full window or nothing.
    fn fail_high(node: &mut Node, worker: &mut Worker, mut job: Job, value: i32) -> Option<Job> {
        while job.effort != Effort::Full {
            match node.absorb(worker, &job, Value::new(-value), &Line::EMPTY) {
                Absorbed::Again(again) => job = again,
                Absorbed::GoOn => return None,
                Absorbed::Done(value) => panic!("no cutoff was due: {value:?}"),
            }
        }
        Some(job)
    }

    #[test]
    fn two_moves_that_beat_alpha_are_searched_one_after_the_other() {
        with_worker(&Position::start(), |worker| {
            let mut node = root(worker, (-200, 200), 6);
            let first = node.next(worker).unwrap();
            node.absorb(worker, &first, Value::new(-10), &Line::EMPTY);
            assert!(node.prospect().is_some());
            let (second, third) = (node.next(worker).unwrap(), node.next(worker).unwrap());

            let full = fail_high(&mut node, worker, second, 50).expect("it has no rival");
            assert!(node.prospect().is_none(), "nobody joins while alpha is about to rise");
            assert!(fail_high(&mut node, worker, third, 40).is_none(), "it has one");
            match node.absorb(worker, &full, Value::new(-60), &Line::EMPTY) {
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
            assert!(node.prospect().is_some());
        });
    }
}
