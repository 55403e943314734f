//! The searches of a measurement in virtual time, kept in a [journal](crate::journal) as they are done:
//! trees of the size of the published ones take hours.

use std::collections::BTreeMap;

use cleave_search::virtual_time::CostModel;
use serde::{Deserialize, Serialize};

use crate::destination::Destination;
use crate::figures::comparison::{Key, Team};
use crate::figures::measurement::{Setting, VirtualTime};
use crate::figures::run::Run;
use crate::journal::{Entry, Journal};

/// What all searches depend on.
#[derive(Serialize)]
struct Conditions<'s> {
    /// Size of the table, in MiB.
    hash: usize,
    /// Parameters of splitting other than the default ones.
    split: &'s [String],
    costs: CostModel,
    jitter: Option<u32>,
    /// The time for which the depth of each position was chosen.
    seconds: Option<f64>,
    /// The depth of all positions.
    depth: Option<u32>,
}

/// A search that has been done.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct KeptSearch {
    /// The file of the position, and its id there.
    position: String,
    /// The number of the perturbation and of the jitter.
    seed: u64,
    /// Who searched; none is P_seq.
    team: Option<Team>,
    depth: u32,
    run: Run,
}

impl Entry for KeptSearch {
    type Key = Key;

    fn key(&self) -> Key {
        (self.position.clone(), self.seed, self.team)
    }
}

/// The searches that are done already, and the file for those to come; neither if none is wanted.
#[derive(Default)]
pub(super) struct KeptSearches {
    journal: Option<Journal<KeptSearch>>,
    done: BTreeMap<Key, KeptSearch>,
    /// By position.
    depths: BTreeMap<String, u32>,
}

impl KeptSearches {
    /// Opens the file, with the searches that are in it already.
    ///
    /// # Errors
    /// It cannot be read or written, it is no such file, or it was made under other conditions.
    pub(super) fn open(
        out: &Destination,
        setting: &Setting,
        virtual_time: &VirtualTime,
    ) -> Result<KeptSearches, String> {
        let Setting { hash, split, seconds, depth, .. } = setting;
        let VirtualTime { costs, jitter, .. } = *virtual_time;
        let conditions =
            Conditions { hash: *hash, split, costs, jitter, seconds: *seconds, depth: *depth };
        let journal = Journal::open(out, &conditions)?;
        let done = journal.gather(|search: &KeptSearch| Some((search.key(), search.clone())));
        let done: BTreeMap<Key, KeptSearch> = done.into_iter().collect();
        let depths = done.values().map(|search| (search.position.clone(), search.depth)).collect();
        Ok(KeptSearches { journal: Some(journal), done, depths })
    }

    /// The depth to which the searches of this position are, if one is done.
    pub(super) fn depth(&self, position: &str) -> Option<u32> {
        self.depths.get(position).copied()
    }

    /// What this search has come to, if it is done.
    pub(super) fn run(&self, key: &Key) -> Option<Run> {
        self.done.get(key).map(|search| search.run.clone())
    }

    /// Keeps a search.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn keep(
        &self,
        (position, seed, team): Key,
        depth: u32,
        run: &Run,
    ) -> Result<(), String> {
        let Some(journal) = &self.journal else { return Ok(()) };
        journal.record(KeptSearch { position, seed, team, depth, run: run.clone() })
    }

    /// Orders the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn finish(self) -> Result<(), String> {
        self.journal.map_or(Ok(()), |journal| journal.finish().map(drop))
    }
}
