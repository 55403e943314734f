//! The vote among workers that each search the root at their own pace. It decides which line is played.
//!
//! This is Lazy SMP as in Stockfish since version 10 (2018). Each worker votes for the best move at the last depth that
//! it has finished. The deeper the search and the better the value, the more weight the vote has ([`Weighing`]). The
//! weights for a move add up. The deepest worker alone would often have overlooked a move that the others have seen.

use std::cmp::Reverse;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU16, AtomicU32, AtomicU64};

use cleave_algorithms::Weighing;
use cleave_board::{Move, Value};
use cleave_shared_memory::Shareable;

use crate::line::Line;
use crate::units::{Depth, MAX_PLY};

/// Centipawns added to each vote's margin over the worst value before it is multiplied. Without them a vote for the worst
/// value would have no weight. Stockfish adds about the same.
const MARGIN: i32 = 7;

/// The place where a worker writes its vote. The main worker reads it when the last search of the root is over.
/// All-zero bytes are no vote.
#[derive(Shareable)]
pub(crate) struct Ballot {
    /// The number of the search in which the vote was cast; 0 for none.
    search: AtomicU64,
    /// Depth and margin are multiplied, not added.
    is_product: AtomicBool,
    depth: AtomicI32,
    value: AtomicI32,
    length: AtomicU32,
    line: [AtomicU16; MAX_PLY],
}

impl Ballot {
    /// Casts the worker's vote in the search with this number, in place of its last vote.
    pub(crate) fn cast(&self, search: u64, weighing: Weighing, vote: &Vote) {
        self.clear();
        self.is_product.store(weighing == Weighing::Product, Relaxed);
        self.depth.store(vote.depth.get(), Relaxed);
        self.value.store(vote.value.get(), Relaxed);
        self.length.store(vote.line.moves().len() as u32, Relaxed);
        for (place, mv) in self.line.iter().zip(vote.line.moves()) {
            place.store(mv.bits(), Relaxed);
        }
        self.search.store(search, Release);
    }

    /// Returns the vote in the search with this number, if the worker has cast one.
    pub(crate) fn read(&self, search: u64) -> Option<Vote> {
        if self.search.load(Acquire) != search {
            return None;
        }
        let line = &self.line[..self.length.load(Relaxed) as usize];
        Some(Vote {
            depth: Depth::new(self.depth.load(Relaxed)),
            value: Value::new(self.value.load(Relaxed)),
            line: Line::from_moves(line.iter().map(|mv| Move::from_bits(mv.load(Relaxed)))),
        })
    }

    /// Returns how the votes are weighed among which this one was cast last.
    pub(crate) fn weighing(&self) -> Weighing {
        if self.is_product.load(Relaxed) { Weighing::Product } else { Weighing::Sum }
    }

    /// Removes the vote.
    pub(crate) fn clear(&self) {
        self.search.store(0, Relaxed);
    }
}

/// The move that a worker considers best.
#[derive(Clone)]
pub(crate) struct Vote {
    /// The depth that the worker has finished.
    pub(crate) depth: Depth,
    /// The value of the root at that depth.
    pub(crate) value: Value,
    /// The best line, which begins with the elected move.
    pub(crate) line: Line,
}

impl Vote {
    /// Returns the move of the vote.
    pub(crate) fn mv(&self) -> Option<&Move> {
        self.line.moves().first()
    }
}

/// Returns the index of the vote whose line is played; among equals, the first. A proven win needs no majority. The
/// shortest win comes first.
pub(crate) fn elect(votes: &[Vote], weighing: Weighing) -> usize {
    let best = |rank: &dyn Fn(&Vote) -> (i64, i64)| {
        let places = votes.iter().enumerate();
        places
            .max_by_key(|&(place, vote)| (rank(vote), Reverse(place)))
            .map_or(0, |(place, _)| place)
    };
    let greatest = best(&|vote| (vote.value.get().into(), 0));
    if votes.get(greatest).is_some_and(|vote| vote.value.is_decisive() && vote.value > Value::ZERO)
    {
        return greatest;
    }
    let lowest = votes.iter().map(|vote| vote.value.get()).min().unwrap_or(0);
    let weight = |vote: &Vote| {
        let depth = i64::from(vote.depth.get());
        let margin = vote.value.get() - lowest;
        match weighing {
            Weighing::Sum => depth + i64::from(margin),
            Weighing::Product => depth * i64::from(margin + MARGIN),
        }
    };
    let for_move_of =
        |vote: &Vote| votes.iter().filter(|other| other.mv() == vote.mv()).map(weight).sum::<i64>();
    best(&|vote| (for_move_of(vote), weight(vote)))
}

#[cfg(test)]
mod tests {
    use cleave_board::Position;
    use cleave_movegen::legal_moves;
    use cleave_shared_memory::SharedSlice;

    use super::*;

    /// Returns a vote for the move with this number.
    fn vote(mv: usize, depth: i32, value: i32) -> Vote {
        let mut line = Line::EMPTY;
        let moves: Vec<Move> = legal_moves(&Position::start()).into_iter().collect();
        line.set(moves[mv], &Line::EMPTY);
        Vote { depth: Depth::new(depth), value: Value::new(value), line }
    }

    #[test]
    fn depth_value_and_number_of_votes_weigh() {
        for weighing in [Weighing::Sum, Weighing::Product] {
            let elect = |votes: &[Vote]| elect(votes, weighing);
            assert_eq!(elect(&[vote(0, 9, 20)]), 0);
            assert_eq!(elect(&[vote(0, 9, 20), vote(1, 12, 20)]), 1, "deeper");
            assert_eq!(elect(&[vote(0, 9, 20), vote(1, 9, 45)]), 1, "better");
            assert_eq!(elect(&[vote(0, 9, 20), vote(1, 10, 20), vote(0, 9, 20)]), 0, "more");
            assert_eq!(elect(&[vote(1, 10, 20), vote(0, 8, 20), vote(0, 9, 20)]), 2, "its deepest");
            assert_eq!(elect(&[vote(2, 9, 20), vote(1, 9, 20)]), 0, "the first of equals");
        }
    }

    #[test]
    fn a_margin_outweighs_plies_in_a_sum_before_it_does_in_a_product() {
        let votes = [vote(0, 20, 20), vote(1, 5, 36)];
        assert_eq!(elect(&votes, Weighing::Sum), 1, "20 + 0 against 5 + 16");
        assert_eq!(elect(&votes, Weighing::Product), 0, "20 times 7 against 5 times 23");
    }

    #[test]
    fn a_proven_win_is_played_against_any_majority() {
        let mate = Value::mate_in(5).get();
        let votes = [vote(0, 20, 300), vote(0, 20, 300), vote(1, 9, mate), vote(2, 15, mate - 2)];
        assert_eq!(elect(&votes, Weighing::Product), 2);
        let mated = -mate;
        assert_eq!(
            elect(&[vote(0, 20, mated), vote(1, 9, -300)], Weighing::Product),
            1,
            "the worker that has seen a way out"
        );
    }

    #[test]
    fn a_ballot_is_of_one_search() {
        let ballots: SharedSlice<Ballot> = SharedSlice::new("ballots", 1).unwrap();
        let (ballot, cast) = (&ballots[0], vote(3, 9, -20));
        assert!(ballot.read(7).is_none());
        ballot.cast(7, Weighing::Product, &cast);
        let read = ballot.read(7).expect("a vote");
        assert_eq!((read.depth, read.value), (cast.depth, cast.value));
        assert_eq!(read.line.moves(), cast.line.moves());
        assert_eq!(ballot.weighing(), Weighing::Product);
        assert!(ballot.read(8).is_none());
        ballot.clear();
        assert!(ballot.read(7).is_none());
    }
}
