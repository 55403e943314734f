//! Positions of Chinese chess, searched to a depth.

use std::time::Instant;

use cleave_kit::{Error, Result};
use cleave_smp::{Backend, Params};
use cleave_virtual_time::virtual_time::VirtualTeam;
use cleave_window::perturbation::{MORE, NODES};
use cleave_xiangqi::search::{
    DriverParts, Host, Limits, Outcome, Searcher, Signal, Thinking, positions as bench,
};
use cleave_xiangqi::{Game, Position};

use super::TestPosition;
use super::depth::{Goal, Iterations, MAX_DEPTH, Time};
use super::depth_searcher::{DepthSearcher, Found, Links, Part};
use super::positions::{NO_LEGAL_MOVE, parse_lines};
use super::team::Team;
use super::timed::WARM_UP_PER_MIB;
use crate::options::split;
use crate::virtual_cluster::ClusterModel;

/// The file of positions read by default.
pub(crate) const POSITIONS: [&str; 1] = ["data/xiangqi/search.txt"];

/// The prices in virtual time; a node has another price than in chess.
pub(crate) const COSTS: &str = "data/xiangqi/costs.json";

/// Returns the positions of a text, a FEN to a line.
pub(crate) fn parse(set: &str, text: &str) -> Result<Vec<TestPosition<Position>>, String> {
    parse_lines(set, text, |line| {
        let fen = line.split(" id \"").next().unwrap_or(line);
        let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
        let entry = (fen.to_string(), position);
        position.has_legal_move().then_some(entry).ok_or_else(|| NO_LEGAL_MOVE.into())
    })
}

impl DepthSearcher for Searcher {
    type Position = Position;

    fn new(hash: usize) -> Result<Searcher> {
        let mut searcher = Searcher::new(1)?;
        let no_table = |error| Error::refused(format!("no memory for the table: {error}"));
        searcher.set_table(hash).map_err(no_table)?;
        Ok(searcher)
    }

    fn ranks(_: u16, hash: usize, _: &Links) -> Result<Vec<Searcher>> {
        Ok(vec![<Searcher as DepthSearcher>::new(hash)?])
    }

    fn real(
        team: Option<Team>,
        backend: Backend,
        hash: usize,
        split: &[String],
    ) -> Result<Searcher> {
        let mut searcher = <Searcher as DepthSearcher>::new(hash)?;
        become_team(&mut searcher, team, backend, split)?;
        searcher.oversubscribe();
        // Workers that have searched have touched the memory of the table.
        let limits = Limits::to_nodes(WARM_UP_PER_MIB * hash as u64);
        searcher.search(&Game::from(Position::start()), &limits, &mut silent);
        Ok(searcher)
    }

    fn depth(&mut self, position: &Position, goal: Goal, time: Time<'_>) -> u32 {
        goal.depth_by(time, |iterations| {
            self.new_game();
            search_first(self, position, 0, NODES + MORE / 2);
            let (root, limits) = (Game::from(*position), Limits::to_depth(MAX_DEPTH));
            let mut host = Deepening { iterations, begun: Instant::now() };
            self.search_sequentially(&root, &limits, &mut host);
        })
    }

    fn perturb(&mut self, position: &Position, number: u64) {
        self.new_game();
        let Some(before) = number.checked_sub(1) else { return };
        let count = bench::all().filter(|other| other != position).count() as u64;
        search_first(self, position, before % count, NODES + before / count % 100 * MORE);
    }

    fn search(&mut self, position: &Position, depth: u32) -> Part {
        self.search(&Game::from(*position), &Limits::to_depth(depth), &mut silent).into()
    }

    fn search_sequentially(&mut self, position: &Position, depth: u32) -> Part {
        let (root, limits) = (Game::from(*position), Limits::to_depth(depth));
        self.search_sequentially(&root, &limits, &mut silent).into()
    }

    fn search_virtual(
        ranks: &mut [Searcher],
        team: Team,
        split: &[String],
        model: &ClusterModel,
        perturbation: u64,
        position: &Position,
        depth: u32,
    ) -> Result<Found> {
        let searcher = &mut ranks[0];
        become_team(searcher, Some(team), Backend::Thread, split)?;
        searcher.perturb(position, perturbation);
        let (root, limits) = (Game::from(*position), Limits::to_depth(depth));
        let (found, run) = searcher.search_by(&root, &limits, &mut silent, |session| {
            let DriverParts { arena, params, helpers, search } = session;
            let mut team = VirtualTeam::new(arena, model.machine, params, helpers);
            (search.run(&mut team), team.run())
        });
        let parts = vec![Part { run: Some(run), ..found.into() }];
        Ok(Found { parts, statistics: Vec::new() })
    }
}

impl From<Outcome> for Part {
    fn from(Outcome { nodes, value, stats, .. }: Outcome) -> Part {
        Part { nodes, value, stats: stats.unwrap_or_default(), ..Part::default() }
    }
}

/// Makes the searcher such a team, with the parameters of splitting of its size and these changes; P_seq is alone.
fn become_team(
    searcher: &mut Searcher,
    team: Option<Team>,
    backend: Backend,
    split: &[String],
) -> Result<()> {
    *searcher.split_params() = Params::default();
    searcher.set_workers(team.map_or(1, |team| team.workers), backend)?;
    searcher.set_algorithm(team.map(|team| team.algorithm).unwrap_or_default());
    split::apply(searcher.split_params(), split)
}

/// Searches this many nodes of the other position of this number, from 0.
fn search_first(searcher: &mut Searcher, position: &Position, number: u64, nodes: u64) {
    let mut others = bench::all().filter(|other| other != position);
    let root = Game::from(others.nth(number as usize).expect("there are so many"));
    searcher.search_sequentially(&root, &Limits::to_nodes(nodes), &mut silent);
}

fn silent(_: &Thinking) {}

/// Ends the search that finds the depth.
struct Deepening<'i, 's> {
    iterations: &'i mut Iterations<'s>,
    begun: Instant,
}

impl Host for Deepening<'_, '_> {
    fn poll(&mut self, nodes: u64) -> Signal {
        let is_enough = self.iterations.are_enough(self.begun.elapsed(), nodes);
        if is_enough { Signal::Stop } else { Signal::Continue }
    }

    fn thinking(&mut self, line: &Thinking) {
        self.iterations.finish(line.depth, self.begun.elapsed(), line.nodes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_no_position_is_shown() {
        let error = |text| parse("s", text).err().expect("not a position");
        assert!(error("nonsense").contains("nonsense"));
        assert!(error("3k5/4P4/3P5/9/9/9/9/9/9/4K4 b - - 0 1").contains(NO_LEGAL_MOVE));
    }
}
