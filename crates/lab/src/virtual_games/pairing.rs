//! A pair of games: an opening, played with both colours.

use std::error::Error;

use cleave_cluster::Sharing;
use cleave_cluster::virtual_time::{Faults, Network, VirtualCluster};
use cleave_search::{SearchMode, Searcher};
use cleave_smp_lab::virtual_time::{CostModel, Machine, Ticks};
use serde::{Deserialize, Serialize};

use crate::figures::comparison::Team;
use crate::games::game::{self, GameResult};
use crate::games::opening;
use crate::games::player::{Player, SMALL_HASH, Thinking};
use crate::journal::Entry;

/// What all games depend on.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Setting {
    /// Virtual time for each move.
    pub(crate) time: Ticks,
    /// Seed of the openings, and of the faults.
    pub(crate) seed: u64,
    /// Size of each player's table, in MiB.
    pub(crate) hash: usize,
    pub(crate) costs: CostModel,
    /// The bench signature of the program that played.
    pub(crate) bench: u64,
    /// Clusters play against one of their ranks; without, teams against P_seq.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cluster: Option<Cluster>,
}

/// What makes a cluster of teams.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Cluster {
    pub(crate) ranks: u16,
    /// The network's latency, and bytes a second.
    pub(crate) latency: Ticks,
    pub(crate) bandwidth: u64,
    /// Of a thousand messages, for each kind of fault.
    pub(crate) faults: u16,
}

/// The games from one opening, of a team and P_seq or of a cluster and one of its ranks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pair {
    #[serde(flatten)]
    pub(crate) team: Team,
    /// The number of the opening.
    pub(crate) number: u32,
    /// Plies of both games together.
    plies: usize,
    /// The result of the game in which the team or the cluster is White.
    pub(crate) as_white: GameResult,
    /// The result of the game in which the team or the cluster is Black.
    pub(crate) as_black: GameResult,
}

impl Entry for Pair {
    type Key = (Team, u32);

    fn key(&self) -> (Team, u32) {
        (self.team, self.number)
    }
}

/// The nodes by which an opening is judged.
const JUDGEMENT: u64 = 5_000;

/// The judge of openings, and the two that played last.
pub(crate) struct Players {
    setting: Setting,
    judge: Player,
    /// Not of a cluster, whose clock goes on from game to game: a pair must not depend on others.
    last: Option<(Team, [Player; 2])>,
}

impl Players {
    pub(crate) fn new(setting: &Setting) -> Result<Players, Box<dyn Error>> {
        let judge = Player::new(None, Thinking::Nodes(JUDGEMENT), SMALL_HASH)?;
        Ok(Players { setting: *setting, judge, last: None })
    }

    /// Plays the opening of this number with both colours.
    pub(crate) fn play(&mut self, team: Team, number: u32) -> Result<Pair, Box<dyn Error>> {
        let opening = opening::numbered(number, self.setting.seed, &mut self.judge);
        let mut players = match self.last.take() {
            Some((same, players)) if same == team => players,
            _ => self.setting.opponents(team, number)?,
        };
        let [player, opponent] = &mut players;
        let (turns, as_white) = game::play(opening, [player, opponent]);
        let (more, as_black) = game::play(opening, [opponent, player]);
        self.last = self.setting.cluster.is_none().then_some((team, players));
        Ok(Pair { team, number, plies: turns.len() + more.len(), as_white, as_black })
    }
}

impl Setting {
    /// The one whose score counts, and the other, for the pair of this number.
    fn opponents(&self, team: Team, number: u32) -> Result<[Player; 2], Box<dyn Error>> {
        Ok(match self.cluster {
            None => [self.team(team)?, self.alone()?],
            Some(cluster) => [self.cluster(team, cluster, number)?, self.team(team)?],
        })
    }

    /// P_seq.
    fn alone(&self) -> Result<Player, Box<dyn Error>> {
        let nodes = self.costs.sequential_nodes(self.time);
        Player::new(None, Thinking::Nodes(nodes), self.hash)
    }

    fn team(&self, team: Team) -> Result<Player, Box<dyn Error>> {
        Player::virtually(team.algorithm, self.machine(team), self.time, self.hash)
    }

    fn cluster(&self, team: Team, cluster: Cluster, number: u32) -> Result<Player, Box<dyn Error>> {
        let Cluster { ranks, latency, bandwidth, .. } = cluster;
        let mut searchers = Vec::new();
        for _ in 0..ranks {
            let mut searcher = Searcher::new(self.hash)?;
            searcher.set_algorithm(team.algorithm);
            searcher.set_mode(SearchMode::Virtual(self.machine(team)))?;
            searchers.push(searcher);
        }
        let network = Network { latency, bandwidth };
        let faults = self.faults(cluster, number);
        let cluster = VirtualCluster::new(searchers, &network, &faults, Sharing::default());
        Ok(Player::cluster(cluster, self.time))
    }

    /// Each pair has other faults: its cluster begins anew, with message 0.
    fn faults(&self, cluster: Cluster, number: u32) -> Faults {
        Faults::all(cluster.faults, self.seed ^ u64::from(number) << 32)
    }

    fn machine(&self, team: Team) -> Machine {
        Machine { costs: self.costs, ..Machine::new(team.workers) }
    }
}

#[cfg(test)]
mod tests {
    use cleave_search::Algorithm;

    use super::*;

    #[test]
    fn a_cluster_plays_a_pair_alike_whatever_was_played_before() {
        let setting = Setting {
            time: Ticks(300_000),
            seed: 1,
            hash: 1,
            costs: CostModel::default(),
            bench: 1,
            cluster: Some(Cluster {
                ranks: 3,
                latency: Ticks(20_000),
                bandwidth: 100_000_000,
                faults: 100,
            }),
        };
        let team = Team::new(Algorithm::Dts, 2);
        let third_after = |numbers: &[u32]| {
            let mut players = Players::new(&setting).unwrap();
            for &number in numbers {
                players.play(team, number).unwrap();
            }
            players.play(team, 3).unwrap()
        };
        let faults = |number| setting.faults(setting.cluster.unwrap(), number);
        assert_ne!(faults(0), faults(1), "the dice of a pair are its own");
        let alone = third_after(&[]);
        assert_eq!(third_after(&[0]), alone);
        assert_eq!(third_after(&[2, 1]), alone);
    }
}
