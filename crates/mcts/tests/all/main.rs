//! Searches Connect Four in every mode.

mod conservation;
mod equality;
mod limits;
mod solved;
mod steps;

use std::sync::atomic::AtomicBool;

use cleave_games::connect_four::{ConnectFour, LightPlayouts, Position};
use cleave_mcts::{ModeName, NodeId, Params, Progress, Search, Settings, Tree, Unobserved};

type Four = Search<ConnectFour, LightPlayouts>;

/// All treatments of playouts under way.
const UNOBSERVED: [Unobserved; 4] = [
    Unobserved::Ignored,
    Unobserved::VirtualLoss(1),
    Unobserved::VirtualLoss(3),
    Unobserved::Watched,
];

fn position(columns: &str) -> ConnectFour {
    ConnectFour::of(Position::after(columns).unwrap()).unwrap()
}

fn settings(mode: ModeName, workers: usize) -> Settings {
    Settings { mode, workers, memory: 1 << 20, ..Settings::default() }
}

fn search(game: &ConnectFour, settings: &Settings) -> Four {
    Search::new(game, settings, |_| LightPlayouts)
}

fn run(search: &mut Four, playouts: u64) {
    search.run(playouts, &AtomicBool::new(false));
}

/// Steps the workers in an order that depends on the seed, until all are done. At every 16th step
/// all workers but one may stop for a long time.
fn step_at_random(search: &mut Four, workers: usize, seed: u64) {
    let mut random = cleave_mcts::Random::of(seed, 0);
    let mut is_done = vec![false; workers];
    let mut favourite = 0;
    while !is_done.iter().all(|&is_done| is_done) {
        if random.below(16) == 0 {
            favourite = random.below(workers as u32) as usize;
        }
        let any = random.below(workers as u32) as usize;
        let worker = if random.below(2) == 0 && !is_done[favourite] { favourite } else { any };
        is_done[worker] = search.step(worker) == Progress::Done;
        search.usage(worker).clear();
    }
}

/// Returns the whole content of a tree.
fn contents(tree: &Tree<ConnectFour>) -> Vec<String> {
    let mut contents = Vec::new();
    tree.visit(|id, game, ply| {
        let (counts, ends) = (tree.counts(id), tree.ends(id));
        contents.push(format!("{ply} {:?} {counts:?} {ends}", game.position()));
    });
    contents
}

/// Asserts that no visit has been lost and nothing is under way, and returns the visits of the root.
fn assert_conserved(tree: &Tree<ConnectFour>) -> u32 {
    tree.visit(|id, _, _| {
        let below: u32 = tree.children(id).map(|child| tree.counts(child).visits).sum();
        assert_eq!(tree.counts(id).visits, tree.ends(id) + below, "{id:?}");
        assert_eq!(tree.pending(id), 0, "{id:?}");
    });
    tree.counts(NodeId::ROOT).visits
}

fn with(unobserved: Unobserved) -> Params {
    Params { unobserved, ..Params::default() }
}
