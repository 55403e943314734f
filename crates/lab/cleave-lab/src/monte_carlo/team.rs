//! The teams that are compared, and one search by one of them.

use std::fmt;

use cleave_games::connect_four::{ConnectFour, LightPlayouts};
use cleave_mcts::{ModeName, Params, Search, Settings, Unobserved};
use cleave_virtual_time::monte_carlo::{MonteCarloRun, Prices, run};
use cleave_virtual_time::virtual_time::Ticks;

use super::positions::Hard;

/// A mode, and its treatment of pending playouts.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Team {
    pub(super) mode: ModeName,
    pub(super) unobserved: Unobserved,
}

/// One tree without locks, and virtual loss.
pub(super) const LOCKFREE: Team =
    Team { mode: ModeName::TreeLockfree, unobserved: Unobserved::VirtualLoss(1) };

/// One tree without locks; a playout under way is not seen.
pub(super) const NOTHING: Team =
    Team { mode: ModeName::TreeLockfree, unobserved: Unobserved::Ignored };

/// All that are compared.
pub(super) const TEAMS: [Team; 7] = [
    Team { mode: ModeName::Leaf, unobserved: Unobserved::Ignored },
    Team { mode: ModeName::Root, unobserved: Unobserved::Ignored },
    Team { mode: ModeName::TreeGlobal, unobserved: Unobserved::VirtualLoss(1) },
    Team { mode: ModeName::TreeLocal, unobserved: Unobserved::VirtualLoss(1) },
    NOTHING,
    LOCKFREE,
    Team { mode: ModeName::TreeLockfree, unobserved: Unobserved::Watched },
];

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mode.name())?;
        match (self.mode, self.unobserved) {
            (ModeName::Leaf | ModeName::Root, _) => Ok(()),
            (_, Unobserved::VirtualLoss(_)) => f.write_str(", virtual loss"),
            (_, Unobserved::Watched) => f.write_str(", WU-UCT"),
            _ => f.write_str(", nothing"),
        }
    }
}

/// Returns a team by the name that users type: as it is shown, in one word.
pub(super) fn parse(word: &str) -> Result<Team, String> {
    let names = TEAMS.map(|team| team.to_string().replace(", ", "+").replace(' ', "-"));
    match names.iter().position(|name| name == word) {
        Some(place) => Ok(TEAMS[place]),
        None => Err(format!("expected one of {}", names.join(" "))),
    }
}

/// The result of a search.
pub(super) struct Searched {
    /// The move keeps the value.
    pub(super) is_solved: bool,
    pub(super) run: MonteCarloRun,
    /// Share of the nodes of all trees whose position is also in another tree; 0 for one tree.
    pub(super) overlap: f64,
}

/// Room for the tree of this many playouts.
fn memory(playouts: u64) -> usize {
    // A playout makes at most 7 nodes of 32 bytes.
    (playouts as usize + 64) * 7 * 32
}

/// Returns the settings of a search that makes at most this many playouts.
pub(super) fn settings(team: Team, workers: u16, seed: u64, playouts: u64) -> Settings {
    let params = Params { unobserved: team.unobserved, ..Params::default() };
    let workers = usize::from(workers);
    Settings { mode: team.mode, workers, params, memory: memory(playouts), seed }
}

/// Searches for this time, in which one worker makes about this many playouts.
pub(super) fn search(
    team: Team,
    workers: u16,
    hard: &Hard,
    seed: u64,
    (time, playouts): (Ticks, u32),
    prices: &Prices,
) -> Searched {
    let room = u64::from(playouts) * u64::from(workers) * 2;
    let mut search =
        Search::new(&hard.game, &settings(team, workers, seed, room), |_| LightPlayouts);
    let run = run(&mut search, prices, time);
    let is_solved = search.best().is_some_and(|best| hard.is_solved_by(best.mv.0));
    Searched { is_solved, run, overlap: overlap(&search) }
}

/// Whether one worker finds a best move with this many playouts.
pub(super) fn is_solved_alone(hard: &Hard, seed: u64, playouts: u32) -> bool {
    let settings = settings(NOTHING, 1, seed, playouts.into());
    let mut search = Search::new(&hard.game, &settings, |_| LightPlayouts);
    search.run_sequentially(playouts.into());
    search.best().is_some_and(|best| hard.is_solved_by(best.mv.0))
}

fn overlap(search: &Search<ConnectFour, LightPlayouts>) -> f64 {
    use cleave_mcts::Game;
    use std::collections::{HashMap, HashSet};
    if search.trees().len() == 1 {
        return 0.0;
    }
    let mut trees_with: HashMap<u64, u32> = HashMap::new();
    for tree in search.trees() {
        let mut keys = HashSet::new();
        tree.visit(|_, game, _| {
            keys.insert(game.key());
        });
        keys.into_iter().for_each(|key| *trees_with.entry(key).or_default() += 1);
    }
    let all: u32 = trees_with.values().sum();
    let shared: u32 = trees_with.values().filter(|&&trees| trees > 1).sum();
    f64::from(shared) / f64::from(all.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_team_has_a_name_to_type() {
        let names = [
            "leaf",
            "root",
            "tree-global+virtual-loss",
            "tree-local+virtual-loss",
            "tree-lockfree+nothing",
            "tree-lockfree+virtual-loss",
            "tree-lockfree+WU-UCT",
        ];
        assert!(names.map(|name| parse(name).expect(name)) == TEAMS);
        let error = parse("tree").err().expect("no team");
        assert!(names.iter().all(|name| error.contains(name)), "{error}");
    }
}
