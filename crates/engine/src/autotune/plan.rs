//! What is tried: options of the team and their values.

use cleave_search::splitting;
use cleave_search::team::{
    Algorithm, GROUP_SIZE, NumaPolicy, Topology, group_sizes, usable_processors,
};

use crate::engine::Engine;
use crate::refusal::Refusal;

/// An option and the values that challenge the one in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    /// The option.
    pub option: &'static str,
    /// The values.
    pub values: Vec<String>,
}

/// The machine and the team, as far as they decide what is worth trying.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// Workers that search.
    pub workers: usize,
    /// The algorithm by which they share the tree.
    pub algorithm: Algorithm,
    /// The workers of a group, as set.
    pub group_size: usize,
    /// When workers are bound, as set.
    pub policy: NumaPolicy,
    /// The workers are bound.
    pub are_bound: bool,
    /// Parts of the machine that share a node and a last cache.
    pub domains: usize,
    /// Cores of the largest of them.
    pub cores: usize,
}

impl Conditions {
    /// Returns the conditions of this engine's team on this machine.
    ///
    /// # Errors
    /// The engine does not search by a team that `autotune` can tune.
    pub fn of(engine: &Engine, topology: &Topology) -> Result<Conditions, Refusal> {
        let settings = &engine.session.settings;
        if settings.monte_carlo.is_on {
            let why = "autotune measures alpha-beta, and the option Search is monte-carlo";
            return Err(Refusal::NotNow(why));
        }
        let domains = topology.domains(&usable_processors());
        Ok(Conditions {
            workers: engine.searcher.team_size(),
            algorithm: settings.team.algorithm,
            group_size: settings.team.group_size,
            policy: settings.team.numa_policy.clone(),
            are_bound: !engine.searcher.places().sets.is_empty(),
            domains: domains.len(),
            cores: domains.iter().map(|domain| domain.cores).max().unwrap_or(1),
        })
    }

    /// Returns what is tried, the most important option first.
    pub fn trials(&self) -> Vec<Trial> {
        let trial = |option, values: &[usize]| Trial {
            option,
            values: values.iter().map(ToString::to_string).collect(),
        };
        let mut trials = Vec::new();
        if self.may_choose_processors() {
            let other = if self.are_bound { "none" } else { "system" };
            trials.push(Trial { option: "NumaPolicy", values: vec![other.into()] });
        }
        let sizes = self.other_group_sizes();
        if !sizes.is_empty() {
            trials.push(trial("Group Size", &sizes));
        }
        trials.push(trial(splitting::SPIN.option, &[0, 50, 200, 1000]));
        if self.algorithm.has_split_blocks() {
            trials.push(trial(splitting::DEPTH.option, &[4, 5, 6, 7]));
            trials.push(trial(splitting::IDLE_DEPTH.option, &[2, 3, 4]));
        }
        trials
    }

    /// Returns true if it makes a difference whether the workers are bound, and the user has not chosen their processors.
    /// On other processors there would be other numbers of workers.
    fn may_choose_processors(&self) -> bool {
        let is_chosen = matches!(self.policy, NumaPolicy::Hardware | NumaPolicy::Listed(_));
        self.domains > 1 && !is_chosen
    }

    /// Returns sizes of groups that divide the team in different ways, none as it is divided now. Only teams of Dynamic
    /// Tree Splitting divide.
    fn other_group_sizes(&self) -> Vec<usize> {
        let groups = |size: usize| group_sizes(self.workers, size.max(1)).count();
        let mut seen = vec![groups(self.group_size)];
        let mut sizes = vec![GROUP_SIZE / 2, GROUP_SIZE, 2 * GROUP_SIZE, self.cores];
        sizes.retain(|&size| {
            // Smaller teams split one tree in any case.
            let may_divide = self.algorithm == Algorithm::Dts && self.workers >= GROUP_SIZE;
            let is_new = may_divide && !seen.contains(&groups(size));
            seen.push(groups(size));
            is_new
        });
        sizes.sort_unstable();
        sizes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options;

    /// Returns the conditions of a team with the default settings on a machine with these domains.
    fn conditions(workers: usize, domains: usize, cores: usize) -> Conditions {
        Conditions {
            workers,
            algorithm: Algorithm::Dts,
            group_size: GROUP_SIZE,
            policy: NumaPolicy::Auto,
            are_bound: domains > 1 && 2 * workers > domains * cores,
            domains,
            cores,
        }
    }

    fn tried(conditions: &Conditions) -> Vec<&'static str> {
        conditions.trials().iter().map(|trial| trial.option).collect()
    }

    /// Returns the values that are tried for this option.
    fn values(conditions: &Conditions, option: &str) -> Vec<String> {
        let trials = conditions.trials().into_iter();
        trials.filter(|trial| trial.option == option).flat_map(|trial| trial.values).collect()
    }

    const ALWAYS: [&str; 3] = ["Split Spin", "Split Depth", "Split Idle Depth"];

    #[test]
    fn every_value_can_be_set() {
        for trial in conditions(64, 8, 8).trials() {
            for value in &trial.values {
                assert!(options::read(trial.option, value).is_ok(), "{}={value}", trial.option);
            }
        }
    }

    #[test]
    fn what_has_no_effect_is_not_tried() {
        assert_eq!(tried(&conditions(2, 1, 2)), ALWAYS);
        assert_eq!(tried(&conditions(8, 2, 8)), ["NumaPolicy", ALWAYS[0], ALWAYS[1], ALWAYS[2]]);
        assert_eq!(tried(&conditions(32, 1, 32))[0], "Group Size");
    }

    #[test]
    fn workers_that_are_bound_are_tried_without_and_others_with_it() {
        let bound = |policy: &str, workers| {
            let policy: NumaPolicy = policy.parse().unwrap();
            let are_bound = match policy {
                NumaPolicy::Auto => workers > 8,
                _ => policy == NumaPolicy::System,
            };
            let conditions = Conditions { policy, are_bound, ..conditions(workers, 2, 8) };
            values(&conditions, "NumaPolicy")
        };
        assert_eq!(bound("auto", 4), ["system"]);
        assert_eq!(bound("auto", 16), ["none"]);
        assert_eq!(bound("none", 16), ["system"]);
        assert_eq!(bound("system", 4), ["none"]);
    }

    #[test]
    fn processors_that_the_user_has_chosen_stay() {
        for policy in ["hardware", "0-7:8-15", "3"] {
            let policy = policy.parse().unwrap();
            let chosen = Conditions { policy, are_bound: true, ..conditions(16, 2, 8) };
            assert_eq!(values(&chosen, "NumaPolicy"), [""; 0]);
        }
    }

    #[test]
    fn group_sizes_are_tried_that_divide_the_team_in_another_way() {
        let sizes = |workers, cores| values(&conditions(workers, 1, cores), "Group Size");
        assert_eq!(sizes(32, 32), ["8", "32"]);
        assert_eq!(sizes(64, 8), ["8", "32"]);
        assert_eq!(sizes(128, 128), ["8", "32", "128"]);
        // One group, as now.
        assert_eq!(sizes(16, 16), ["8"]);
        assert_eq!(sizes(15, 15), [""; 0]);
        let large_groups = Conditions { group_size: 64, ..conditions(64, 1, 64) };
        assert_eq!(values(&large_groups, "Group Size"), ["8", "16", "32"]);
    }

    #[test]
    fn algorithms_without_groups_or_blocks_are_not_tried_with_other_ones() {
        for algorithm in Algorithm::ALL {
            let tried = tried(&Conditions { algorithm, ..conditions(64, 8, 8) });
            assert_eq!(tried.contains(&"Group Size"), algorithm == Algorithm::Dts, "{algorithm}");
            assert_eq!(tried.contains(&"Split Depth"), algorithm.has_split_blocks(), "{algorithm}");
            assert!(tried.contains(&"Split Spin"), "each worker may wait");
        }
    }
}
