//! Compares the moves of a position in a game by the result that they keep.
//!
//! A game has a fifty-move counter and earlier positions; tables know neither. A win whose next capture or pawn move
//! comes too late is a draw. A player who keeps the win but never comes nearer to that move draws as well. So as long
//! as there is time, all moves that keep the win are equal, and a search chooses among them. Once time is short, or a
//! position has occurred twice, only the moves with the shortest distance count.

use cleave_board::{Move, Position};
use cleave_movegen::{has_legal_move, legal_moves};

use crate::{Dtz, Tablebase, Wdl};

/// The facts that tables do not know: the fifty-move rule and the repetitions of the game.
#[derive(Clone, Copy)]
pub struct Circumstances<'a> {
    /// True if the fifty-move rule applies.
    pub fifty_moves: bool,
    /// True if a position has occurred twice since the last capture or pawn move.
    pub has_repeated: bool,
    /// Returns true if this position, after a move, is a draw by repetition.
    pub is_repetition: &'a dyn Fn(&Position) -> bool,
}

/// The value of a move by the tables alone. Greater is better. A search chooses among equal moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rank(i32);

impl Rank {
    /// The rank of a win that is in time. Its negative is a certain loss.
    const CERTAIN: Rank = Rank(10_000);
    /// The rank from which wins count down by their distance. Losses count up from its negative.
    const BY_DISTANCE: i32 = 5_000;
}

/// A move with its result and rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// The result after the move, in this game and for the side that makes it. A cursed win is a draw.
    pub result: Wdl,
    /// The rank of the move.
    pub rank: Rank,
}

/// The moves of a position, best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// The compared moves.
    pub moves: Vec<RankedMove>,
    /// True if the ranks come from distances, not from results alone. Then playing the best move makes progress.
    pub by_distance: bool,
}

impl Ranking {
    /// Compares these legal moves. Returns `None` if there are no moves, or if the tables do not know the result of one
    /// of them.
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

    /// Returns the moves that are worse than the best. Leaves out the first `at_least` moves in any case.
    pub fn worse(&self, at_least: usize) -> impl Iterator<Item = Move> {
        let best = self.moves.first().map(|ranked| ranked.rank);
        let kept = self.moves.iter().take_while(move |ranked| Some(ranked.rank) == best).count();
        self.moves.iter().skip(kept.max(at_least)).map(|ranked| ranked.mv)
    }

    /// Returns the best moves after which the opponent cannot make a mistake: the game ends as a draw, or every reply
    /// keeps the result. The list is empty if all best moves are like that. `position` and `tables` must be the ones
    /// with which the moves were compared.
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

    /// Returns the result of the best move.
    pub fn result(&self) -> Wdl {
        self.moves.first().map_or(Wdl::Draw, |ranked| ranked.result)
    }
}

/// Returns the distance of the move that led to `after`, for the side that made it.
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
    /// Returns true if this position, after a move that does not mate, is a draw by the history of the game.
    fn is_draw(&self, after: &Position) -> bool {
        self.fifty_moves && after.halfmove_clock() >= 100 || (self.is_repetition)(after)
    }

    /// Returns the result of a position for the side to move, ignoring its counter.
    fn result_of(&self, tables: &dyn Tablebase, position: &Position) -> Option<Wdl> {
        match (has_legal_move(position), position.in_check()) {
            (true, _) => Some(self.in_game(tables.probe_wdl(position)?)),
            (false, true) => Some(Wdl::Loss),
            (false, false) => Some(Wdl::Draw),
        }
    }

    /// Returns the result in this game, with or without the fifty-move rule.
    fn in_game(&self, wdl: Wdl) -> Wdl {
        match wdl {
            Wdl::CursedWin if !self.fifty_moves => Wdl::Win,
            Wdl::BlessedLoss if !self.fifty_moves => Wdl::Loss,
            _ => wdl,
        }
    }

    /// Returns the result after a move with this distance, made with this counter.
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
            // If the distance is less than half of the remaining counter, no defence reaches its end.
            -1 if 2 * plies + clock < 100 => Rank(-Rank::CERTAIN.0),
            -1 => Rank(-Rank::BY_DISTANCE + plies + clock),
            _ => Rank(0),
        }
    }
}
