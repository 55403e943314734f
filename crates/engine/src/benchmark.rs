//! The output of `bench`.

use std::time::{Duration, Instant};

use cleave_board::Position;
use cleave_movegen::to_san;
use cleave_search::Outcome;

/// The report of a bench, row by row.
pub struct Report {
    start: Instant,
    positions: u32,
    nodes: u64,
}

impl Report {
    /// Starts the clock.
    pub fn begin() -> Report {
        Report { start: Instant::now(), positions: 0, nodes: 0 }
    }

    /// The row of a position that has been searched.
    pub fn row(&mut self, position: &Position, outcome: &Outcome) -> String {
        self.positions += 1;
        self.nodes += outcome.nodes;
        let best = outcome.best.map_or_else(|| "-".into(), |mv| to_san(position, mv));
        let (number, nodes, value) = (self.positions, outcome.nodes, outcome.value.to_string());
        format!("{number:3} {nodes:12} {value:>10} {best}")
    }

    /// The last line: the signature of the search, and its speed.
    pub fn total(&self) -> String {
        total(self.nodes, self.start.elapsed())
    }
}

fn total(nodes: u64, time: Duration) -> String {
    let per_second = nodes as f64 / time.as_secs_f64().max(1e-9);
    format!("{nodes} nodes {per_second:.0} nps")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_has_nodes_and_speed() {
        assert_eq!(total(3_000_000, Duration::from_millis(1500)), "3000000 nodes 2000000 nps");
    }
}
