//! The network's first lessons: values of the evaluation written by hand, for positions that no game has.
//!
//! A value by hand takes a microsecond, a value by search a thousand times as long. The network therefore first learns
//! to copy the evaluation written by hand, from any number of positions. The games then correct only the errors of that
//! evaluation. A few random moves lead from each position of a game to others. Pieces hang, material is unequal, and
//! kings are in the open, as in most positions that a search evaluates.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cleave_board::{Move, Position};
use cleave_eval::{Evaluator, known_ending};
use cleave_kit::games::random::Random;
use cleave_movegen::legal_moves;
use cleave_smp::random::mix;

use super::trainer::Lessons;
use crate::positions::{Outcome, Record};

/// At most this many random moves lead away from a position.
const MOST_MOVES: usize = 4;

/// Positions near the positions of games, others in each epoch, with the value by hand.
pub(super) struct Study<'a> {
    near: &'a [Record],
    seed: u64,
    /// Evaluators that no thread is using.
    evaluators: Mutex<Vec<Evaluator>>,
}

impl Study<'_> {
    pub(super) fn new(near: &[Record], seed: u64) -> Study<'_> {
        Study { near, seed, evaluators: Mutex::new(Vec::new()) }
    }

    /// Returns all records of an epoch.
    pub(super) fn all(&self, epoch: u32) -> Vec<Record> {
        self.records(epoch, 0..self.near.len())
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Evaluator>> {
        // A thread that panicked left no evaluator behind.
        self.evaluators.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lessons for Study<'_> {
    fn count(&self) -> usize {
        self.near.len()
    }

    fn records(&self, epoch: u32, numbers: impl Iterator<Item = usize>) -> Vec<Record> {
        let idle = self.idle().pop();
        let mut evaluator = idle.unwrap_or_default();
        let records = numbers.filter_map(|number| {
            let seed = mix(self.seed ^ mix(u64::from(epoch) << 40 ^ number as u64));
            let position = wander(&self.near[number], &mut Random::seeded(seed))?;
            let value = evaluator.evaluate(&position);
            Some(Record::new(&position, Move::NONE, value, Outcome::Drawn))
        });
        let records = records.collect();
        self.idle().push(evaluator);
        records
    }
}

/// Returns a position a few random moves away. There is none if the search would not evaluate it by the network: in
/// check, or in an ending that needs no evaluation.
fn wander(from: &Record, random: &mut Random) -> Option<Position> {
    let mut position = from.position().ok()?;
    for _ in 0..random.below(MOST_MOVES + 1) {
        let moves = legal_moves(&position);
        let moves = moves.as_slice();
        if moves.is_empty() {
            return None;
        }
        position = position.make(moves[random.below(moves.len())]);
    }
    (!position.in_check() && known_ending(&position).is_none()).then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FENS: [&str; 3] = [
        Position::START_FEN,
        "r1bqk2r/ppp2ppp/2n5/3np3/1bB5/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 40 60",
        "8/5pk1/4p1p1/7p/7P/2q3P1/5PK1/4Q3 b - - 90 90",
    ];

    fn near() -> Vec<Record> {
        let record = |fen| {
            let position = Position::from_fen(fen).unwrap();
            Record::new(&position, Move::NONE, cleave_board::Value::ZERO, Outcome::Drawn)
        };
        FENS.into_iter().cycle().take(600).map(record).collect()
    }

    #[test]
    fn lessons_have_the_value_by_hand_of_positions_that_the_search_evaluates() {
        let near = near();
        let records = Study::new(&near, 1).all(0);
        assert!((400..600).contains(&records.len()), "{} records", records.len());
        let mut evaluator = Evaluator::new();
        let mut far = 0;
        for record in &records {
            let position = record.position().unwrap();
            assert_eq!(record.value(), evaluator.evaluate(&position));
            assert!(!position.in_check() && known_ending(&position).is_none());
            far +=
                usize::from(near.iter().all(|it| it.position().unwrap().key() != position.key()));
        }
        assert!(far > 200, "{far} positions are of no game");
    }

    #[test]
    fn each_epoch_has_positions_of_its_own_which_the_seed_determines() {
        let near = near();
        let all = |seed, epoch| Study::new(&near, seed).all(epoch);
        assert!(all(1, 0) == all(1, 0));
        assert!(all(1, 0) != all(1, 1));
        assert!(all(1, 0) != all(2, 0));
    }
}
