//! A measurement: its searches, and the figures of each team.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use cleave_kit::estimate::Estimate;
use cleave_kit::experiment;
use cleave_kit::files::Destination;
use cleave_kit::statistics::geometric_mean;
use cleave_kit::{Result, table as plain};
use cleave_virtual_time::critical_path::Rule;
use serde::Serialize;

use super::amdahl::Amdahl;
use super::cell::Cell;
use super::figures::Figures;
use super::pairs::{Pairs, Results};
use super::row::Row;
use super::setting::Setting;
use super::table::{self, SPEEDUP, TEAM};
use crate::compare::Kind;
use crate::searches::{Goal, Team};

/// A measurement of time to depth. Its file is a journal, a line for each search.
#[derive(Clone, Debug)]
pub(crate) struct Measurement<F> {
    pub(crate) setting: Setting,
    /// Position by position.
    pub(crate) cells: Vec<Cell<F>>,
}

/// The figures of a measurement, for other programs.
#[derive(Serialize)]
pub(crate) struct Summary<'m> {
    setting: &'m Setting,
    /// Positions with their depths, in the order of the speed-ups of a row.
    positions: Vec<(&'m str, u32)>,
    rows: Vec<Row>,
    /// The same for the positions of each file, where there is more than one.
    sets: BTreeMap<String, Vec<Row>>,
}

impl<F: Figures> Measurement<F> {
    /// Reads a measurement from its journal.
    ///
    /// # Errors
    /// The file cannot be read, or is no such journal.
    pub(crate) fn read(path: &Path) -> Result<Measurement<F>> {
        let (setting, cells) = experiment::read(path)?;
        Ok(Measurement { setting, cells })
    }

    /// Writes the journal of a measurement that was not kept search by search.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn write(&self, file: &Destination) -> Result<()> {
        experiment::write(file, &self.setting, self.cells.iter().cloned())
    }

    /// Returns the size of P_seq's trees, if the depths were chosen by that.
    pub(crate) fn nodes(&self) -> u64 {
        match self.setting.goal.goal {
            Goal::Nodes { nodes } => nodes,
            Goal::Seconds { .. } | Goal::Depth { .. } => 0,
        }
    }

    /// Returns all searches.
    pub(crate) fn results(&self) -> Results<'_, F> {
        Results(self.cells.iter().collect())
    }

    /// Returns the teams that have searched, in order.
    pub(crate) fn teams(&self) -> Vec<Team> {
        let teams: BTreeSet<Team> = self.cells.iter().filter_map(|cell| cell.team).collect();
        teams.into_iter().collect()
    }

    /// Returns the seeds, or the numbers of the runs.
    pub(crate) fn seeds(&self) -> BTreeSet<u64> {
        self.cells.iter().map(|cell| cell.seed).collect()
    }

    /// Counts the seeds with which every team of this size has searched all positions.
    pub(crate) fn seeds_of(&self, workers: usize) -> usize {
        let of_size = self.teams().into_iter().filter(|team| team.workers_of_all() == workers);
        let searches = of_size.map(|team| self.pairs(team).iter().count());
        searches.min().unwrap_or(0) / self.results().positions().len().max(1)
    }

    /// Returns the files of the positions, each with the number of its positions.
    pub(crate) fn sets(&self) -> Vec<(&str, usize)> {
        let mut positions: Vec<_> = self.cells.iter().map(|cell| (cell.set(), cell.id())).collect();
        positions.dedup();
        let of_set = positions.chunk_by(|(one, _), (other, _)| one == other);
        of_set.map(|of_set| (of_set[0].0, of_set.len())).collect()
    }

    fn of_set(&self, set: &str) -> Measurement<F> {
        let cells = self.cells.iter().filter(|cell| cell.set() == set).cloned();
        Measurement { setting: self.setting.clone(), cells: cells.collect() }
    }

    /// Returns the searches of a team, each with P_seq's search. A cluster is paired with one of its ranks.
    pub(crate) fn pairs(&self, team: Team) -> Pairs<'_, F> {
        let of_one_rank = self.setting.goal.links.map(|_| Team { ranks: Some(1), ..team });
        self.results().pairs(team, of_one_rank, self.setting.typical())
    }

    /// Returns the figures of each team.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let row = |team: Team| {
            let one = Team::new(team.algorithm, 1);
            let with_one = self.results().pairs(team, Some(one), self.setting.typical());
            Row::new(team, &self.pairs(team), &with_one)
        };
        self.teams().into_iter().map(row).collect()
    }

    /// Returns the figures of the positions of each file.
    pub(crate) fn rows_of_sets(&self) -> Vec<(String, Vec<Row>)> {
        self.sets().into_iter().map(|(set, _)| (set.into(), self.of_set(set).rows())).collect()
    }

    /// Returns how many times as fast `team` is as `other`, over the positions and seeds that both have searched. Pairs
    /// leave less to chance than the two speed-ups do: a tree that is hard to divide is so for both.
    pub(crate) fn faster(&self, team: Team, other: Team) -> Option<Estimate> {
        let pairs = self.results().pairs(team, Some(other), self.setting.typical());
        pairs.iter().next()?;
        Some(pairs.speedup())
    }

    /// Returns W / C of P_seq's trees under a rule: the geometric mean over the positions.
    pub(crate) fn paths(&self, rule: Rule) -> Estimate {
        let ratios = self.cells.iter().filter_map(|cell| {
            let parallelism = cell.parallelism(rule)?;
            Some((&*cell.position, cell.seed, parallelism))
        });
        Estimate::over_positions_and_seeds(ratios, geometric_mean)
    }

    /// Returns a row for each position: its id, its depth, seconds and nodes of P_seq, and the speed-ups of these teams.
    pub(crate) fn by_position(&self, teams: &[Team], digits: usize) -> Vec<Vec<String>> {
        let speedups: Vec<Vec<f64>> =
            teams.iter().map(|&team| self.pairs(team).speedups()).collect();
        let row = |(place, name): (usize, &str)| {
            let of_position = self.results().of_position(name);
            let alone = |figure: fn(&Cell<F>) -> f64| {
                self.setting.typical()(&of_position.by(None).map(figure).collect::<Vec<_>>())
            };
            let first = of_position.0[0];
            let (seconds, nodes) = (alone(Cell::seconds), alone(|cell| cell.nodes as f64));
            let mut row = vec![first.id().into(), first.depth.to_string()];
            row.extend([format!("{seconds:.digits$}"), format!("{nodes:.0}")]);
            row.extend(speedups.iter().map(|of_team| format!("{:.2}", of_team[place])));
            row
        };
        self.results().positions().into_iter().enumerate().map(row).collect()
    }

    /// Returns the figures, for other programs.
    pub(crate) fn summary(&self) -> Summary<'_> {
        let mut positions: Vec<_> =
            self.cells.iter().map(|cell| (&*cell.position, cell.depth)).collect();
        positions.dedup();
        let sets = Some(self.rows_of_sets()).filter(|sets| sets.len() > 1);
        let sets = sets.into_iter().flatten().collect();
        Summary { setting: &self.setting, positions, rows: self.rows(), sets }
    }

    /// Returns the tables for the terminal: of each file of positions, where there is more than one, and of all.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        if let changes @ [_, ..] = &self.setting.split[..] {
            text += &format!("split parameters changed: {}\n", changes.join(", "));
        }
        if let Some(links) = &self.setting.goal.links {
            text += &format!("{links}\n");
        }
        let (sets, of_sets) = (self.sets(), self.rows_of_sets());
        if let [_, _, ..] = sets[..] {
            for ((set, count), (_, rows)) in sets.iter().zip(of_sets) {
                text += &format!("\n{set}, {count} positions\n{}", rows_as_text::<F>(&rows));
            }
        }
        let count = self.results().positions().len();
        text + &format!("\nall {count} positions\n{}", rows_as_text::<F>(&self.rows()))
    }

    /// Returns a table for the terminal of P_seq and the speed-ups of an algorithm's teams, position by position.
    pub(crate) fn positions_as_text(&self) -> String {
        let teams = self.teams();
        let of_kind = teams.chunk_by(|&one, &other| Kind::of(one) == Kind::of(other));
        let table = |teams: &[Team]| {
            let sizes: Vec<_> = teams.iter().map(|team| format!("x{}", team.workers)).collect();
            let mut columns = vec![("position", -12), ("depth", 5), ("P_seq s", 10), ("nodes", 12)];
            columns.extend(sizes.iter().map(|size| (size.as_str(), 7)));
            let table = plain::text(&columns, self.by_position(teams, 3));
            format!("{}\n{table}\n", Kind::of(teams[0]))
        };
        of_kind.map(table).collect()
    }
}

/// Returns the rows as a table, and for each kind of team the law that its speed-ups obey.
fn rows_as_text<F: Figures>(rows: &[Row]) -> String {
    let mut text = table::text(&[TEAM, SPEEDUP, F::COLUMNS].concat(), rows);
    for of_kind in rows.chunk_by(|one, other| Kind::of(one.team) == Kind::of(other.team)) {
        if of_kind[0].team.ranks.is_none()
            && let Some(law) = Amdahl::of(of_kind)
            && let Some(bound) = law.bound()
        {
            let (kind, percent) = (Kind::of(of_kind[0].team), 100.0 * law.serial);
            text += &format!(
                "Amdahl, {kind}: as if {percent:.1}% of the work could not be divided; at most {bound:.0}x\n"
            );
        }
    }
    text
}
