//! Checks that all ranks run the same program. A mixed cluster is refused.

use std::fmt;

use cleave_search::Evaluation;

use crate::rank::{Rank, Ranks};

/// The version of table entries in messages: their layout, and the meaning of their fields.
const ENTRY_FORMAT: u16 = 2;

/// The properties that must be equal on all ranks. Otherwise a rank's entries would mislead others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// Name and version of the program.
    pub program: String,
    /// The format of table entries.
    pub entry_format: u16,
    /// A hash of both evaluations, by hand and by the built-in network.
    pub evaluation: u64,
}

impl Identity {
    /// Returns the identity of this program.
    pub fn of_this_program() -> Identity {
        let evaluations = [Evaluation::default(), Evaluation::by_built_in_network()];
        let [by_hand, by_network] = evaluations.map(|evaluation| evaluation.fingerprint());
        Identity {
            program: format!("Cleave {}", env!("CARGO_PKG_VERSION")),
            entry_format: ENTRY_FORMAT,
            evaluation: by_hand ^ by_network,
        }
    }

    /// Returns the difference to another identity in words, or `None` if they are equal.
    fn difference(&self, other: &Identity) -> Option<String> {
        let Identity { program, entry_format, evaluation } = other;
        if *program != self.program {
            Some(format!("runs {program}; expected {}", self.program))
        } else if *entry_format != self.entry_format {
            let expected = self.entry_format;
            Some(format!("has table entries of format {entry_format}; expected {expected}"))
        } else if *evaluation != self.evaluation {
            let expected = self.evaluation;
            Some(format!("has the evaluation {evaluation:016x}; expected {expected:016x}"))
        } else {
            None
        }
    }
}

/// The result of comparing identities at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Handshake {
    /// This number of ranks has not answered yet.
    Waiting(usize),
    /// All ranks run the same program.
    Agreed,
    /// A rank runs another program.
    Refused(Mixed),
}

/// A rank that runs another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mixed {
    /// The rank.
    pub rank: Rank,
    difference: String,
}

impl fmt::Display for Mixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mixed { rank, difference } = self;
        write!(f, "{rank} {difference}: all ranks of a cluster must run the same program")
    }
}

/// The identities received so far.
#[derive(Clone, Debug)]
pub(crate) struct Census {
    own: Identity,
    /// Shows by rank whether its identity has been received.
    has_answered: Vec<bool>,
    mixed: Option<Mixed>,
}

impl Census {
    pub(crate) fn new(own: Identity, rank: Rank, ranks: Ranks) -> Census {
        let has_answered = ranks.iter().map(|other| other == rank).collect();
        Census { own, has_answered, mixed: None }
    }

    pub(crate) fn own(&self) -> &Identity {
        &self.own
    }

    /// Records a rank's identity. Returns true if it is the rank's first.
    pub(crate) fn note(&mut self, rank: Rank, identity: &Identity) -> bool {
        let Some(has_answered) = self.has_answered.get_mut(rank.index()) else { return false };
        let is_first = !std::mem::replace(has_answered, true);
        if let Some(difference) = self.own.difference(identity) {
            self.mixed.get_or_insert(Mixed { rank, difference });
        }
        is_first
    }

    pub(crate) fn result(&self) -> Handshake {
        match &self.mixed {
            Some(mixed) => Handshake::Refused(mixed.clone()),
            None => match self.has_answered.iter().filter(|&&has_answered| !has_answered).count() {
                0 => Handshake::Agreed,
                missing => Handshake::Waiting(missing),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_a_sentence_with_the_expected_value() {
        let own = Identity::of_this_program();
        let mut census = Census::new(own.clone(), Rank::FIRST, Ranks::new(3).unwrap());
        assert_eq!(census.result(), Handshake::Waiting(2));
        census.note(Rank::new(1), &own);
        census.note(Rank::new(9), &own);
        assert_eq!(census.result(), Handshake::Waiting(1));
        census.note(Rank::new(2), &own);
        assert_eq!(census.result(), Handshake::Agreed);
        for other in [
            Identity { program: "Cleave 9".into(), ..own.clone() },
            Identity { entry_format: 9, ..own.clone() },
            Identity { evaluation: 9, ..own.clone() },
        ] {
            let mut census = census.clone();
            census.note(Rank::new(2), &other);
            let Handshake::Refused(mixed) = census.result() else { panic!("{other:?}") };
            let text = mixed.to_string();
            assert!(text.starts_with("rank 2 ") && text.contains("expected"), "{text}");
        }
    }
}
