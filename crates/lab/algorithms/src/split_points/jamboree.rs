//! Jamboree search, with work stealing.
//!
//! B. C. Kuszmaul, "Synchronized MIMD Computing" (thesis, MIT, 1994), in the program StarTech.
//! Published speed-up: 50 on 512 processors of a CM-5.
//!
//! A parallel scout search: the eldest child is searched for its value. Then all brothers are tested at once with a
//! null window, and those that fail the test are searched for their value, one at a time. The work is shared by *work
//! stealing*: every worker goes deep into its own tree, and keeps the rest of its work in a list. A worker without work
//! picks a victim at random and steals the oldest work of its list, the largest tree. No worker waits: the worker that
//! completes a node continues above it.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | any node above the frontier whose eldest child is known |
//! | Who may take it? | an idle worker, from a victim chosen at random: the block nearest the root of those that the victim has made |
//! | Who carries the value up? | the last one out |
//! | Who iterates? | the main worker |
//!
//! Waits for nothing. A thief that finds the victim's list empty has lost the time for a look, and tries another.
//!
//! ```text
//!   victim's blocks:   X0 ---- X1 ---- X2 ---- X3        the victim works at X3
//!                      ^ a thief that has chosen this victim joins here
//! ```
//!
//! In the source a child that fails its test waits until the tests of all its elder brothers are done, so that values
//! are searched in the order of the children. Here the node itself decides when a child is searched again, as under
//! every other algorithm. The nodes of chess run one search for a value at a time. They begin no other test meanwhile,
//! and repeat the tests of children that have failed high. The victims of a worker come from a generator whose seed is
//! the worker's number, so that runs in virtual time can be repeated. Only the moments of its requests differ from run
//! to run.

use cleave_smp::random::Rng;
use cleave_smp::seam::BlockId;
use cleave_smp::{Params, WorkerId};

use super::memory::View;
use super::policy::{Candidate, Carrier, SplitPolicy};
use crate::traits::Narrow;

use super::ybwc::nearest_the_root;

/// Jamboree search, with work stealing.
pub(crate) struct Jamboree {
    victims: Rng,
}

impl SplitPolicy for Jamboree {
    const CARRIER: Carrier = Carrier::LastOut;

    /// Uses the number of the worker as the seed.
    fn new(thief: WorkerId) -> Jamboree {
        Jamboree { victims: Rng::new(thief.index() as u64 + 1) }
    }

    fn priority(candidate: &Candidate, _: &Params) -> u32 {
        nearest_the_root(candidate)
    }

    /// Returns 1: the victim's pool.
    fn pools_searched<N: Narrow>(_: View<'_, N>) -> u32 {
        1
    }

    /// Returns the oldest block of a victim chosen at random.
    fn choose<N: Narrow>(
        &mut self,
        view: View<'_, N>,
        passed_over: Option<BlockId>,
    ) -> Option<BlockId> {
        let victim = self.next_victim(view.team_size());
        view.best_of(victim, passed_over)
    }
}

impl Jamboree {
    /// Returns any worker of the team. The thief itself may have left blocks behind when it ran out of jobs.
    fn next_victim(&mut self, workers: usize) -> WorkerId {
        WorkerId::new(self.victims.below(workers as u64) as usize)
    }
}
