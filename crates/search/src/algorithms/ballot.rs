//! The vote among workers that each search the root at their own pace. It decides which line is played.
//!
//! This is Lazy SMP as in Stockfish since version 11 (2020). Each worker votes for the best move at the last depth that
//! it has finished. The deeper the search and the better the value, the more weight the vote has. The weights for a
//! move add up. The deepest worker alone would often have overlooked a move that the others have seen.

use std::cmp::Reverse;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicI32, AtomicU16, AtomicU32, AtomicU64};

use cleave_board::{Move, Value};
use cleave_shared_memory::Shareable;

use crate::line::Line;
use crate::units::{Depth, MAX_PLY};

/// Centipawns added to each vote's margin over the worst value. Without them a vote for the worst value would have no
/// weight. Stockfish adds about the same.
const MARGIN: i32 = 7;

/// The place where a worker writes its vote. The main worker reads it when the last search of the root is over.
/// All-zero bytes are no vote.
#[derive(Shareable)]
pub(crate) struct Ballot {
    /// The number of the search in which the vote was cast; 0 for none.
    search: AtomicU64,
    depth: AtomicI32,
    value: AtomicI32,
    length: AtomicU32,
    line: [AtomicU16; MAX_PLY],
}

impl Ballot {
    /// Casts the worker's vote in the search with this number, in place of its last vote.
    pub(crate) fn cast(&self, search: u64, depth: Depth, value: Value, line: &Line) {
        self.clear();
        self.depth.store(depth.get(), Relaxed);
        self.value.store(value.get(), Relaxed);
        self.length.store(line.moves().len() as u32, Relaxed);
        for (place, mv) in self.line.iter().zip(line.moves()) {
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
pub(crate) fn elect(votes: &[Vote]) -> usize {
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
    let weight =
        |vote: &Vote| i64::from(vote.depth.get()) * i64::from(vote.value.get() - lowest + MARGIN);
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
        assert_eq!(elect(&[vote(0, 9, 20)]), 0);
        assert_eq!(elect(&[vote(0, 9, 20), vote(1, 12, 20)]), 1, "deeper");
        assert_eq!(elect(&[vote(0, 9, 20), vote(1, 9, 45)]), 1, "better");
        assert_eq!(elect(&[vote(0, 9, 20), vote(1, 10, 20), vote(0, 9, 20)]), 0, "more");
        assert_eq!(elect(&[vote(1, 10, 20), vote(0, 8, 20), vote(0, 9, 20)]), 2, "its deepest");
        assert_eq!(elect(&[vote(2, 9, 20), vote(1, 9, 20)]), 0, "the first of equals");
    }

    #[test]
    fn a_proven_win_is_played_against_any_majority() {
        let mate = Value::mate_in(5).get();
        let votes = [vote(0, 20, 300), vote(0, 20, 300), vote(1, 9, mate), vote(2, 15, mate - 2)];
        assert_eq!(elect(&votes), 2);
        let mated = -mate;
        assert_eq!(
            elect(&[vote(0, 20, mated), vote(1, 9, -300)]),
            1,
            "the worker that has seen a way out"
        );
    }

    #[test]
    fn a_ballot_is_of_one_search() {
        let ballots: SharedSlice<Ballot> = SharedSlice::new("ballots", 1).unwrap();
        let (ballot, cast) = (&ballots[0], vote(3, 9, -20));
        assert!(ballot.read(7).is_none());
        ballot.cast(7, cast.depth, cast.value, &cast.line);
        let read = ballot.read(7).expect("a vote");
        assert_eq!((read.depth, read.value), (cast.depth, cast.value));
        assert_eq!(read.line.moves(), cast.line.moves());
        assert!(ballot.read(8).is_none());
        ballot.clear();
        assert!(ballot.read(7).is_none());
    }
}
