//! A team in one thread, stepped in random order: every interleaving of steps, repeatable.

use cleave_algorithms::Arena;
use cleave_smp::random::Rng;
use cleave_smp::{Common, Params, RootSearch, Worker, WorkerId};
use cleave_virtual_time::artificial::{ArtificialNode, Explorer, Shape};

/// Workers that do nothing until they are stepped.
pub(crate) struct Stepped<'a> {
    arena: &'a Arena<ArtificialNode>,
    pub(crate) team: Vec<(Worker<'a, ArtificialNode>, Explorer<'a>)>,
    pub(crate) rng: Rng,
}

impl<'a> Stepped<'a> {
    pub(crate) fn new(arena: &'a Arena<ArtificialNode>, workers: usize, seed: u64) -> Stepped<'a> {
        let worker = |id| (Worker::new(arena, WorkerId::new(id)), Explorer::new(arena.shared()));
        Stepped { arena, team: (0..workers).map(worker).collect(), rng: Rng::new(seed) }
    }

    /// The main worker begins to search a tree.
    pub(crate) fn begin(&mut self, shape: &Shape, params: &Params) {
        let (main_worker, explorer) = &mut self.team[0];
        explorer.prepare(shape);
        let root = ArtificialNode::root(explorer);
        main_worker.begin(explorer, &RootSearch::of(&root, shape), params).unwrap();
    }

    /// Steps workers in random order until something is over and the main worker is idle.
    pub(crate) fn run_until(&mut self, is_over: impl Fn(&Common<ArtificialNode>) -> bool) {
        for _ in 0..50_000_000 {
            if is_over(self.arena) && self.team[0].0.is_idle() {
                return;
            }
            self.step();
        }
        panic!("the search does not end");
    }

    pub(crate) fn step(&mut self) {
        let place = self.rng.below(self.team.len() as u64) as usize;
        let (worker, explorer) = &mut self.team[place];
        worker.step(explorer).unwrap();
    }
}
