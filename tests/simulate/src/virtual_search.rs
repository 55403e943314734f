//! Searches by the laboratory's library in virtual time: teams on artificial trees whose value is known, and a cluster
//! on a network with faults. Every run is exactly repeatable.

use cleave_board::Position;
use cleave_cluster::Sharing;
use cleave_lab::virtual_cluster::{ClusterModel, ClusterRun, Faults, Network, search};
use cleave_movegen::legal_moves;
use cleave_search::team::Algorithm;
use cleave_search::{Limits, Root, Searcher};
use cleave_virtual_time::artificial::{virtual_deepening, virtual_trial};
use cleave_virtual_time::virtual_time::{Machine, Ticks};

use crate::board::{Board, Variant};
use crate::counts::Counts;
use crate::dice::Dice;
use crate::problem::{Problem, Result};

/// The most workers of a team on an artificial tree.
const MOST_WORKERS: usize = 32;

/// The artificial trees of a session.
const TREES: u64 = 12;

/// Runs a session of searches.
///
/// # Errors
/// A value is wrong, a move is not legal, or a run does not repeat itself.
///
/// # Panics
/// An invariant of the arena does not hold between two steps.
pub(crate) fn run(seed: u64) -> Result<Counts> {
    let mut dice = Dice::new(seed);
    for _ in 0..TREES {
        let algorithm = dice.pick(&Algorithm::ALL);
        virtual_trial(algorithm, dice.below(1 << 40), MOST_WORKERS).map_err(Problem::new)?;
    }
    virtual_deepening(dice.below(1 << 40), MOST_WORKERS).map_err(Problem::new)?;
    let cluster = Cluster::draw(&mut dice);
    let first = cluster.search()?;
    if cluster.search()?.trace != first.trace {
        return Err(Problem::new("a cluster in virtual time does not repeat itself"));
    }
    must_be_legal(&cluster.root, &first)?;
    Ok(Counts { in_virtual_time: TREES + 3, ..Counts::default() })
}

/// A cluster, and what it searches.
struct Cluster {
    ranks: u64,
    algorithm: Algorithm,
    model: ClusterModel,
    root: Root,
    depth: u32,
}

impl Cluster {
    fn draw(dice: &mut Dice) -> Cluster {
        let workers = dice.between(1, 4) as usize;
        let seed = dice.below(1 << 40);
        let jitter = dice.below(30) as u32;
        let network = Network {
            latency: Ticks(dice.pick(&[0, 200, 20_000, 50_000])),
            bandwidth: dice.pick(&[110_000_000, 10_000_000_000, u64::MAX]),
        };
        let mut board = Board::start(Variant::Chess);
        board.wander(dice, 40);
        let position = Position::from_fen(&board.fen()).expect("a position of a game");
        Cluster {
            ranks: dice.between(1, 4),
            algorithm: dice.pick(&Algorithm::ALL),
            model: ClusterModel {
                machine: Machine { seed, jitter, ..Machine::new(workers) },
                network,
                faults: Faults::all(dice.pick(&[0, 10, 100, 300]), seed),
                sharing: Sharing::default(),
            },
            root: Root::from(position),
            depth: dice.between(3, 7) as u32,
        }
    }

    fn search(&self) -> Result<ClusterRun> {
        let mut searchers = Vec::new();
        for _ in 0..self.ranks {
            let mut searcher = Searcher::new(1).map_err(Problem::new)?;
            searcher.set_algorithm(self.algorithm);
            searchers.push(searcher);
        }
        Ok(search(&mut searchers, &self.model, &self.root, &Limits::to_depth(self.depth)))
    }
}

fn must_be_legal(root: &Root, run: &ClusterRun) -> Result<()> {
    let mut position = root.position;
    for &mv in &run.outcome.line {
        if !legal_moves(&position).contains(&mv) {
            let line = &run.outcome.line;
            return Err(Problem::new(format!(
                "{line:?} is not legal in {}",
                root.position.to_fen()
            )));
        }
        position = position.make(mv);
    }
    match run.outcome.best {
        Some(_) => Ok(()),
        None => Err(Problem::new(format!("no move in {}", root.position.to_fen()))),
    }
}
