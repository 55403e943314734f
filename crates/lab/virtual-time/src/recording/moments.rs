//! Moments worth seeing, found in a recording.

use std::collections::BTreeMap;

use cleave_smp::WorkerId;
use serde::Serialize;

use super::mark::Mark;
use super::reader::{Broken, Entry, Noted, Step};
use super::trace_event::TraceEvent;
use super::{Block, Recording, Tree};
use crate::virtual_time::Ticks;

/// The kind of a moment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A block is finished by a worker that did not begin it. Counts the claims that were out at once.
    Handover,
    /// A cutoff makes the work of others useless. Counts the others.
    Cutoff,
    /// A worker is the last one out of several blocks in a row, and takes a value up through all of them.
    /// Counts the blocks.
    Chain,
    /// The work of idle workers on the next iteration becomes the iteration under way. Counts the blocks.
    Adoption,
    /// A worker waits for a lock. Counts nanoseconds.
    Lock,
    /// A worker is killed, and replaced. Counts the blocks that are lost.
    Death,
}

impl Kind {
    /// Returns the number of moments of this kind that are kept.
    fn most(self) -> usize {
        match self {
            Kind::Handover | Kind::Cutoff => 4,
            Kind::Chain | Kind::Adoption => 3,
            Kind::Lock => 2,
            Kind::Death => 1,
        }
    }
}

/// A moment worth seeing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Moment {
    /// What it shows.
    pub kind: Kind,
    /// When.
    pub at: Ticks,
    /// Who acts.
    #[serde(serialize_with = "index")]
    pub worker: WorkerId,
    /// The block by its [number](super::Block::number), if it is about one.
    pub block: Option<u64>,
    /// The count that the kind defines.
    pub count: u64,
}

fn index<S: serde::Serializer>(worker: &WorkerId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(worker.index() as u64)
}

impl Moment {
    /// Returns the moments of a recording, in order of time.
    ///
    /// # Errors
    /// It is broken.
    pub fn all(recording: &Recording) -> Result<Vec<Moment>, Broken> {
        let mut finder = Finder::default();
        for entry in recording.entries()? {
            finder.follow(&entry?);
        }
        let best = finder.best.into_values().flatten();
        let mut found: Vec<Moment> = best.map(|(_, moment)| moment).collect();
        found.sort_by_key(|moment| (moment.at, moment.kind));
        Ok(found)
    }
}

/// Follows a recording, and keeps the best moments of each kind.
#[derive(Default)]
struct Finder {
    tree: Tree,
    /// Each with its worth.
    best: BTreeMap<Kind, Vec<(u64, Moment)>>,
    /// By worker: blocks finished since it last took a job, and the first of them.
    chains: BTreeMap<usize, u64>,
    /// The killed worker, the time, and the block that it was in.
    death: Option<(WorkerId, Ticks, Option<u64>)>,
    /// The end of the latest step.
    now: Ticks,
}

impl Finder {
    fn follow(&mut self, entry: &Entry) {
        match entry {
            Entry::Mark(Mark::Adopts) => {
                let (worker, count) = (WorkerId::MAIN, self.tree.blocks().count() as u64);
                let (kind, at) = (Kind::Adoption, self.now);
                self.keep((count, Moment { kind, at, worker, block: None, count }));
            }
            Entry::Mark(Mark::Dies { worker, at }) => {
                let inside =
                    self.tree.inside(*worker).and_then(|inside| self.tree.block(inside.block));
                self.death = Some((*worker, *at, inside.map(|block| block.number)));
            }
            Entry::Mark(Mark::Recovers { .. }) => {
                if let Some((worker, at, block)) = self.death.take() {
                    let (kind, count) = (Kind::Death, self.tree.blocks().count() as u64);
                    self.keep((count, Moment { kind, at, worker, block, count }));
                }
            }
            Entry::Mark(_) => {}
            Entry::Step(step) => {
                self.now = self.now.max(step.to);
                self.waits(step);
            }
        }
        let mut found = Vec::new();
        let (tree, chains) = (&mut self.tree, &mut self.chains);
        tree.follow(entry, |tree, step, at, event| {
            found.extend(moments_of(tree, chains, step.worker, at, event));
        });
        found.into_iter().for_each(|moment| self.keep(moment));
    }

    fn waits(&mut self, step: &Step) {
        for &(at, noted) in &step.noted {
            if let Noted::Waited { block, time } = noted {
                let block = self.tree.block(block).map(|block| block.number);
                let (kind, worker, at) = (Kind::Lock, step.worker, at.less(time));
                self.keep((time.0, Moment { kind, at, worker, block, count: time.0 }));
            }
        }
    }

    fn keep(&mut self, (worth, moment): (u64, Moment)) {
        let best = self.best.entry(moment.kind).or_default();
        let place = best.partition_point(|&(other, _)| other >= worth);
        best.insert(place, (worth, moment));
        best.truncate(moment.kind.most());
    }
}

/// Returns the moments of an event that is about to take effect, each with its worth. The worth grows with the workers
/// there and with the depth of the tree below.
fn moments_of(
    tree: &Tree,
    chains: &mut BTreeMap<usize, u64>,
    worker: WorkerId,
    at: Ticks,
    event: &TraceEvent,
) -> Vec<(u64, Moment)> {
    let chain = chains.entry(worker.index()).or_default();
    match *event {
        TraceEvent::JobTaken { .. }
        | TraceEvent::Researching { .. }
        | TraceEvent::Left
        | TraceEvent::Joined { .. } => *chain = 0,
        TraceEvent::Finished { block, .. } => {
            let Some(block) = tree.block(block) else { return Vec::new() };
            *chain += 1;
            let moment = |kind, count| {
                let block = Some(block.number);
                Moment { kind, at, worker, block, count }
            };
            let chained = (*chain > 1).then(|| (*chain, moment(Kind::Chain, *chain)));
            let is_foreign = block.maker != worker && block.ended_by.is_none() && block.ply > 0;
            let count = u64::from(block.most_inside);
            let worth = count + 4 * depth(block);
            let handed_over = is_foreign.then(|| (worth, moment(Kind::Handover, count)));
            return chained.into_iter().chain(handed_over).collect();
        }
        TraceEvent::StoppedOthers { block } => {
            let count = u64::from(tree.below(block, worker));
            let worth = 64 * count + tree.block(block).map_or(0, depth);
            let block = tree.block(block).map(|block| block.number);
            if count > 0 {
                return vec![(worth, Moment { kind: Kind::Cutoff, at, worker, block, count })];
            }
        }
        _ => {}
    }
    Vec::new()
}

/// Plies below a block.
fn depth(block: &Block) -> u64 {
    block.task.depth.max(0) as u64
}
