//! When workers are bound, and to which processors: the option `NumaPolicy`, with the values that users of Stockfish know.

use std::fmt;
use std::str::FromStr;

use cleave_sync::affinity::{self, ProcessorSet};

use crate::Topology;
use crate::list::{self, BadList};

/// When workers are bound, and to which processors.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Policy {
    /// As `System` if the team fills most of a machine with several domains, else as `None`.
    #[default]
    Auto,
    /// Workers are bound to the domains of the processors that the system gives this process.
    System,
    /// No worker is bound.
    None,
    /// As `System`, with all processors of the machine, whatever the process was started with.
    Hardware,
    /// Workers are bound to these nodes.
    Listed(Vec<ProcessorSet>),
}

/// The names of the policies without a list.
const NAMES: [(&str, Policy); 4] = [
    ("auto", Policy::Auto),
    ("system", Policy::System),
    ("none", Policy::None),
    ("hardware", Policy::Hardware),
];

/// The reason why a policy cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PolicyError {
    /// The text has another form.
    #[error(
        "NumaPolicy is auto, system, none, hardware, or the processors of each node as in 0-7:8-15"
    )]
    Form,
    /// The list has this processor twice.
    #[error("NumaPolicy lists processor {0} twice")]
    Twice(usize),
    /// The machine has no such processors.
    #[error("NumaPolicy lists {0}, but the processors of this machine are {1}")]
    Missing(String, String),
    /// None of these processors has this number or a higher one.
    #[error("there is no processor {0}: the processors are {1}")]
    NoneFrom(usize, String),
    /// These processors cannot be divided into this number of nodes.
    #[error("{0} nodes are too many or too few for the processors {1}")]
    Nodes(usize, String),
}

impl Policy {
    /// Returns the policy that binds one worker to each of these processors, from this number on.
    ///
    /// # Errors
    /// There is no such processor.
    pub fn one_by_one(processors: &ProcessorSet, first: usize) -> Result<Policy, PolicyError> {
        let nodes = processors.iter().filter(|&processor| processor >= first);
        let nodes: Vec<_> = nodes.map(|processor| ProcessorSet::from_iter([processor])).collect();
        match nodes.is_empty() {
            true => Err(PolicyError::NoneFrom(first, processors.to_string())),
            false => Ok(Policy::Listed(nodes)),
        }
    }

    /// Returns the policy that divides these processors into this number of nodes, as equal as possible.
    ///
    /// # Errors
    /// A node would have no processor, or there is no node.
    pub fn equal_nodes(processors: &ProcessorSet, nodes: usize) -> Result<Policy, PolicyError> {
        let all: Vec<usize> = processors.iter().collect();
        if !(1..=all.len()).contains(&nodes) {
            return Err(PolicyError::Nodes(nodes, processors.to_string()));
        }
        let begin = |node: usize| all.len() * node / nodes;
        let node = |node| all[begin(node)..begin(node + 1)].iter().copied().collect();
        Ok(Policy::Listed((0..nodes).map(node).collect()))
    }

    /// Returns the message for the user if this system cannot bind workers.
    pub fn missing(&self) -> Option<&'static str> {
        let binds = !matches!(self, Policy::Auto | Policy::None);
        let can_bind = affinity::allowed().is_some();
        (binds && !can_bind).then_some("workers run anywhere: this system cannot bind them")
    }
}

/// Returns the processors on which this program may run.
pub fn usable_processors() -> ProcessorSet {
    affinity::allowed().unwrap_or_else(|| Topology::of_this_machine().all())
}

impl FromStr for Policy {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<Policy, PolicyError> {
        let text = text.trim();
        let named = NAMES.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        if let Some((_, policy)) = named {
            return Ok(policy);
        }
        let mut all = ProcessorSet::default();
        let node = |node: &str| match list::add_to(&mut all, node) {
            Ok(()) => Ok(list::parse(node).expect("it has just been read")),
            // A processor of this number is on no machine.
            Err(BadList::Form | BadList::TooLarge(_)) => Err(PolicyError::Form),
            Err(BadList::Twice(processor)) => Err(PolicyError::Twice(processor)),
        };
        text.split(':').map(node).collect::<Result<_, _>>().map(Policy::Listed)
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = NAMES.iter().find(|(_, policy)| policy == self) {
            return f.write_str(name);
        }
        let Policy::Listed(nodes) = self else { return Ok(()) };
        let nodes: Vec<String> = nodes.iter().map(ToString::to_string).collect();
        f.write_str(&nodes.join(":"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_are_read_and_written() {
        for (text, written) in [
            ("auto", "auto"),
            ("System", "system"),
            (" NONE ", "none"),
            ("hardware", "hardware"),
            ("0-7:8-15", "0-7:8-15"),
            ("0-15,32-47:16-31,48-63", "0-15,32-47:16-31,48-63"),
            ("3,1", "1,3"),
            ("0", "0"),
        ] {
            let policy: Policy = text.parse().unwrap();
            assert_eq!(policy.to_string(), written);
            assert_eq!(written.parse(), Ok(policy));
        }
    }

    #[test]
    fn lists_are_made_of_processors() {
        let processors: ProcessorSet = [0, 1, 2, 5, 6].into_iter().collect();
        let one_by_one = |first| Policy::one_by_one(&processors, first).map(|it| it.to_string());
        assert_eq!([0, 2, 6].map(|it| one_by_one(it).unwrap()), ["0:1:2:5:6", "2:5:6", "6"]);
        assert_eq!(one_by_one(7), Err(PolicyError::NoneFrom(7, "0-2,5-6".into())));
        let nodes = |nodes| Policy::equal_nodes(&processors, nodes).map(|it| it.to_string());
        assert_eq!([1, 2, 5].map(|it| nodes(it).unwrap()), ["0-2,5-6", "0-1:2,5-6", "0:1:2:5:6"]);
        assert!([0, 6].map(nodes).iter().all(Result::is_err));
    }

    #[test]
    fn other_texts_are_refused_with_the_reason() {
        for text in ["", "automatic", ":", "0-7:", ":0", "0-7::8", "7-0", "0;1", "-1", "0-99999"] {
            assert_eq!(text.parse::<Policy>(), Err(PolicyError::Form), "{text}");
        }
        assert_eq!("0-7:7-15".parse::<Policy>(), Err(PolicyError::Twice(7)));
        assert_eq!("0,0".parse::<Policy>(), Err(PolicyError::Twice(0)));
    }

    #[test]
    fn a_user_hears_of_a_system_that_binds_nothing_only_if_workers_are_to_be_bound() {
        assert_eq!([Policy::Auto, Policy::None].map(|policy| policy.missing()), [None; 2]);
        let listed: Policy = "0".parse().unwrap();
        for policy in [Policy::System, Policy::Hardware, listed] {
            assert_eq!(policy.missing().is_none(), affinity::allowed().is_some(), "{policy}");
        }
    }
}
