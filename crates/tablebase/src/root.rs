//! The moves of a position of a game, compared by what they keep of its result.
//!
//! A game has a fifty-move counter and has seen positions before, and tables know of neither. A win
//! whose next capture or pawn move comes too late is a draw; a player who only ever keeps the win, and
//! never comes nearer to that move, draws as well. So, as long as there is time, every move that keeps
//! the win is as good as any other, and which is best is left to a search. Once time gets short, or a
//! position has occurred twice, only the moves with the shortest distance count.

use cleave_board::{Move, Position};
use cleave_movegen::{has_legal_move, legal_moves};

use crate::{Dtz, Tablebase, Wdl};

/// What the tables do not know: the fifty-move rule, and the repetitions of the game.
#[derive(Clone, Copy)]
pub struct Circumstances<'a> {
    /// The fifty-move rule is in force.
    pub fifty_moves: bool,
    /// A position has occurred twice since the last capture or pawn move.
    pub has_repeated: bool,
    /// Whether this position, after a move, is a draw by repetition.
    pub is_repetition: &'a dyn Fn(&Position) -> bool,
}

/// How good a move is, by the tables alone: the greater the better, and equal ones are left to the
/// search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rank(i32);

impl Rank {
    /// A win for which there is time, and less a certain loss.
    const CERTAIN: Rank = Rank(10_000);
    /// From here down a win ranks by its distance; from less this up, a loss.
    const BY_DISTANCE: i32 = 5_000;
}

/// A move, and what the tables know about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// The result after it for the side that makes it, in this game: a cursed win is a draw.
    pub result: Wdl,
    /// How good it is.
    pub rank: Rank,
}

/// The moves of a position, best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// The moves that were asked for.
    pub moves: Vec<RankedMove>,
    /// The ranks come from distances, not from results alone: to play the best one makes progress.
    pub by_distance: bool,
}

impl Ranking {
    /// Compares these legal moves. `None` if the tables do not know the result of one of them, or there
    /// is none.
    pub fn new(
        tables: &dyn Tablebase,
        position: &Position,
        moves: &[Move],
        circumstances: Circumstances,
    ) -> Option<Ranking> {
        if !position.castling().is_none() || position.occupied().count() > tables.max_pieces() {
            return None;
        }
        let rank_all = |rank: &dyn Fn(&Position) -> Option<(Wdl, Rank)>| {
            let ranked = moves.iter().map(|&mv| {
                let (result, rank) = rank(&position.make(mv))?;
                Some(RankedMove { mv, result, rank })
            });
            let mut moves: Vec<RankedMove> = ranked.collect::<Option<_>>()?;
            moves.sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
            (!moves.is_empty()).then_some(moves)
        };
        let clock = i32::from(position.halfmove_clock());
        let by_distance = rank_all(&|after| {
            let dtz = distance(tables, after, circumstances)?;
            Some((circumstances.result(dtz, clock), circumstances.rank(dtz, clock)))
        });
        if let Some(moves) = by_distance {
            return Some(Ranking { moves, by_distance: true });
        }
        let by_result = rank_all(&|after| {
            let wdl = if circumstances.is_draw(after) {
                Wdl::Draw
            } else {
                circumstances.in_game(-tables.probe_wdl(after)?)
            };
            Some((wdl, Rank(wdl as i32)))
        });
        by_result.map(|moves| Ranking { moves, by_distance: false })
    }

    /// The moves that are worse than the best, without the first `at_least` of all.
    pub fn worse(&self, at_least: usize) -> impl Iterator<Item = Move> {
        let best = self.moves.first().map(|ranked| ranked.rank);
        let kept = self.moves.iter().take_while(move |ranked| Some(ranked.rank) == best).count();
        self.moves.iter().skip(kept.max(at_least)).map(|ranked| ranked.mv)
    }

    /// Of the best moves, those after which the opponent cannot go wrong: the game ends as a draw, or every
    /// reply keeps the result. Empty if that is true of all of them. `position` and `tables` are those that
    /// the moves were compared with.
    pub fn harmless(
        &self,
        tables: &dyn Tablebase,
        position: &Position,
        circumstances: Circumstances,
    ) -> Vec<Move> {
        let rank = self.moves.first().map(|ranked| ranked.rank);
        let best = self.moves.iter().take_while(|ranked| Some(ranked.rank) == rank);
        let (harmless, testing): (Vec<Move>, Vec<Move>) =
            best.map(|ranked| ranked.mv).partition(|&mv| {
                let after = position.make(mv);
                let keeps = |reply| {
                    let result = circumstances.result_of(tables, &after.make(reply));
                    // An unknown result may be a mistake.
                    result.is_some_and(|result| result <= self.result())
                };
                circumstances.is_draw(&after) || legal_moves(&after).into_iter().all(keeps)
            });
        if testing.is_empty() { Vec::new() } else { harmless }
    }

    /// The result of the best move.
    pub fn result(&self) -> Wdl {
        self.moves.first().map_or(Wdl::Draw, |ranked| ranked.result)
    }
}

/// The distance of the move that led here, for the side that made it.
fn distance(tables: &dyn Tablebase, after: &Position, circumstances: Circumstances) -> Option<Dtz> {
    if after.in_check() && !has_legal_move(after) {
        return Some(Dtz(1));
    }
    if circumstances.is_draw(after) {
        return Some(Dtz::DRAW);
    }
    if after.halfmove_clock() == 0 {
        return Some((-tables.probe_wdl(after)?).dtz_before_zeroing());
    }
    Some((-tables.probe_dtz(after)?).one_more())
}

impl Circumstances<'_> {
    /// True if this position, after a move that does not mate, is a draw by the history of the game.
    fn is_draw(&self, after: &Position) -> bool {
        self.fifty_moves && after.halfmove_clock() >= 100 || (self.is_repetition)(after)
    }

    /// The result of a position for the side to move, whatever its counter.
    fn result_of(&self, tables: &dyn Tablebase, position: &Position) -> Option<Wdl> {
        match (has_legal_move(position), position.in_check()) {
            (true, _) => Some(self.in_game(tables.probe_wdl(position)?)),
            (false, true) => Some(Wdl::Loss),
            (false, false) => Some(Wdl::Draw),
        }
    }

    /// What a result is worth with the fifty-move rule or without it.
    fn in_game(&self, wdl: Wdl) -> Wdl {
        match wdl {
            Wdl::CursedWin if !self.fifty_moves => Wdl::Win,
            Wdl::BlessedLoss if !self.fifty_moves => Wdl::Loss,
            _ => wdl,
        }
    }

    /// The result after a move with this distance, made with this counter.
    fn result(&self, Dtz(dtz): Dtz, clock: i32) -> Wdl {
        let in_time = dtz.abs() + clock <= 100;
        self.in_game(match (dtz.signum(), in_time) {
            (1, true) => Wdl::Win,
            (1, false) => Wdl::CursedWin,
            (-1, true) => Wdl::Loss,
            (-1, false) => Wdl::BlessedLoss,
            _ => Wdl::Draw,
        })
    }

    fn rank(&self, Dtz(dtz): Dtz, clock: i32) -> Rank {
        let plies = dtz.abs();
        match dtz.signum() {
            // The distance may be one too small.
            1 if plies + clock <= 99 && !self.has_repeated => Rank::CERTAIN,
            1 => Rank(Rank::BY_DISTANCE - (plies + clock)),
            // With less than half of the counter to go, no defence reaches its end.
            -1 if 2 * plies + clock < 100 => Rank(-Rank::CERTAIN.0),
            -1 => Rank(-Rank::BY_DISTANCE + plies + clock),
            _ => Rank(0),
        }
    }
}
