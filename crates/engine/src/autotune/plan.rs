//! What is tried: options of the team and their values.

use cleave_search::splitting;
use cleave_search::team::{GROUP_SIZE, Topology, usable_processors};

/// An option and the values that challenge the one in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    /// The option.
    pub option: &'static str,
    /// The values.
    pub values: Vec<String>,
}

/// The machine and the team, as far as they decide what is worth trying.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// Workers that search.
    pub workers: usize,
    /// Parts of the machine that share a node and a last cache.
    pub domains: usize,
    /// Cores of the largest of them.
    pub cores: usize,
}

impl Conditions {
    /// Returns the conditions of this many workers on this machine.
    pub fn here(workers: usize, topology: &Topology) -> Conditions {
        let domains = topology.domains(&usable_processors());
        let cores = domains.iter().map(|domain| domain.cores).max().unwrap_or(1);
        Conditions { workers, domains: domains.len(), cores }
    }

    /// Returns what is tried, the most important option first.
    pub fn trials(&self) -> Vec<Trial> {
        let trial = |option, values: &[usize]| Trial {
            option,
            values: values.iter().map(ToString::to_string).collect(),
        };
        let mut trials = Vec::new();
        if self.domains > 1 {
            let values = ["none", "system"].map(String::from).to_vec();
            trials.push(Trial { option: "NumaPolicy", values });
        }
        // Smaller teams split one tree in any case.
        if self.workers >= GROUP_SIZE {
            let mut sizes = vec![GROUP_SIZE / 2, GROUP_SIZE, 2 * GROUP_SIZE, self.cores];
            sizes.sort_unstable();
            sizes.dedup();
            trials.push(trial("Group Size", &sizes));
        }
        trials.push(trial(splitting::SPIN.option, &[0, 50, 200, 1000]));
        trials.push(trial(splitting::DEPTH.option, &[4, 5, 6, 7]));
        trials.push(trial(splitting::IDLE_DEPTH.option, &[2, 3, 4]));
        trials
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options;

    fn tried(conditions: Conditions) -> Vec<&'static str> {
        conditions.trials().iter().map(|trial| trial.option).collect()
    }

    #[test]
    fn every_value_can_be_set() {
        for trial in (Conditions { workers: 64, domains: 8, cores: 8 }).trials() {
            for value in &trial.values {
                assert!(options::read(trial.option, value).is_ok(), "{}={value}", trial.option);
            }
        }
    }

    #[test]
    fn what_has_no_effect_is_not_tried() {
        let always = ["Split Spin", "Split Depth", "Split Idle Depth"];
        assert_eq!(tried(Conditions { workers: 2, domains: 1, cores: 2 }), always);
        let two_nodes = tried(Conditions { workers: 8, domains: 2, cores: 8 });
        assert_eq!((two_nodes[0], two_nodes.len()), ("NumaPolicy", 4));
        let large = Conditions { workers: 32, domains: 1, cores: 32 };
        assert_eq!(
            large.trials()[0],
            Trial { option: "Group Size", values: ["8", "16", "32"].map(String::from).to_vec() }
        );
    }
}
