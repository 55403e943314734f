//! All programs search a position in turn.

use indicatif::ProgressBar;

use super::plan::Plan;
use super::run::Run;
use super::searched::Searched;
use crate::searches::TestPosition;

/// A program that searches positions of a game, and is timed.
pub(super) trait Program<P> {
    /// Searches a position to this depth after the perturbation of this number.
    fn run(&mut self, position: &P, depth: u32, perturbation: u64) -> Run;
}

/// P_seq and the teams of a plan.
pub(super) struct Programs<T> {
    pub(super) sequential: T,
    pub(super) teams: Vec<T>,
}

impl<T> Programs<T> {
    /// The searches of one position.
    pub(super) fn searches(&self, plan: &Plan) -> usize {
        plan.runs * (1 + self.teams.len())
    }

    /// Searches a position with every program, again and again.
    pub(super) fn search<P>(
        &mut self,
        entry: &TestPosition<P>,
        depth: u32,
        plan: &Plan,
        bar: &ProgressBar,
    ) -> Searched
    where
        T: Program<P>,
    {
        let mut searched = Searched::new(entry, depth, plan, |_| Vec::new());
        let first = plan.virtual_time.map_or(0, |virtual_time| virtual_time.seed);
        for perturbation in (0..plan.runs as u64).map(|run| first.wrapping_add(run)) {
            let run = |program: &mut T| {
                let run = program.run(&entry.position, depth, perturbation);
                bar.inc(1);
                run
            };
            searched.sequential.push(run(&mut self.sequential));
            for (team, runs) in self.teams.iter_mut().zip(&mut searched.teams) {
                runs.runs.push(run(team));
            }
        }
        searched
    }
}
