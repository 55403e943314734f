//! The report of a test: a table for people, JSON for scripts.

use cleave_io::count;
use cleave_movegen::to_san;
use serde::Serialize;

use super::problem::TestPosition;
use super::trial::{Moment, Trial};
use crate::searching::ShownValue;

/// The head of the table.
pub const HEAD: &str =
    "    solved  move     score     depth    since    time    nodes points  wanted; id";

/// The results so far.
#[derive(Serialize, Debug)]
pub struct Report {
    /// The limits of each search, in words.
    limits: String,
    solved: usize,
    points: u32,
    most_points: u32,
    nodes: u64,
    time_ms: u64,
    positions: Vec<Entry>,
}

/// The result of a position.
#[derive(Serialize, Debug)]
struct Entry {
    id: Option<String>,
    epd: String,
    solved: bool,
    /// The move found, in SAN.
    found: Option<String>,
    #[serde(flatten)]
    value: ShownValue,
    points: u32,
    /// When the solution became the best move.
    since: Option<MomentRecord>,
    /// When the search ended.
    end: MomentRecord,
}

#[derive(Serialize, Debug)]
struct MomentRecord {
    depth: u32,
    time_ms: u64,
    nodes: u64,
}

impl From<Moment> for MomentRecord {
    fn from(moment: Moment) -> MomentRecord {
        let Moment { depth, elapsed, nodes } = moment;
        MomentRecord { depth, time_ms: elapsed.as_millis() as u64, nodes }
    }
}

impl Report {
    /// A report of searches with these limits.
    pub fn new(limits: String) -> Report {
        Report {
            limits,
            solved: 0,
            points: 0,
            most_points: 0,
            nodes: 0,
            time_ms: 0,
            positions: Vec::new(),
        }
    }

    /// Adds a trial and returns its row of the table.
    pub fn add(&mut self, problem: &TestPosition, trial: &Trial) -> String {
        let points = trial.found.map_or(0, |mv| problem.points_of(mv));
        let entry = Entry {
            id: problem.epd().id().map(String::from),
            epd: problem.epd().to_string(),
            solved: trial.is_solved(),
            found: trial.found.map(|mv| to_san(problem.position(), mv)),
            value: trial.value.into(),
            points,
            since: trial.since.map(MomentRecord::from),
            end: trial.end.into(),
        };
        self.solved += usize::from(trial.is_solved());
        self.points += points;
        self.most_points += problem.most_points();
        self.nodes += trial.end.nodes;
        self.time_ms += entry.end.time_ms;
        let row = self.row(problem, trial, &entry);
        self.positions.push(entry);
        row
    }

    fn row(&self, problem: &TestPosition, trial: &Trial, entry: &Entry) -> String {
        let points = match problem.most_points() {
            0 => "-".into(),
            most => format!("{}/{most}", entry.points),
        };
        let moment = entry.since.as_ref().unwrap_or(&entry.end);
        format!(
            "{:>4} {:>5}  {:<8} {:>9} {:>5} {:>8} {:>7.2} {:>8} {:>6}  {}; {}",
            self.positions.len() + 1,
            if entry.solved { "yes" } else { "no" },
            entry.found.as_deref().unwrap_or("-"),
            trial.value.to_string(),
            entry.end.depth,
            entry.since.as_ref().map_or("-".into(), |since| since.depth.to_string()),
            moment.time_ms as f64 / 1000.0,
            count(moment.nodes),
            points,
            problem.wanted(),
            entry.id.as_deref().unwrap_or("-"),
        )
    }

    /// The last line of the table.
    pub fn total(&self) -> String {
        let positions = self.positions.len();
        let points = match self.most_points {
            0 => String::new(),
            most => format!(", {} of {most} points", self.points),
        };
        format!(
            "solved {} of {positions}{points}, {} nodes in {:.1} s; limits: {}",
            self.solved,
            count(self.nodes),
            self.time_ms as f64 / 1000.0,
            self.limits,
        )
    }

    /// All of it.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report has nothing but text and numbers")
    }
}
