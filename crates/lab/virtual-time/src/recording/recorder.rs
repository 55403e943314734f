//! Writes a recording, step by step.

use cleave_smp::WorkerId;
use cleave_smp::instrument::{BlockId, Deed};

use super::deeds::{number_of, put_fields};
use super::mark::Mark;
use super::numbers::put;
use super::reader::{GAP, LOOK, NODES, NOTED};
use super::{Recording, VERSION};
use crate::virtual_time::{Activity, Ticks};

/// Records a search as it goes on.
pub(crate) struct Recorder {
    bytes: Vec<u8>,
    /// By worker: where its last step ended, and what is still to be written.
    workers: Vec<Writing>,
    /// When the step under way began, and the times after each of its uses.
    times: Vec<Ticks>,
    /// The locks waited for in it: after so many uses, which, how long.
    waits: Vec<(usize, BlockId, Ticks)>,
}

/// A worker's steps that are not written yet.
#[derive(Clone, Default)]
struct Writing {
    /// Where what is written ends.
    end: Ticks,
    /// Private search since then, after a gap.
    search: Option<Search>,
}

#[derive(Clone, Copy)]
struct Search {
    from: Ticks,
    to: Ticks,
    nodes: u64,
}

/// A step that has been charged for.
#[derive(Clone, Copy)]
pub(crate) struct Charged {
    pub(crate) id: WorkerId,
    pub(crate) to: Ticks,
    pub(crate) activity: Activity,
    pub(crate) nodes: u64,
    /// The part of it spent looking for work.
    pub(crate) look: Ticks,
}

impl Recorder {
    pub(crate) fn new(workers: usize) -> Recorder {
        let mut bytes = Vec::new();
        put(&mut bytes, VERSION);
        put(&mut bytes, workers as u64);
        let workers = vec![Writing::default(); workers];
        Recorder { bytes, workers, times: Vec::new(), waits: Vec::new() }
    }

    /// A step begins at this time.
    pub(crate) fn begin(&mut self, from: Ticks) {
        self.times.clear();
        self.times.push(from);
        self.waits.clear();
    }

    /// The step has paid for its nodes or for its next use; it has waited for a lock in it, or not.
    pub(crate) fn pass(&mut self, now: Ticks, waited: Option<(BlockId, Ticks)>) {
        if let Some((block, time)) = waited {
            self.waits.push((self.times.len() - 1, block, time));
        }
        self.times.push(now);
    }

    /// The step has ended: what it has done, and behind how many uses.
    pub(crate) fn end(&mut self, step: Charged, deeds: &[(usize, Deed)]) {
        let from = self.times[0];
        let is_plain = deeds.is_empty() && self.waits.is_empty() && step.look == Ticks::ZERO;
        let Charged { id, to, activity, nodes, look } = step;
        if is_plain && activity == Activity::Search {
            let worker = &mut self.workers[id.index()];
            match &mut worker.search {
                Some(search) if search.to == from => {
                    (search.to, search.nodes) = (to, search.nodes + nodes);
                    return;
                }
                Some(_) => self.write_search(id.index()),
                None => {}
            }
            self.workers[id.index()].search = Some(Search { from, to, nodes });
            return;
        }
        self.write_search(id.index());
        let noted = self.noted(deeds);
        self.write(id.index(), (from, to), (activity, nodes, look), &noted);
    }

    /// Something that concerns the whole team.
    pub(crate) fn mark(&mut self, mark: Mark) {
        (0..self.workers.len()).for_each(|worker| self.write_search(worker));
        mark.put(&mut self.bytes);
    }

    /// What has been recorded so far.
    pub(crate) fn recording(&self) -> Recording {
        Recording::new(self.bytes.clone())
    }

    fn write_search(&mut self, worker: usize) {
        if let Some(Search { from, to, nodes }) = self.workers[worker].search.take() {
            self.write(worker, (from, to), (Activity::Search, nodes, Ticks::ZERO), &[]);
        }
    }

    /// The number and the bytes of what is noted, one after the other in a list.
    fn noted(&self, deeds: &[(usize, Deed)]) -> Vec<(Ticks, u64, Vec<u8>)> {
        // `times[0]` is the beginning, `times[1]` after the nodes, and so on.
        let after = |uses: usize| self.times[(uses + 1).min(self.times.len() - 1)];
        let mut noted: Vec<(usize, u64, Vec<u8>)> = Vec::new();
        for &(uses, block, time) in &self.waits {
            let mut fields = Vec::new();
            put(&mut fields, block.index() as u64);
            put(&mut fields, time.0);
            noted.push((uses, 0, fields));
        }
        // Locks are many, and only their number counts: one deed for all of the step.
        let mut locks = 0;
        for (uses, deed) in deeds {
            if let Deed::Locked { times } = deed {
                locks += times;
                continue;
            }
            if let Deed::Entered { .. } = deed {
                // The locks before it are of another search.
                locks = 0;
            }
            let mut fields = Vec::new();
            put_fields(&mut fields, deed);
            noted.push((*uses, number_of(deed), fields));
        }
        if locks > 0 {
            let deed = Deed::Locked { times: locks };
            let mut fields = Vec::new();
            put_fields(&mut fields, &deed);
            noted.push((usize::MAX - 1, number_of(&deed), fields));
        }
        noted.sort_by_key(|&(uses, ..)| uses);
        noted.into_iter().map(|(uses, number, fields)| (after(uses), number, fields)).collect()
    }

    fn write(
        &mut self,
        worker: usize,
        (from, to): (Ticks, Ticks),
        (activity, nodes, look): (Activity, u64, Ticks),
        noted: &[(Ticks, u64, Vec<u8>)],
    ) {
        let bytes = &mut self.bytes;
        let gap = from.less(self.workers[worker].end);
        let part = |bit: u8, is_there: bool| if is_there { bit } else { 0 };
        let head = activity as u8
            | part(GAP, gap != Ticks::ZERO)
            | part(NODES, nodes > 0)
            | part(LOOK, look != Ticks::ZERO)
            | part(NOTED, !noted.is_empty());
        bytes.push(head);
        put(bytes, worker as u64);
        if gap != Ticks::ZERO {
            put(bytes, gap.0);
        }
        put(bytes, (to - from).0);
        if nodes > 0 {
            put(bytes, nodes);
        }
        if look != Ticks::ZERO {
            put(bytes, look.0);
        }
        if !noted.is_empty() {
            put(bytes, noted.len() as u64);
        }
        let mut before = from;
        for (at, number, fields) in noted {
            put(bytes, *number);
            put(bytes, at.less(before).0);
            bytes.extend(fields);
            before = *at;
        }
        self.workers[worker].end = to;
    }
}
