//! Shows lines to the host: final values, bounds, and new best moves as they are found.

use cleave_board::Value;

use super::SearchContext;
use crate::control::host::Thinking;
use crate::line::Line;
use crate::root::report::NewBest;
use crate::root::value::Verdict;

impl SearchContext<'_> {
    /// Shows a root move that has beaten alpha since the last call.
    ///
    /// Skips the first root move, because it is the best move already. Its value is shown when the search of the root
    /// ends or is stopped.
    pub(super) fn show_new_best(&mut self) {
        if self.has_share() {
            return;
        }
        match self.results().newest_best() {
            Some((number, best))
                if number > 1
                    && number != self.root_search.shown
                    && best.value > self.root_search.alpha =>
            {
                self.show_lower_bound(number, &best);
            }
            _ => {}
        }
    }

    /// Shows the best move of a search of the root that was stopped, unless it has been shown.
    pub(crate) fn show_unfinished(&mut self) {
        // Another worker may have published another line of the move that was shown.
        let Some(results) = self.final_results() else { return };
        let is_shown =
            |number| number == self.root_search.shown && std::ptr::eq(results, self.results());
        match results.newest_best() {
            Some((number, best)) if !is_shown(number) && best.value > self.root_search.alpha => {
                self.show_lower_bound(number, &best);
            }
            _ => {}
        }
    }

    fn show_lower_bound(&mut self, number: u16, best: &NewBest) {
        self.root_search.shown = number;
        let Some(root_move) = self.root_move_numbered(number) else { return };
        let mut line = Line::EMPTY;
        line.set(root_move.mv(), &best.below);
        self.show(self.root_search.rank, Verdict::AtLeast, best.value, best.selective_depth, &line);
    }

    /// Shows the best line of this rank.
    pub(crate) fn show_best(&mut self, rank: usize, verdict: Verdict) {
        let Some(best) = self.root.get(rank) else { return };
        let value = best.value().expect("the best move has a value");
        let (selective_depth, line) = (best.selective_depth(), *best.line());
        self.show(rank, verdict, value, selective_depth, &line);
    }

    fn show(
        &mut self,
        rank: usize,
        verdict: Verdict,
        value: Value,
        selective_depth: u32,
        line: &Line,
    ) {
        let reported = line.moves().first().map_or(value, |&mv| self.reported_value(mv, value));
        let line = self.line_to_mate(value, line);
        let thinking = Thinking {
            depth: self.setup.iteration.get() as u32,
            selective_depth: selective_depth.max(line.len() as u32),
            value: reported,
            verdict: if reported == value { verdict } else { Verdict::Exact },
            rank: rank + 1,
            elapsed: self.control.elapsed(),
            nodes: self.nodes_of_all(),
            hashfull: self.shared.table.hashfull(),
            tablebase_hits: self.tree_counts_of_all().tablebase_hits,
            line,
        };
        self.control.show(&thinking);
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::Position;

    use super::*;
    use crate::root::moves::RootMove;
    use crate::testing::with_worker;

    /// The main worker polls while it waits for the next iteration to be given up. By then the best move
    /// is the first of the root, and the third is another one.
    #[test]
    fn between_two_searches_of_the_root_nothing_is_shown() {
        with_worker(&Position::start(), |context| {
            context.begin_root(0, Value::new(-50), false);
            context.end_root_move(1, Some(Value::new(0)), &Line::EMPTY);
            context.poll();
            assert_eq!(context.root_search.shown, 0, "the first move was the best one already");
            context.end_root_move(3, Some(Value::new(30)), &Line::EMPTY);
            let third = context.root.get(2).map(RootMove::mv);
            context.end_root();
            assert_eq!(context.root.best().map(|(mv, _)| mv), third, "it has come to the front");
            context.poll();
            assert_eq!(context.root_search.shown, 0);
        });
    }
}
