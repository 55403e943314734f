//! One search of the root: what the worker enters, and what it shows the host.

use cleave_board::Value;

use super::SearchContext;
use crate::line::Line;
use crate::root::RootMove;
use crate::root_report::{RootResults, Success};
use crate::{Thinking, Verdict};

impl SearchContext<'_> {
    /// The root is about to be searched, from the move of this rank on.
    pub fn begin_root(&mut self, rank: usize, alpha: Value) {
        self.report_counts();
        (self.rank, self.alpha) = (rank, alpha);
        self.shown = 0;
        self.root_move = 0;
        self.shared.root_report.begin_root();
    }

    /// A worker has died in the search of the root: it begins again, and what was counted is void.
    pub fn restart_root(&mut self) {
        self.report_counts();
        self.shared.root_report.restart_root();
        (self.shown, self.root_move) = (0, 0);
    }

    /// Every worker searches the root by itself from here on.
    pub fn keep_root_results(&mut self) {
        self.keeps_results = true;
        self.worker_state.root_results.clear();
    }

    /// This worker has finished the root, and before the others.
    pub fn publish_root_results(&mut self) {
        self.report_counts();
        self.shared.root_report.results().copy_from(&self.worker_state.root_results);
    }

    /// Where this worker enters what it finds out about the moves of the root.
    pub(super) fn results(&self) -> &RootResults {
        if self.keeps_results {
            &self.worker_state.root_results
        } else {
            self.shared.root_report.results()
        }
    }

    /// The root has been searched, or the search has been stopped: enters what the root report says into
    /// the list of root moves.
    pub fn end_root(&mut self) {
        self.report_counts();
        let published = self.shared.root_report.results();
        // Where every worker has results of its own, those count that have been published; if the
        // search has been stopped, nobody's have, and the main worker goes by its own.
        let goes_by_own = self.keeps_results && published.is_empty();
        let results = if goes_by_own { &self.worker_state.root_results } else { published };
        self.root.enter(self.rank, self.alpha, self.shared.root_report, results);
    }

    /// Shows the host a root move that has beaten alpha, as soon as this worker looks around.
    ///
    /// The first move is the best one already: its new value is shown when the search of the root
    /// ends, unless that is stopped.
    pub(super) fn show_new_best(&mut self) {
        match self.results().newest_success() {
            Some((number, success)) if number > 1 && number != self.shown => {
                self.show_success(number, &success);
            }
            _ => {}
        }
    }

    /// The search of the root has been stopped: shows what has come of it, if that is not known yet.
    pub fn show_unfinished(&mut self) {
        match self.results().newest_success() {
            Some((number, success)) if number != self.shown && success.value > self.alpha => {
                self.show_success(number, &success);
            }
            _ => {}
        }
    }

    fn show_success(&mut self, number: u16, success: &Success) {
        self.shown = number;
        let Some(root_move) = self.root_move_of(number) else { return };
        let mut line = Line::EMPTY;
        line.set(root_move.mv(), &success.below);
        self.show(self.rank, Verdict::AtLeast, success.value, success.deepest, &line);
    }

    /// Shows the host the best line of this rank.
    pub fn show_best(&mut self, rank: usize, verdict: Verdict) {
        let Some(best) = self.root.get(rank) else { return };
        let value = best.value().expect("the best move has a value");
        let (deepest, line) = (best.selective_depth(), *best.line());
        self.show(rank, verdict, value, deepest, &line);
    }

    fn show(&mut self, rank: usize, verdict: Verdict, value: Value, deepest: u32, line: &Line) {
        let thinking = Thinking {
            depth: self.iteration().get() as u32,
            selective_depth: deepest,
            value,
            verdict,
            rank: rank + 1,
            elapsed: self.control.timer().elapsed(),
            nodes: self.nodes_of_all(),
            hashfull: self.shared.table.hashfull(),
            line: line.moves().to_vec(),
        };
        self.control.show(&thinking);
    }

    /// The root move of this number in the search of the root, from 1.
    pub(super) fn root_move_of(&self, number: u16) -> Option<&RootMove> {
        let place = usize::from(number).checked_sub(1)?;
        self.root.get(self.rank + place)
    }

    /// The worker goes on below the root move of this number.
    pub fn enter_root_move(&mut self, number: u16) {
        if number != self.root_move {
            self.report_counts();
            self.root_move = number;
        }
    }

    /// The number of the root move that the worker is searching below, from 1; 0 for none.
    pub fn root_move(&self) -> u16 {
        self.root_move
    }

    /// A move of the root has been searched; `value` is given if it is better than all before it.
    pub fn end_root_move(&mut self, number: u16, value: Option<Value>, below: &Line) {
        self.report_counts();
        let deepest = self.shared.root_report.deepest();
        self.results().record(number, value, deepest, below);
    }
}
