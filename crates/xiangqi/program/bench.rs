//! `bench`: a fixed set of searches, whose number of nodes is the signature of the search.

use std::time::Instant;

use cleave_smp::ArenaError;
use cleave_xiangqi::Game;
use cleave_xiangqi::search::{Limits, Searcher, positions};

/// The usual depth, in plies.
pub(crate) const DEPTH: u32 = 9;

/// Searches each position by one worker, with an empty table.
pub(crate) fn run(depth: u32, mut say: impl FnMut(String)) -> Result<(), ArenaError> {
    let begin = Instant::now();
    let mut searcher = Searcher::new(1)?;
    let mut nodes = 0;
    for position in positions::all() {
        searcher.new_game();
        let limits = Limits::to_depth(depth);
        let found = searcher.search(&Game::from(position), &limits, &mut |_: &_| {});
        nodes += found.nodes;
        let mv = found.line.first().map_or_else(|| "none".into(), ToString::to_string);
        say(format!("{:>10}  {:6}  {mv}  {}", found.nodes, found.value, position.fen()));
    }
    let speed = nodes as f64 / begin.elapsed().as_secs_f64();
    say(format!("{nodes} nodes {speed:.0} nps"));
    Ok(())
}
