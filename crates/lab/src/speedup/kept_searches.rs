//! The searches of a measurement in virtual time, kept in a [journal](crate::journal) as they are done:
//! trees of the size of the published ones take hours. The file does not tell which program made it: a
//! measurement is to be resumed by the one that began it.

use std::collections::BTreeMap;

use cleave_smp_lab::virtual_time::CostModel;
use serde::{Deserialize, Serialize};

use super::positions::Entry as Position;
use crate::destination::Destination;
use crate::figures::comparison::{Key, Team};
use crate::figures::measurement::{Setting, VirtualTime};
use crate::figures::run::Run;

use crate::journal::{Entry, Journal};

/// What all searches depend on beside the program.
#[derive(Serialize)]
struct Conditions<'s> {
    /// Size of the table, in MiB.
    hash: usize,
    /// Parameters of splitting other than the program's default ones.
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
    fen: String,
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

/// The file of the searches that are done, and of those to come; none if none is wanted.
#[derive(Default)]
pub(super) struct KeptSearches {
    journal: Option<Journal<KeptSearch>>,
    /// By position.
    depths: BTreeMap<String, u32>,
}

impl KeptSearches {
    /// Opens the file, with the searches that are in it already.
    ///
    /// # Errors
    /// It cannot be read or written, it is no such file, it was made under other conditions, or it has
    /// searches of another position that goes by the name of one of these.
    pub(super) fn open(
        out: &Destination,
        setting: &Setting,
        virtual_time: &VirtualTime,
        positions: &[Position],
    ) -> Result<KeptSearches, String> {
        let Setting { hash, split, seconds, depth, .. } = setting;
        let VirtualTime { costs, jitter, .. } = *virtual_time;
        let conditions =
            Conditions { hash: *hash, split, costs, jitter, seconds: *seconds, depth: *depth };
        let journal = Journal::open(out, &conditions)?;
        let done = journal.gather(|search: &KeptSearch| Some(search.clone()));
        let fens: BTreeMap<String, &str> =
            positions.iter().map(|position| (position.name(), position.fen.as_str())).collect();
        let is_other =
            |search: &&KeptSearch| fens.get(&search.position).is_some_and(|fen| *fen != search.fen);
        if let Some(KeptSearch { position, fen, .. }) = done.iter().find(is_other) {
            return Err(out.blame(&format!("{position} is {fen} there, not {}", fens[position])));
        }
        let depths = done.into_iter().map(|search| (search.position, search.depth)).collect();
        Ok(KeptSearches { journal: Some(journal), depths })
    }

    /// The depth to which the searches of this position are, if one is done.
    pub(super) fn depth(&self, position: &str) -> Option<u32> {
        self.depths.get(position).copied()
    }

    /// What this search has come to, if it is done.
    pub(super) fn run(&self, key: &Key) -> Option<Run> {
        Some(self.journal.as_ref()?.get(key)?.run)
    }

    /// Keeps a search that is not there yet.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn keep(
        &self,
        key: Key,
        (of, depth): (&Position, u32),
        run: &Run,
    ) -> Result<(), String> {
        let Some(journal) = &self.journal else { return Ok(()) };
        let (position, seed, team) = key;
        let (fen, run) = (of.fen.clone(), run.clone());
        journal.record(KeptSearch { position, fen, seed, team, depth, run })
    }

    /// Orders the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn finish(self) -> Result<(), String> {
        self.journal.map_or(Ok(()), |journal| journal.finish().map(drop))
    }
}
