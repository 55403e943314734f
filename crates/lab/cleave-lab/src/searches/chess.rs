//! Positions of chess, searched to a depth.

use cleave_board::Position;
use cleave_kit::Result;
use cleave_search::team::Backend;
use cleave_search::{Limits, Outcome, Root, Searcher, Undisturbed};
use cleave_virtual_time::critical_path::Rule;
use cleave_window::perturbation::{perturb, perturb_apart};

use super::depth::{Goal, MAX_DEPTH, Time};
use super::depth_searcher::{DepthSearcher, Found, Links, Part};
use super::team::{Team, become_team};
use super::timed::TimedSearcher;
use crate::chess::{VirtualSearch, trace_critical_path};
use crate::options::split;
use crate::virtual_cluster::{ClusterModel, groups, search as search_by_ranks};

impl DepthSearcher for Searcher {
    type Position = Position;

    fn new(hash: usize) -> Result<Searcher> {
        Ok(Searcher::new(hash)?)
    }

    fn ranks(count: u16, hash: usize, links: &Links) -> Result<Vec<Searcher>> {
        match links.one_table {
            true => groups::searchers(hash, count),
            false => (0..count).map(|_| Ok(Searcher::new(hash)?)).collect(),
        }
    }

    fn real(
        team: Option<Team>,
        backend: Backend,
        hash: usize,
        split: &[String],
    ) -> Result<Searcher> {
        let mut searcher = match team {
            None => TimedSearcher::sequential(hash)?,
            Some(team) => TimedSearcher::team(team.algorithm, team.workers, backend, hash)?,
        }
        .into_searcher();
        *searcher.split_params() = split::params(split)?;
        Ok(searcher)
    }

    fn depth(&mut self, position: &Position, goal: Goal, time: Time<'_>) -> u32 {
        goal.depth_by(time, |iterations| {
            perturb_apart(self);
            let limits = Limits::to_depth(MAX_DEPTH);
            self.search_sequentially(&Root::from(*position), &limits, iterations);
        })
    }

    fn perturb(&mut self, _: &Position, number: u64) {
        perturb(self, number);
    }

    fn search(&mut self, position: &Position, depth: u32) -> Part {
        let (root, limits) = (Root::from(*position), Limits::to_depth(depth));
        self.search(&root, &limits, &mut Undisturbed).into()
    }

    fn search_sequentially(&mut self, position: &Position, depth: u32) -> Part {
        let (root, limits) = (Root::from(*position), Limits::to_depth(depth));
        self.search_sequentially(&root, &limits, &mut Undisturbed).into()
    }

    fn trace(&mut self, position: &Position, depth: u32) -> Part {
        let (root, limits) = (Root::from(*position), Limits::to_depth(depth));
        let (outcome, path) = trace_critical_path(self, &root, &limits);
        let chains = Rule::ALL.map(|rule| (rule.name().into(), path.chain(rule))).into();
        Part { chains, ..outcome.into() }
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
        let params = split::params(split)?;
        for rank in &mut *ranks {
            become_team(rank, team, params, perturbation)?;
        }
        let (root, limits) = (Root::from(*position), Limits::to_depth(depth));
        let (first, others, statistics) = if team.ranks.is_none() {
            let search = VirtualSearch::on(model.machine);
            let first = search.run(&mut ranks[0], &root, &limits, &mut Undisturbed)?;
            (first, Vec::new(), Vec::new())
        } else {
            let run = search_by_ranks(ranks, model, &root, &limits);
            ((run.outcome, run.run), run.others, run.statistics)
        };
        let part = |(outcome, run)| Part { run: Some(run), ..Part::from(outcome) };
        let parts = std::iter::once(first).chain(others).map(part).collect();
        Ok(Found { parts, statistics })
    }
}

impl From<Outcome> for Part {
    fn from(Outcome { nodes, value, stats, .. }: Outcome) -> Part {
        Part { nodes, value: value.get(), stats: stats.unwrap_or_default(), ..Part::default() }
    }
}
