//! A comparison as rows, with their errors.

use cleave_kit::table::{self, Columns};

use super::resampling::standard_errors;
use super::validation::{Pair, Validation};

/// A row of the comparison.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) pair: Pair,
    /// The standard error of [`Pair::error`], in percent.
    pub(crate) standard_error: Option<f64>,
}

const COLUMNS: Columns<'static> =
    &[("", -38), ("real", 8), ("virtual", 8), ("error", 8), ("standard error", 15)];

impl Validation {
    /// The rows of the comparison.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let one = |pair| Row { name: "one worker: speed-up".into(), pair, standard_error: None };
        let pairs = self.of_team();
        let errors = standard_errors(self);
        let team = pairs.into_iter().zip(errors).map(|((name, pair), error)| Row {
            name: format!("team of {}: {name}", self.workers),
            pair,
            standard_error: Some(error),
        });
        self.one.map(one).into_iter().chain(team).collect()
    }

    /// The rows as a table for the terminal.
    pub(crate) fn text(&self) -> String {
        let figure = |figure: f64| format!("{figure:.3}");
        let rows = self.rows().into_iter().map(|Row { name, pair, standard_error }| {
            vec![
                name,
                figure(pair.real),
                figure(pair.model),
                format!("{:+.1}%", pair.error()),
                standard_error.map_or(String::new(), |error| format!("{error:.1}%")),
            ]
        });
        table::text(COLUMNS, rows)
    }
}
