//! Reads a recording, entry by entry.

use cleave_smp::instrument::BlockId;
use cleave_smp::{MAX_WORKERS, WorkerId};

use super::VERSION;
use super::mark::{MARK, Mark};
use super::numbers::{take, take_amount};
use super::trace_event::{Field, TraceEvent};
use crate::virtual_time::{Activity, Ticks};

/// In the head of an entry: the parts that follow.
pub(super) const GAP: u8 = 1 << 3;
pub(super) const NODES: u8 = 1 << 4;
pub(super) const LOOK: u8 = 1 << 5;
pub(super) const NOTED: u8 = 1 << 6;

/// The fault of a recording.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Broken {
    /// It is of another version of the format, or no recording.
    #[error("it is of version {0} of the format; expected {VERSION}")]
    Version(u64),
    /// It is cut short, or has been changed.
    #[error("it is broken at byte {0}")]
    At(usize),
}

/// An entry of a recording.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A step of a worker.
    Step(Step),
    /// Something that concerns the whole team.
    Mark(Mark),
}

/// A step of a worker, or several steps of private search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Which worker.
    pub worker: WorkerId,
    /// The beginning.
    pub from: Ticks,
    /// The end.
    pub to: Ticks,
    /// The main activity of the step.
    pub activity: Activity,
    /// Nodes searched.
    pub nodes: u64,
    /// The part of the time spent looking for work and waking others.
    pub look: Ticks,
    /// The events and waits of the step, in order.
    pub noted: Vec<(Ticks, Noted)>,
}

/// An event or a wait in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noted {
    /// Waited for the lock of a block, until the time of the note.
    Waited {
        /// The block.
        block: BlockId,
        /// How long.
        time: Ticks,
    },
    /// Did something.
    Did(TraceEvent),
}

/// The entries of a recording, one by one. After an error there are no more.
pub struct Entries<'r> {
    rest: &'r [u8],
    length: usize,
    /// By worker, where its last step ended.
    ends: Vec<Ticks>,
}

impl<'r> Entries<'r> {
    pub(super) fn of(bytes: &'r [u8]) -> Result<Entries<'r>, Broken> {
        let (mut rest, length) = (bytes, bytes.len());
        let version = take(&mut rest).ok_or(Broken::At(0))?;
        if version != VERSION {
            return Err(Broken::Version(version));
        }
        let workers = take(&mut rest).and_then(|workers| usize::try_from(workers).ok());
        let workers = workers.filter(|workers| (1..=MAX_WORKERS).contains(workers));
        let ends = vec![Ticks::ZERO; workers.ok_or(Broken::At(1))?];
        Ok(Entries { rest, length, ends })
    }

    /// Returns the number of workers.
    pub fn workers(&self) -> usize {
        self.ends.len()
    }

    fn entry(&mut self) -> Option<Entry> {
        let (&head, rest) = self.rest.split_first()?;
        self.rest = rest;
        if head & MARK == 0 {
            return self.step(head).map(Entry::Step);
        }
        Mark::take(head & !MARK, &mut self.rest, self.ends.len()).map(Entry::Mark)
    }

    fn step(&mut self, head: u8) -> Option<Step> {
        let rest = &mut self.rest;
        let activity = Activity::ALL.get(usize::from(head & 7)).copied()?;
        let worker = usize::try_from(take(rest)?).ok()?;
        let end = self.ends.get_mut(worker)?;
        let part = |bit, rest: &mut &[u8]| if head & bit == 0 { Some(0) } else { take(rest) };
        let from = Ticks(end.0.checked_add(part(GAP, rest)?)?);
        let to = Ticks(from.0.checked_add(take(rest)?)?);
        let nodes = if head & NODES == 0 { 0 } else { take_amount(rest)? };
        let look = Ticks(part(LOOK, rest)?);
        let count = part(NOTED, rest)?;
        let (mut noted, mut at) = (Vec::new(), from);
        for _ in 0..count {
            let number = take(rest)?;
            at = Ticks(at.0.checked_add(take(rest)?)?);
            noted.push((at, take_noted(number, rest)?));
        }
        *end = to;
        let worker = WorkerId::new(worker);
        Some(Step { worker, from, to, activity, nodes, look, noted })
    }
}

fn take_noted(number: u64, rest: &mut &[u8]) -> Option<Noted> {
    if number != 0 {
        return TraceEvent::take(number, rest).map(Noted::Did);
    }
    Some(Noted::Waited { block: Field::take(rest)?, time: Ticks(take(rest)?) })
}

impl Iterator for Entries<'_> {
    type Item = Result<Entry, Broken>;

    fn next(&mut self) -> Option<Result<Entry, Broken>> {
        if self.rest.is_empty() {
            return None;
        }
        let at = self.length - self.rest.len();
        let entry = self.entry().ok_or(Broken::At(at));
        if entry.is_err() {
            self.rest = &[];
        }
        Some(entry)
    }
}
