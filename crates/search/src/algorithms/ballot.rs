//! The vote of workers that each search the root at their own pace: whose line is played?
//!
//! Lazy SMP as Stockfish has it since its version 11 (2020): each worker votes for the move that was best at the last depth
//! it has finished, the more weightily the deeper that is and the better the value. The weights for a move add up.
//! The deepest worker alone would often be one that has overlooked what the others have seen.

use std::cmp::Reverse;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicI32, AtomicU16, AtomicU32, AtomicU64};

use cleave_board::{Move, Value};
use cleave_shared_memory::Shareable;

use crate::line::Line;
use crate::units::{Depth, MAX_PLY};

/// A vote for the worst value weighs as if it were so many centipawns better: without that it would weigh nothing. Stockfish has
/// about as much.
const MARGIN: i32 = 7;

/// Where a worker writes its vote. The main worker reads it when the last search of the root is over. All-zero bytes are no
/// vote.
#[derive(Shareable)]
pub(crate) struct Ballot {
    /// The number of the search that it is about; 0 for none.
    search: AtomicU64,
    depth: AtomicI32,
    value: AtomicI32,
    length: AtomicU32,
    line: [AtomicU16; MAX_PLY],
}

impl Ballot {
    /// The worker votes in the search of this number; its vote before counts no longer.
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

    /// The vote in the search of this number, if the worker has come to one.
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

    /// There is no vote.
    pub(crate) fn clear(&self) {
        self.search.store(0, Relaxed);
    }
}

/// What a worker holds to be best.
#[derive(Clone)]
pub(crate) struct Vote {
    /// The depth to which it has searched.
    pub(crate) depth: Depth,
    /// The value of the root there.
    pub(crate) value: Value,
    /// The best line, which begins with the move voted for.
    pub(crate) line: Line,
}

impl Vote {
    /// The move voted for.
    pub(crate) fn mv(&self) -> Option<&Move> {
        self.line.moves().first()
    }
}

/// The place of the vote whose line is played; of equals, the first. A proven win needs no majority, the shortest first.
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

    /// A vote for the move of this number.
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
    fn a_proven_win_is_played_whatever_the_others_hold() {
        let mate = Value::mate_in(5).get();
        let votes = [vote(0, 20, 300), vote(0, 20, 300), vote(1, 9, mate), vote(2, 15, mate - 2)];
        assert_eq!(elect(&votes), 2);
        let mated = -mate;
        assert_eq!(elect(&[vote(0, 20, mated), vote(1, 9, -300)]), 1, "who has seen a way out");
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
