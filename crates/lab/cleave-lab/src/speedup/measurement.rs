//! A measurement, and the file that holds it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::backend::BackendKind;
use super::design::Design;
use super::summary::{Summary, summarize};
use crate::searches::Team;
use crate::time_to_depth::{Cell, Pairs, Results, Work};

/// A measurement. Its file holds the summaries for other readers; they follow from the searches, and
/// are computed again when the file is read.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "StoredMeasurement")]
pub(crate) struct Measurement {
    #[serde(rename = "setting")]
    pub(crate) design: Design,
    /// Over all positions, by size of the team.
    pub(crate) summary: Vec<Summary>,
    /// The same for the positions of each file, where there is more than one.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) sets: BTreeMap<String, Vec<Summary>>,
    /// Position by position.
    pub(crate) searches: Vec<Cell<Work>>,
}

impl Measurement {
    /// Adds the summaries.
    pub(crate) fn new(design: Design, searches: Vec<Cell<Work>>) -> Measurement {
        let mut of_sets: BTreeMap<String, Vec<&Cell<Work>>> = BTreeMap::new();
        for cell in &searches {
            of_sets.entry(cell.set().into()).or_default().push(cell);
        }
        let mut sets = BTreeMap::new();
        if of_sets.len() > 1 {
            let of_set = |(set, cells)| (set, summarize(&design, &Results(cells)));
            sets.extend(of_sets.into_iter().map(of_set));
        }
        let summary = summarize(&design, &Results(searches.iter().collect()));
        Measurement { design, summary, sets, searches }
    }

    /// All searches.
    pub(crate) fn results(&self) -> Results<'_, Work> {
        Results(self.searches.iter().collect())
    }

    /// The searches of a team, each with that of P_seq.
    pub(crate) fn pairs(&self, team: Team) -> Pairs<'_, Work> {
        self.results().pairs(team, None, self.design.typical())
    }

    /// The files of the positions, in order.
    pub(crate) fn files(&self) -> Vec<&str> {
        let mut files: Vec<&str> = self.searches.iter().map(Cell::set).collect();
        files.dedup();
        files
    }

    /// A figure of P_seq for a position, summarised over its runs.
    pub(crate) fn alone(&self, position: &str, figure: impl Fn(&Cell<Work>) -> f64) -> f64 {
        let alone = self.searches.iter().filter(|cell| cell.team.is_none());
        let of_position = alone.filter(|cell| cell.position == position);
        self.design.typical()(&of_position.map(figure).collect::<Vec<_>>())
    }

    /// One row for each position: its id, its depth, seconds and nodes of P_seq, and the speed-ups of these teams.
    pub(crate) fn by_position(&self, teams: &[Team], digits: usize) -> Vec<Vec<String>> {
        let speedups: Vec<Vec<f64>> =
            teams.iter().map(|&team| self.pairs(team).speedups()).collect();
        let row = |(place, name): (usize, &str)| {
            let first = self.searches.iter().find(|cell| cell.position == name);
            let (id, depth) = first.map_or(("", 0), |cell| (cell.id(), cell.depth));
            let seconds = self.alone(name, Cell::seconds);
            let nodes = self.alone(name, |cell| cell.nodes as f64);
            let mut row = vec![id.into(), depth.to_string()];
            row.extend([format!("{seconds:.digits$}"), format!("{nodes:.0}")]);
            row.extend(speedups.iter().map(|of_team| format!("{:.2}", of_team[place])));
            row
        };
        self.results().positions().into_iter().enumerate().map(row).collect()
    }
}

/// What a file is read for.
#[derive(Deserialize)]
struct StoredMeasurement {
    setting: Design,
    searches: Vec<Cell<Work>>,
}

impl TryFrom<StoredMeasurement> for Measurement {
    type Error = &'static str;

    fn try_from(
        StoredMeasurement { setting: design, searches }: StoredMeasurement,
    ) -> Result<Measurement, Self::Error> {
        let mut figures = searches.iter().filter_map(|cell| cell.figures.as_ref());
        if design.backend == BackendKind::Virtual && figures.any(|work| work.account.is_none()) {
            return Err("a search in virtual time lacks its account");
        }
        Ok(Measurement::new(design, searches))
    }
}
