//! Probes the endgame tables.

use cleave_board::{Move, Position, Value};
use cleave_tablebase::Wdl;
use cleave_tablebase::root::{Circumstances, Ranking};

use super::SearchContext;
use super::probing::ProbeLimits;
use super::setup::RootSetup;
use crate::root::moves::RootMove;
use crate::units::{Depth, Ply};

impl SearchContext<'_> {
    /// Returns the tables' result for a position, if it is to be looked up. Tables ignore the fifty-move counter, so
    /// only positions right after a capture or a pawn move are looked up.
    pub(crate) fn probe_tablebase(&mut self, position: &Position, depth: Depth) -> Option<Wdl> {
        let limits = self.setup.probing;
        let pieces = position.occupied().count();
        let is_in_limits =
            pieces < limits.pieces || pieces == limits.pieces && depth.get() >= limits.depth as i32;
        if !is_in_limits || position.halfmove_clock() != 0 || !position.castling().is_none() {
            return None;
        }
        let wdl = self.shared.tablebase?.probe_wdl(position)?;
        self.counts.tree.tablebase_hits += 1;
        Some(match wdl {
            Wdl::CursedWin if !limits.fifty_moves => Wdl::Win,
            Wdl::BlessedLoss if !limits.fifty_moves => Wdl::Loss,
            _ => wdl,
        })
    }

    /// Returns the value of a position at `ply` with this result. A win that the fifty-move rule turns into a draw is
    /// worth a little more than other draws, and such a loss a little less.
    pub(crate) fn value_by_tablebase(&self, wdl: Wdl, ply: Ply) -> Value {
        match wdl {
            Wdl::Win => Value::tablebase_win_at(ply.index()),
            Wdl::Loss => -Value::tablebase_win_at(ply.index()),
            Wdl::CursedWin => self.draw_value(ply) + 1,
            Wdl::BlessedLoss => self.draw_value(ply) - 1,
            Wdl::Draw => self.draw_value(ply),
        }
    }

    /// Probes the tables for the root moves, and excludes those that are worse than the best. At least `lines` moves
    /// stay.
    ///
    /// If the tables know distances, the search below probes nothing. All remaining moves keep the result, and the
    /// evaluation shows better than a constant value which of them makes progress.
    pub(crate) fn ask_tablebase_at_root(&mut self, lines: usize) {
        let setup = self.setup;
        let Some(tables) = self.shared.tablebase.filter(|_| setup.probing.pieces > 0) else {
            return;
        };
        if setup.root.occupied().count() > setup.probing.pieces || !self.is_selective() {
            return;
        }
        let game = &setup.game;
        let reversible = usize::from(setup.root.halfmove_clock());
        let circumstances = Circumstances {
            fifty_moves: setup.probing.fifty_moves,
            has_repeated: game.has_repeated(setup.root.key(), reversible),
            is_repetition: &|after| {
                let key = after.key();
                after.halfmove_clock() > 0 && game.occurrences(key, reversible) >= 2
            },
        };
        let moves: Vec<Move> = self.root.ranked_from(0).iter().map(RootMove::mv).collect();
        let Some(ranking) = Ranking::new(tables, &setup.root, &moves, circumstances) else {
            return;
        };
        self.counts.tree.tablebase_hits += moves.len() as u64;
        for ranked in &ranking.moves {
            self.root.set_result(ranked.mv, ranked.result);
        }
        self.root.exclude(&ranking.worse(lines).collect::<Vec<_>>());
        if ranking.by_distance || ranking.result() <= Wdl::Draw {
            self.setup = RootSetup { probing: ProbeLimits::NEVER, ..setup };
        }
    }

    /// Returns the value to show for a root move with this value from the search. If the tables know the move, their
    /// value counts, unless the search has found a mate that agrees.
    pub(crate) fn reported_value(&self, mv: Move, value: Value) -> Value {
        match self.root.result(mv) {
            None => value,
            Some(Wdl::Win) if value > Value::DECISIVE => value,
            Some(Wdl::Loss) if value < -Value::DECISIVE => value,
            Some(wdl) => self.value_by_tablebase(wdl, Ply::ROOT),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_worker;

    /// Between draws, the side that would win without the fifty-move rule is better off.
    #[test]
    fn values_have_the_order_of_results() {
        with_worker(&Position::start(), |context| {
            let results = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];
            for ply in [Ply::ROOT, Ply::ROOT.next()] {
                let values = results.map(|wdl| context.value_by_tablebase(wdl, ply));
                assert!(values.is_sorted_by(|worse, better| worse < better), "{values:?}");
            }
        });
    }
}
