//! Writes a recording, step by step.

use cleave_smp::WorkerId;
use cleave_smp::instrument::{BlockId, Event};

use super::mark::Mark;
use super::numbers::put;
use super::reader::{GAP, LOOK, NODES, NOTED, Noted};
use super::trace_event::TraceEvent;
use super::{Recording, VERSION};
use crate::virtual_time::{Activity, Ticks};

/// Records a search as it goes on.
pub(crate) struct Recorder {
    bytes: Vec<u8>,
    /// By worker: the end of its last step, and the steps still to be written.
    workers: Vec<Writing>,
    /// The beginning of the step under way, and the time up to which it has paid.
    from: Ticks,
    now: Ticks,
    /// The events noted in the step so far.
    noted: Vec<(Ticks, Noted)>,
    /// Locks taken in it.
    locks: u64,
}

/// A worker's steps that are not written yet.
#[derive(Clone, Default)]
struct Writing {
    /// The end of the written steps.
    end: Ticks,
    /// Private search since then, after a gap.
    search: Option<PlainSearch>,
}

#[derive(Clone, Copy)]
struct PlainSearch {
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
        Recorder {
            bytes,
            workers,
            from: Ticks::ZERO,
            now: Ticks::ZERO,
            noted: Vec::new(),
            locks: 0,
        }
    }

    /// A step begins at this time.
    pub(crate) fn begin(&mut self, from: Ticks) {
        (self.from, self.now, self.locks) = (from, from, 0);
        self.noted.clear();
    }

    /// The step has paid for its nodes or for its next event; it has waited for a lock in it, or not.
    pub(crate) fn pass(&mut self, now: Ticks, waited: Option<(BlockId, Ticks)>) {
        self.now = now;
        if let Some((block, time)) = waited {
            self.noted.push((now, Noted::Waited { block, time }));
        }
    }

    /// Notes an event of the step.
    pub(crate) fn note(&mut self, event: Event) {
        match event {
            Event::Locked { .. } => self.locks += 1,
            // The locks before it are of another search.
            Event::Entered { .. } => self.locks = 0,
            _ => {}
        }
        self.noted.extend(TraceEvent::of(event).map(|event| (self.now, Noted::Did(event))));
    }

    /// The step has ended.
    pub(crate) fn end(&mut self, step: Charged) {
        if self.locks > 0 {
            let event = TraceEvent::Locked { times: self.locks };
            self.noted.push((self.now, Noted::Did(event)));
        }
        let from = self.from;
        let is_plain = self.noted.is_empty() && step.look == Ticks::ZERO;
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
            self.workers[id.index()].search = Some(PlainSearch { from, to, nodes });
            return;
        }
        self.write_search(id.index());
        let noted = std::mem::take(&mut self.noted);
        self.write(id.index(), (from, to), (activity, nodes, look), &noted);
        self.noted = noted;
    }

    /// Something that concerns the whole team.
    pub(crate) fn mark(&mut self, mark: Mark) {
        (0..self.workers.len()).for_each(|worker| self.write_search(worker));
        mark.put(&mut self.bytes);
    }

    /// Returns the recording so far.
    pub(crate) fn recording(&self) -> Recording {
        Recording::new(self.bytes.clone())
    }

    fn write_search(&mut self, worker: usize) {
        if let Some(PlainSearch { from, to, nodes }) = self.workers[worker].search.take() {
            self.write(worker, (from, to), (Activity::Search, nodes, Ticks::ZERO), &[]);
        }
    }

    fn write(
        &mut self,
        worker: usize,
        (from, to): (Ticks, Ticks),
        (activity, nodes, look): (Activity, u64, Ticks),
        noted: &[(Ticks, Noted)],
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
        for &(at, noted) in noted {
            let since = at.less(before).0;
            before = at;
            match noted {
                Noted::Waited { block, time } => {
                    for number in [0, since, block.index() as u64, time.0] {
                        put(bytes, number);
                    }
                }
                Noted::Did(event) => {
                    put(bytes, event.number());
                    put(bytes, since);
                    event.put_fields(bytes);
                }
            }
        }
        self.workers[worker].end = to;
    }
}
