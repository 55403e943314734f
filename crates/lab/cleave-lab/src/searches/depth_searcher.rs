//! A program that searches positions, for any game.

use std::collections::BTreeMap;
use std::fmt;

use cleave_cluster::{Receivers, Sharing, Statistics};
use cleave_kit::Result;
use cleave_search::team::{Backend, Stats};
use cleave_virtual_time::virtual_time::{Machine, Ticks, VirtualRun};
use serde::{Deserialize, Serialize};

use super::depth::{Goal, Time};
use super::team::Team;
use crate::virtual_cluster::{ClusterModel, Faults, Network, groups};

/// A searcher of a game: P_seq, a team, or a rank of a cluster.
pub(crate) trait DepthSearcher: Sized + Send {
    /// A position of the game.
    type Position: Sync;

    /// Returns a searcher with a table of this many MiB.
    fn new(hash: usize) -> Result<Self>;

    /// Returns searchers for this many ranks; groups share the table of the first.
    fn ranks(count: u16, hash: usize, links: &Links) -> Result<Vec<Self>>;

    /// Returns a searcher whose team is made of real workers, warmed up; P_seq if there is no team.
    fn real(team: Option<Team>, backend: Backend, hash: usize, split: &[String]) -> Result<Self>;

    /// Returns the depth at which P_seq comes nearest to the goal. No sample chooses it: that sample's tree would
    /// always have the wanted size, which flatters it next to the others.
    fn depth(&mut self, position: &Self::Position, goal: Goal, time: Time<'_>) -> u32;

    /// Forgets everything, and makes the perturbation of this number before a search of this position.
    fn perturb(&mut self, position: &Self::Position, number: u64);

    /// Searches to this depth with the real team.
    fn search(&mut self, position: &Self::Position, depth: u32) -> Part;

    /// Searches to this depth as P_seq does.
    fn search_sequentially(&mut self, position: &Self::Position, depth: u32) -> Part;

    /// As `search_sequentially`, and measures the tree's [chains](Part::chains) where the game can.
    fn trace(&mut self, position: &Self::Position, depth: u32) -> Part {
        self.search_sequentially(position, depth)
    }

    /// Makes each rank such a team with these changes of the parameters of splitting, perturbs it, and searches to
    /// this depth in virtual time.
    fn search_virtual(
        ranks: &mut [Self],
        team: Team,
        split: &[String],
        model: &ClusterModel,
        perturbation: u64,
        position: &Self::Position,
        depth: u32,
    ) -> Result<Found>;
}

/// The result of one team, or of P_seq.
#[derive(Default)]
pub(crate) struct Part {
    pub(crate) nodes: u64,
    /// Centipawns.
    pub(crate) value: i32,
    /// The statistics of the team.
    pub(crate) stats: Stats,
    /// The run in virtual time.
    pub(crate) run: Option<VirtualRun>,
    /// C of the tree under each rule, by its name.
    pub(crate) chains: Chains,
}

/// The nodes of the longest chain of a tree under each rule of joining, by the name of the rule.
pub(crate) type Chains = BTreeMap<String, u64>;

/// The result of the ranks of a cluster, or of a team alone.
pub(crate) struct Found {
    /// The part of each rank that has begun; the caller chose the depth of the first rank.
    pub(crate) parts: Vec<Part>,
    /// The traffic of each rank.
    pub(crate) statistics: Vec<Statistics>,
}

impl Found {
    /// Returns the virtual time of the first rank.
    pub(crate) fn time(&self) -> Ticks {
        self.parts[0].run.as_ref().map_or(Ticks::ZERO, |run| run.time)
    }
}

/// How ranks are connected.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Links {
    pub(crate) network: Network,
    /// Of a thousand messages, for each kind of fault.
    pub(crate) faults: u16,
    /// Ranks send entries of nodes that are at most this many plies less deep than the root.
    pub(crate) span: u32,
    /// Every other rank searches a ply ahead.
    pub(crate) staggered: bool,
    /// The ranks are groups of one machine, on one table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) one_table: bool,
    /// The table is distributed: ranks ask the homes of nodes from this depth on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) home_from: Option<u32>,
}

impl fmt::Display for Links {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Links { network, faults, span, staggered, one_table, home_from } = self;
        let depth = if staggered { "staggered" } else { "same depth" };
        match one_table {
            true => write!(f, "groups with one table, {network}, {depth}")?,
            false => write!(f, "{network}, {faults} faults, span {span}, {depth}")?,
        }
        match home_from {
            Some(least) => write!(f, ", distributed table asked from depth {least}"),
            None => Ok(()),
        }
    }
}

impl Links {
    /// Returns the links of the groups into which a large team parts in a game.
    pub(crate) fn of_groups() -> Links {
        let Sharing { span, staggered, .. } = Sharing::default();
        let network = Network::SOCKETS;
        Links { network, faults: 0, span, staggered, one_table: true, home_from: None }
    }

    /// Returns the cluster of this many such machines.
    pub(crate) fn model(&self, machine: Machine, ranks: u16, seed: u64) -> ClusterModel {
        let &Links { network, faults, span, staggered, one_table, home_from } = self;
        let faults = Faults::all(faults, seed);
        let home = |ask_from| Receivers::Home { ask_from };
        let receivers = home_from.map_or(Receivers::All, home);
        let sharing = Sharing { span, staggered, receivers, ..Sharing::default() };
        let (machine, sharing) = match one_table {
            true => (groups::machine_of_group(machine, ranks.into()), sharing.of_results_alone()),
            false => (machine, sharing),
        };
        ClusterModel { machine, network, faults, sharing }
    }
}
