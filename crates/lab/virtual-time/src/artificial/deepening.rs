//! Iterative deepening in artificial trees: each search may begin the next, which may be adopted.

use std::sync::atomic::Ordering::Relaxed;

use cleave_algorithms::OwnRoot;
use cleave_smp::random::Rng;
use cleave_smp::{End, Finished, IteratingTeam, RootSearch, Stats, Window};

use super::explorer::Explorer;
use super::leaf_count::minimax;
use super::node::ArtificialNode;
use super::shape::Shape;
use super::wrong::{Wrong, check_line};

/// An iterative deepening of a random tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deepening {
    /// The tree of the last iteration.
    pub shape: Shape,
    /// The height of the first.
    pub from: u16,
    /// One next iteration of this many is given up though it could be adopted; 0 for none.
    pub give_up_one_in: u64,
    /// One iteration of this many is stopped midway; 0 for none.
    pub stop_one_in: u64,
}

/// The counts of an iterative deepening.
#[derive(Clone, Debug, Default)]
pub struct Deepened {
    /// Searches that adopted the iteration begun ahead.
    pub adopted: u64,
    /// Next iterations that were begun and given up.
    pub given_up: u64,
    /// Searches that were stopped.
    pub stops: u64,
    /// Searches that were abandoned because a worker had died.
    pub deaths: u64,
    /// The statistics of all searches together.
    pub stats: Stats,
}

impl Deepening {
    /// Carries it out, with windows at random around the value. Every value must equal plain minimax, or bound it if
    /// that lies outside the window.
    ///
    /// # Errors
    /// The first value or line that is wrong.
    pub fn run(
        &self,
        team: &mut dyn IteratingTeam<ArtificialNode>,
        explorer: &mut Explorer<'_>,
        rng: &mut Rng,
    ) -> Result<Deepened, Wrong> {
        let mut deepened = Deepened::default();
        let checked = self.iterate(team, explorer, rng, &mut deepened);
        deepened.stats += team.give_up_next(explorer).unwrap_or_default();
        checked.map(|()| deepened)
    }

    fn iterate(
        &self,
        team: &mut dyn IteratingTeam<ArtificialNode>,
        explorer: &mut Explorer<'_>,
        rng: &mut Rng,
        deepened: &mut Deepened,
    ) -> Result<(), Wrong> {
        let mut asked = None;
        for height in self.from..=self.shape.height {
            let shape = Shape { height, ..self.shape };
            let deeper = Shape { height: height + 1, ..shape };
            let may_adopt = !one_in(rng, self.give_up_one_in);
            let window = asked.take().unwrap_or_else(|| window_around(rng, minimax(&shape)));
            let next_window = window_around(rng, minimax(&deeper));
            let control = explorer.control();
            if one_in(rng, self.stop_one_in) {
                control.visited.store(0, Relaxed);
                control.stop_after.store(1 + rng.below(500), Relaxed);
            }
            let mut adopts = may_adopt && team.has_next();
            deepened.given_up += u64::from(team.has_next() && !adopts);
            let finished = loop {
                explorer.prepare(&shape);
                let root = ArtificialNode::root(explorer).within(window);
                let next = ArtificialNode::root_of(&deeper).within(next_window);
                let next = (height < self.shape.height).then_some(&next);
                let search = RootSearch { root: &root, setup: &shape, next, adopts };
                let finished = team.search_iteration(explorer, &search);
                if finished.end != End::WorkerDied {
                    break finished;
                }
                deepened.deaths += 1;
                adopts = false;
            };
            control.stop_after.store(0, Relaxed);
            deepened.adopted += u64::from(finished.is_adopted);
            if finished.end == End::Stopped {
                deepened.stops += 1;
                deepened.stats += finished.stats;
                return Ok(());
            }
            check(&shape, window, &finished)?;
            deepened.stats += finished.stats;
            asked = Some(next_window);
        }
        Ok(())
    }
}

fn one_in(rng: &mut Rng, count: u64) -> bool {
    count != 0 && rng.below(count) == 0
}

/// Returns a random window with this value in it or near it, or the window of all values.
fn window_around(rng: &mut Rng, value: i32) -> Window {
    match rng.below(4) {
        0 => ArtificialNode::full_window(),
        _ => {
            let alpha = value - rng.below(40) as i32 + 4;
            Window { alpha, beta: alpha + 2 + rng.below(40) as i32 }
        }
    }
}

fn check(shape: &Shape, window: Window, finished: &Finished<ArtificialNode>) -> Result<(), Wrong> {
    let (truth, end) = (minimax(shape), finished.end);
    let End::Value(value) = end else { return Err(Wrong::Value { shape: *shape, truth, end }) };
    let is_right = match value {
        value if value <= window.alpha => truth <= value,
        value if value >= window.beta => truth >= value,
        value => truth == value,
    };
    if !is_right {
        return Err(Wrong::Value { shape: *shape, truth, end });
    }
    if window.holds(value) { check_line(shape, &finished.line) } else { Ok(()) }
}
