//! Time to depth of one position: of the sequential program P_seq, and of teams in virtual time.
//!
//! The laboratory measures many positions, on all processors, and keeps the searches in files (`cargo xtask speedup`).
//! This measures one position on one thread, and can be stopped. Both search the same trees and get the same times.

use cleave_board::Position;
use cleave_search::team::{Algorithm, Stats};
use cleave_search::{Host, Limits, Root, Searcher, SearcherError};
use cleave_virtual_time::virtual_time::{CostModel, Machine};

use crate::about::Sequential;
use crate::perturbation::perturb;
use crate::virtual_search::{Remembering, VirtualSearch, measured_costs};

/// What to search.
#[derive(Clone, Debug)]
pub struct TimeToDepth {
    /// The position, which must have a legal move.
    pub position: Position,
    /// The depth of the last iteration, in plies.
    pub depth: u32,
    /// The algorithm by which the workers share the tree.
    pub algorithm: Algorithm,
    /// The prices of virtual time.
    pub costs: CostModel,
    /// The percentage by which prices vary at random, 0 to 100.
    pub jitter: u32,
    /// The size of the table in MiB.
    pub hash: usize,
}

/// A team's search to the depth, and that of P_seq.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The number of workers.
    pub workers: usize,
    /// The seed of the jitter, and the number of the [perturbation](perturb).
    pub seed: u64,
    /// The search of P_seq after the same perturbation.
    pub sequential: Sequential,
    /// The time of the team in nanoseconds of virtual time.
    pub time: u64,
    /// The nodes of all workers.
    pub nodes: u64,
    /// The value of the root in hundredths of a pawn for the side to move.
    pub value: i32,
    /// The counters of the team.
    pub stats: Stats,
}

/// The reason why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// There is no memory for the table or for the workers, or there are too many workers.
    #[error(transparent)]
    Searcher(#[from] SearcherError),
    /// The host has stopped a search.
    #[error("the search was stopped")]
    Stopped,
}

impl TimeToDepth {
    /// The default size of the table in MiB.
    pub const HASH: usize = 64;

    /// The default percentage by which prices vary at random. At prices that do not vary equal workers run in step: all
    /// workers of `lazy` come to the same node at the same time, again and again. No real machine lets them do that.
    pub const JITTER: u32 = 5;

    /// Returns a measurement of ten plies by Dynamic Tree Splitting, at the measured prices.
    pub fn of(position: Position) -> TimeToDepth {
        TimeToDepth {
            position,
            depth: 10,
            algorithm: Algorithm::default(),
            costs: measured_costs(),
            jitter: TimeToDepth::JITTER,
            hash: TimeToDepth::HASH,
        }
    }

    /// Searches with P_seq and with a team of each of these sizes, once for each seed. Returns a row for each seed and
    /// size. All searches poll the host.
    ///
    /// # Errors
    /// There is no memory, a team has no worker or too many, or the host stops a search.
    pub fn measure(
        &self,
        workers: &[usize],
        seeds: impl IntoIterator<Item = u64>,
        host: &mut dyn Host,
    ) -> Result<Vec<Measured>, MeasureError> {
        let (root, limits) = (Root::from(self.position), Limits::to_depth(self.depth));
        let mut searcher = Searcher::new(self.hash)?;
        searcher.set_algorithm(self.algorithm);
        let mut host = Remembering::of(host);
        let mut rows = Vec::new();
        for seed in seeds {
            perturb(&mut searcher, seed);
            let nodes = searcher.search_sequentially(&root, &limits, &mut host).nodes;
            let sequential = Sequential { nodes, time: self.costs.sequential(nodes).0 };
            host.must_go_on().ok_or(MeasureError::Stopped)?;
            for &workers in workers {
                let machine = self.machine(workers, seed);
                searcher.make_room_for(workers).map_err(SearcherError::from)?;
                perturb(&mut searcher, seed);
                let search = VirtualSearch::on(machine);
                let found = search.run(&mut searcher, &root, &limits, &mut host);
                let (outcome, run) = found.map_err(SearcherError::from)?;
                host.must_go_on().ok_or(MeasureError::Stopped)?;
                let (time, value) = (run.time.0, outcome.value.get());
                let stats = outcome.stats.unwrap_or_default();
                let nodes = outcome.nodes;
                rows.push(Measured { workers, seed, sequential, time, nodes, value, stats });
            }
        }
        Ok(rows)
    }

    fn machine(&self, workers: usize, seed: u64) -> Machine {
        Machine { costs: self.costs, seed, jitter: self.jitter, ..Machine::new(workers) }
    }
}

impl Measured {
    /// Returns the time of P_seq by the time of the team.
    pub fn speedup(&self) -> f64 {
        self.sequential.time as f64 / self.time.max(1) as f64
    }

    /// Returns the nodes of the team by the nodes of P_seq.
    pub fn node_ratio(&self) -> f64 {
        self.nodes as f64 / self.sequential.nodes.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use cleave_search::Undisturbed;

    use super::*;
    use crate::virtual_search::tests::StopsAt;

    fn plan() -> TimeToDepth {
        TimeToDepth { depth: 7, hash: 1, ..TimeToDepth::of(Position::start()) }
    }

    #[test]
    fn a_row_depends_on_nothing_that_was_measured_before() {
        let measure = |workers: &[usize], seeds| {
            let rows = plan().measure(workers, seeds, &mut Undisturbed).unwrap();
            let figures =
                |row: &Measured| (row.workers, row.seed, row.sequential, row.time, row.nodes);
            rows.iter().map(figures).collect::<Vec<_>>()
        };
        let all = measure(&[1, 3, 8], 0..3);
        assert_eq!(all.len(), 9);
        assert_eq!(measure(&[8], 2..3), all[8..]);
        assert_eq!(measure(&[3], 0..1), all[1..2]);
        let times: std::collections::BTreeSet<_> = all.iter().map(|row| row.3).collect();
        assert_eq!(times.len(), 9, "every team and every seed has a time of its own: {all:?}");
    }

    #[test]
    fn one_worker_is_as_fast_as_p_seq_and_eight_are_faster() {
        let rows = plan().measure(&[1, 8], 0..1, &mut Undisturbed).unwrap();
        assert!((0.85..1.15).contains(&rows[0].speedup()), "{}", rows[0].speedup());
        assert_eq!(rows[0].node_ratio(), 1.0);
        assert!(rows[1].speedup() > 1.5, "{}", rows[1].speedup());
    }

    #[test]
    fn a_host_that_stops_a_search_gets_no_rows() {
        let polls = &mut 0;
        plan().measure(&[4], 0..1, &mut StopsAt { poll: u32::MAX, polls }).unwrap();
        // The first poll is that of P_seq, the last that of the team.
        for poll in [1, *polls] {
            let host = &mut StopsAt { poll, polls: &mut 0 };
            let stopped = plan().measure(&[4], 0..1, host);
            assert!(matches!(stopped, Err(MeasureError::Stopped)), "{poll} of {polls}");
        }
    }

    #[test]
    fn too_many_workers_are_refused() {
        for workers in [0, 1025] {
            let refused = plan().measure(&[workers], 0..1, &mut Undisturbed);
            assert!(matches!(refused, Err(MeasureError::Searcher(_))), "{workers}");
        }
    }
}
