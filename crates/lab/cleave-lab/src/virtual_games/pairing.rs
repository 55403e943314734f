//! A pair of games: an opening, played with both colours.

use cleave_cluster::Sharing;
use cleave_kit::Result;
use cleave_kit::experiment::Entry;
use cleave_kit::games::game::{self, GameResult};
use cleave_kit::games::opening;
use cleave_kit::games::player::{Player, SMALL_HASH, Thinking};
use cleave_search::Searcher;
use cleave_search::team::Algorithm;
use cleave_virtual_time::virtual_time::{Machine, Ticks};
use serde::{Deserialize, Serialize};

use super::programs::{TimedCluster, VirtualTeam};
use crate::searches::{Team, algorithm, set_team};
use crate::virtual_cluster::{ClusterModel, Faults, Network, VirtualCluster, groups};

/// The common settings of all games.
pub(crate) type Setting = crate::setting::Setting<Moves>;

/// The terms of a match.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Moves {
    /// Virtual time for each move.
    pub(crate) time: Ticks,
    /// Seed of the openings, and of the faults.
    pub(crate) seed: u64,
    /// The opponent of each team.
    #[serde(default, skip_serializing_if = "Opponent::is_p_seq")]
    pub(crate) opponent: Opponent,
}

/// The opponent of a team.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Opponent {
    /// The sequential program.
    #[default]
    PSeq,
    /// A team of this algorithm and of equal size. The team itself may be one of several groups.
    Team(#[serde(with = "algorithm")] Algorithm),
    /// One rank with such a team; the team itself is on every rank of this cluster.
    Rank(Cluster),
}

impl Opponent {
    fn is_p_seq(&self) -> bool {
        *self == Opponent::PSeq
    }
}

/// The settings that turn teams into a cluster.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Cluster {
    pub(crate) ranks: u16,
    /// The network's latency, and bytes a second.
    pub(crate) latency: Ticks,
    pub(crate) bandwidth: u64,
    /// Of a thousand messages, for each kind of fault.
    pub(crate) faults: u16,
}

/// The games from one opening, of a team, or of a cluster of teams, and its opponent.
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
    type Team = Team;

    fn key(&self) -> (Team, u32) {
        (self.team, self.number)
    }

    fn team(&self) -> Team {
        self.team
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
    pub(crate) fn new(setting: &Setting) -> Result<Players> {
        let judge = Player::new(None, Thinking::Nodes(JUDGEMENT), SMALL_HASH)?;
        Ok(Players { setting: setting.clone(), judge, last: None })
    }

    /// Plays the opening of this number with both colours.
    pub(crate) fn play(&mut self, team: Team, number: u32) -> Result<Pair> {
        let opening = opening::numbered(number, self.setting.goal.seed, &mut self.judge);
        let mut players = match self.last.take() {
            Some((same, players)) if same == team => players,
            _ => self.setting.opponents(team, number)?,
        };
        let [player, opponent] = &mut players;
        let (turns, as_white) = game::play(opening, [player, opponent]);
        let (more, as_black) = game::play(opening, [opponent, player]);
        let is_cluster = matches!(self.setting.goal.opponent, Opponent::Rank(_));
        self.last = (!is_cluster && team.ranks.is_none()).then_some((team, players));
        Ok(Pair { team, number, plies: turns.len() + more.len(), as_white, as_black })
    }
}

impl Setting {
    /// Returns the two players of the pair of this number; the score of the first counts.
    fn opponents(&self, team: Team, number: u32) -> Result<[Player; 2]> {
        Ok(match self.goal.opponent {
            Opponent::PSeq => [self.team(team)?, self.alone()?],
            Opponent::Team(algorithm) => {
                let player = match team.ranks {
                    None => self.team(team)?,
                    Some(groups) => self.groups(team, groups)?,
                };
                [player, self.team(Team::new(algorithm, team.workers_of_all()))?]
            }
            Opponent::Rank(cluster) => [self.cluster(team, cluster, number)?, self.team(team)?],
        })
    }

    /// P_seq.
    fn alone(&self) -> Result<Player> {
        let nodes = self.costs().sequential_nodes(self.goal.time);
        Player::new(None, Thinking::Nodes(nodes), self.hash)
    }

    fn team(&self, team: Team) -> Result<Player> {
        let machine = self.machine_of(team);
        let team = VirtualTeam::new(team.algorithm, machine, self.goal.time, self.hash)?;
        Ok(Player::by(team))
    }

    fn cluster(&self, team: Team, cluster: Cluster, number: u32) -> Result<Player> {
        let Cluster { ranks, latency, bandwidth, .. } = cluster;
        let model = ClusterModel {
            machine: self.machine_of(team),
            network: Network { latency, bandwidth },
            faults: self.faults(cluster, number),
            sharing: Sharing::default(),
        };
        let mut searchers: Vec<_> =
            (0..ranks).map(|_| Searcher::new(self.hash)).collect::<Result<_, _>>()?;
        make_teams(&mut searchers, team)?;
        Ok(Player::by(TimedCluster(VirtualCluster::new(searchers, &model), self.goal.time)))
    }

    /// So many of these teams on one table.
    fn groups(&self, team: Team, groups: u16) -> Result<Player> {
        let mut searchers = groups::searchers(self.hash, groups)?;
        make_teams(&mut searchers, team)?;
        let model = groups::model(self.machine_of(team), groups);
        Ok(Player::by(TimedCluster(VirtualCluster::new(searchers, &model), self.goal.time)))
    }

    /// Each pair has other faults: its cluster begins anew, with message 0.
    fn faults(&self, cluster: Cluster, number: u32) -> Faults {
        Faults::all(cluster.faults, self.goal.seed ^ u64::from(number) << 32)
    }

    fn machine_of(&self, team: Team) -> Machine {
        self.machine(team.workers, self.goal.seed)
    }
}

/// Makes each searcher such a team.
fn make_teams(searchers: &mut [Searcher], team: Team) -> Result<()> {
    searchers.iter_mut().try_for_each(|searcher| set_team(searcher, team))
}

#[cfg(test)]
mod tests {
    use cleave_search::team::Algorithm;

    use super::*;
    use crate::options::DEFAULT_JITTER;

    #[test]
    fn a_cluster_plays_a_pair_alike_whatever_was_played_before() {
        let (latency, bandwidth) = (Ticks(20_000), 100_000_000);
        let cluster = Cluster { ranks: 3, latency, bandwidth, faults: 100 };
        let setting = Setting {
            goal: Moves { time: Ticks(300_000), seed: 1, opponent: Opponent::Rank(cluster) },
            hash: 1,
            jitter: Some(DEFAULT_JITTER),
            split: Vec::new(),
            costs: None,
            bench: Some(1),
        };
        let team = Team::new(Algorithm::Dts, 2);
        let third_after = |numbers: &[u32]| {
            let mut players = Players::new(&setting).unwrap();
            for &number in numbers {
                players.play(team, number).unwrap();
            }
            players.play(team, 3).unwrap()
        };
        let faults = |number| setting.faults(cluster, number);
        assert_ne!(faults(0), faults(1), "each pair has other faults");
        let alone = third_after(&[]);
        assert_eq!(third_after(&[0]), alone);
        assert_eq!(third_after(&[2, 1]), alone);
    }
}
