//! `bench`: a fixed set of searches, whose number of nodes is the signature of the search.

use std::time::Instant;

use cleave_smp::ArenaError;
use cleave_xiangqi::search::{Host, Limits, Searcher, positions};
use cleave_xiangqi::{Game, Position};

/// The usual depth, in plies.
pub(crate) const DEPTH: u32 = 9;

/// The searches so far.
pub(crate) struct Bench {
    begin: Instant,
    searcher: Searcher,
    nodes: u64,
}

impl Bench {
    pub(crate) fn begin() -> Result<Bench, ArenaError> {
        Ok(Bench { begin: Instant::now(), searcher: Searcher::new(1)?, nodes: 0 })
    }

    /// Returns the positions to search.
    pub(crate) fn positions() -> impl Iterator<Item = Position> {
        positions::all()
    }

    /// Searches a position by one worker, with an empty table. Returns the row that reports it.
    pub(crate) fn search(&mut self, position: Position, depth: u32, host: &mut dyn Host) -> String {
        self.searcher.new_game();
        let limits = Limits::to_depth(depth);
        let found = self.searcher.search(&Game::from(position), &limits, host);
        self.nodes += found.nodes;
        let mv = found.line.first().map_or_else(|| "none".into(), ToString::to_string);
        format!("{:>10}  {:6}  {mv}  {}", found.nodes, found.value, position.fen())
    }

    /// Returns the row with the totals.
    pub(crate) fn total(&self) -> String {
        let speed = self.nodes as f64 / self.begin.elapsed().as_secs_f64();
        format!("{} nodes {speed:.0} nps", self.nodes)
    }
}
