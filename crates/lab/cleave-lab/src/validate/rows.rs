//! A comparison as rows, with their errors.

use cleave_kit::table::{self, Columns};

use super::resampling::standard_errors;
use super::validation::{Pair, Validation};

const COLUMNS: Columns<'static> =
    &[("", -38), ("real", 8), ("virtual", 8), ("difference", 10), ("standard error", 15)];

impl Validation {
    /// Returns the cells of each row: its name, the figure in real and in virtual time, and their difference. The last
    /// cell is the standard error of the difference, in percent.
    pub(crate) fn rows(&self) -> Vec<Vec<String>> {
        let row = |name: String, pair: Pair, error: String| {
            let [real, model] = [pair.real, pair.model].map(|figure| format!("{figure:.3}"));
            vec![name, real, model, format!("{:+.1} %", pair.error()), error]
        };
        let one = self.one.map(|pair| row("one worker: speed-up".into(), pair, String::new()));
        let team = self.of_team().into_iter().zip(standard_errors(self));
        let team = team.map(|((name, pair), error)| {
            row(format!("team of {}: {name}", self.workers), pair, format!("{error:.1}"))
        });
        one.into_iter().chain(team).collect()
    }

    /// Returns the rows as a table for the terminal.
    pub(crate) fn text(&self) -> String {
        table::text(COLUMNS, self.rows())
    }
}
