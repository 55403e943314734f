//! Deferred re-searches: moves of a PV node that beat alpha in a scout while another such move is
//! being searched with the full window.
//!
//! One worker never defers: it knows the new alpha before it scouts the next move. Several workers would each search
//! their move with the full window against the old alpha. Instead, the first move to fail high is searched alone. The
//! others wait and are scouted again against the new alpha, where most of them fail low.
//!
//! All moves of a node but two may have to wait. A list for all of them would make every node larger, and some
//! algorithms copy nodes to each worker. So a node keeps the last few in order. For those before them it keeps one bit
//! for each legal move. Moves are generated again when they are deferred and when they are taken up, which is rare.

use cleave_board::{Move, Position};
use cleave_movegen::{MoveList, legal_moves};
use cleave_shared_memory::Plain;

/// The moves that wait while another is searched with the full window.
#[derive(Clone, Copy, Plain)]
pub(super) struct PendingResearches {
    /// The move whose re-search is active, or none.
    active: Move,
    waiting: WaitingMoves,
}

impl PendingResearches {
    pub(super) const NONE: PendingResearches =
        PendingResearches { active: Move::NONE, waiting: WaitingMoves::EMPTY };

    pub(super) fn clear(&mut self) {
        *self = PendingResearches::NONE;
    }

    /// Returns true while a move whose scout failed high is being searched with the full window.
    pub(super) fn is_active(&self) -> bool {
        self.active.is_some()
    }

    /// Takes in a move of this position whose scout failed high. Returns true if the move is to be searched with the
    /// full window now, and false if it was deferred.
    pub(super) fn start_or_defer(&mut self, position: &Position, mv: Move) -> bool {
        let starts = !self.is_active();
        if starts {
            self.active = mv;
        } else {
            self.waiting.push(position, mv);
        }
        starts
    }

    /// Notes that the search of a move with the full window has ended. The deferred moves wait only for the active one:
    /// the first move of the node also has the full window.
    pub(super) fn complete(&mut self, mv: Move) {
        if self.active == mv {
            self.active = Move::NONE;
        }
    }

    /// Returns the deferred move of this position to take up next. Returns `None` while a search with the full window
    /// is active.
    pub(super) fn next(&mut self, position: &Position) -> Option<Move> {
        if self.is_active() { None } else { self.waiting.pop(position) }
    }
}

/// The number of waiting moves that are kept in order.
const IN_ORDER: usize = 7;

/// Legal moves of one position, by their places in [`legal_moves`]. The last moves added come out first, last in, first
/// out. Then the others follow in order of generation.
#[derive(Clone, Copy, Plain)]
struct WaitingMoves {
    len: u8,
    last: [u8; IN_ORDER],
    /// A bit for each place of the moves added before.
    others: [u8; MoveList::MAX.div_ceil(8)],
}

impl WaitingMoves {
    const EMPTY: WaitingMoves = WaitingMoves { len: 0, last: [0; _], others: [0; _] };

    fn push(&mut self, position: &Position, mv: Move) {
        let moves = legal_moves(position);
        let place = moves.as_slice().iter().position(|&legal| legal == mv);
        let place = place.expect("a node searches legal moves only");
        if usize::from(self.len) == IN_ORDER {
            let first = self.last[0];
            self.others[usize::from(first / 8)] |= 1 << (first % 8);
            self.last.rotate_left(1);
            self.len -= 1;
        }
        self.last[usize::from(self.len)] = place as u8;
        self.len += 1;
    }

    fn pop(&mut self, position: &Position) -> Option<Move> {
        let place = self.pop_last().or_else(|| self.pop_other())?;
        Some(legal_moves(position).as_slice()[place])
    }

    fn pop_last(&mut self) -> Option<usize> {
        self.len = self.len.checked_sub(1)?;
        Some(self.last[usize::from(self.len)].into())
    }

    fn pop_other(&mut self) -> Option<usize> {
        let (index, bits) = self.others.iter_mut().enumerate().find(|(_, bits)| **bits != 0)?;
        let place = 8 * index + bits.trailing_zeros() as usize;
        *bits &= *bits - 1;
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::Value;
    use cleave_smp::{Absorbed, Node as _};

    use super::*;
    use crate::context::SearchContext;
    use crate::line::Line;
    use crate::node::{Action, ChessNode, Effort, Job};
    use crate::testing::{mv, root, with_worker};

    /// The position with the most legal moves (Petrović 1964).
    const RICHEST: &str = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";

    #[test]
    fn researches_run_one_at_a_time() {
        let start = &Position::start();
        let [first, second, third, fourth] = ["e4", "d4", "c4", "Nf3"].map(|text| mv(start, text));
        let mut pending = PendingResearches::NONE;
        assert!(pending.start_or_defer(start, second));
        assert!(!pending.start_or_defer(start, third));
        assert!(!pending.start_or_defer(start, fourth));
        assert_eq!(pending.next(start), None, "the second is still active");
        pending.complete(first);
        assert!(
            pending.is_active(),
            "the first move of the node has come back, so nothing waits for it"
        );
        pending.complete(second);
        assert_eq!(pending.next(start), Some(fourth), "the last to be deferred");
        assert!(pending.start_or_defer(start, fourth), "it has failed high again");
        assert_eq!(pending.next(start), None);
        pending.complete(fourth);
        assert_eq!(pending.next(start), Some(third));
        assert_eq!(pending.next(start), None);
    }

    #[test]
    fn any_number_of_moves_waits_and_none_is_lost() {
        for fen in [Position::START_FEN, RICHEST] {
            let position = &Position::from_fen(fen).expect("a legal position");
            let moves = legal_moves(position);
            let (&active, others) = moves.as_slice().split_last().expect("there are moves");
            let mut pending = PendingResearches::NONE;
            assert!(pending.start_or_defer(position, active));
            assert!(!others.iter().any(|&mv| pending.start_or_defer(position, mv)));
            pending.complete(active);
            let taken: Vec<Move> = std::iter::from_fn(|| pending.next(position)).collect();
            let (in_any_order, last) = others.split_at(others.len() - IN_ORDER);
            assert!(taken.iter().eq(last.iter().rev().chain(in_any_order)));
        }
    }

    /// Absorbs `value` for a job and its re-searches, until the next job has the full window or there is none.
    fn fail_high(
        node: &mut ChessNode,
        context: &mut SearchContext,
        mut job: Job,
        value: i32,
    ) -> Option<Job> {
        while job.effort != Effort::Full {
            match node.absorb(context, &job, Value::new(-value), &Line::EMPTY) {
                Absorbed::Research(again) => job = again,
                Absorbed::Continue => return None,
                Absorbed::Settled(value) => panic!("unexpected cutoff: {value:?}"),
            }
        }
        Some(job)
    }

    /// Algorithms may search other moves during the first move's search with the full window. The first move may come
    /// back while another move is searched again.
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
                matches!(absorbed, Absorbed::Research(Job { number, .. }) if number == third.number)
            );
        });
    }

    /// All scouts that fail high meanwhile wait for the move whose value will soon be known. Then each is scouted again
    /// with its own job.
    #[test]
    fn more_than_eight_moves_wait_for_the_first() {
        with_worker(&Position::start(), |context| {
            let mut node = root(context, (-200, 200), 6);
            let first = node.next(context).unwrap();
            node.absorb(context, &first, Value::new(-10), &Line::EMPTY);
            let jobs: Vec<Job> = std::iter::from_fn(|| node.next(context)).collect();
            let (&second, others) = jobs.split_first().unwrap();
            assert_eq!(others.len(), 18);

            let full = fail_high(&mut node, context, second, 50).expect("no other is active");
            for &other in others {
                assert!(fail_high(&mut node, context, other, 40).is_none(), "one is active");
            }
            let mut absorbed = node.absorb(context, &full, Value::new(-60), &Line::EMPTY);
            let mut again = Vec::new();
            while let Absorbed::Research(job) = absorbed {
                assert_eq!((job.effort, job.beta), (Effort::Scout, Value::new(-60)));
                again.push((job.number, job.action));
                absorbed = node.absorb(context, &job, Value::new(-30), &Line::EMPTY);
            }
            assert!(matches!(absorbed, Absorbed::Continue));
            again.sort_by_key(|&(number, _)| number);
            let expected: Vec<_> = others.iter().map(|job| (job.number, job.action)).collect();
            assert_eq!(again, expected);
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
                Absorbed::Research(Job {
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
